import { PASSES } from '../../../passes/index.ts';
import { duplicatesOf } from '../../duplicates/duplicates.ts';
import { VARIATION_PASSES, type VariationKind } from '../../duplicates/variation.ts';
import type { Issue, Severity } from '../../finding.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { type SpelledUrl, spelledPages } from '../../site/spellings.ts';

/** How a rule speaks of the two URLs of a pair. */
export interface DuplicateWords {
  /** What they differ in: `the scheme`. */
  readonly difference: string;
  /** The severity where search engines are told which one counts; null for no finding at all. */
  readonly whenSettled: Severity | null;
}

/** Other spellings that are named. */
const MAX_NAMED = 5;

/** Pages that have the text of another one, from whose URL theirs differs in one way. */
export function* pairIssues(
  site: AuditSite,
  kind: VariationKind,
  { difference, whenSettled }: DuplicateWords,
): Generator<Issue> {
  for (const { page, leader, evidence, isSettled } of duplicatesOf(site).pairs.get(kind) ?? []) {
    if (isSettled && whenSettled === null) continue;
    yield {
      key: page.key,
      ...(isSettled && whenSettled !== null && { severity: whenSettled }),
      message: `is the same page as another URL, which differs only in ${difference}`,
      evidence: { leader: leader.url, ...named(VARIATION_PASSES[kind]), evidence, settled: settledBy(isSettled) },
      related: [leader.url],
      cause: `${page.entry.site} ${kind}`,
    };
  }
}

/** Whether the site says itself which of the pages counts. */
function settledBy(isSettled: boolean): string {
  return isSettled ? 'by a canonical URL or noindex' : 'by no canonical URL';
}

/** Pages that the site links to under a URL that these passes have to mend. They were fetched once: a fetch was saved. */
export function* spellingIssues(
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
      message: `is also found under URLs that differ only in ${difference}`,
      evidence: {
        leader: page.key,
        ...named(passesOf(others, kind)),
        evidence: 'one key',
        settled: settledBy(isSettled),
        spellings: others.length,
      },
      related: others.slice(0, MAX_NAMED).map(({ url }) => url),
      cause: `${page.entry.site} ${kind}`,
    };
  }
}

/** A seed may be spelled as the user likes. */
function isAnother({ url, passes }: SpelledUrl, kind: VariationKind, { entry }: AuditPage): boolean {
  const isSeed = entry.source === 'seed' && url === entry.url;
  return !isSeed && passes.some((pass) => VARIATION_PASSES[kind].includes(pass));
}

/** Passes by name, and their classes. */
function named(names: readonly string[]): { readonly pass: string; readonly class: string } {
  const passes = PASSES.filter(({ name }) => names.includes(name));
  const classes = new Set(passes.map((pass) => pass.class));
  return { pass: passes.map(({ name }) => name).join(', '), class: [...classes].join(', ') };
}

/** Those of the kind's passes that some of the URLs take. */
function passesOf(urls: readonly SpelledUrl[], kind: VariationKind): readonly string[] {
  return VARIATION_PASSES[kind].filter((name) => urls.some(({ passes }) => passes.includes(name)));
}
