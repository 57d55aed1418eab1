import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepFindings, type Report } from '../../../config/action/known.ts';

function report(prints: readonly string[], fixed: readonly string[] = []): Report {
  return {
    findings: prints.map((fingerprint) => ({ fingerprint, rule: 'r' })),
    fixed,
    known: null,
    history: [prints.length],
  };
}

test('new findings are added to the known ones, and those that are gone are taken away', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'known-')), 'baseline.json');
  keepFindings(file, report(['a', 'b']));
  keepFindings(file, report(['c'], ['a']));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    findings: [
      { fingerprint: 'b', rule: 'r' },
      { fingerprint: 'c', rule: 'r' },
    ],
    history: [1],
  });
});
