import type { Entry, Frontier } from '../../db/store.ts';
import { clock } from '../../src/clock.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { ClaimIndex, evidenceOf } from '../../src/evidence/claim-evidence.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { subjectKey } from '../../src/evidence/verdict.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../src/facts/claim-kind.ts';
import { wwwPair } from '../../src/facts/facts.ts';
import { isAddress } from '../../src/facts/normal-form.ts';
import { isOfHost } from '../../src/facts/site-part.ts';
import type { Candidate } from '../evidence/candidates.ts';
import type { Passive } from '../evidence/passive.ts';
import { originOf } from '../fetch/target.ts';
import { hostOf, pathOf } from '../probe/differences.ts';
import type { ProbeOptions } from '../probe/probe.ts';
import { scattered } from '../probe/samples.ts';

/** What to ask one site. */
export type SiteQuestion = Pick<ProbeOptions, 'kinds' | 'starts' | 'pages' | 'domains' | 'checksFolders'>;

/** How many pages of a site a probe receives. */
const MAX_PAGES = 200;
/** How many domains are tried for an address. */
const MAX_DOMAINS = 100;

/** A question in progress. */
interface Draft {
  readonly kinds: Set<ClaimKind>;
  /** Pages that the questions are about. */
  readonly asked: Set<string>;
  /** Those of them that the crawl could not tell apart. */
  readonly unclear: Set<string>;
  readonly others: Set<string>;
}

/**
 * The questions for the sites of a crawl, by host without www. They cover kinds that no claim has decided, decided
 * claims that have expired, and claims that lack a few samples. Pairs of URLs that an earlier comparison left open come first.
 * A notice that appears at several paths is never a sample.
 *
 * @param seen what the crawl observed: candidates for claims
 * @param isFull whether every site with a page is probed for every kind
 */
export async function siteQuestions(
  frontier: Pick<Frontier, 'entries' | 'evidence'>,
  { candidates, isNotice }: Pick<Passive, 'candidates' | 'isNotice'>,
  claims: readonly Claim[],
  isFull: boolean,
): Promise<ReadonlyMap<string, SiteQuestion>> {
  const drafts = new Map<string, Draft>();
  const at = (host: string): Draft => {
    const [site] = wwwPair(host);
    const known = drafts.get(site) ?? { kinds: new Set(), asked: new Set(), unclear: new Set(), others: new Set() };
    drafts.set(site, known);
    return known;
  };
  const known = claims.filter(isStillDecided);
  const decided = new ClaimIndex(known);
  // An address belongs to one domain.
  const standing = new Set(
    known.filter(({ kind, verdict }) => kind === 'ip' && verdict === 'confirmed').map(({ host }) => host),
  );
  const evidence = await frontier.evidence();
  const doubts = Map.groupBy(
    evidence.filter(({ supports }) => supports === null),
    subjectKey,
  );
  const open = candidates
    .filter(({ kind, host }) => !(kind === 'ip' && standing.has(host)))
    .map((candidate) => ({
      ...candidate,
      samples: [...(doubts.get(subjectKey(candidate)) ?? []).flatMap(unclearSample), ...candidate.samples].filter(
        ({ page, isUnclear = false }) => isOpen(decided.at(candidate, pathOf(page)), isUnclear),
      ),
    }))
    .filter(({ samples }) => samples.length > 0);
  for (const { host, kind, samples } of [...begun(evidence, claims), ...open]) {
    const { kinds, asked, unclear } = at(host);
    kinds.add(kind);
    for (const { page, url, isUnclear = false } of samples) {
      asked.add(page).add(url);
      if (isUnclear) unclear.add(page).add(url);
    }
  }
  const domains = new Set<string>();
  if (drafts.size > 0 || isFull) {
    for await (const entry of frontier.entries('bare')) {
      if (!isKnownPage(entry) || isNotice(entry)) continue;
      const url = entry.finalUrl ?? entry.url;
      const draft = isFull ? at(hostOf(url)) : drafts.get(wwwPair(hostOf(url))[0]);
      const isNew = draft !== undefined && !draft.asked.has(url);
      if (isNew && draft.asked.size + draft.others.size < MAX_PAGES) draft.others.add(url);
      if (!isAddress(hostOf(url)) && domains.size < MAX_DOMAINS) domains.add(`${originOf(url) ?? ''}/`);
    }
  }
  return new Map(
    [...drafts].map(([site, { kinds, asked, unclear, others }]) => {
      const clear = [...asked].filter((url) => !unclear.has(url));
      const pages = [[...unclear], clear, [...others]].flatMap(scattered);
      const question = {
        kinds: isFull ? CLAIM_KINDS : [...kinds],
        starts: rootsOf(pages),
        pages,
        domains: isAddress(site) ? [...domains] : [],
      };
      return [site, question];
    }),
  );
}

/**
 * Whether a question must wait, because its site asked not to be asked for a while.
 *
 * @param waiting names of sites
 */
export function mustWait({ starts }: Pick<SiteQuestion, 'starts'>, waiting: ReadonlySet<string>): boolean {
  return starts.some((url) => waiting.has(hostOf(url)));
}

/** The root of each site that a page belongs to. */
export function rootsOf(pages: Iterable<string>): readonly string[] {
  return [...new Set(Array.from(pages, (url) => originOf(url) ?? []).flat())].map((origin) => `${origin}/`);
}

/**
 * Claims that the crawl itself will not question again, because their URLs already share a key: expired claims, and
 * undecided claims about whole hosts that need a few more samples.
 */
function begun(
  evidence: readonly Evidence[],
  claims: readonly Claim[],
): readonly Pick<Candidate, 'kind' | 'host' | 'samples'>[] {
  const old = claims.filter((claim) => (claim.verdict === 'undecided' ? isPromising(claim) : !isStillDecided(claim)));
  if (old.length === 0) return [];
  const known = evidenceOf(claims, evidence);
  return old.map((claim) => {
    const samples = (known.get(claim) ?? []).flatMap(({ url, page }) =>
      url === null || page === null ? [] : [{ url, page }],
    );
    return { kind: claim.kind, host: claim.host, samples: samples.slice(0, MAX_PAGES) };
  });
}

/**
 * Whether a pair of URLs is worth a question. A crawl fetches some of the URLs that a claim merged. If one differs, and the crawl
 * cannot tell whether the page only changed, a probe finds out.
 *
 * @param claim the claim that decides about the pair; null if none does
 */
function isOpen(claim: Claim | null, isUnclear: boolean): boolean {
  return claim === null || (isUnclear && claim.verdict === 'confirmed' && claim.source !== 'user');
}

function unclearSample({ url, page }: Evidence): Candidate['samples'] {
  return url === null || page === null ? [] : [{ url, page, isUnclear: true }];
}

/** Whether a claim is decided and has not expired. */
function isStillDecided({ verdict, expires }: Claim): boolean {
  return verdict !== 'undecided' && (expires === null || expires > clock());
}

function isPromising({ kind, samples, contradictions }: Claim): boolean {
  return isOfHost(kind) && samples > 0 && contradictions === 0;
}

function isKnownPage({ state, status, aliasBy, role }: Entry): boolean {
  return state === 'done' && status === 200 && aliasBy !== 'redirect' && role === 'page';
}
