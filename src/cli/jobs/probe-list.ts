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
import type { Change, Fact } from '../../index.ts';
import { UsageError } from '../io/exit.ts';
import type { ProbeFlags } from '../options/probe-options.ts';
import { claimAsJson } from '../render/claim-lines.ts';
import { probeSites, type SiteProbesOrder } from './probe-sites.ts';

/** The result of probing the sites of a list. */
export interface ProbedList {
  /** The given facts and the confirmed ones. */
  readonly facts: readonly Fact[];
  readonly claims: readonly Claim[];
  readonly evidence: ReadonlyMap<Claim, readonly Evidence[]>;
  /** One report per site, the sites with the most gain first. Their claims are in `claims`. */
  readonly reports: readonly Pick<ProbeReport, 'host' | 'failure' | 'requests'>[];
  /** Number of sites that were not probed because of `--max-sites`. */
  readonly sitesLeft: number;
  /** Whether there are more such sites than counted. */
  readonly isPartial: boolean;
  /** The claims that allowed a pass to make a change, with their evidence, for JSON. */
  readonly cite: (change: Change) => readonly object[];
}

interface ListProbes extends Pick<SiteProbesOrder, 'flags' | 'needs' | 'signal'> {
  /** Facts given by the user. */
  readonly given: readonly Fact[];
  readonly maxSites: number;
}

/**
 * Probes the sites of a list for facts that would merge more links.
 *
 * @param sweep reads the list and passes on the groups that would merge if more facts were known
 * @throws {UsageError} for a secret header, which must not go to every site of a list
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
    // The list does not allow private addresses, since somebody else may have made it.
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
    cite: (change) => citedClaims(change, confirmed).map((claim) => claimAsJson(claim, evidence)),
  };
}

function refuseSecrets({ header, access }: ProbeFlags): void {
  const secret = header.find(isSecret);
  const given = [
    secret === undefined ? null : `--header ${secret[0]}`,
    access === undefined || access.authorization.length === 0 ? null : '--user',
    access?.cookies === undefined ? null : '--cookies',
    access?.clientCertificate === undefined ? null : '--cert',
  ].find((option) => option !== null);
  if (given === undefined) return;
  throw new UsageError(
    `${given} cannot be meant for every site of the list; remove it, and probe the site that needs it alone: dustpan probe URL ${given}`,
  );
}
