import { PASSES } from '../passes/index.ts';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SCHEMES = ['http', 'https', 'https', 'https', 'HTTP', 'ftp', 'mailto', 'x-app'];
const HOSTS = [
  'example.com',
  'www.example.com',
  'WWW.Example.COM',
  'm.example.co.uk',
  'a.b.example.org.',
  'localhost',
  '127.0.0.1',
  '[::1]',
  'münchen.example',
  'xn--mnchen-3ya.example',
];
const WORDS = [
  'a',
  'b',
  'docs',
  'News',
  'index.html',
  'print',
  'amp',
  '2024',
  'page',
  'feed',
  '.',
  '..',
  '%2E%2e',
  'ü',
];
const NAMES = ['id', 'page', 'q', 'utm_source', 'fbclid', 'sid', 'PHPSESSID', 'print', 'lang', 'ref', 'A', ''];
const PIECES = [
  '',
  '1',
  'x',
  '%41',
  '%2f',
  '%c3%a9',
  '%',
  '%zz',
  '+',
  ' ',
  "'",
  '"',
  '<',
  '|',
  ';',
  ',',
  '=',
  '@',
  '~',
  '\\',
];
const ENDS = ['', '/', '//', '.html', '.php', ';v=1'];

/** URLs of every kind, valid and not, longer ones later. The first ones are the examples of the built-in passes. */
export function* madeUrls(count: number, seed: number): Generator<string> {
  const examples = PASSES.flatMap((pass) => pass.examples.flatMap(({ before, after }) => [before, after]));
  yield* examples.slice(0, count);
  const random = randomFrom(seed);
  for (let made = examples.length; made < count; made++) yield madeUrl(random, 1 + Math.floor((3 * made) / count));
}

function madeUrl(random: () => number, size: number): string {
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const some = (share: number, text: () => string): string => (random() < share ? text() : '');
  const repeated = (text: () => string): readonly string[] =>
    Array.from({ length: Math.floor(random() * (size + 2)) }, text);
  const segment = (): string => `/${one(WORDS)}${some(0.3, () => one(PIECES))}`;
  const param = (): string => `${one(NAMES)}${some(0.9, () => `=${one(PIECES)}${some(0.3, () => one(WORDS))}`)}`;
  const userinfo = some(0.03, () => 'ann:pw@');
  const port = some(0.1, () => one([':80', ':443', ':8080', ':', ':99999']));
  const path = repeated(segment).join('') + one(ENDS);
  const query = some(0.5, () => `?${repeated(param).join('&')}`);
  const fragment = some(0.2, () => `#${one(WORDS)}${some(0.2, () => one(PIECES))}`);
  return `${one(SCHEMES)}://${userinfo}${one(HOSTS)}${port}${path}${query}${fragment}`;
}

/** Another spelling, which clients send as the same request. */
export function respelled(url: string, random: () => number): string {
  const colon = url.indexOf('://');
  const end = url.slice(colon + 3).search(/[/?#\\]/);
  const pathStart = end < 0 ? url.length : colon + 3 + end;
  const front = url.slice(0, pathStart);
  const rest = url.slice(pathStart);
  const kind = Math.floor(random() * 4);
  if (kind === 0) return front.replace(/^[a-z]+/i, (scheme) => scheme.toUpperCase()) + rest;
  if (kind === 1) return rest.startsWith('/') ? `${front}/.${rest}` : url;
  if (kind === 2) return front + rest.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toLowerCase());
  return front + rest.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}
