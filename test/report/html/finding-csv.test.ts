import { expect, test } from 'vitest';
import { findingsCsv } from '../../../src/report/html/client/findings/finding-csv.ts';
import { finding } from './sample-report.ts';

test('findings are rows of RFC 4180 in which no cell is a formula', () => {
  const [heading, row, ...rest] = findingsCsv([finding('dup/www', 'https://h/a,b', '=1+1, "so"')]).split('\r\n');
  expect(heading).toBe(
    'severity,rule,url,message,status,depth,inlinks,line,column,cause,evidence,related,key,fingerprint',
  );
  expect(row).toMatch(/^\w+,dup\/www,"https:\/\/h\/a,b","'=1\+1, ""so""",200,\d+,\d+,/);
  expect(rest).toEqual(['']);
});
