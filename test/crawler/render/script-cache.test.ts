import { expect, test } from 'vitest';
import type { FetchResult } from '../../../crawler/fetch/fetch-result.ts';
import { ScriptCache } from '../../../crawler/render/script-cache.ts';

function script(length: number, headers: Readonly<Record<string, string>> = {}, status = 200): FetchResult {
  return { kind: 'response', status, headers, body: new Uint8Array(length), truncated: false, elapsed: 1 };
}

/** Asks for scripts, and returns how often each was fetched. */
async function fetches(
  cache: ScriptCache,
  asked: readonly string[],
  answer: (url: string) => FetchResult,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const url of asked) {
    await cache.get(url, async () => {
      counts[url] = (counts[url] ?? 0) + 1;
      return answer(url);
    });
  }
  return counts;
}

test('a script is fetched once', async () => {
  expect(await fetches(new ScriptCache(), ['a', 'b', 'a', 'a'], () => script(10))).toEqual({ a: 1, b: 1 });
});

test('pages that ask at the same time share one fetch', async () => {
  const cache = new ScriptCache();
  let count = 0;
  const fetch = async (): Promise<FetchResult> => {
    count++;
    return script(1);
  };
  await Promise.all([cache.get('a', fetch), cache.get('a', fetch)]);
  expect(count).toBe(1);
});

test('beyond the limit, the script used longest ago is dropped', async () => {
  const counts = await fetches(new ScriptCache(100), ['a', 'b', 'a', 'c', 'a', 'b'], () => script(40));
  expect(counts).toEqual({ a: 1, b: 2, c: 1 });
});

test('a script that was dropped before it came takes no room', async () => {
  const cache = new ScriptCache(100);
  const { promise, resolve } = Promise.withResolvers<FetchResult>();
  const late = cache.get('late', () => promise);
  await fetches(cache, ['a', 'b'], () => script(60));
  resolve(script(60));
  await late;
  expect(await fetches(cache, ['b'], () => script(60))).toEqual({});
});

test('errors, failures, large scripts and those that must not be stored are not kept', async () => {
  const failure = { kind: 'failure', code: 'timeout', message: '', retryable: true } as const;
  const answers: Readonly<Record<string, FetchResult>> = {
    missing: script(1, {}, 404),
    late: failure,
    large: script(101),
    secret: script(1, { 'cache-control': 'private, No-Store' }),
  };
  const asked = Object.keys(answers).flatMap((url) => [url, url]);
  const counts = await fetches(new ScriptCache(100), asked, (url) => answers[url] ?? failure);
  expect(counts).toEqual({ missing: 2, late: 2, large: 2, secret: 2 });
});
