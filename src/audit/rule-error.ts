import { DustpanError } from '../error.ts';
import { plural } from '../text/plural.ts';
import { thrown } from '../text/wording.ts';
import type { CustomRule } from './rule.ts';

/** A rule failed: it threw, or reported something that is not an issue. The message names the rule and the place. */
export class RuleError extends DustpanError {
  /** Always `RuleError`. */
  override readonly name = 'RuleError';
  readonly code = 'rule-failed';
  /** The id of the rule. */
  readonly rule: string;
  /** The first page on which it failed; null if its check of the whole site failed. */
  readonly url: string | null;

  /** @param pages the number of pages on which it failed */
  constructor(rule: string, error: unknown, url: string | null, pages: number) {
    const others = pages > 1 ? ` and ${plural(pages - 1, 'more page')}` : '';
    const place = url === null ? 'the site' : `${url}${others}`;
    super(
      `the rule ${rule} failed on ${place}, where findings may be missing: it threw ${thrown(error)}; correct the rule`,
    );
    this.cause = error;
    this.rule = rule;
    this.url = url;
  }
}

/** Collects the failures of rules, one error for each. */
export class RuleFailures {
  readonly #first = new Map<string, { readonly error: unknown; readonly url: string | null; pages: number }>();

  /** @param url the page; null for the whole site */
  add({ id }: CustomRule, error: unknown, url: string | null): void {
    const first = this.#first.get(id) ?? { error, url, pages: 0 };
    first.pages++;
    this.#first.set(id, first);
  }

  /** An error for each rule that failed. */
  errors(): readonly RuleError[] {
    return [...this.#first].map(([rule, { error, url, pages }]) => new RuleError(rule, error, url, pages));
  }
}
