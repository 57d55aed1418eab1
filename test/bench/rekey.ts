/** How long one host's entries take to rekey, on disk, with the real canonicalizer. */
import { join } from 'node:path';
import { Discovery } from '../../crawler/discovery.ts';
import { Scope } from '../../crawler/scope/scope.ts';
import { openSqliteFrontier } from '../../db/index.ts';
import { type CanonOptions, compile, type Key, UrlError } from '../../src/index.ts';

const ROUNDS = 3;
const URLS = 100_000;
const FACTS: CanonOptions = { facts: [{ kind: 'slash', host: 'www.example.com', value: 'remove' }] };

/** Half of the URLs are pairs with and without a slash at the end. */
export async function benchRekey(directory: string, print: (line: string) => void): Promise<void> {
  const [plain, folding] = [discoveryBy({}), discoveryBy(FACTS)];
  const canonicalizer = compile({});
  const ownKey = (url: string): Key => {
    const key = canonicalizer.key(url);
    if (key instanceof UrlError) throw key;
    return key;
  };
  const times: Record<string, number[]> = { merged: [], again: [], split: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const frontier = await openSqliteFrontier(join(directory, `rekey-${round}.db`));
    await frontier.add(urls().map((url) => plain.found(url, { depth: 1, source: 'link' })));
    for (const [name, discovery] of [
      ['merged', folding],
      ['again', folding],
      ['split', plain],
    ] as const) {
      const start = performance.now();
      const counts = await frontier.rekey({
        claims: [],
        sites: ['www.example.com'],
        find: (url, at) => discovery.found(url, at),
        ownKey,
      });
      times[name]?.push(performance.now() - start);
      if (round === 0) print(`frontier: rekey, ${name}: ${JSON.stringify(counts)}`);
    }
    await frontier.close();
  }
  for (const [name, values] of Object.entries(times)) {
    const median = values.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
    print(`frontier: rekey, ${URLS} URLs of one host, ${name}: ${Math.round(median)} ms`);
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
