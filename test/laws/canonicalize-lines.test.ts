/**
 * Covers: src/canon/canonicalize-lines.ts, src/text/byte-lines.ts
 *
 * LAWS_RUNS sets how many URLs.
 */
import { expect, test } from 'vitest';
import { randomFrom } from '../../src/canon/made-urls.ts';
import { type Canonicalizer, compile, UrlError } from '../../src/index.ts';
import { lawRuns } from '../law-runs.ts';
import { OPTIONS, writtenUrl } from './forms.ts';

const RUNS = lawRuns(40_000);
const LINES_OF_A_LIST = 2000;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Each line on its own. */
function oneByOne({ canonicalize }: Canonicalizer, text: string): readonly string[] {
  return text.split('\n').map((line) => {
    const url = canonicalize(line);
    return url instanceof UrlError ? '' : url;
  });
}

function many(canonicalizer: Canonicalizer, text: string): readonly string[] {
  return decoder.decode(canonicalizer.canonicalizeMany(encoder.encode(text))).split('\n');
}

test('a list gives the lines that its URLs give one by one', { timeout: 3_600_000 }, () => {
  const random = randomFrom(Number(process.env['LAWS_SEED'] ?? 1));
  const canonicalizers = OPTIONS.map((options) => compile(options));
  for (let run = 0; run < RUNS; run += LINES_OF_A_LIST) {
    const canonicalizer = canonicalizers[Math.floor(random() * canonicalizers.length)] ?? expect.fail();
    // Settled lines are in runs, as in real lists.
    const settled = random();
    const lines = Array.from({ length: LINES_OF_A_LIST }, (_, n) =>
      random() < settled ? `https://example.com/a/${n}?id=${n}` : writtenUrl(random).toWellFormed(),
    );
    const text = lines.join(random() < 0.2 ? '\r\n' : '\n') + (random() < 0.5 ? '\n' : '');
    const expected = oneByOne(canonicalizer, text);
    expect(many(canonicalizer, text)).toEqual(expected);
    // In parts, cut behind any line.
    const cut = text.indexOf('\n', Math.floor(random() * text.length)) + 1;
    const bytes = [text.slice(0, cut), text.slice(cut)].map((part) =>
      canonicalizer.canonicalizeMany(encoder.encode(part)),
    );
    expect(bytes.map((part) => decoder.decode(part)).join('')).toBe(expected.join('\n'));
  }
});

test.each([
  ['a name of a tracking parameter at the end of a line', 'http://example.com/?a=1&gclid\nhttp://example.com/\n'],
  ['an empty query at the end of a line', 'http://example.com/?\nhttp://example.com/\n'],
  ['a host at the end of a line', 'http://example.com\nhttp://example.com/\n'],
  ['nothing', ''],
  ['empty lines', '\n\n'],
  ['a line longer than a window', `http://example.com/${'a/%7e'.repeat(10_000)}\nhttp://example.com/#a\n`],
  ['a line of millions of characters', `http://example.com/?${'%2F'.repeat(4_000_000)}\n`],
])('%s', (_, text) => {
  const canonicalizer = compile();
  expect(many(canonicalizer, text)).toEqual(oneByOne(canonicalizer, text));
});

test('a byte order mark at the start does not belong to the first URL', () => {
  expect(many(compile(), '\ufeffhttp://example.com/#a\n\ufeffhttp://example.com/\n')).toEqual([
    'http://example.com/',
    '',
    '',
  ]);
});

test('keeps URLs of kinds of sites for their passes', () => {
  const slug = { form: 'wikidot', segments: 'first', except: [], tails: [] } as const;
  const canonicalizer = compile({ sites: [{ name: 'wiki', summary: 'a wiki', hosts: ['wiki.example'], slug }] });
  const text = 'https://example.com/A_B\nhttps://wiki.example/A_B\n';
  expect(many(canonicalizer, text)).toEqual(['https://example.com/A_B', 'https://wiki.example/a-b', '']);
});

test('bytes that are not UTF-8 are percent-encoded, so that different URLs stay different', () => {
  const bytes = Buffer.from(
    'http://example.com/\xe9\nhttp://example.com/\xe8\nhttp://example.com/\xc3\xa9\n',
    'latin1',
  );
  const { canonicalizeMany } = compile();
  expect(decoder.decode(canonicalizeMany(bytes)).split('\n')).toEqual([
    'http://example.com/%E9',
    'http://example.com/%E8',
    'http://example.com/%C3%A9',
    '',
  ]);
});

test('bytes that are not UTF-8 change no other line', () => {
  const { canonicalizeMany } = compile({ noPass: ['encode-unsafe'] });
  // The first line gets two bytes longer, and the second one has two bytes more than characters.
  const bytes = Buffer.from('http://example.com/\xff\nhttp://example.com/\xe2\x82\xac\n', 'latin1');
  expect(decoder.decode(canonicalizeMany(bytes))).toBe('http://example.com/%FF\nhttp://example.com/\u20ac\n');
});

test('leaves the given bytes as they are, and gives bytes of its own', () => {
  const { canonicalizeMany } = compile();
  const given = encoder.encode('http://example.com/\n');
  const made = canonicalizeMany(given);
  given.fill(0);
  expect(decoder.decode(made)).toBe('http://example.com/\n');
});
