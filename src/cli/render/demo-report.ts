import { DUPLICATES, type Duplicate } from '../../../config/demo-site/duplicates.ts';
import { FACTS } from '../../../config/demo-site/facts.ts';
import { TRUE_PAGES } from '../../../config/demo-site/truth.ts';
import type { Entry } from '../../../db/index.ts';
import { isEquivalent } from '../../../db/store.ts';
import { groupsOf } from '../../audit/groups.ts';
import type { AuditReport } from '../../audit/report.ts';
import { type Claim, VERDICTS } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { factOf } from '../../evidence/claimed-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { type Canonicalizer, type CanonOptions, compile, PASSES, UrlError } from '../../index.ts';
import { closing } from '../../report/audit/text.ts';
import { withoutUserinfo } from '../../url/credentials.ts';
import { describeClaims } from './claim-lines.ts';
import { printable } from './printable.ts';
import { table } from './table.ts';

/** One crawl of the demo site. */
export interface DemoCrawl {
  /** The settings for keys at the end of the crawl. */
  readonly canon: CanonOptions;
  readonly fetched: number;
  /** Requests of probes. */
  readonly probes: number;
  readonly entries: readonly Entry[];
  readonly claims: readonly Claim[];
  readonly evidence: readonly Evidence[];
}

/** What happened to a planted duplicate: avoided because of its key, recognized by a redirect, or fetched as a page. */
const TREATMENTS = ['key', 'redirect', 'again'] as const;
type Treatment = (typeof TREATMENTS)[number];

const planted: readonly Duplicate[] = DUPLICATES.filter(({ answer }) => answer !== 'different');

/** A table of what happened to the planted duplicates, without facts and with probing. */
export function demoReport(unknowing: DemoCrawl, asking: DemoCrawl): readonly string[] {
  const outcomes = [new Outcome(unknowing), new Outcome(asking)] as const;
  const names = PASSES.map(({ name }) => name).filter((name) => planted.some(({ pass }) => pass === name));
  const rows = names.map((name) =>
    row(
      name,
      classOf(name),
      planted.filter(({ pass }) => pass === name),
      outcomes,
    ),
  );
  return [
    ...table([
      ['', '', '', 'without facts', '', '', 'with probing'],
      ['pass', 'class', 'planted', 'avoided', 'redirect', 'fetched again', 'avoided', 'redirect', 'fetched again'],
      ...rows,
      row('all', '', planted, outcomes),
    ]),
    '',
    'avoided: same key as the page, so not fetched; redirect: recognized by a redirect; fetched again: fetched as a page',
    '',
    `without facts: ${outcomes[0].describe()}`,
    `with probing:  ${outcomes[1].describe()}`,
  ];
}

function row(
  name: string,
  passClass: string,
  duplicates: readonly Duplicate[],
  [unknowing, asking]: readonly [Outcome, Outcome],
): readonly string[] {
  const count = (outcome: Outcome, fate: Treatment): string => {
    const number = duplicates.filter((duplicate) => outcome.fateOf(duplicate) === fate).length;
    return number === 0 ? '·' : String(number);
  };
  return [
    name,
    passClass,
    String(duplicates.length),
    ...TREATMENTS.map((fate) => count(unknowing, fate)),
    ...TREATMENTS.map((fate) => count(asking, fate)),
  ];
}

/** The confirmed claims about the site, checked against the truth. */
export function confirmedLines({ claims, evidence }: DemoCrawl): readonly string[] {
  const confirmed = claims.filter(({ verdict }) => verdict === 'confirmed');
  const known = evidenceOf(claims, evidence);
  const wrong = confirmed.filter((claim) => !isTrue(claim)).length;
  const counts = VERDICTS.map((verdict) => `${claims.filter((claim) => claim.verdict === verdict).length} ${verdict}`);
  return [
    `Claims about the site: ${counts.join(', ')}. Confirmed claims that are false: ${wrong === 0 ? 'none' : wrong}.`,
    ...table(describeClaims(confirmed, known)).map((line) => `  ${line}`),
  ];
}

