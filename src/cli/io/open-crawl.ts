import { type Frontier, type OpenOptions, openFrontier } from '../../../db/index.ts';
import { quoted } from '../render/printable.ts';
import { noteLine } from './output.ts';

/** How long after the last message a new one is about another outage, in milliseconds. */
const SAID_LASTS = 10_000;

/** Opens a crawl, and says so each time that its server goes away, because all calls wait for it. */
export async function openCrawl(database: string, options: Omit<OpenOptions, 'onDbWait'> = {}): Promise<Frontier> {
  let saidAt = Number.NEGATIVE_INFINITY;
  const onDbWait = (): void => {
    const now = performance.now();
    // It is called each second.
    if (now - saidAt > SAID_LASTS) noteLine(`${quoted(database)} does not answer; waiting for it`);
    saidAt = now;
  };
  return openFrontier(database, { ...options, onDbWait });
}

/**
 * Opens an existing crawl for writing. Opening it for reading first avoids making one for a misspelled name.
 *
 * @throws {StoreError} if it does not exist, or another process writes to its file
 */
export async function openForChange(database: string): Promise<Frontier> {
  await (await openFrontier(database, { readonly: true })).close();
  return openCrawl(database);
}
