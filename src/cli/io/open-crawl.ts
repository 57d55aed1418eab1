import { type Frontier, type OpenOptions, openFrontier } from '../../../db/index.ts';
import { quoted } from '../render/printable.ts';
import { noteLine } from './output.ts';

/** Opens a crawl, and says so when its server goes away and when it is back, because all calls wait for it. */
export async function openCrawl(
  database: string,
  options: Omit<OpenOptions, 'onDbWait' | 'onDbBack'> = {},
): Promise<Frontier> {
  let isAway = false;
  return openFrontier(database, {
    ...options,
    // It is called each second.
    onDbWait: () => {
      if (!isAway) noteLine(`${quoted(database)} does not answer; waiting for it`);
      isAway = true;
    },
    onDbBack: () => {
      isAway = false;
      noteLine(`${quoted(database)} answers again`);
    },
  });
}

/**
 * Opens an existing crawl for writing. Opening it for reading first avoids making one for a misspelled name.
 *
 * @throws {StoreError} if it does not exist, or another process writes to its file
 */
export async function openForChange(database: string, options: Pick<OpenOptions, 'signal'> = {}): Promise<Frontier> {
  await (await openFrontier(database, { readonly: true })).close();
  return openCrawl(database, options);
}