/** Whether the claim is true, also for hosts that serve the pages of another host. */
function isTrue(claim: Claim): boolean {
  const { kind, path, value } = factOf(claim);
  const mirrored = FACTS.find((fact) => fact.host === claim.host && MIRRORS.includes(fact.kind))?.value;
  return FACTS.some(
    (fact) =>
      fact.kind === kind &&
      (fact.host === claim.host || fact.host === mirrored) &&
      fact.value === value &&
      (path ?? '/').startsWith(fact.path ?? '/'),
  );
}

/** Kinds of facts by which a host serves the pages of another. */
const MIRRORS: readonly string[] = ['mobile', 'ip'];

/** Maximum number of audit rules shown. */
const MAX_RULES = 8;

/** The findings of the audit, most severe first: one line per rule, with an example. */
export function auditLines(report: AuditReport): readonly string[] {
  const groups = groupsOf(report.findings, report.rules);
  const rows = groups.slice(0, MAX_RULES).map(({ rule, severity, count, causes }) => {
    const [first] = causes;
    const [finding] = first?.findings ?? [];
    const example = finding === undefined ? '' : `${finding.url}: ${finding.message}`;
    return [severity, rule.id, String(count), printable(example.length <= 100 ? example : `${example.slice(0, 100)}…`)];
  });
  return [
    `An audit of the second crawl: ${closing(report, (_code, text) => text).trimEnd()}`,
    ...table(rows).map((line) => `  ${line}`),
    ...(groups.length > MAX_RULES ? [`  and ${groups.length - MAX_RULES} more rules with findings`] : []),
  ];
}

function classOf(name: string): string {
  return PASSES.find((pass) => pass.name === name)?.class ?? '';
}

const own = compile();

/** The result of one crawl. */
class Outcome {
  readonly #crawl: DemoCrawl;
  readonly #byKey: ReadonlyMap<string, Entry>;
  readonly #canonicalizer: Canonicalizer;

  constructor(crawl: DemoCrawl) {
    this.#crawl = crawl;
    this.#byKey = new Map(crawl.entries.map((entry) => [entry.key, entry]));
    this.#canonicalizer = compile(crawl.canon);
  }

  fateOf({ url, page }: Duplicate): Treatment {
    const pageUrl = new URL(page, TRUE_PAGES[0]?.url).href;
    // The crawler removes user names and passwords before it makes a key.
    const bare = withoutUserinfo(url);
    if (keyOf(own, bare) === keyOf(own, pageUrl)) return 'key';
    const isOne = this.#finalKey(bare) === this.#finalKey(pageUrl);
    // A fetched URL has an entry under its own key, even if it was merged later.
    const entry = this.#byKey.get(keyOf(own, bare));
    const isSpared = entry !== undefined && isEquivalent(entry);
    if (isSpared || (isOne && entry?.state !== 'done')) return 'key';
    if (isOne && entry?.aliasBy !== 'redirect') return 'again';
    return this.#endOf(keyOf(own, bare)) === this.#finalKey(pageUrl) ? 'redirect' : 'again';
  }

  #finalKey(url: string): string {
    return keyOf(this.#canonicalizer, url);
  }

  /** The key at the end of all redirects and claims. */
  #endOf(key: string): string {
    const seen = new Set<string>();
    let current = key;
    for (;;) {
      const entry = this.#byKey.get(current) ?? this.#byKey.get(this.#finalKey(current));
      const isAlias = entry?.aliasBy === 'redirect' || entry?.aliasBy === 'equivalence';
      if (!isAlias || entry.aliasOf === null || seen.has(current)) return this.#finalKey(current);
      seen.add(current);
      current = entry.aliasOf;
    }
  }

  describe(): string {
    const { entries, fetched, probes } = this.#crawl;
    const fetchedPages = entries.filter(
      ({ state, status, aliasBy }) => state === 'done' && status === 200 && aliasBy !== 'redirect',
    );
    const known = new Set(fetchedPages.map(({ key }) => this.#finalKey(key)));
    const keys = TRUE_PAGES.map(({ url }) => this.#finalKey(url));
    const found = keys.filter((key) => known.has(key)).length;
    const merged = keys.length - new Set(keys).size;
    const asked = probes === 0 ? '' : ` and ${probes} probe requests`;
    return `${fetched} fetches${asked}; ${found} of ${keys.length} pages found, ${merged} merged by mistake`;
  }
}

function keyOf({ key }: Canonicalizer, url: string): string {
  const made = key(url);
  return made instanceof UrlError ? url : made;
}
