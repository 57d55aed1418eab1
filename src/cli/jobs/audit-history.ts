import { z } from 'zod';
import { type Frontier, StoreError } from '../../../db/index.ts';
import { type HistoryRow, historyRow, REQUESTS, type Requests, withRows } from '../../audit/history.ts';
import { jsonValue } from '../../stored-fields.ts';
import { closing } from '../io/closing.ts';
import { openCrawl } from '../io/open-crawl.ts';
import { noteLine } from '../io/output.ts';
import { quoted } from '../render/printable.ts';
import type { Audited } from './audit-crawl.ts';

/** The name in the crawl file. */
const NAME = 'audits';

const count = z.int().min(0);
const rowSchema: z.ZodType<HistoryRow> = z.object({
  crawled: z.iso.datetime(),
  requests: z.enum(REQUESTS),
  pages: count,
  severities: z.object({ error: count, warning: count, info: count }),
  byRule: z.record(z.string(), count),
});

/** The rows in a JSON value; those that are damaged are left out, as anything in a file may be. */
export function rowsIn(value: unknown): readonly HistoryRow[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  return withRows(
    [],
    rows.flatMap((row) => rowSchema.safeParse(row).data ?? []),
  );
}

/** The row of an audit; null if the crawl has no responses. */
export function rowOf({ site, findings }: Audited, requests: Requests): HistoryRow | null {
  if (site.crawled === null) return null;
  const pages = site.pages.filter(({ isPage }) => isPage).length;
  return historyRow(findings, { crawled: site.crawled.to, requests, pages });
}

/** The audits that a crawl file keeps, oldest first. */
export async function keptAudits(frontier: Pick<Frontier, 'getMeta'>): Promise<readonly HistoryRow[]> {
  return rowsIn(jsonValue(await frontier.getMeta(NAME)));
}

/** Adds an audit to those that a crawl file keeps. If the file cannot be written, a note says so. */
export async function keepAudit(database: string, row: HistoryRow): Promise<void> {
  try {
    await closing(await openCrawl(database), async (frontier) => {
      await frontier.updateMeta(NAME, (before) => JSON.stringify(withRows(rowsIn(jsonValue(before)), [row])));
    });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    noteLine(`${quoted(database)} cannot be written now, so later audits are not compared with this one`);
  }
}
