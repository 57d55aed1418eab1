import { links } from '../crawler/web.ts';
import { dustpan, ndjson } from './dustpan.ts';

/** The pages of the site. */
export const PAGES = 300;

/** A site of 300 pages, each with links to the next ones and to duplicates of them. */
export function manyPages(target: string): string | undefined {
  const number = Number(/^\/p(\d+)$/.exec(target)?.[1] ?? (target === '/' ? 0 : Number.NaN));
  if (Number.isNaN(number) || number >= PAGES) return undefined;
  const next = [2 * number + 1, 2 * number + 2].filter((page) => page < PAGES);
  return links(...next.flatMap((page) => [`/p${page}`, `/p${page}#top`, `/%70${page}`]), `/#${number}`);
}

/** The entries of a crawl file. */
export async function urls(database: string): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await dustpan(['urls', database]);
  return ndjson(stdout).filter(isRecord);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
