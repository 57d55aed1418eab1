import type { CrawlFailure } from '../../../crawler/crawl.ts';
import { type AwaitingEvidence, awaitingEvidence } from '../../../crawler/learning/awaiting-evidence.ts';
import type { EndlessSite } from '../../../crawler/scope/growth.ts';
import type { SessionReport } from '../../../crawler/session.ts';
import type { Frontier, FrontierStats } from '../../../db/index.ts';
import type { TrapReason } from '../../../db/reasons.ts';
import { EQUIVALENT, UNLINKED } from '../../../db/reasons.ts';
import { type Claim, VERDICTS, type Verdict } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { type CanonOptions, PASSES } from '../../index.ts';
import { ago } from './ago.ts';
import { describeClaims } from './claim-lines.ts';
import { counted, number } from './number.ts';
import { quoted } from './printable.ts';
import { explainReason, inWords } from './reasons.ts';
import { table } from './table.ts';

/** All that a crawl has to say at its end. */
export interface CrawlSummary {
  readonly database: string;
  readonly interrupted: boolean;
  readonly seconds: number;
  readonly report: SessionReport;
  /** Requests to see which URLs are one page. */
  readonly probes: number;
  /** What the evidence comes to, and the evidence. */
  readonly claims: readonly Claim[];
  readonly evidence: readonly Evidence[];
  /** The first failure of each kind. */
  readonly failures: readonly CrawlFailure[];
  readonly stats: FrontierStats;
  /** Null where the frontier is too large to read it all again. */
  readonly awaiting: AwaitingEvidence | null;
}

/** Above, reading all entries once more would be felt. */
const MAX_ENTRIES_READ_AGAIN = 200_000;

export async function summarize(
  summary: Omit<CrawlSummary, 'stats' | 'awaiting' | 'claims' | 'evidence'>,
  frontier: Frontier,
  canon: CanonOptions,
): Promise<CrawlSummary> {
  const stats = await frontier.stats();
  const isSmall = total(stats.states) <= MAX_ENTRIES_READ_AGAIN;
  const claims = await frontier.claims();
  const awaiting = isSmall ? await awaitingEvidence(frontier.entries('bare'), canon) : null;
  return { ...summary, stats, awaiting, claims, evidence: await frontier.evidence() };
}

/** The summary as one object, for programs. */
export function summaryAsJson(summary: CrawlSummary): string {
  const { database, interrupted, seconds, report, stats, awaiting, claims, probes } = summary;
  return JSON.stringify({
    database,
    interrupted,
    resumed: report.resumed,
    seconds: Math.round(seconds * 1000) / 1000,
    run: report.progress,
    rejectedSeeds: report.rejected,
    finishedBefore: isoOf(report.lastLook?.finishedAt ?? null),
    unlinked: report.unlinked,
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
    ...(awaiting && { sameContent: awaiting.sameContent, awaitingEvidence: Object.fromEntries(awaiting.byFact) }),
  });
}

function countOf(claims: readonly Claim[], verdict: Verdict): number {
  return claims.filter((claim) => claim.verdict === verdict).length;
}

/** The summary as lines, for people. */
export function describeSummary(summary: CrawlSummary): readonly string[] {
  const { stats } = summary;
  return [
    headline(summary),
    ...table(stateRows(summary)).map((line) => `  ${line}`),
    ...summary.failures.flatMap(({ url, reason, message }) =>
      // Those to which nothing leads any more count for nothing.
      (stats.failed[reason] ?? 0) > 0 ? [`  ${reason}: ${quoted(url)}: ${message}`] : [],
    ),
    ...duplicateLines(stats),
    ...learnedLines(summary),
    ...awaitingLines(summary.awaiting),
    ...hints(summary),
  ];
}

