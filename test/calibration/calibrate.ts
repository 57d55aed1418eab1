/** Crawls and probes random sites and holds what comes of it against the truth. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CERTIFICATE } from '../../config/demo-site/certificate.ts';
import { parseConnectTo } from '../../crawler/fetch/connect-to.ts';
import { openSqliteFrontier } from '../../db/index.ts';
import { compile } from '../../src/canon/canonicalizer.ts';
import { probeCrawl } from '../../src/cli/jobs/probe-crawl.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { factsOf } from '../../src/evidence/claimed-facts.ts';
import { type Evidence } from '../../src/evidence/evidence.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { CLAIM_KINDS } from '../../src/facts/claim-kind.ts';
import { holds, isOfHost, placeOf } from '../../src/facts/site-part.ts';
import { UrlError } from '../../src/url/error.ts';
import { crawl } from '../crawler/crawling.ts';
import { serveSite } from '../crawler/probe/probing.ts';
import { APEX } from '../crawler/probe/sites.ts';
import {
  form,
  HOST_KINDS,
  isHostKind,
  type Kind,
  PARAM,
  type RandomSite,
  randomSite,
  SECTION_KINDS,
  type Section,
  urlsOf,
} from './random-site.ts';

/** What the claims on one site, or on several, are worth. */
export interface Calibration {
  readonly confirmed: number;
  /** Confirmed claims that do not hold for some page that they are about. */
  readonly falselyConfirmed: number;
  /** Equivalences that there are, by section and kind, and those that a confirmed claim holds for. */
  readonly equivalences: number;
  readonly found: number;
  /** URLs that have the key of another page, where some sample came from their section, and where none did. */
  readonly mergedWrongly: number;
  readonly mergedUnsampled: number;
  readonly requests: number;
}

export type CalibrationByKind = Readonly<Record<Kind, Calibration>>;

const NOTHING: Calibration = {
  confirmed: 0,
  falselyConfirmed: 0,
  equivalences: 0,
  found: 0,
  mergedWrongly: 0,
  mergedUnsampled: 0,
  requests: 0,
};

export const KINDS: readonly Kind[] = [...SECTION_KINDS, ...HOST_KINDS];

/** What a crawl and a probe learn of a site. */
export interface Learned {
  readonly claims: readonly Claim[];
  readonly evidence: readonly Evidence[];
  readonly requests: number;
}

/** Crawls a site into a new file, and probes it. */
export async function learn(site: Pick<RandomSite, 'answer'>): Promise<Learned> {
  const served = await serveSite(site.answer);
  const folder = await mkdtemp(join(tmpdir(), 'dustpan-calibration-'));
  const file = join(folder, 'site.dustpan');
  const connectTo = served.connectTo.map(parseConnectTo);
  try {
    const frontier = await openSqliteFrontier(file);
    await crawl(
      [`http://${APEX}/`],
      { fetch: { userAgent: 'dustpan-test', connectTo, ca: CERTIFICATE }, delay: 0 },
      frontier,
    );
    await frontier.close();
    const { signal } = new AbortController();
    await probeCrawl(file, { ...PROBE, connectTo, ca: CERTIFICATE }, THRESHOLDS, signal);
    const after = await openSqliteFrontier(file, { readonly: true });
    const learned = { claims: await after.claims(), evidence: await after.evidence() };
    await after.close();
    return { ...learned, requests: served.requests.length };
  } finally {
    await served.close();
    await rm(folder, { recursive: true });
  }
}

/** The defaults of `dustpan probe`. */
const PROBE = {
  kind: CLAIM_KINDS,
  samples: 5,
  budget: 200,
  delay: 0,
  robots: true,
  timeout: 30_000,
  maxSize: 10 * 1024 ** 2,
  userAgent: 'dustpan-test',
  header: [],
} as const;

type KeyOf = (url: string) => string;

/** Holds what was learned of a site against the truth, by kind. */
function judge(site: RandomSite, { claims, evidence, requests }: Learned): CalibrationByKind {
  const canonicalizer = compile({ facts: factsOf(claims, []).facts });
  const key: KeyOf = (url) => {
    const made = canonicalizer.key(url);
    return made instanceof UrlError ? url : made;
  };
  const pages = new Map<string, Set<string | null>>();
  for (const { url } of urlsOf(site)) {
    const own = pages.get(key(url)) ?? new Set();
    pages.set(key(url), own.add(site.pageOf(url)));
  }
  const byKind = (kind: Kind): Calibration => {
    const confirmed = claims.filter((claim) => claim.verdict === 'confirmed' && kindOf(claim) === kind);
    const wrong = confirmed.filter((claim) => !isTrue(site, claim, kind));
    const [equivalences, found] = recall(site, kind, key);
    const merged = [...urlsOf(site)].filter(
      (one) => one.kind === kind && (pages.get(key(one.url))?.size ?? 0) > 1 && isMerged(site, one.url, key),
    );
    const sampled = merged.filter(({ section }) => isSampled(section, kind, evidence));
    return {
      confirmed: confirmed.length,
      falselyConfirmed: wrong.length,
      equivalences,
      found,
      mergedWrongly: sampled.length,
      mergedUnsampled: merged.length - sampled.length,
      requests,
    };
  };
  return mapKinds(byKind);
}

