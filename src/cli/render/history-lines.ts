import type { KeptRule } from '../../../crawler/robots/kept-rule.ts';
import type { Usage } from '../../../crawler/robots/usage.ts';
import type { ScopeOptions } from '../../../crawler/scope/scope.ts';
import type { AliasKind, Entry } from '../../../db/index.ts';
import { landing } from '../../audit/site/landing.ts';
import type { Change } from '../../index.ts';
import { fieldsOf } from '../../report/crawl/fields.ts';
import { isRedirect, statusIn } from '../../status-codes.ts';
import { number } from '../../text/number.ts';
import { plural } from '../../text/plural.ts';
import type { CitableClaims } from '../jobs/citable-claims.ts';
import { type Equivalent, MAX_STEPS, reasonOf, type UrlHistory } from '../jobs/url-history.ts';
import type { CrawlSettings } from '../options/crawl-settings.ts';
import { citations } from './citation.ts';
import { printable, shorten } from './printable.ts';
import { inWords } from './reasons.ts';
import { table } from './table.ts';

/** Maximum number of spellings and sitemaps shown; `--json` prints all. */
const MAX_SHOWN = 10;

/** Lines under one heading. */
type Section = readonly [heading: string, lines: readonly string[]];

/** The history of a URL as lines of text, for people. */
export function historyLines(history: UrlHistory, settings: CrawlSettings): readonly string[] {
  const { url, entry } = history;
  const sections: readonly Section[] = [
    ['key', keyLines(history, settings)],
    ['state', entry === null ? unmetLines(history) : [stateLine(entry)]],
    ['why', whyLines(history, settings)],
    ['use', usageLines(history.usage)],
    ['fields', fieldLines(entry)],
    ['spelling', spellingLines(url, entry)],
    ['found', wayLines(history)],
    ['alias of', aliasLines(history)],
    ['merged with', equivalentLines(history, settings)],
    ['also as', otherSpellings(url, entry)],
    ['listed in', listingLines(history)],
  ];
  const rows = sections.flatMap(([heading, lines]) => lines.map((line, index) => [index === 0 ? heading : '', line]));
  return [printable(url), ...table(rows)];
}

function keyLines(
  { key, changes, error, hadUserinfo }: UrlHistory,
  { citable }: Pick<CrawlSettings, 'citable'>,
): readonly string[] {
  return [
    ...(error === null ? [key] : [`none: ${error.message}`]),
    ...changeLines(changes, citable).map((line) => `  ${line}`),
    ...(hadUserinfo ? ['the user name is removed; links with user names are recorded but not fetched'] : []),
  ];
}

/** One line per change, followed by the claims that allowed it. */
function changeLines(changes: readonly Change[], citable: CitableClaims): readonly string[] {
  const rows = table(changes.map(({ pass, class: passClass, after }) => [passClass, pass, printable(after)]));
  return changes.flatMap((change, index) => [
    rows[index] ?? '',
    ...citations(change, citable).map((line) => `  ${line}`),
  ]);
}

/**
 * The entries merged with this one, which entry stands for both and why, and the claims that merged them: once for entries
 * that follow each other and rest on the same claims.
 */
function equivalentLines({ entry, equivalents }: UrlHistory, { citable }: CrawlSettings): readonly string[] {
  const shown = equivalents.slice(0, MAX_SHOWN).map(({ alias, representative, because, changes }) => {
    const other = alias.key === entry?.key ? representative : alias;
    const role = other === alias ? 'is an alias of this entry, which' : 'stands for this entry, because it';
    const cited = changes.flatMap((change) => citations(change, citable).map((line) => `  ${change.pass}: ${line}`));
    return { line: `${printable(other.url)}  ${role} ${BECAUSE[because]}`, cited: [...new Set(cited)] };
  });
  const more = equivalents.length - MAX_SHOWN;
  return [
    ...shown.flatMap(({ line, cited }, at) => [
      line,
      ...(cited.join('\n') === shown[at + 1]?.cited.join('\n') ? [] : cited),
    ]),
    ...(more > 0 ? [`and ${number(more)} more: --json`] : []),
  ];
}

