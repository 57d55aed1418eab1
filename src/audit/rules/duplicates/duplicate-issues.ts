import { PASSES } from '../../../passes/index.ts';
import { decisionsOf, leadsItself, reasonOver } from '../../decision/decision.ts';
import { duplicatesOf } from '../../duplicates/duplicates.ts';
import { VARIATION_PASSES, type VariationKind } from '../../duplicates/variation.ts';
import type { Issue, Severity } from '../../finding.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { preferredUrl, type SpelledUrl, spelledPages } from '../../site/spellings.ts';

/** How a rule describes a pair of duplicate URLs. */
interface DuplicateWords {
  /** The difference between the URLs, for messages: `the scheme`. */
  readonly difference: string;
  /** The severity if the site already tells search engines which URL counts; null to report nothing then. */
  readonly whenSettled: Severity | null;
}

/** How many other spellings a finding names. */
const MAX_NAMED = 5;

/** Reports duplicates that the crawl fetched, and duplicates that it did not fetch because they share a key. */
export function* variationIssues(site: AuditSite, kind: VariationKind, words: DuplicateWords): Generator<Issue> {
  yield* pairIssues(site, kind, words);
  yield* spellingIssues(site, kind, words);
}

/** Reports fetched pages that duplicate another one and whose URLs differ in one way. */
export function* pairIssues(
  site: AuditSite,
  kind: VariationKind,
  { difference, whenSettled }: DuplicateWords,
): Generator<Issue> {
  // Made once: a site may have as many such issues as pages.
  const { pass, class: passClass } = named(VARIATION_PASSES[kind]);
  const differsOnly = `shows the same page as a URL that differs only in ${difference}`;
  const differsAlso = `shows the same page as a URL that differs also in ${difference}`;
  for (const { page, twin, decision, differsMore, evidence, isSettled } of duplicatesOf(site).pairs.get(kind) ?? []) {
    if (isSettled && whenSettled === null) continue;
    const isTwinLeader = leadsItself(twin, decision) || twin.url === decision.url;
    yield {
      key: page.key,
      ...(isSettled && whenSettled !== null && { severity: whenSettled }),
      message: differsMore ? differsAlso : differsOnly,
      evidence: {
        leader: decision.url,
        leaderReason: reasonOver(page, decision),
        pass,
        class: passClass,
        evidence,
        settled: settledBy(isSettled),
      },
      related: isTwinLeader ? [decision.url] : [decision.url, twin.url],
      twin: twin.url,
      cause: `${page.entry.site} ${kind}`,
    };
  }
}

function settledBy(isSettled: boolean): string {
  return isSettled ? 'by a canonical URL or noindex' : 'no';
}

/** Reports pages that the site links to under several spellings of one key. The crawl fetched them only once. */
function* spellingIssues(
  site: AuditSite,
  kind: VariationKind,
  { difference, whenSettled }: DuplicateWords,
): Generator<Issue> {
  for (const [page, urls] of spelledPages(site)) {
    const others = urls.filter((one) => isAnother(one, kind, page));
    const isSettled = page.canonical !== null || page.noindex;
    if (others.length === 0 || (isSettled && whenSettled === null)) continue;
    yield {
      key: page.key,
      ...(isSettled && whenSettled !== null && { severity: whenSettled }),
      message:
        others.length < urls.length
          ? `is also found under URLs that differ only in ${difference}`
          : `is found only under URLs with ${difference}`,
      evidence: {
        leader: decisionsOf(site).of(page)?.url ?? preferredUrl(page, site),
        ...named(passesOf(others, kind)),
        evidence: 'same key',
        settled: settledBy(isSettled),
        spellings: others.length,
      },
      related: others.slice(0, MAX_NAMED).map(({ url }) => url),
      cause: `${page.entry.site} ${kind}`,
    };
  }
}

/** Ignores the seed, whose spelling is the user’s choice, and a URL that redirects to another one of the page. */
function isAnother({ url, passes }: SpelledUrl, kind: VariationKind, { entry }: AuditPage): boolean {
  const isFirst = url === entry.url;
  if (isFirst && (entry.source === 'seed' || entry.finalUrl !== null)) return false;
  return passes.some((pass) => VARIATION_PASSES[kind].includes(pass));
}

function named(names: readonly string[]): { readonly pass: string; readonly class: string } {
  const passes = PASSES.filter(({ name }) => names.includes(name));
  const classes = new Set(passes.map((pass) => pass.class));
  return { pass: passes.map(({ name }) => name).join(', '), class: [...classes].join(', ') };
}

/** The kind's passes that change at least one of the URLs. */
function passesOf(urls: readonly SpelledUrl[], kind: VariationKind): readonly string[] {
  return VARIATION_PASSES[kind].filter((name) => urls.some(({ passes }) => passes.includes(name)));
}
