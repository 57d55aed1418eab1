import { Command } from 'commander';
import type { Frontier } from '../../../db/index.ts';
import { resolve, UrlError } from '../../index.ts';
import { openEntry } from '../../report/crawl/ndjson.ts';
import { closing } from '../io/closing.ts';
import { EXIT } from '../io/exit.ts';
import { openCrawl } from '../io/open-crawl.ts';
import { out } from '../io/output.ts';
import { historyOf, reasonOf, type UrlHistory } from '../jobs/url-history.ts';
import { addUnstoredOptions, type UnstoredFlags } from '../options/canon-options.ts';
import { CRAWL_ARGUMENT } from '../options/crawl-argument.ts';
import { type CrawlSettings, readCrawlSettings } from '../options/crawl-settings.ts';
import { withEvidence } from '../render/citation.ts';
import { historyLines } from '../render/history-lines.ts';
import { printableJson } from '../render/printable.ts';

interface Flags extends UnstoredFlags {
  readonly json?: true;
}

export function whyCommand(): Command {
  const command = new Command('why')
    .description('explain what a crawl did with a URL: its key, how it was found, what it was merged with and why')
    .argument('<crawl>', CRAWL_ARGUMENT)
    .argument(
      '<url>',
      'the URL, in any spelling; the scheme may be missing; or a path on the site of the first seed: /docs/',
    )
    .option('--json', 'print one object');
  return addUnstoredOptions(command).action(run);
}

async function run(database: string, url: string, { json, ...given }: Flags): Promise<void> {
  await closing(await openCrawl(database, { readonly: true }), async (frontier) => {
    const settings = await readCrawlSettings(frontier, database, given);
    const history = await historyOfTyped(url, frontier, settings);
    if (json) out.line(asJson(history, settings));
    else for (const line of historyLines(history, settings)) out.line(line);
    await out.flush();
    process.exitCode = history.entry === null ? EXIT.findings : EXIT.clean;
  });
}

/** The history of a URL. If the crawl did not find it as typed, also with the schemes that people leave out. */
async function historyOfTyped(typed: string, frontier: Frontier, settings: CrawlSettings): Promise<UrlHistory> {
  const url = withHost(typed, settings.seeds);
  const asTyped = await historyOf(url, frontier, settings);
  const isBare = asTyped.error?.code === 'no-scheme' || /^[^/?#@:]+:\d+(?:[/?#]|$)/.test(url);
  if (asTyped.entry !== null || !isBare) return asTyped;
  const histories: UrlHistory[] = [];
  for (const spelling of [`https://${url}`, `http://${url}`])
    histories.push(await historyOf(spelling, frontier, settings));
  return histories.find(({ entry }) => entry !== null) ?? histories[0] ?? asTyped;
}

/** The URL of a path such as `/docs/` on the site of the first seed; any other text as it is. */
function withHost(typed: string, [seed]: readonly string[]): string {
  const url = /^\/(?!\/)/.test(typed) && seed !== undefined ? resolve(typed, seed) : typed;
  return url instanceof UrlError ? typed : url;
}

function asJson(history: UrlHistory, { citable }: CrawlSettings): string {
  const { url, key, changes, error, entry, way, aliases, equivalents, sitemaps, forbiddenBy, usage } = history;
  return printableJson({
    url,
    key,
    changes: changes.map((change) => withEvidence(change, citable)),
    error: error && { code: error.code, message: error.message },
    met: entry !== null,
    entry: entry && openEntry(entry),
    reason: reasonOf(history),
    forbiddenBy,
    usage,
    foundThrough: way.slice(1).map((step) => ({ url: step.url, key: step.key, source: step.source })),
    aliases: aliases.map((target) => ({
      url: target.url,
      key: target.key,
      state: target.state,
      status: target.status,
    })),
    equivalents: equivalents.map(({ alias, representative, because, changes: steps }) => ({
      alias: alias.url,
      representative: representative.url,
      because,
      changes: steps.map((change) => withEvidence(change, citable)),
    })),
    listedIn: (entry?.listings ?? []).map(({ sitemap, lastmod }, at) => ({
      url: sitemaps[at]?.url ?? null,
      key: sitemap,
      lastmod,
    })),
  });
}
