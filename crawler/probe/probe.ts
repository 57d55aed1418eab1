import { clock } from '../../src/clock.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { ClaimIndex } from '../../src/evidence/claim-evidence.ts';
import { type Evidence, type Subject } from '../../src/evidence/evidence.ts';
import type { Thresholds } from '../../src/evidence/thresholds.ts';
import { adjudicate, canConfirm, openClaim, pairKey, subjectKey } from '../../src/evidence/verdict.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../src/facts/claim-kind.ts';
import { wwwPair } from '../../src/facts/facts.ts';
import { isAddress, splitPort } from '../../src/facts/normal-form.ts';
import { areaOf, holds, isOfHost, isOfQuery, parentOf, placeOf, WHOLE_SITE } from '../../src/facts/site-part.ts';
import { originOf } from '../fetch/target.ts';
import { bareWireUrl } from '../reference.ts';
import type { AddressAccess } from '../seed-fetcher.ts';
import { examineAddress } from './address.ts';
import { isPage } from './answer.ts';
import { Asker, type AskerOptions } from './asker.ts';
import { Controls, type Examination, impossibleName } from './controls.ts';
import { hostOf, pathOf } from './differences.ts';
import { examine, examineImpossible, type Finding, isAbout } from './examine.ts';
import type { Pair } from './pair.ts';
import { formPair, type Plan, plansFor } from './plans.ts';
import { discover } from './samples.ts';
import { follow } from './trail.ts';

/** What a probe of one site needs. */
export interface ProbeOptions extends AskerOptions {
  /** The URLs to start from, in the order to try: absolute URLs of one host. */
  readonly starts: readonly string[];
  /** Known pages of the site. The probe finds more by their links. */
  readonly pages: readonly string[];
  /**
   * URLs of the domains that an address may belong to, which are the only ones tried. Null to try any that the address
   * itself names.
   */
  readonly domains: readonly string[] | null;
  /** The kinds of claims to probe. */
  readonly kinds: readonly ClaimKind[];
  /**
   * The most pairs of URLs for each kind and area of the site. Areas are the home page, the pages right below the root,
   * and each section.
   */
  readonly samples: number;
  /**
   * Whether a confirmed claim is checked in each folder of the given pages: a server may treat one folder otherwise, and nothing
   * else checks what the claim merges. Default: false.
   */
  readonly checksFolders?: boolean;
  /** The thresholds that evidence must reach to decide a claim. */
  readonly needs: Thresholds;
  /** How to ask IP addresses directly; null to learn nothing about them. */
  readonly addresses: AddressAccess | null;
}

/** The result of probing one site. */
export interface ProbeReport {
  /** The host as in a fact: the host of the site's pages, or the host that was asked if there are none. */
  readonly host: string;
  /** Why the site could not be probed, as a code; null if it was probed. */
  readonly failure: string | null;
  /** All evidence found. */
  readonly evidence: readonly Evidence[];
  /**
   * The claims that follow from the evidence. A claim that was examined without evidence is undecided, with the reason.
   */
  readonly claims: readonly Claim[];
  /** The pairs of URLs that gave no evidence. */
  readonly notes: readonly Note[];
  readonly requests: {
    readonly pages: number;
    readonly robots: number;
    /** Requests for pages by purpose; `pages` counts those that looked for more pages. */
    readonly byKind: Readonly<Record<string, number>>;
  };
}

/** Why a pair of URLs left the question open. */
interface Note extends Subject {
  readonly url: string;
  readonly page: string;
  readonly reason: string;
}

/** A plan with its progress. */
interface Course {
  readonly plan: Plan;
  /** The examined pairs, with the area of each; null if the pair answered another question, such as by a redirect. */
  readonly seen: Map<Pair, string | null>;
  /** How many of them in a row gave no decisive evidence. */
  vain: number;
}

/**
 * How many areas of a site are examined for each kind in the first round. The others follow after all kinds had their
 * turn.
 */
const FIRST_AREAS = 7;
/** How many pairs in a row without decisive evidence end the work on a kind; also how many pairs of a folder are checked. */
const MAX_VAIN = 5;
/** Kinds of failures, those that tell most of a site first. */
const TELLING: readonly RegExp[] = [
  // What a server says of its site, rather than of a scheme or host that it does not serve.
  /^(?:http-(?!40[04]$)|redirect|robots)/,
  // A server is there.
  /^(?:http-404|tls-failed)$/,
  // A TLS port answers 400 to http.
  /^(?!http-400$)/,
  /^http-400$/,
];

