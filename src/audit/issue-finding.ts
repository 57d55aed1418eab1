import type { Canonicalizer } from '../canon/canonicalizer.ts';
import type { EvidenceValue, Finding, Issue, Severity } from './finding.ts';
import type { FindingIdentity } from './finding-identity.ts';
import type { CustomRule } from './rule.ts';
import { nameOf } from './site/landing.ts';
import { type AuditPage, withoutFragment } from './site/page.ts';
import type { SharedTexts } from './site/shared-texts.ts';
import type { AuditSite } from './site/site.ts';
import { passesOn } from './site/spellings.ts';
import { templateOf } from './site/template.ts';

/** What all findings of an audit share. */
export interface FindingContext {
  readonly site: AuditSite;
  /** Makes the fingerprints. */
  readonly identity: FindingIdentity;
  /** Lists the passes that change a URL. */
  readonly canonicalizer: Canonicalizer;
  /** Severities that replace the rules' own, by rule id. */
  readonly severities: Readonly<Record<string, Severity>>;
  /** The causes of findings. */
  readonly causes: SharedTexts;
}

const NO_EVIDENCE: Finding['evidence'] = {};
const NONE: readonly never[] = [];

/**
 * An issue as a finding. Most of a large site's findings are never shown, so what takes time or memory is made when it is
 * read.
 */
export class IssueFinding implements Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly key: Finding['key'];
  readonly url: string;
  readonly message: string;
  readonly evidence: Readonly<Record<string, EvidenceValue>>;
  readonly related: readonly string[];
  readonly line: number | null;
  readonly column: number | null;
  readonly cause: string;
  readonly #page: AuditPage | null;
  readonly #twin: string | null;
  readonly #context: FindingContext;

  constructor(issue: Issue, rule: CustomRule, context: FindingContext) {
    this.rule = rule.id;
    this.severity = context.severities[rule.id] ?? issue.severity ?? rule.severity;
    this.key = issue.key;
    this.message = issue.message;
    this.evidence = issue.evidence ?? NO_EVIDENCE;
    this.related = issue.related ?? NONE;
    this.line = issue.line ?? null;
    this.column = issue.column ?? null;
    this.#page = context.site.page(issue.key);
    this.#twin = issue.twin ?? null;
    this.#context = context;
    const url = issue.url ?? (this.#page === null ? this.key : nameOf(this.#page.entry));
    // A link may lead to a place in the page, but the finding is about the page.
    this.url = this.key.includes('#') ? url : withoutFragment(url);
    this.cause = context.causes.one(issue.cause ?? templateOf(this.url));
  }

  get fingerprint(): string {
    return this.#context.identity.of(this, this.#twin);
  }

  get page(): Finding['page'] {
    const { site, canonicalizer } = this.#context;
    const page = this.#page;
    return {
      status: page?.entry.status ?? null,
      depth: page?.entry.depth ?? 0,
      inlinks: page === null ? 0 : site.inlinks(page),
      referrers: page === null ? NONE : site.referrers(page).map(({ entry }) => nameOf(entry)),
      text: page?.text ?? null,
      passes: this.url === this.key ? NONE : passesOn(this.url, canonicalizer),
    };
  }

  /** All fields, in the order of the type. */
  toJSON(): Finding {
    const { rule, severity, key, url, message, evidence, related, line, column, cause, page } = this;
    return {
      rule,
      severity,
      key,
      url,
      message,
      evidence,
      related,
      line,
      column,
      cause,
      fingerprint: this.fingerprint,
      page,
    };
  }
}
