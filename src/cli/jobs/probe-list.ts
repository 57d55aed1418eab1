import { UndecidedSites } from '../../../crawler/learning/undecided-sites.ts';
import type { ProbeReport } from '../../../crawler/probe/probe.ts';
import { isSecret } from '../../../crawler/seed-fetcher.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import type { UndecidedGroup } from '../../dedup/undecided.ts';
import { citedClaims } from '../../evidence/cited-claims.ts';
import type { Claim } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Thresholds } from '../../evidence/thresholds.ts';
import type { Change, Fact } from '../../index.ts';
import { UsageError } from '../io/exit.ts';
import type { ProbeFlags } from '../options/probe-options.ts';
import { claimAsJson } from '../render/claim-lines.ts';
import { probeSites } from './probe-sites.ts';

/** What the sites of a list said of themselves. */
export interface ProbedList {
  /** Facts that were given, and those that are confirmed beside them. */
  readonly facts: readonly Fact[];
  readonly claims: readonly Claim[];
  readonly evidence: ReadonlyMap<Claim, readonly Evidence[]>;
  /** One a site, the most gain first; their claims are in `claims`. */
  readonly reports: readonly Pick<ProbeReport, 'host' | 'failure' | 'requests'>[];
  /** Sites that were not asked because there were too many. */
  readonly sitesLeft: number;
  /** Whether there were even more of them than are counted. */
  readonly isPartial: boolean;
  /** The claims that let a pass make its change, with their evidence, for JSON. */
  readonly cite: (change: Change) => readonly object[];
}

interface ListProbes {
  /** Facts that are known already. */
  readonly given: readonly Fact[];
  readonly flags: ProbeFlags;
  readonly maxSites: number;
  readonly needs: Thresholds;
  readonly signal: AbortSignal;
}

/**
 * Asks the sites of a list about what would make links of it one.
 *
 * @param sweep hands out the groups that would be one if more were known
 * @throws {UsageError} for a header that only sites that the user names would get
 */
export async function probeList(
  sweep: (take: (group: UndecidedGroup) => void) => Promise<void>,
  { given, flags, maxSites, needs, signal }: ListProbes,
): Promise<ProbedList> {
  refuseSecrets(flags);
  const sites = new UndecidedSites();
  await sweep((group) => sites.add(group));
  const questions = sites.questions();
  const asked = questions.slice(0, maxSites);
  const reports = await probeSites(asked, {
    flags,
    // Whoever made the list has no leave to have private addresses fetched.
    seeds: [],
    delay: flags.delay ?? null,
    copies: new MemoryFrontier(),
    needs,
    signal,
  });
  const claims = reports.flatMap((report) => report.claims);
  const evidence = evidenceOf(
    claims,
    reports.flatMap((report) => report.evidence),
  );
  const confirmed = claims.filter(({ verdict }) => verdict === 'confirmed');
  return {
    facts: factsOf(claims, given).facts,
    claims,
    evidence,
    reports,
    sitesLeft: questions.length - asked.length,
    isPartial: sites.isPartial,
    cite: (change) => citedClaims(change, confirmed).map((claim) => claimAsJson(claim, evidence.get(claim) ?? [])),
  };
}

function refuseSecrets({ header }: ProbeFlags): void {
  const secret = header.find(isSecret);
  if (secret === undefined) return;
  throw new UsageError(
    `--header ${secret[0]} would go to every site of the list; leave it out, and probe such a site by itself: dustpan probe URL --header …`,
  );
}
