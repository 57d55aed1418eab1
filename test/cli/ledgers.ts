import { join } from 'node:path';
import { openSqliteFrontier } from '../../db/index.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { adjudicate } from '../../src/evidence/verdict.ts';
import { compile, type Fact, UrlError } from '../../src/index.ts';
import { found } from '../db/helpers.ts';
import { evidence, pages } from '../evidence/evidence.ts';
import { temporaryFolder } from './dustpan.ts';

/** A crawl's file that holds this evidence, and the claims that it comes to. */
export async function ledger(given: readonly Evidence[], facts: readonly Fact[] = []): Promise<string> {
  const database = join(temporaryFolder(), 'a.dustpan');
  const frontier = await openSqliteFrontier(database);
  await frontier.setMeta('facts', JSON.stringify({ version: 1, facts }));
  await frontier.addEvidence(given);
  await frontier.rekey({
    claims: adjudicate(await frontier.evidence(), THRESHOLDS),
    sites: [],
    find: (url) => found(url),
    ownKey: (url) => {
      const key = compile().key(url);
      if (key instanceof UrlError) throw key;
      return key;
    },
  });
  await frontier.close();
  return database;
}

/** Evidence that www.example.com redirects to example.com, from so many pages. */
export function redirects(count: number): readonly Evidence[] {
  return Array.from({ length: count }, (_, index) => {
    const [url, page] = [`http://www.example.com/a${index}`, `http://example.com/a${index}`];
    return evidence('www', `/a${index}`, {
      source: 'permanent-redirect',
      seen: 'redirects',
      target: 'remove',
      url,
      page,
      hops: [{ url, status: 301, location: page }],
      at: Date.UTC(2026, 10, 20) + index,
    });
  });
}

/** What a small site showed: one claim of each verdict, and what one section says alone. */
export function severalSites(): readonly Evidence[] {
  return [
    ...redirects(5),
    ...pages(5, 'slash', '/docs/', 'content', { target: 'add' }),
    ...pages(1, 'slash', '/shop/', 'status', { supports: false, seen: 'not-found' }),
    ...pages(2, 'param', '/docs/', 'content', { about: 'sid' }),
    evidence('order', '/x', { host: 'example.org' }),
  ];
}