const BECAUSE: Readonly<Record<Equivalent['because'], string>> = {
  'fetched-first': 'was fetched first',
  'own-form': 'is written in the form that the site uses',
  'found-first': 'was found first',
};

function unmetLines({ skip }: UrlHistory): readonly string[] {
  const next = skip === null ? 'a link or seed would queue it' : 'it would be skipped';
  return [`not found by the crawl in any spelling; ${next}`];
}

function stateLine({ state, status, contentType, aliasBy, fetchedAt, reason, depth }: Entry): string {
  const when = fetchedAt === null ? null : new Date(fetchedAt);
  const parts = [
    STATES[state],
    ...(status === null ? [] : [String(status)]),
    ...(state === 'done' && aliasBy === 'redirect' ? ['a redirect'] : []),
    ...(contentType === null ? [] : [printable(contentType)]),
    ...(state === 'queued' && reason !== null ? ['to be retried'] : []),
    // A damaged database may contain any number.
    ...(when === null || Number.isNaN(when.getTime()) ? [] : [`at ${when.toISOString()}`]),
    `${plural(depth, 'link')} from a seed`,
  ];
  return parts.join(', ');
}

const STATES: Readonly<Record<Entry['state'], string>> = {
  queued: 'queued',
  leased: 'being fetched, or interrupted while being fetched',
  done: 'done',
  failed: 'failed',
  skipped: 'skipped: recorded, not fetched',
};

function fieldLines(entry: Entry | null): readonly string[] {
  const fields = Object.entries((entry && fieldsOf(entry)) ?? {});
  return fields.flatMap(([name, values]) => {
    const shown = values.slice(0, MAX_SHOWN).map((value) => `${name}: ${shorten(value)}`);
    const more = values.length - shown.length;
    return values.length === 0
      ? [`${name}: no value`]
      : [...shown, ...(more > 0 ? [`${name}: ${number(more)} more`] : [])];
  });
}

function whyLines(history: UrlHistory, { scope, seeds }: CrawlSettings): readonly string[] {
  const reason = reasonOf(history);
  if (reason === null) return [];
  const limits = LIMITED.includes(reason.code) && scope !== null ? [limitsLine(scope, seeds)] : [];
  const rule = history.forbiddenBy === null ? [] : [ruleLine(history.forbiddenBy)];
  return [printable(`${reason.code}: ${inWords(reason)}`), ...limits, ...rule];
}

/** What robots.txt says about the use of the page, which does not limit the crawl. */
function usageLines(usage: readonly Usage[]): readonly string[] {
  return usage.map(({ kind, preferences, line }) => {
    const said = Object.entries(preferences).map(([name, value]) => `${name}=${value}`);
    return printable(`${said.join(', ')} (${kind}, line ${line} of robots.txt)`);
  });
}

function ruleLine({ robots, rule: { pattern, line } }: KeptRule): string {
  return printable(`line ${line} of ${robots}: Disallow: ${shorten(pattern)}`);
}

/** Skip reasons that depend on the options of the crawl. */
const LIMITED: readonly string[] = ['scope', 'not-included', 'excluded', 'depth', 'sample'];

function limitsLine({ kind, include, exclude, maxDepth, sample }: ScopeOptions, seeds: readonly string[]): string {
  const more = seeds.length > MAX_SHOWN ? ` and ${number(seeds.length - MAX_SHOWN)} more` : '';
  const flags = [
    `--scope ${kind}`,
    ...include.map((glob) => `--include ${glob}`),
    ...exclude.map((glob) => `--exclude ${glob}`),
    ...(maxDepth === null ? [] : [`--depth ${maxDepth}`]),
    ...(sample === undefined ? [] : [`--sample ${sample}`]),
  ];
  return printable(`options of the crawl: ${flags.join(' ')}, seeds: ${seeds.slice(0, MAX_SHOWN).join(' ')}${more}`);
}

