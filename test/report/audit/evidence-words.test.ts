import { expect, test } from 'vitest';
import { evidenceWords } from '../../../src/report/audit/evidence-words.ts';
import { finding } from '../html/sample-report.ts';

test('evidence in words: names apart, no unknowns, yes and no, shares as percentages, lists in a row', () => {
  const evidence = {
    finalUrl: 'http://h/',
    endStatus: 404,
    reason: null,
    similarity: 0.82,
    contained: 0,
    share: 1,
    delay: 1.5,
    hops: 2,
    same: true,
    settled: 'no',
  };
  const lists = { keys: ['a', 'b'], served: [], other: false };
  expect(evidenceWords(finding('dup/www', 'http://h/', '', { evidence: { ...evidence, ...lists } }))).toEqual([
    ['final URL', 'http://h/'],
    ['end status', '404'],
    ['similarity', '82 %'],
    ['contained', '0 %'],
    ['share', '100 %'],
    ['delay', '1.5'],
    ['redirects', '2'],
    ['same', 'yes'],
    ['resolved by the site', 'no'],
    ['keys', 'a  b'],
    ['served', 'none'],
    ['other', 'no'],
  ]);
});

test('related URLs that neither the finding nor its evidence names come last', () => {
  const related = ['http://h/', 'http://h/a', 'http://h/b', 'http://h/c'];
  const evidence = { leader: 'http://h/a', others: ['http://h/b'] };
  expect(evidenceWords(finding('dup/www', 'http://h/', '', { evidence, related }))).toEqual([
    ['preferred URL', 'http://h/a'],
    ['others', 'http://h/b'],
    ['related', 'http://h/c'],
  ]);
});

test('of a long list, the first items and the number of the others', () => {
  const evidence = { others: ['a', 'b', 'c', 'd', 'e', 'f'] };
  expect(evidenceWords(finding('dup/www', 'http://h/', '', { evidence, related: [] }), 4)).toEqual([
    ['others', 'a  b  c  d  and 2 more'],
  ]);
});
