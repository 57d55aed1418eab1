import { passiveEvidence } from '../../../crawler/evidence/passive.ts';
import type { LedgerChange } from '../../../crawler/learning/ledger.ts';
import { siteQuestions } from '../../../crawler/learning/site-questions.ts';
import { applyUserVerdicts } from '../../../crawler/learning/user-verdicts.ts';
import { agreeOnPoliteness } from '../../../crawler/politeness/politeness.ts';
import type { ProbeReport } from '../../../crawler/probe/probe.ts';
import type { Frontier } from '../../../db/index.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Thresholds } from '../../evidence/thresholds.ts';
import { adjudicate, subjectKey } from '../../evidence/verdict.ts';
import type { ClaimKind } from '../../facts/claim-kind.ts';
import { UsageError } from '../io/exit.ts';
import { openForChange } from '../io/open-crawl.ts';
import type { CanonFlags } from '../options/canon-options.ts';
import { type CrawlSettings, readCrawlSettings } from '../options/crawl-settings.ts';
import type { ProbeFlags } from '../options/probe-options.ts';
import { quoted } from '../render/printable.ts';
import { probeSites } from './probe-sites.ts';

type Flags = ProbeFlags & Pick<CanonFlags, 'params' | 'config'> & { readonly kind: readonly ClaimKind[] };

/** What the probes of a crawl's sites came to. */
export interface ProbedCrawl {
  /** One a site; their claims are what all evidence of the crawl comes to. */
  readonly reports: readonly ProbeReport[];
  /** How that changed the crawl's keys; null where it did not. */
  readonly change: LedgerChange | null;
}

/**
 * Asks the sites of a crawl which of their URLs are one page. The evidence of each is kept when it is there, and the
 * crawl's keys are made by all of it in the end, also where a signal came.
 *
 * @throws {StoreError} where there is no such crawl, or another program writes to its file
 * @throws {UsageError} where its keys cannot be made again, or it has no pages
 */
export async function probeCrawl(
  database: string,
  flags: Flags,
  needs: Thresholds,
  signal: AbortSignal,
): Promise<ProbedCrawl> {
  const frontier = await openForChange(database);
  try {
    const settings = await readCrawlSettings(frontier, database, flags);
    const reports = await probeEntries(frontier, settings, database, flags, needs, signal);
    const { scope, seeds, sitemaps, ownCanon: canon } = settings;
    const crawl = { frontier, canon, needs, starts: [...seeds, ...sitemaps] };
    // Without limits it was killed while it took on others; the next crawl makes the keys.
    const change = scope === null ? null : await applyUserVerdicts({ ...crawl, scope });
    const all = await frontier.evidence();
    return { reports: reports.map((report) => withAll(report, all, needs)), change };
  } finally {
    await frontier.close();
  }
}

async function probeEntries(
  frontier: Frontier,
  { seeds }: CrawlSettings,
  database: string,
  flags: Flags,
  needs: Thresholds,
  signal: AbortSignal,
): Promise<readonly ProbeReport[]> {
  const questions = await siteQuestions(
    frontier,
    await passiveEvidence(frontier, signal),
    await frontier.claims(),
    true,
  );
  const sites = [...questions.values()].filter(({ starts }) => starts.length > 0);
  if (sites.length === 0 && !signal.aborted) {
    throw new UsageError(
      `${quoted(database)} has no page to look at; crawl on with dustpan crawl --db ${quoted(database)}`,
    );
  }
  const { delay } = await agreeOnPoliteness(frontier, { delay: null, perSite: null });
  return probeSites(
    sites.map((site) => ({ ...site, kinds: flags.kind })),
    {
      flags,
      seeds,
      delay: flags.delay ?? delay,
      copies: frontier,
      needs,
      signal,
      onReport: async (report) => {
        await frontier.addEvidence(report.evidence);
      },
    },
  );
}

/** The report with what all evidence of the crawl comes to, in place of what its own does. */
function withAll(report: ProbeReport, all: readonly Evidence[], needs: Thresholds): ProbeReport {
  const asked = new Set(report.claims.map(subjectKey));
  const evidence = all.filter((one) => asked.has(subjectKey(one)));
  const claims = adjudicate(evidence, needs);
  const decided = new Set(claims.map(subjectKey));
  return {
    ...report,
    evidence,
    claims: [...claims, ...report.claims.filter((claim) => !decided.has(subjectKey(claim)))],
  };
}