function spellingLines(url: string, entry: Entry | null): readonly string[] {
  if (entry === null || url === (entry.finalUrl ?? entry.url)) return [];
  const fetched = printable(entry.finalUrl ?? entry.url);
  if (url === entry.url && entry.firstFailure !== null) {
    const what = isRedirect(statusIn(entry.firstFailure)) ? 'redirects to another page' : 'failed';
    return [
      `found first, but ${what} (${printable(entry.firstFailure)}); ${fetched}, which has the same key, is fetched instead`,
    ];
  }
  if (url === entry.url) return [`found first; it redirects to ${fetched}, which has the same key`];
  const spelling = entry.spellings.find((other) => other.url === url);
  if (spelling === undefined) return [`not found in this spelling; the entry's URL is ${fetched}`];
  if (spelling.pass === null) return [`${printable(entry.url)} redirects to it`];
  return [`a duplicate of ${fetched}, by ${printable(spelling.pass)}`];
}

function wayLines({ way }: UrlHistory): readonly string[] {
  const shown = way.slice(0, MAX_STEPS);
  return [
    ...shown.map(({ source }, index) => {
      const from = way[index + 1];
      const which = index === 0 ? '' : 'which was found ';
      if (from !== undefined) return `${which}${SOURCES.get(source) ?? `${printable(source)}:`} ${printable(from.url)}`;
      if (source === 'seed') return index === 0 ? 'as a seed' : 'which is a seed';
      return `${which}${source === 'robots' ? 'in robots.txt' : `from outside the crawl: ${printable(source)}`}`;
    }),
    ...(way.length > MAX_STEPS ? ['and so on, back to a seed'] : []),
  ];
}

const SOURCES: ReadonlyMap<string, string> = new Map([
  ['link', 'by a link on'],
  ['redirect', 'by a redirect from'],
  ['canonical', 'by rel=canonical of'],
  ['refresh', 'by a meta refresh on'],
  ['alternate', 'by rel=alternate of'],
  ['amp', 'by rel=amphtml of'],
  ['next', 'by rel=next of'],
  ['prev', 'by rel=prev of'],
  ['feed', 'in the feed'],
  ['sitemap', 'in the sitemap'],
  ['handler', 'by page.follow on'],
]);

/** Each target with the kind of alias, and its state if it was not fetched. */
function aliasLines({ entry, aliases }: UrlHistory): readonly string[] {
  return table(
    aliases.map((target, index) => {
      const from = index === 0 ? entry : aliases[index - 1];
      const by = ALIASES[from?.aliasBy ?? 'canonical'] + (from?.aliasBy === 'redirect' ? statusOf(from) : '');
      const end = target.state === 'done' ? '' : `${target.state}${target.reason === null ? '' : `: ${target.reason}`}`;
      const location = from?.aliasBy === 'redirect' ? from.location : null;
      return [printable(landing(location, target)), by, printable(end)];
    }),
  );
}

const ALIASES: Readonly<Record<AliasKind, string>> = {
  redirect: 'by a redirect',
  canonical: 'by rel=canonical',
  equivalence: 'by a confirmed claim',
};

function statusOf({ status }: Entry): string {
  return ` (${status ?? 'status unknown'})`;
}

function otherSpellings(url: string, entry: Entry | null): readonly string[] {
  if (entry === null) return [];
  const first = entry.url === url ? [] : [[printable(entry.url), 'found first']];
  const others = entry.spellings
    .filter((spelling) => spelling.url !== url)
    .map(({ url: other, pass }) => [printable(other), printable(pass ?? 'a redirect')]);
  return shortened([...first, ...others]);
}

function listingLines({ entry, sitemaps }: UrlHistory): readonly string[] {
  return shortened(
    (entry?.listings ?? []).map(({ sitemap, lastmod }, at) => [
      printable(sitemaps[at]?.url ?? sitemap),
      lastmod === null ? '' : `lastmod ${printable(lastmod)}`,
    ]),
  );
}

function shortened(rows: readonly (readonly string[])[]): readonly string[] {
  const more = rows.length - MAX_SHOWN;
  return [...table(rows.slice(0, MAX_SHOWN)), ...(more > 0 ? [`and ${number(more)} more: --json`] : [])];
}
