import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRobots } from '../../../crawler/robots/parse.ts';
import { Robots } from '../../../crawler/robots/robots-file.ts';
import { type Rule } from '../../../crawler/robots/rule.ts';
import { UrlError } from '../../../src/url/error.ts';
import { lawRuns } from '../../law-runs.ts';

const RUNS = lawRuns(1000);

const TOKENS = ['/', 'a', 'b', '*', '$', '%', '2', 'F'];
const text = fc.array(fc.constantFrom(...TOKENS), { maxLength: 9 }).map((tokens) => tokens.join(''));
/** Few letters, so that parts overlap and repeat. */
const dense = fc.array(fc.constantFrom('a', 'a', 'b', '*'), { maxLength: 9 }).map((tokens) => tokens.join(''));
const path = fc.oneof(text, dense);
const pattern = fc
  .tuple(fc.constantFrom('/', '/', '/', '*', ''), path, fc.constantFrom('', '$'))
  .map(([start, middle, end]) => start + middle + end);
const rules = fc.array(fc.tuple(fc.constantFrom<Rule['kind']>('allow', 'disallow'), pattern), { maxLength: 8 });

/** Typical parts of a robots.txt, so that arbitrary files are more than noise. */
const PIECES = [
  'User-agent',
  'Disallow',
  'Allow',
  'Sitemap',
  'Crawl-delay',
  'Clean-param',
  'Content-Signal',
  ':',
  ' ',
  '\n',
  '\r',
  '\t',
  '#',
  '*',
  '$',
  '/',
  '/index.html',
  '?',
  '%2',
  '%2A',
  '%E9',
  'é',
  '\0',
  '\ufeff',
  'https://h/',
  '1.5',
  'a&b',
  'foo',
];
const piece = fc.constantFrom(...PIECES);
const file = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.array(piece, { maxLength: 60 }).map((pieces) => new Uint8Array(Buffer.from(pieces.join('')))),
);
const anything = fc.string({ unit: 'binary', maxLength: 60 });
const url = fc.oneof(
  anything,
  anything.map((rest) => `https://h/${rest}`),
  fc.webUrl({ withQueryParameters: true }),
);

function asExpression(octets: string): RegExp {
  const body = octets.replace(/\$$/, '').replaceAll('%2A', '\\x2a').replaceAll('$', '\\$').replaceAll('*', '.*');
  return new RegExp(`^${body}${octets.endsWith('$') ? '$' : ''}`, 's');
}

function upperCase(octets: string): string {
  return octets.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** RFC 9309 2.2.2 taken literally, for paths without dots and queries. */
function naiveDecision(list: readonly Rule[], sent: string): boolean {
  const compared = upperCase(sent).replaceAll('%2A', '*');
  const matching = list.filter(({ pattern: rule }) => rule !== '' && asExpression(upperCase(rule)).test(compared));
  const longest = Math.max(...matching.map(({ pattern: rule }) => rule.length));
  const deciding = matching.filter(({ pattern: rule }) => rule.length === longest);
  return deciding.length === 0 || deciding.some(({ kind }) => kind === 'allow');
}

describe('laws', () => {
  test('any bytes are a robots.txt, whole or cut', () => {
    fc.assert(
      fc.property(file, fc.boolean(), (bytes, isTruncated) => {
        const robots = parseRobots(bytes, isTruncated);
        expect(robots).toBeInstanceOf(Robots);
        const lines = robots.groupFor('foo').rules.map(({ line }) => line);
        expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      }),
      { numRuns: RUNS },
    );
  });

  test('any string has a decision or is an invalid URL, whatever the file', () => {
    fc.assert(
      fc.property(file, url, (bytes, found) => {
        const decision = parseRobots(bytes).groupFor('foo').decide(found);
        if (decision instanceof UrlError) return;
        expect(decision.allowed).toBe(decision.rule?.kind !== 'disallow');
      }),
      { numRuns: RUNS },
    );
  });

  test('RFC 9309 2.2.2 and 2.2.3: agrees with the longest matching rule, each as an anchored RegExp', () => {
    fc.assert(
      fc.property(rules, path, (pairs, behind) => {
        const list = pairs.map(([kind, rule], index) => ({ kind, pattern: rule, line: index + 2 }));
        const robots = `User-agent: *\n${pairs.map(([kind, rule]) => `${kind}: ${rule}\n`).join('')}`;
        const decision = parseRobots(Buffer.from(robots)).groupFor('Foo').decide(`https://h/${behind}`);
        expect(decision).toMatchObject({ allowed: naiveDecision(list, `/${behind}`) });
      }),
      { numRuns: RUNS * 4 },
    );
  });

  test('the order of rules does not matter', () => {
    fc.assert(
      fc.property(rules, path, (pairs, behind) => {
        const allowed = [pairs, pairs.toReversed()].map((list) => {
          const robots = `User-agent: *\n${list.map(([kind, rule]) => `${kind}: ${rule}\n`).join('')}`;
          const decision = parseRobots(Buffer.from(robots)).groupFor('Foo').decide(`https://h/${behind}`);
          return decision instanceof UrlError ? null : decision.allowed;
        });
        expect(allowed[0]).toBe(allowed[1]);
      }),
      { numRuns: RUNS },
    );
  });
});
