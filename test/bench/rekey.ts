/** How long one host's entries take to rekey, with the real canonicalizer. */
import { join } from 'node:path';
import { Discovery } from '../../crawler/discovery.ts';
import { Scope } from '../../crawler/scope/scope.ts';
import { type Frontier, openFrontier } from '../../db/index.ts';
import { type CanonOptions, compile, type Key, UrlError } from '../../src/index.ts';
import { median } from './measure.ts';

type Print = (line: string) => void;

const ROUNDS = 3;
const URLS = 100_000;
const SITES = ['www.example.com', 'example.com'];
const FACTS: CanonOptions = { facts: [{ kind: 'slash', host: 'www.example.com', value: 'remove' }] };
const RENAMING: CanonOptions = { facts: [{ kind: 'www', host: 'example.com', value: 'remove' }] };

/** Half of the URLs are pairs with and without a slash at the end. */
export async function benchRekey(directory: string, print: Print): Promise<void> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    const frontier = await openFrontier(join(directory, `rekey-${round}.db`));
    await addUrls(frontier);
    for await (const [name, ms] of rekeys(frontier)) (times[name] ??= []).push(ms);
    await frontier.close();
  }
  for (const [name, values] of Object.entries(times))
    print(`frontier: rekey, ${URLS} URLs of one host, ${name}: ${Math.round(median(values))} ms`);
}

/** Adds the URLs. */
export async function addUrls(frontier: Frontier): Promise<void> {
  const plain = discoveryBy({});
  await frontier.add(urls().map((url) => plain.found(url, { depth: 1, source: 'link' })));
}

/** Merges the URLs by a fact, does so again, splits them, and renames all; the milliseconds of each. */
export async function* rekeys(frontier: Frontier): AsyncGenerator<readonly [name: string, ms: number]> {
  const canonicalizer = compile({});
  const ownKey = (url: string): Key => {
    const key = canonicalizer.key(url);
    if (key instanceof UrlError) throw key;
    return key;
  };
  for (const [name, facts] of [
    ['merged', FACTS],
    ['again', FACTS],
    ['split', {}],
    ['renamed', RENAMING],
  ] as const) {
    const discovery = discoveryBy(facts);
    const start = performance.now();
    await frontier.rekey({ claims: [], sites: SITES, find: (url, at) => discovery.found(url, at), ownKey });
    yield [name, performance.now() - start];
  }
}

function urls(): readonly string[] {
  return Array.from({ length: URLS / 4 }, (_, n) => `https://www.example.com/articles/${n}/some-page-title`).flatMap(
    (url) => [url, `${url}/`, `${url}.html?page=1`, `${url}.html?page=2`],
  );
}

function discoveryBy(canon: CanonOptions): Discovery {
  const limits = { kind: 'any', include: [], exclude: [], maxDepth: null, traps: null } as const;
  return new Discovery(compile(canon), new Scope([], limits));
}