function headline({ report, seconds, interrupted, stats, database }: CrawlSummary): string {
  const { fetched } = report.progress;
  const pages = pagesOf(stats) === 0 ? 'no page could be had' : counted(pagesOf(stats), 'page');
  const finishedAt = report.lastLook?.finishedAt ?? null;
  if (fetched === 0 && finishedAt !== null && !interrupted && stats.states.queued === 0) {
    return `${pages}, none fetched now, in ${quoted(database)}: the crawl finished ${ago(finishedAt)}`;
  }
  const rate = number(Math.round(fetched / Math.max(seconds, 0.001)));
  return `${pages} (${number(fetched)} fetched in ${seconds.toFixed(1)} s, ${rate}/s), in ${quoted(database)}`;
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function stateRows({ stats, report }: CrawlSummary): readonly (readonly string[])[] {
  const { aliases, states, failed, skipped, sitemaps } = stats;
  const { refused, unchanged, changed, gone } = report.progress;
  const { [UNLINKED]: unlinked = 0, ...others } = skipped;
  const rows = [
    [aliases.redirect, 'redirects', 'aliases of what they lead to'],
    [aliases.equivalence, 'fetched and merged', 'evidence says that each is one page with another'],
    [sitemaps, 'sitemaps', ''],
    [states.queued + states.leased, 'left in the queue', ''],
    [states.failed, 'failed', byName(failed)],
    [states.skipped - unlinked, 'recorded, not fetched', byName(others)],
    [refused, 'refused in this run', 'by robots.txt'],
    [unchanged + changed + gone, 'fetched before', byName({ unchanged, changed, gone })],
    [unlinked, 'unlinked', 'nothing leads there any more'],
  ] as const;
  return rows.flatMap(([count, what, why]) => (count === 0 ? [] : [[number(count).padStart(9), what, why]]));
}

function duplicateLines({ duplicates, aliases }: FrontierStats): readonly string[] {
  const rows = Object.entries(duplicates).sort(([, a], [, b]) => b - a);
  const lines = [
    '',
    `${counted(total(duplicates), 'duplicate URL')} avoided${rows.length === 0 ? '' : ', by the pass that told:'}`,
    ...table(rows.map(([pass, count]) => [number(count).padStart(9), pass, classOf(pass)])).map((line) => `  ${line}`),
  ];
  if (aliases.canonical > 0) lines.push(`  ${counted(aliases.canonical, 'page')} with another declared canonical`);
  return lines;
}

/** Claims that are shown; `facts` lists all. */
const MAX_CLAIMS = 12;

function learnedLines({ claims, evidence, report, probes, stats, database }: CrawlSummary): readonly string[] {
  const confirmed = claims.filter(({ verdict }) => verdict === 'confirmed');
  if (confirmed.length === 0 && probes === 0) return [];
  const known = evidenceOf(confirmed, evidence);
  const rows = describeClaims(confirmed, known);
  const split = report.changes.reduce((sum, change) => sum + change.split, 0);
  const saved = stats.skipped[EQUIVALENT] ?? 0;
  const effects = [
    ...(saved > 0 ? [`${counted(saved, 'URL')} not fetched for that`] : []),
    ...(split > 0 ? [`${number(split)} split again`] : []),
    ...(probes > 0 ? [`${counted(probes, 'request')} to find out`] : []),
  ];
  const left = rows.length - MAX_CLAIMS;
  return [
    '',
    `${confirmed.length === 0 ? 'nothing' : counted(rows.length, 'fact')} confirmed by evidence${effects.length === 0 ? '' : `, ${effects.join(', ')}`}`,
    ...table(rows.slice(0, MAX_CLAIMS)).map((line) => `  ${line}`),
    ...(left > 0 ? [`  and ${number(left)} more: dustpan facts ${quoted(database)}`] : []),
  ];
}

function awaitingLines(awaiting: AwaitingEvidence | null): readonly string[] {
  if (awaiting === null || awaiting.sameContent === 0) return [];
  const facts = [...awaiting.byFact].sort(([, a], [, b]) => b - a);
  const merges = facts.map(([fact, count]) => `${number(count)} with --assume ${fact}`).join(', ');
  const would = merges === '' ? '' : `; would have been spared: ${merges}`;
  return ['', `${counted(awaiting.sameContent, 'page')} with the same content as another${would}`];
}

function hints(summary: CrawlSummary): readonly string[] {
  const { stats, report, interrupted } = summary;
  const lines: string[] = [];
  for (const { url, reason } of report.rejected) lines.push(`seed left out: ${quoted(url)}: ${reason}`);
  lines.push(...earlierHints(summary));
  if (interrupted) lines.push('stopped; the same command goes on from here');
  else if (stats.states.queued > 0) lines.push('more is queued; the same command goes on from here');
  lines.push(...cutsOf(summary).map(describeCut), ...reasonHints(stats), ...assumptionHints(summary));
  if (pagesOf(stats) === 0 && (stats.skipped['scope'] ?? 0) > 0) {
    lines.push('the seed leads out of the scope: name where it leads to as a seed, or widen --scope');
  }
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Where most of what is there was fetched by a crawl that had finished before. */
function earlierHints({ report, stats, interrupted }: CrawlSummary): readonly string[] {
  const { progress, lastLook } = report;
  const { unchanged, changed, gone, fetched } = progress;
  const isAgain = unchanged + changed + gone > 0;
  const earlier = pagesOf(stats) - progress.pages;
  if (lastLook === null || lastLook.finishedAt === null || isAgain || interrupted || earlier <= 0) return [];
  const those = `${counted(earlier, 'page')} ${earlier === 1 ? 'is' : 'are'} of a crawl that finished ${ago(lastLook.finishedAt)}`;
  return [
    ...(fetched === 0 ? [] : [those]),
    '--recrawl asks the site again and fetches what has changed; --fresh drops what is in the file and starts over',
  ];
}

/** Reasons for which a site is not followed to its end. */
const CUTS: readonly (TrapReason | 'endless')[] = [
  'endless',
  'similar',
  'combinations',
  'calendar',
  'repeating-segments',
  'many-segments',
];

/** What a crawl left out of sites that make up URLs without end. */
interface Cut {
  readonly reason: string;
  readonly urls: number;
  /** The sites that were left as a whole, with the requests that they had. */
  readonly sites?: readonly EndlessSite[];
  readonly means: string;
  /** How to follow it all the same. */
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

function describeCut({ reason, urls, sites = [], ...words }: Cut): string {
  const named = sites
    .slice(0, MAX_SITES_NAMED)
    .map(({ site, requests }) => `${quoted(site)} after ${counted(requests, 'request')}`);
  const left = sites.length > MAX_SITES_NAMED ? [`${number(sites.length - MAX_SITES_NAMED)} more`] : [];
  const where = sites.length === 0 ? '' : `, of ${[...named, ...left].join(', ')}`;
  return `${reason} (${counted(urls, 'URL')} not fetched${where}): ${inWords(words)}`;
}

const MAX_SITES_NAMED = 3;

/** Reasons that a hint goes with where they are that share of what was to be fetched. */
const HINTED: readonly (readonly [reason: string, share: number])[] = [
  ['http-429', 0],
  ['http-503', 0],
  ['wait-too-long', 0],
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

/** Keys are made of what is assumed, so that it holds for a new crawl only. */
function assumptionHints({ stats, awaiting }: CrawlSummary): readonly string[] {
  const facts = [...(awaiting?.byFact.keys() ?? [])];
  if (facts.length === 0 || total(stats.duplicates) > 0) return [];
  return [
    `nothing was merged, though pages are the same: if you know it of the site, --assume ${facts.join(',')} --fresh`,
  ];
}

/** Entries that were fetched and are neither an alias by redirect or by a claim nor a sitemap. */
export function pagesOf({ states, aliases, sitemaps }: FrontierStats): number {
  return states.done - aliases.redirect - aliases.equivalence - sitemaps;
}

function classOf(name: string): string {
  return PASSES.find((pass) => pass.name === name)?.class ?? '';
}

function byName(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return sorted.flatMap(([name, count]) => (count === 0 ? [] : [`${name} ${number(count)}`])).join(', ');
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