/** Whether a URL has the key of the page that it differs from in form, and shows another one. */
function isMerged(site: RandomSite, url: string, key: KeyOf): boolean {
  for (const { url: other, kind } of urlsOf(site)) {
    if (kind === null && key(other) === key(url) && site.pageOf(other) !== site.pageOf(url)) return true;
  }
  return false;
}

/** The kind that a claim is about; a default value of a parameter counts as the parameter. */
function kindOf({ kind }: Claim): Kind | null {
  if (kind === 'default-param') return 'param';
  return kind === 'ip' ? null : kind;
}

function isTrue(site: RandomSite, claim: Claim, kind: Kind): boolean {
  if (kind === 'param' && claim.about !== PARAM && !claim.about?.startsWith(`${PARAM}=`)) return false;
  if (kind === 'index' && claim.about !== 'index.html') return false;
  for (const { pages } of site.sections) {
    for (const page of pages) {
      const place = placeOf(claim.kind, page.split('?')[0] ?? '');
      if (!isOfHost(claim.kind) && !holds(claim.path, place)) continue;
      if (form(kind, page).some((other) => !isOne(site, page, other))) return false;
    }
  }
  return true;
}

function isOne(site: RandomSite, page: string, other: string): boolean {
  return site.pageOf(absolute(other)) === site.pageOf(absolute(page));
}

function absolute(url: string): string {
  return url.startsWith('/') ? `http://${APEX}${url}` : url;
}

/** So many pairs of URLs show any equivalence: fewer leave it undecided, as they should. */
const ENOUGH_PAIRS = 5;

/** How many sections have pages of which the other form is the same page, and in how many all of these have one key. */
function recall(site: RandomSite, kind: Kind, key: KeyOf): readonly [all: number, found: number] {
  const asked = site.sections.filter(({ linked }) => isHostKind(kind) || linked.includes(kind));
  const parts = isHostKind(kind) ? [asked.flatMap(({ pages }) => pages)] : asked.map(({ pages }) => pages);
  const forms = parts.map((pages) => pages.flatMap((page) => form(kind, page).map((other) => [page, other] as const)));
  const equal = forms.filter(
    (pairs) => pairs.length >= ENOUGH_PAIRS && pairs.every(([page, other]) => isOne(site, page, other)),
  );
  const found = equal.filter((pairs) => pairs.every(([page, other]) => key(absolute(page)) === key(absolute(other))));
  return [equal.length, found.length];
}

function isSampled({ pages }: Section, kind: Kind, evidence: readonly Evidence[]): boolean {
  const places = new Set(pages.map((page) => placeOf(kind, page.split('?')[0] ?? '')));
  return evidence.some((one) => one.kind === kind && places.has(placeOf(one.kind, one.path)));
}

/** What comes of sites of so many seeds in a row. */
export async function calibrate(sites: number, firstSeed: number): Promise<CalibrationByKind> {
  const results: CalibrationByKind[] = [];
  for (let seed = firstSeed; seed < firstSeed + sites; seed++) {
    const site = randomSite(seed);
    results.push(judge(site, await learn(site)));
  }
  return sum(results);
}

function sum(all: readonly CalibrationByKind[]): CalibrationByKind {
  return mapKinds((kind) => total(all.map((one) => one[kind])));
}

export function total(all: readonly Calibration[]): Calibration {
  return all.reduce(
    (before, one) => ({
      confirmed: before.confirmed + one.confirmed,
      falselyConfirmed: before.falselyConfirmed + one.falselyConfirmed,
      equivalences: before.equivalences + one.equivalences,
      found: before.found + one.found,
      mergedWrongly: before.mergedWrongly + one.mergedWrongly,
      mergedUnsampled: before.mergedUnsampled + one.mergedUnsampled,
      requests: before.requests + one.requests,
    }),
    NOTHING,
  );
}

function mapKinds(make: (kind: Kind) => Calibration): CalibrationByKind {
  return {
    slash: make('slash'),
    index: make('index'),
    case: make('case'),
    slashes: make('slashes'),
    param: make('param'),
    order: make('order'),
    www: make('www'),
    scheme: make('scheme'),
  };
}
