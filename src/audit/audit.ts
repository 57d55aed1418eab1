import { type Canonicalizer, compile } from '../canon/canonicalizer.ts';
import type { Key } from '../canon/key.ts';
import { giveWay, isStretchOver } from '../give-way.ts';
import {
  CALLBACK,
  CHECKED_LATER,
  type OptionChecks,
  optionCheck,
  refuseInvalidOptions,
  refuseUnknownOptions,
  SIGNAL,
} from '../known-options.ts';
import { isTexts } from '../text/is-texts.ts';
import { didYouMean } from '../text/wording.ts';
import { checkRules } from './check-rules.ts';
import { type Finding, type Issue, SEVERITIES, type Severity } from './finding.ts';
import { FindingIdentity } from './finding-identity.ts';
import { type FindingContext, IssueFinding } from './issue-finding.ts';
import { ranked } from './rank.ts';
import type { CustomRule } from './rule.ts';
import { type RuleError, RuleFailures } from './rule-error.ts';
import { RULES } from './rules/index.ts';
import { domainOf } from './site/address.ts';
import { oncePerSite } from './site/once-per-site.ts';
import type { AuditPage, AuditRecord } from './site/page.ts';
import { SharedTexts } from './site/shared-texts.ts';
import type { AuditSite } from './site/site.ts';

