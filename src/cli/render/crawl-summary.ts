import { type AwaitingEvidence, awaitingEvidence } from '../../../crawler/learning/awaiting-evidence.ts';
import type { EndlessSite } from '../../../crawler/scope/growth.ts';
import type { CrawlReport } from '../../../crawler/session.ts';
import type { CrawlFailure } from '../../../crawler/tally.ts';
import type { Frontier, FrontierStats } from '../../../db/index.ts';
import { EQUIVALENT, type FailureReason, type TrapReason, UNLINKED } from '../../../db/reasons.ts';
import { isHtml } from '../../content-type.ts';
import { type Claim, VERDICTS, type Verdict } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { type CanonOptions, PASSES, type Pass } from '../../index.ts';
import { isFromGateway, statusIn } from '../../status-codes.ts';
import { isoTime, moment } from '../../text/moment.ts';
import { counted, number, perSecond } from '../../text/number.ts';
import { ago } from './ago.ts';
import { describeClaims } from './claim-lines.ts';
import { commandWord, quoted } from './printable.ts';
import { explainReason, inWords } from './reasons.ts';
import { table } from './table.ts';

/** The data of the summary at the end of a crawl. */
export interface CrawlSummary {
  readonly database: string;
  readonly interrupted: boolean;
  readonly seconds: number;
  readonly report: CrawlReport;
  /** Requests of probes. */
  readonly probes: number;
  readonly claims: readonly Claim[];
  readonly evidence: readonly Evidence[];
  /** The first failure of each reason. */
  readonly failures: readonly CrawlFailure[];
  readonly stats: FrontierStats;
  /** Pages of this run that were selected from or rendered in part, or not at all, by the note of the page. */
  readonly noted: ReadonlyMap<string, number>;
  /** Pages of this run that a browser rendered; null if none was to be. */
  readonly rendered: number | null;
  /** The passes of the configuration. */
  readonly custom: readonly Pick<Pass, 'name' | 'class'>[];
  /** Null if the frontier is too large to read again. */
  readonly awaiting: AwaitingEvidence | null;
  /** The Content-Type field of the only entry; null if there are several, or it has none. */
  readonly onlyType: string | null;
}

/** Reading more entries again would take noticeable time. */
const MAX_ENTRIES_READ_AGAIN = 200_000;

/** Completes a summary with statistics, claims and evidence from the frontier. */
export async function summarize(
  summary: Omit<CrawlSummary, 'stats' | 'awaiting' | 'onlyType' | 'claims' | 'evidence' | 'custom'>,
  frontier: Frontier,
  canon: CanonOptions,
): Promise<CrawlSummary> {
  const stats = await frontier.stats();
  const isSmall = total(stats.states) <= MAX_ENTRIES_READ_AGAIN;
  const claims = await frontier.claims();
  const awaiting = isSmall ? await awaitingEvidence(frontier.entries('bare'), canon, claims) : null;
  const custom = canon.passes ?? [];
  const onlyType = total(stats.states) === 1 ? await firstType(frontier) : null;
  return { ...summary, custom, stats, awaiting, onlyType, claims, evidence: await frontier.evidence() };
}

async function firstType(frontier: Frontier): Promise<string | null> {
  for await (const { contentType } of frontier.entries('bare')) return contentType;
  return null;
}

