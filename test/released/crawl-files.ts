import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Frontier, openSqliteFrontier } from '../../db/index.ts';

/** The folder with a crawl file of each format that was released, packed, and what is in it as JSON. */
export const CRAWL_FILES: string = join(import.meta.dirname, '../fixtures/crawl-files');

/** Unpacks the crawl file of a format. */
export function unpackCrawlFile(format: string, to: string): void {
  writeFileSync(to, gunzipSync(readFileSync(join(CRAWL_FILES, `${format}.dustpan.gz`))));
}

/** What a crawl file has, as JSON that later versions can compare with. Opens it for writing, which upgrades it. */
export async function contentsOf(path: string): Promise<unknown> {
  const frontier = await openSqliteFrontier(path);
  try {
    return JSON.parse(JSON.stringify(await read(frontier)));
  } finally {
    await frontier.close();
  }
}

async function read(frontier: Frontier): Promise<object> {
  return {
    entries: await Array.fromAsync(frontier.entries()),
    links: await Array.fromAsync(frontier.links()),
    stats: await frontier.stats(),
    evidence: await frontier.evidence(),
    claims: await frontier.claims(),
  };
}
