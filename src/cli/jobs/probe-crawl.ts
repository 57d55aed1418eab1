import { passiveEvidence } from '../../../crawler/evidence/passive.ts';
import { afterProbe } from '../../../crawler/evidence/probed.ts';
import type { LedgerChange } from '../../../crawler/learning/ledger.ts';
import { mustWait, type SiteQuestion, siteQuestions } from '../../../crawler/learning/site-questions.ts';
import { applyUserVerdicts } from '../../../crawler/learning/user-verdicts.ts';
import { keptPoliteness } from '../../../crawler/politeness/politeness.ts';
import { sitesToSpare } from '../../../crawler/politeness/waiting-sites.ts';
import { hostOf } from '../../../crawler/probe/differences.ts';
import { explained, type ProbeReport } from '../../../crawler/probe/probe.ts';
import type { Frontier } from '../../../db/index.ts';
import type { Claim } from '../../evidence/claim.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { judgeAgain } from '../../evidence/judge-again.ts';
import type { Thresholds } from '../../evidence/thresholds.ts';
import { subjectKey } from '../../evidence/verdict.ts';
import type { ClaimKind } from '../../facts/claim-kind.ts';
import { closing } from '../io/closing.ts';
import { UsageError } from '../io/exit.ts';
import { openForChange } from '../io/open-crawl.ts';
import type { UnstoredFlags } from '../options/canon-options.ts';
import { type CrawlSettings, readCrawlSettings } from '../options/crawl-settings.ts';
import type { ProbeFlags } from '../options/probe-options.ts';
import { commandWord, quoted } from '../render/printable.ts';
import { probeSites } from './probe-sites.ts';

type Flags = ProbeFlags & UnstoredFlags & { readonly kind: readonly ClaimKind[] };

/** The result of probing the sites of a crawl. */
export interface ProbedCrawl {
  /** One report per site, with claims based on all evidence of the crawl. */
  readonly reports: readonly ProbeReport[];
  /** The changes of the crawl's keys; null if none changed. */
  readonly change: LedgerChange | null;
}

/**
 * Probes the sites of a crawl. The evidence of each site is stored as soon as it is complete. At the end, or after an
 * abort, the keys are updated.
 *
 * @throws {StoreError} if the file is not a crawl, or another process writes to it
 * @throws {UsageError} if the keys cannot be reproduced, or the crawl has no pages
 */
export async function probeCrawl(
  database: string,
  flags: Flags,
  needs: Thresholds,
  signal: AbortSignal,
): Promise<ProbedCrawl> {
  return closing(await openForChange(database, { signal }), async (frontier) => {
    const settings = await readCrawlSettings(frontier, database, flags);
    const reports = await probeEntries(frontier, settings, database, flags, needs, signal);
    const { scope, seeds, sitemaps, ownCanon: canon } = settings;
    const crawl = { frontier, canon, needs, starts: [...seeds, ...sitemaps] };
    // A missing scope means that the crawl was killed while changing it; the next crawl updates the keys.
    const change = scope === null ? null : await applyUserVerdicts({ ...crawl, scope });
    const all = byHost(await frontier.evidence());
    const before = byHost(await frontier.claims());
    return { reports: reports.map((report) => withAll(report, all, needs, before)), change };
  });
}

async function probeEntries(
  frontier: Frontier,
  { seeds }: CrawlSettings,
  database: string,
  flags: Flags,
  needs: Thresholds,
  signal: AbortSignal,
): Promise<readonly ProbeReport[]> {
  const seen = await passiveEvidence(frontier, signal);
  const questions = await siteQuestions(frontier, seen, await frontier.claims(), true);
  const sites = [...questions.values()].filter(({ starts }) => starts.length > 0);
  if (sites.length === 0 && !signal.aborted) {
    throw new UsageError(
      `${quoted(database)} has no fetched page; crawl again: dustpan crawl --db ${commandWord(database)} --recrawl`,
    );
  }
  const known = byHost(await frontier.evidence());
  const doubts = byHost(seen.doubts);
  const { delay } = await keptPoliteness(frontier);
  const waiting = await sitesToSpare(frontier, delay ?? 0);
  const later = sites.filter((site) => mustWait(site, waiting));
  const now = sites.filter((site) => !mustWait(site, waiting));
  const reports = await probeSites(
    now.map((site) => ({ ...site, kinds: flags.kind })),
    {
      flags,
      seeds,
      delay: flags.delay ?? delay,
      copies: frontier,
      needs,
      signal,
      onReport: async ({ evidence }) => {
        await frontier.addEvidence(afterProbe(evidence, knownOfHosts(evidence, known), knownOfHosts(evidence, doubts)));
      },
    },
  );
  return [...reports, ...later.map(notProbed)];
}

/** The report on a site that asked not to be asked for a while. */
function notProbed({ starts }: SiteQuestion): ProbeReport {
  const requests = { pages: 0, robots: 0, byKind: {} };
  return { host: hostOf(starts[0] ?? ''), failure: 'asks-to-wait', evidence: [], claims: [], notes: [], requests };
}

/** The report with claims based on all evidence of the crawl, not only on its own. */
function withAll(report: ProbeReport, all: ByHost<Evidence>, needs: Thresholds, before: ByHost<Claim>): ProbeReport {
  const asked = new Set(report.claims.map(subjectKey));
  const evidence = knownOfHosts(report.claims, all).filter((one) => asked.has(subjectKey(one)));
  const claims = explained(judgeAgain(evidence, needs, knownOfHosts(report.claims, before)), report.notes, needs);
  const decided = new Set(claims.map(subjectKey));
  return {
    ...report,
    evidence,
    claims: [...claims, ...report.claims.filter((claim) => !decided.has(subjectKey(claim)))],
  };
}

/** A crawl may have thousands of hosts, and the report on one of them must not read what is known of all. */
type ByHost<T> = ReadonlyMap<string, readonly T[]>;

function byHost<T extends HasHost>(all: readonly T[]): ByHost<T> {
  return Map.groupBy(all, ({ host }) => host);
}

/** What is known of the hosts of some evidence or claims. */
function knownOfHosts<T>(some: readonly HasHost[], known: ByHost<T>): readonly T[] {
  return [...new Set(some.map(({ host }) => host))].flatMap((host) => known.get(host) ?? []);
}

type HasHost = Pick<Evidence, 'host'>;