/** The summary as JSON, for programs. */
export function summaryAsJson(summary: CrawlSummary): string {
  const { database, interrupted, seconds, report, stats, awaiting, claims, probes, rendered } = summary;
  return JSON.stringify({
    database,
    interrupted,
    resumed: report.resumed,
    seconds: Math.round(seconds * 1000) / 1000,
    run: report.progress,
    rejectedSeeds: report.rejected,
    finishedBefore: isoOf(report.lastLook?.finishedAt ?? null),
    unlinked: report.unlinked,
    notArchived: report.notArchived,
    reachedMaxPages: report.reachedMaxPages,
    waiting: report.waiting.map(({ site, queued, until, awaySince }) => ({
      site,
      queued,
      until: isoOf(until),
      awaySince: isoOf(awaySince),
    })),
    pages: pagesOf(stats),
    states: stats.states,
    duplicatesAvoided: total(stats.duplicates),
    duplicatesByPass: stats.duplicates,
    aliases: stats.aliases,
    failed: stats.failed,
    skipped: stats.skipped,
    cut: cutsOf(summary),
    sitemaps: stats.sitemaps,
    claims: Object.fromEntries(VERDICTS.map((verdict) => [verdict, countOf(claims, verdict)])),
    notFetchedByClaims: stats.skipped[EQUIVALENT] ?? 0,
    probeRequests: probes,
    rendered: rendered === null ? null : { pages: rendered, notes: Object.fromEntries(summary.noted) },
    ...(awaiting && { sameContent: awaiting.sameContent, awaitingEvidence: Object.fromEntries(awaiting.byFact) }),
  });
}

function countOf(claims: readonly Claim[], verdict: Verdict): number {
  return claims.filter((claim) => claim.verdict === verdict).length;
}

/** The summary as lines of text, for people. */
export function describeSummary(summary: CrawlSummary): readonly string[] {
  const { stats } = summary;
  return [
    headline(summary),
    ...table(stateRows(summary)).map((line) => `  ${line}`),
    ...summary.failures.flatMap(({ url, reason, message }) =>
      // Unlinked entries no longer count.
      (stats.failed[reason] ?? 0) > 0 ? [`  ${reason}: ${quoted(url)}: ${message}`] : [],
    ),
    ...notedLines(summary),
    ...duplicateLines(summary),
    ...learnedLines(summary),
    ...awaitingLines(summary),
    ...hints(summary),
  ];
}

function headline({ report, seconds, interrupted, stats, database }: CrawlSummary): string {
  const { fetched } = report.progress;
  const count = pagesOf(stats);
  const finishedAt = report.lastLook?.finishedAt ?? null;
  if (!hasTried(report) && finishedAt !== null && !interrupted && stats.states.queued === 0) {
    return `${count === 0 ? 'no page' : counted(count, 'page')} in ${quoted(database)}; nothing to fetch, the crawl finished ${ago(finishedAt)}`;
  }
  const pages = count === 0 ? 'no page could be fetched' : counted(count, 'page');
  const rate = perSecond(fetched, seconds);
  return `${pages} (${counted(fetched, 'URL')} fetched in ${seconds.toFixed(1)} s, ${rate}) in ${quoted(database)}`;
}

/** Whether the run tried to fetch a URL, also without an answer. */
function hasTried({ progress: { fetched, failed, refused } }: CrawlReport): boolean {
  return fetched + failed + refused > 0;
}