/** Options of {@link audit}. */
export interface AuditOptions {
  /** The rules to check, such as `[...RULES, mine]`. {@link RULES} by default. */
  readonly rules?: readonly CustomRule[];
  /** Severities that replace the rules' own, by the id of one of the rules. To skip a rule, leave it out of `rules`. */
  readonly severities?: Readonly<Record<string, Severity>>;
  /** Lists the passes that change a URL, for `Finding.page`. That of the site's `canon` by default. */
  readonly canonicalizer?: Canonicalizer;
  /** Aborts the audit. */
  readonly signal?: AbortSignal;
  /**
   * Called for each rule that failed: it threw, or reported something that is not an issue. Its other findings and those
   * of other rules are returned. Without it, `audit` rejects with the first such error.
   */
  readonly onRuleError?: (error: RuleError) => void;
  /** Called from time to time with the share of the work done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** All options of `audit`. */
export const AUDIT_OPTIONS: OptionChecks<AuditOptions> = {
  rules: optionCheck(Array.isArray, 'a list such as [...RULES, mine]'),
  severities: CHECKED_LATER,
  canonicalizer: optionCheck((value) => has(value, 'trace'), 'canonicalizer: compile()'),
  signal: SIGNAL,
  onRuleError: CALLBACK,
  onProgress: CALLBACK,
};

/**
 * Checks a crawl against every rule. Yields to the event loop regularly.
 *
 * @returns the findings, most severe first, then by the number of pages that their rule affects, by cause and by URL
 * @throws {UnknownOptionError} if an option does not exist, or `severities` names a rule that is not among the rules
 * @throws {TypeError} if a severity is not one of {@link SEVERITIES}, or an argument has a wrong type
 * @throws {RuleDefinitionError} if a rule is not valid, or two rules have one id
 * @throws {RuleError} if a rule failed and there is no `onRuleError`
 * @throws the signal's reason if it is aborted
 */
export async function audit(site: AuditSite, options: AuditOptions = {}): Promise<readonly Finding[]> {
  refuseInvalidOptions(options, AUDIT_OPTIONS, 'of audit');
  if (!has(site, 'pages'))
    throw new TypeError('the site of audit is not an AuditSite; write await AuditSite.read({ … })');
  const { rules = RULES, severities = {}, signal, onRuleError, onProgress } = options;
  const { canonicalizer = compile(site.canon) } = options;
  checkRules(rules);
  checkSeverities(severities, rules);
  signal?.throwIfAborted();
  const failures = new RuleFailures();
  const context: FindingContext = {
    site,
    identity: new FindingIdentity(site),
    canonicalizer,
    severities,
    causes: new SharedTexts(),
  };
  const findings: Finding[] = [];
  let steps = 0;
  for (const step of issues(rules, site, failures)) {
    if (step === 'checked') steps++;
    else if (step !== 'working') {
      const [rule, issue] = step;
      findings.push(new IssueFinding(issue, rule, context));
    }
    if (!isStretchOver()) continue;
    onProgress?.(steps / (rules.length + site.pages.length));
    await giveWay(signal);
  }
  signal?.throwIfAborted();
  for (const error of failures.errors()) {
    if (onRuleError === undefined) throw error;
    onRuleError(error);
  }
  return ranked(findings);
}

/** The types say the same, but JavaScript has none. */
function has(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && name in value;
}

function checkSeverities(severities: Readonly<Record<string, Severity>>, rules: readonly CustomRule[]): void {
  refuseUnknownOptions(severities, Object.fromEntries(rules.map(({ id }) => [id, true])), 'in severities of audit');
  for (const [id, severity] of Object.entries<unknown>(severities)) {
    if (severity === undefined || SEVERITIES.some((each) => each === severity)) continue;
    const meant = didYouMean(typeof severity === 'string' ? severity : '', SEVERITIES);
    throw new TypeError(
      `the severity of ${id} in severities of audit is not valid${meant}; to skip the rule, leave it out of rules`,
    );
  }
}

const NONE: readonly never[] = [];

/** The issues found; in between, `checked` after each rule and each page, and `working` after each step of long work. */
function* issues(
  rules: readonly CustomRule[],
  site: AuditSite,
  failures: RuleFailures,
): Generator<readonly [rule: CustomRule, issue: Issue] | 'checked' | 'working'> {
  const prepared: CustomRule[] = [];
  for (const rule of rules) {
    try {
      const steps = rule.prepare?.(site) ?? NONE;
      refuseNonList(steps, 'prepare', 'steps');
      for (const _ of steps) yield 'working';
      prepared.push(rule);
      const found = rule.checkSite?.(site) ?? NONE;
      refuseNonList(found, 'checkSite', 'issues');
      for (const issue of found) {
        if (isOurs(checked(issue).key, site) || rule.isAboutLinks === true) yield [rule, issue];
      }
    } catch (error) {
      failures.add(rule, error, null);
    }
    yield 'checked';
  }
  const pageRules = prepared.filter(({ checkPage }) => checkPage !== undefined);
  for (const page of site.pages) {
    const record = page.isPage && !site.isBeyondCrawl(page) ? site.record(page) : null;
    yield 'checked';
    if (record === null) continue;
    yield* issuesOf(page, record, pageRules, site, failures);
  }
}

/** The issues of one page, with their rules. Not a generator: engines optimize a loop in a generator less. */
function issuesOf(
  page: AuditPage,
  record: AuditRecord,
  pageRules: readonly CustomRule[],
  site: AuditSite,
  failures: RuleFailures,
): readonly (readonly [rule: CustomRule, issue: Issue])[] {
  let all: (readonly [CustomRule, Issue])[] | null = null;
  for (const rule of pageRules) {
    try {
      const found = rule.checkPage?.(page, record, site) ?? NONE;
      // Most checks find nothing; iterating over that takes longer than most of them.
      if (Array.isArray(found) && found.length === 0) continue;
      refuseNonList(found, 'checkPage', 'issues');
      for (const issue of found) (all ??= []).push([rule, checked(issue)]);
    } catch (error) {
      failures.add(rule, error, page.url);
    }
  }
  return all ?? NONE;
}

/** Above all, no check can wait. */
function refuseNonList(found: Iterable<unknown>, method: string, of: string): void {
  if (typeof found === 'object' && Symbol.iterator in found) return;
  throw new TypeError(`${method} is async, or gives something else than ${of}; write *${method}(…) { yield … }`);
}

/**
 * The types of a rule are checked only where it is written in TypeScript.
 *
 * @throws {TypeError} for something else than an issue
 */
function checked(issue: Issue | null): Issue {
  if (typeof issue?.key !== 'string' || typeof issue.message !== 'string') {
    throw new TypeError('an issue needs a key and a message');
  }
  const { severity, evidence = {}, related = [] } = issue;
  if (severity !== undefined && !SEVERITIES.includes(severity)) {
    throw new TypeError(`the severity of an issue is one of ${SEVERITIES.join(', ')}`);
  }
  if (!isTexts(related)) throw new TypeError('related is a list of URLs');
  if (!Object.values(evidence).every((value) => typeof value !== 'object' || value === null || isTexts(value))) {
    throw new TypeError('each value of evidence is a text, a number, a boolean, null or a list of texts');
  }
  return issue;
}

/** Whether a page belongs to a crawled site. Targets on other sites have other owners. */
function isOurs(key: Key, site: AuditSite): boolean {
  const page = site.page(key);
  return page === null || !site.isBeyondCrawl(page) || crawledDomains(site).has(domainOf(page, site));
}

const crawledDomains: (site: AuditSite) => ReadonlySet<string | null> = oncePerSite((site) => {
  const pages = site.pages.filter((page) => page.isPage && !site.isBeyondCrawl(page));
  return new Set(pages.map((page) => domainOf(page, site)));
});