/**
 * Probes a site to learn which of its URLs are the same page. It does not compare the content of URLs that redirect,
 * and stops examining a kind as soon as its verdict is certain.
 */
export async function probe(options: ProbeOptions): Promise<ProbeReport> {
  return new Probe(options).run();
}

class Probe {
  readonly #options: ProbeOptions;
  readonly #starts: readonly string[];
  readonly #known: readonly string[];
  readonly #asker: Asker;
  readonly #site: Examination;
  readonly #evidence = new Map<string, Evidence>();
  /** By subject. Subjects with new evidence are missing. */
  readonly #decided = new Map<string, ClaimIndex>();
  readonly #notes: Note[] = [];
  readonly #byKind: Record<string, number> = {};
  #pages: readonly string[] = [];

  constructor(options: ProbeOptions) {
    this.#options = options;
    this.#starts = sent(options.starts);
    this.#known = sent([...options.pages, ...(options.domains ?? [])]);
    this.#asker = new Asker(options);
    const names = new Set(this.#starts.map(nameOf));
    const isOurs = (url: string): boolean => names.has(nameOf(url));
    const controls = new Controls(
      this.#asker,
      isOurs,
      (than) => this.#pages.find((url) => pathOf(url) !== pathOf(than)) ?? null,
    );
    this.#site = { asker: this.#asker, controls, isOurs };
  }

  async run(): Promise<ProbeReport> {
    const { kinds } = this.#options;
    const [first = ''] = this.#starts;
    if (kinds.includes('ip')) await this.#spend('ip', () => this.#probeAddress());
    const home = await this.#spend('pages', () => this.#findHome());
    if (!('root' in home)) return this.#report(hostOf(first), home.failure);
    const courses = CLAIM_KINDS.flatMap((kind) =>
      kind === 'ip' || !kinds.includes(kind)
        ? []
        : plansFor(kind, home.root, this.#pages).map((plan) => ({
            plan,
            seen: new Map<Pair, string | null>(),
            vain: 0,
          })),
    );
    for (const areas of [FIRST_AREAS, Number.POSITIVE_INFINITY]) {
      for (const course of courses) {
        await this.#spend(course.plan.subject.kind, () => this.#carryOut(course, areas));
      }
    }
    if (this.#options.checksFolders === true) {
      for (const course of courses) {
        await this.#spend(course.plan.subject.kind, async () => {
          await this.#checkFolders(course);
          // If a folder refuted the claim, each section is judged on its own, and the others may need more pairs.
          await this.#carryOut(course, Number.POSITIVE_INFINITY);
          await this.#checkFolders(course);
        });
      }
    }
    for (const course of courses) this.#noteWhatIsLeft(course);
    return this.#report(hostOf(home.root), null);
  }

  async #spend<T>(what: string, work: () => Promise<T>): Promise<T> {
    const before = this.#asker.requests.pages;
    const result = await work();
    this.#byKind[what] = (this.#byKind[what] ?? 0) + this.#asker.requests.pages - before;
    return result;
  }

  /** Finds the first start that leads to a page, and pages of the site in the form of its URL. */
  async #findHome(): Promise<{ readonly root: string } | { readonly failure: string }> {
    const failures: string[] = [];
    for (const start of this.#starts) {
      const { end } = await follow(this.#asker, start, this.#site.isOurs);
      if (typeof end === 'string') failures.push(end === 'left' ? 'redirects-elsewhere' : 'redirect-loop');
      else if (end.kind === 'none') failures.push(end.reason);
      else if (isPage(end)) return this.#settleIn(end.url);
      else failures.push(`http-${end.status}`);
    }
    const [failure = 'no-page'] = TELLING.flatMap((kind) => failures.find((each) => kind.test(each)) ?? []);
    return { failure };
  }

  async #settleIn(page: string): Promise<{ readonly root: string }> {
    const origin = originOf(page) ?? '';
    const given = this.#known.filter((url) => originOf(url) === origin);
    const known = [...new Set([page, ...given])];
    this.#pages = await discover(this.#asker, known);
    return { root: `${origin}/` };
  }

  /** @param most how many areas of the site to examine */
  async #carryOut(course: Course, most: number): Promise<void> {
    const { plan, seen } = course;
    const { samples } = this.#options;
    for (const pair of plan.pairs) {
      const area = areaIn(plan, pair);
      const looked = [...seen.values()].filter((each) => each === area).length;
      const isNew = looked === 0 && new Set(seen.values()).size >= most;
      if (isNew || seen.has(pair) || this.#isKnown(pair)) continue;
      if ((looked >= samples || this.#isSettled(pair)) && !this.#isLeftOpen(pair)) continue;
      if (course.vain >= MAX_VAIN || this.#asker.isExhausted) return;
      // The first pair shows whether pages redirect back. If they do, other pairs may too.
      const finding = await examine(this.#site, pair, seen.size === 0 || this.#hasLoop(plan));
      this.#take(pair, finding);
      if (seen.size === 0) await this.#tryImpossible(pair, finding);
      const isAboutOther = finding.evidence.length > 0 && !finding.evidence.some((one) => isAbout(one, plan.subject));
      seen.set(pair, isAboutOther ? null : area);
      const isRefutedGuess = plan.isGuess && finding.evidence.some(({ supports }) => supports === false);
      const isDecisive = !isAboutOther && decides(finding, this.#options.needs);
      course.vain = isRefutedGuess ? MAX_VAIN : isDecisive ? 0 : course.vain + 1;
    }
  }

  /** Examines pairs of each folder of the given pages where the claim is confirmed, until one shows whether it holds. */
  async #checkFolders({ plan, seen }: Course): Promise<void> {
    const { subject } = plan;
    const given = new Set(this.#known);
    const folderOf = (path: string): string => folderIn(subject.kind, path);
    const shown = new Set<string>();
    const note = (evidence: Iterable<Evidence>): void => {
      for (const one of evidence) if (isAbout(one, subject) && one.supports !== null) shown.add(folderOf(one.path));
    };
    note(this.#evidence.values());
    for (const pair of plan.pairs) {
      const path = pathOf(pair.page);
      const folder = folderOf(path);
      if (!given.has(pair.page) || seen.has(pair) || shown.has(folder)) continue;
      if (this.#verdicts(subject).at(subject, path)?.verdict !== 'confirmed') continue;
      if ([...seen.keys()].filter(({ page }) => folderOf(pathOf(page)) === folder).length >= MAX_VAIN) continue;
      if (this.#asker.isExhausted) return;
      seen.set(pair, areaIn(plan, pair));
      const finding = await examine(this.#site, pair, this.#hasLoop(plan));
      this.#take(pair, finding);
      note(finding.evidence);
    }
  }

  /** If a site links to both forms, each is the other form of the other one. Either pair may show what the other does not. */
  #isKnown({ subject, page, tried }: Pair): boolean {
    return this.#evidence.has(pairKey(subject, page, tried));
  }

  /** Whether exactly one pair of this section of a host was compared, and did not show whether both URLs are one page. */
  #isLeftOpen({ subject, page }: Pair): boolean {
    if (!isOfHost(subject.kind)) return false;
    const area = areaOf(pathOf(page));
    const [first, ...others] = this.#seenOf(subject).filter(({ path }) => areaOf(path) === area);
    return first?.supports === null && others.length === 0;
  }

  #hasLoop({ subject }: Plan): boolean {
    return this.#seenOf(subject).some(({ seen }) => seen === 'redirect-loop');
  }

  #seenOf(subject: Subject): readonly Evidence[] {
    return [...this.#evidence.values()].filter((one) => isAbout(one, subject));
  }

  #noteWhatIsLeft({ plan, seen, vain }: Course): void {
    if (!this.#asker.isExhausted || vain >= MAX_VAIN) return;
    const left = plan.pairs.find((pair) => !seen.has(pair) && !this.#isSettled(pair));
    if (left === undefined) return;
    this.#take(left, { evidence: [], reason: this.#options.signal.aborted ? 'cancelled' : 'budget' });
  }

  /** If the root redirects, a URL that cannot exist shows whether all others do. */
  async #tryImpossible({ subject, page }: Pair, { evidence }: Finding): Promise<void> {
    const { kind } = subject;
    if (kind !== 'www' && kind !== 'scheme') return;
    if (!evidence.some((one) => one.kind === kind && one.seen === 'redirects')) return;
    const name = impossibleName();
    const pair = formPair(kind, `${originOf(page) ?? ''}/${name}/${name}`);
    if (pair !== null) this.#take(pair, await examineImpossible(this.#site, pair));
  }

  async #probeAddress(): Promise<void> {
    const { fetcher, addresses, domains, signal, samples } = this.#options;
    if (addresses === null) return;
    const known = domains === null ? null : new Set(domains.map((url) => splitPort(hostOf(url))[0]));
    const mayAsk = (domain: string): boolean => known?.has(domain) ?? true;
    const site = { asker: this.#asker, fetcher, access: addresses, mayAsk, signal, samples, pages: this.#known };
    const found = await examineAddress(
      site,
      this.#starts.filter((url) => isAddress(hostOf(url))),
    );
    for (const { pair, finding } of found) this.#take(pair, finding);
  }

  #take({ subject, tried, page }: Pick<Pair, 'subject' | 'tried' | 'page'>, { evidence, reason }: Finding): void {
    for (const one of evidence) {
      this.#evidence.set(pairKey(one, one.url, one.page), one);
      this.#decided.delete(subjectKey(one));
    }
    if (reason !== null) this.#notes.push({ ...subject, url: tried, page, reason });
  }

  /** Whether the part of the site that contains the pair has its verdict, so that nothing more can be learned there. */
  #isSettled({ subject, page }: Pair): boolean {
    return this.#verdicts(subject).at(subject, pathOf(page)) !== null;
  }

  /** The verdicts about the subject so far. */
  #verdicts(subject: Subject): ClaimIndex {
    const key = subjectKey(subject);
    const known = this.#decided.get(key);
    if (known !== undefined) return known;
    const claims = adjudicate(this.#seenOf(subject), this.#options.needs);
    const decided = new ClaimIndex(claims.filter(({ verdict }) => verdict !== 'undecided'));
    this.#decided.set(key, decided);
    return decided;
  }

  #report(host: string, failure: string | null): ProbeReport {
    const { needs } = this.#options;
    const evidence = [...this.#evidence.values()];
    const claims = explained(adjudicate(evidence, needs), this.#notes, needs);
    const decided = new Set(claims.map(subjectKey));
    const open = [...Map.groupBy(this.#notes, subjectKey)].flatMap(([subject, notes]) => {
      const [first] = notes;
      return first === undefined || decided.has(subject) ? [] : [openClaim(first, commonReason(notes), clock())];
    });
    return {
      host,
      failure: evidence.length === 0 ? failure : null,
      evidence,
      claims: [...claims, ...open].toSorted((a, b) => CLAIM_KINDS.indexOf(a.kind) - CLAIM_KINDS.indexOf(b.kind)),
      notes: this.#notes,
      requests: { ...this.#asker.requests, byKind: this.#byKind },
    };
  }
}

/**
 * The claims. Some have too few samples only because pairs of URLs gave no evidence: more pages would not help, so these
 * get the reason why the pairs did not.
 *
 * @param notes the pairs of URLs that gave no evidence
 */
export function explained(claims: readonly Claim[], notes: readonly Note[], needs: Thresholds): readonly Claim[] {
  const silent = Map.groupBy(notes, subjectKey);
  return claims.map((claim) => {
    if (claim.reason !== 'too-few-samples') return claim;
    const isWithin = ({ kind, page }: Note): boolean => holds(claim.path, placeOf(kind, pathOf(page)));
    const own = (silent.get(subjectKey(claim)) ?? []).filter(isWithin);
    const isOtherwiseEnough = claim.samples + own.length >= (needs[claim.kind].content ?? Number.POSITIVE_INFINITY);
    return own.length > 0 && isOtherwiseEnough ? { ...claim, reason: commonReason(own) } : claim;
  });
}

/** The most frequent reason among the notes. */
function commonReason(notes: readonly Note[]): string {
  const counts = Map.groupBy(notes, ({ reason }) => reason);
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0] ?? '';
}

/** The name of a site: its host without www. */
function nameOf(url: string): string {
  return wwwPair(hostOf(url))[0];
}

/** URLs as they are requested, without invalid ones. */
function sent(urls: readonly string[]): readonly string[] {
  return urls.map(bareWireUrl).filter((url) => url !== null);
}

/** Whether a finding contains evidence that refutes the claim or counts toward its confirmation. */
function decides({ reason, evidence }: Finding, needs: Thresholds): boolean {
  return reason === null && evidence.some((one) => !one.supports || canConfirm(one, needs[one.kind]));
}

function areaIn({ subject }: Plan, pair: Pair): string {
  return isOfHost(subject.kind) ? WHOLE_SITE : areaOf(pathOf(pair.page));
}

/** Where pages are likely to be served alike: in one folder, or for claims about queries, at one path. */
function folderIn(kind: ClaimKind, path: string): string {
  if (isOfQuery(kind)) return path;
  return parentOf(isOfHost(kind) ? path : placeOf(kind, path));
}