function isoOf(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

function stateRows({ stats, report, rendered }: CrawlSummary): readonly (readonly string[])[] {
  const { aliases, states, failed, skipped, sitemaps } = stats;
  const { refused, unchanged, changed, gone } = report.progress;
  const { [UNLINKED]: unlinked = 0, ...others } = skipped;
  const rows = [
    [aliases.redirect, 'redirects', 'aliases of their targets'],
    [aliases.equivalence, 'merged after fetch', 'evidence shows that each is a duplicate'],
    [sitemaps, 'sitemaps', ''],
    [rendered ?? 0, 'rendered', 'read as a browser shows them'],
    [states.queued + states.leased, 'still queued', ''],
    [states.failed, 'failed', byName(failed)],
    [states.skipped - unlinked, 'skipped', byName(others)],
    [refused, 'disallowed in this run', 'by robots.txt'],
    [unchanged + changed + gone, 'fetched again', byName({ unchanged, changed, gone })],
    [report.notArchived, 'not archived', 'they ask for it: noarchive'],
    [unlinked, 'unlinked', 'no page, redirect or sitemap leads to them any more'],
  ] as const;
  return rows.flatMap(([count, what, why]) => (count === 0 ? [] : [[number(count).padStart(9), what, why]]));
}

function notedLines({ noted, database }: CrawlSummary): readonly string[] {
  return [...noted].map(
    ([note, count]) =>
      `  ${note}: ${counted(count, 'page')}: ${explainReason(note).means} (dustpan urls ${commandWord(database)} --where 'reason~*${note}*')`,
  );
}

function duplicateLines({ stats: { duplicates, aliases }, custom }: CrawlSummary): readonly string[] {
  const rows = Object.entries(duplicates).sort(([, a], [, b]) => b - a);
  const lines = [
    '',
    `${counted(total(duplicates), 'duplicate URL')} avoided${rows.length === 0 ? '' : ', by pass (see `dustpan passes`):'}`,
    ...table(rows.map(([pass, count]) => [number(count).padStart(9), pass, classOf(pass, custom)])).map(
      (line) => `  ${line}`,
    ),
  ];
  if (aliases.canonical > 0) {
    const declare = aliases.canonical === 1 ? 'declares' : 'declare';
    lines.push(`  ${counted(aliases.canonical, 'page')} ${declare} another page as canonical`);
  }
  return lines;
}

/** Maximum number of claims shown; `dustpan facts` lists all. */
const MAX_CLAIMS = 12;

function learnedLines({ claims, evidence, report, probes, stats, database }: CrawlSummary): readonly string[] {
  const confirmed = claims.filter(({ verdict }) => verdict === 'confirmed');
  if (confirmed.length === 0 && probes === 0) return [];
  const known = evidenceOf(confirmed, evidence);
  const rows = describeClaims(confirmed, known);
  const split = report.changes.reduce((sum, change) => sum + change.split, 0);
  const saved = stats.skipped[EQUIVALENT] ?? 0;
  const effects = [
    ...(saved > 0 ? [`${counted(saved, 'URL')} not fetched because of them`] : []),
    ...(split > 0 ? [`${number(split)} entries split again`] : []),
    ...(probes > 0 ? [counted(probes, 'probe request')] : []),
  ];
  const left = rows.length - MAX_CLAIMS;
  return [
    '',
    `${confirmed.length === 0 ? 'no fact' : counted(rows.length, 'fact')} confirmed by evidence${effects.length === 0 ? '' : `; ${effects.join(', ')}`}`,
    ...table(rows.slice(0, MAX_CLAIMS)).map((line) => `  ${line}`),
    ...(left > 0 ? [`  and ${number(left)} more: dustpan facts ${commandWord(database)}`] : []),
  ];
}

function awaitingLines({ awaiting, database }: CrawlSummary): readonly string[] {
  if (awaiting === null || awaiting.sameContent === 0) return [];
  const facts = [...awaiting.byFact].sort(([, a], [, b]) => b - a);
  const merges = facts
    .map(([fact, count]) => `--assume ${fact} would have avoided ${number(count)} ${count === 1 ? 'fetch' : 'fetches'}`)
    .join(', ');
  const have = awaiting.sameContent === 1 ? 'has' : 'have';
  const would = merges === '' ? '' : `; ${merges}`;
  return [
    '',
    `${counted(awaiting.sameContent, 'page')} ${have} the same content as another page (see dustpan audit ${commandWord(database)})${would}`,
  ];
}

function hints(summary: CrawlSummary): readonly string[] {
  const { stats, report, interrupted } = summary;
  const lines: string[] = [];
  for (const { url, reason } of report.rejected) {
    // A skip reason is one word, what is wrong with a URL are several.
    const why = reason.includes(' ') ? reason : inWords(explainReason(reason));
    lines.push(`seed ignored: ${quoted(url)}: ${why}`);
  }
  lines.push(...earlierHints(summary));
  const queuedElsewhere = stats.states.queued - report.waiting.reduce((sum, { queued }) => sum + queued, 0);
  if (interrupted) lines.push('interrupted; run the same command again to continue');
  else if (queuedElsewhere > 0) lines.push(describeRest(report));
  lines.push(...report.waiting.slice(0, MAX_SITES_NAMED).map(describeWait));
  const more = report.waiting.length - MAX_SITES_NAMED;
  if (more > 0)
    lines.push(`${counted(more, 'more host')} to wait for: dustpan status ${commandWord(summary.database)}`);
  lines.push(...cutsOf(summary).map(describeCut), ...reasonHints(stats), ...assumptionHints(summary));
  if (pagesOf(stats) === 0 && stats.aliases.redirect > 0 && (stats.skipped['scope'] ?? 0) > 0) {
    lines.push('the seed leads out of the scope; start from the URL it leads to, or widen --scope');
  }
  if (!interrupted) lines.push(...passingHints(stats));
  if (stats.states.done === 1 && total(stats.states) === 1) lines.push(...leafHints(summary));
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Hints for a crawl whose only URL leads nowhere. */
function leafHints({ onlyType, rendered }: CrawlSummary): readonly string[] {
  if (!isHtml(onlyType)) return ['the start URL is not an HTML page, and leads to none; start from an HTML page'];
  if (rendered !== null) return [];
  return ['the page leads to no other; if scripts build it, crawl again with --render auto --recrawl'];
}

/** Why URLs are still queued, and how to go on. */
function describeRest({ reachedMaxPages: limit, progress: { pages } }: CrawlReport): string {
  if (limit === null) return 'URLs are still queued; run the same command again to continue';
  if (pages >= limit) {
    return `--max-pages ${limit} is reached, and URLs are still queued; run the same command again to continue`;
  }
  const read =
    limit === 1
      ? 'another program has read the 1 page of --max-pages'
      : `the programs together have read the ${number(limit)} pages of --max-pages, this one ${number(pages)} of them`;
  return `${read}; when the others have ended, run the same command again to continue`;
}

/** Hints for a run on top of a finished crawl that did not check its pages again. */
function earlierHints({ report, stats, interrupted }: CrawlSummary): readonly string[] {
  const { progress, lastLook } = report;
  const { unchanged, changed, gone } = progress;
  const isAgain = unchanged + changed + gone > 0;
  const earlier = pagesOf(stats) - progress.pages;
  if (lastLook === null || lastLook.finishedAt === null || isAgain || interrupted) return [];
  // A crawl that failed as a whole is repeated with other options, which do nothing without one of these.
  if (earlier <= 0 && hasTried(report)) return [];
  const effect =
    pagesOf(stats) === 0 && stats.states.failed > 0 ? 'fetches failed URLs again' : 'checks the site for changes';
  const those = `${counted(earlier, 'page')} ${earlier === 1 ? 'comes' : 'come'} from an earlier run, which ended ${ago(lastLook.finishedAt)}`;
  return [
    ...(hasTried(report) ? [those] : []),
    ...(stats.states.queued > 0 ? [] : [`--recrawl ${effect}; --fresh deletes the crawl and starts over`]),
  ];
}

/** Skip reasons that cut off crawler traps, and the rest of a sample. */
const CUTS: readonly (TrapReason | 'endless' | 'sample')[] = [
  'sample',
  'endless',
  'similar',
  'combinations',
  'calendar',
  'repeating-segments',
  'repeating-parameters',
  'many-segments',
];

/** The URLs skipped for one of these reasons. */
interface Cut {
  readonly reason: string;
  readonly urls: number;
  /** The sites that were no longer crawled, with their number of requests. */
  readonly sites?: readonly EndlessSite[];
  readonly means: string;
  /** How to crawl these URLs anyway. */
  readonly remedy: string | null;
}

function cutsOf({ stats, report }: CrawlSummary): readonly Cut[] {
  return CUTS.flatMap((reason) => {
    const urls = stats.skipped[reason] ?? 0;
    if (urls === 0) return [];
    const sites = reason === 'endless' && report.endless.length > 0 ? { sites: report.endless } : {};
    return [{ reason, urls, ...sites, ...explainReason(reason) }];
  });
}

function describeWait({ site, queued, until, awaySince }: CrawlReport['waiting'][number]): string {
  if (awaySince !== null) {
    return `${quoted(site)} could not be reached since ${moment(isoTime(awaySince))}, ${counted(queued, 'URL')} still queued; run the same command again when it is back`;
  }
  const when = moment(isoTime(until));
  return `${quoted(site)} asks to wait until ${when} (Retry-After), ${counted(queued, 'URL')} still queued; run the same command again then`;
}

function describeCut({ reason, urls, sites = [], ...words }: Cut): string {
  const named = sites
    .slice(0, MAX_SITES_NAMED)
    .map(({ site, requests }) => `${quoted(site)} after ${counted(requests, 'request')}`);
  const left = sites.length > MAX_SITES_NAMED ? [`${number(sites.length - MAX_SITES_NAMED)} more`] : [];
  const where = sites.length === 0 ? '' : `, on ${[...named, ...left].join(', ')}`;
  return `${reason} (${counted(urls, 'URL')} not fetched${where}): ${inWords(words)}`;
}

const MAX_SITES_NAMED = 3;

/** Reasons that get a hint, and the share of the URLs to fetch from which on they get it. */
const HINTED: readonly (readonly [reason: string, share: number])[] = [
  ['http-429', 0],
  ['http-503', 0],
  ['wait-too-long', 0],
  ['http-401', 0.2],
  ['http-403', 0.2],
  ['redirect-loop', 0.2],
  ['robots', 0.2],
  ['robots-unreachable', 0],
  ['timeout', 0.05],
];

function reasonHints({ states, failed, skipped }: FrontierStats): readonly string[] {
  const counts = { ...skipped, ...failed };
  const count = (reason: string): number => counts[reason] ?? 0;
  const wanted = states.done + states.failed + count('robots') + count('robots-unreachable');
  return HINTED.filter(([reason, share]) => count(reason) > 0 && count(reason) >= share * wanted).map(
    ([reason]) =>
      `${reason} (${number(count(reason))} of ${counted(wanted, 'URL')}): ${inWords(explainReason(reason))}`,
  );
}

/** Reasons of a server that was away or broken for a while, beside those of gateways. */
const PASSING: ReadonlySet<string> = new Set<FailureReason>([
  'http-500',
  'connection-refused',
  'connection-reset',
  'connection-failed',
  'connect-timeout',
  'unreachable',
  'dns-failed',
]);

function isPassing(reason: string): boolean {
  return PASSING.has(reason) || isFromGateway(statusIn(reason));
}

/** A finished crawl does not fetch its failed URLs again by itself. */
function passingHints(stats: FrontierStats): readonly string[] {
  if (pagesOf(stats) === 0 || stats.states.queued > 0) return [];
  const count = total(Object.fromEntries(Object.entries(stats.failed).filter(([reason]) => isPassing(reason))));
  if (count === 0) return [];
  return [
    `${counted(count, 'failed URL')} may answer later; --recrawl fetches failed URLs again, and checks all known pages`,
  ];
}

/** Assumptions change the keys, so they need a new crawl. */
function assumptionHints({ stats, awaiting }: CrawlSummary): readonly string[] {
  const facts = [...(awaiting?.byFact.keys() ?? [])];
  if (facts.length === 0 || total(stats.duplicates) > 0) return [];
  return [
    `no duplicates were avoided, though pages have the same content; if you know the site, crawl again with --assume ${facts.join(',')} --fresh`,
  ];
}

/** The number of pages: fetched entries that are neither sitemaps nor aliases by redirect or claim. */
export function pagesOf({ states, aliases, sitemaps }: FrontierStats): number {
  return states.done - aliases.redirect - aliases.equivalence - sitemaps;
}

function classOf(name: string, custom: CrawlSummary['custom']): string {
  return [...PASSES, ...custom].find((pass) => pass.name === name)?.class ?? '';
}

function byName(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return sorted.flatMap(([name, count]) => (count === 0 ? [] : [`${name} ${number(count)}`])).join(', ');
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
