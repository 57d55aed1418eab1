import { compareLiteral, compareOctets, compareQuery, needsCompareQuery } from './compare-path.ts';
import type { Rule } from './rule.ts';

/** A path pattern (RFC 9309, sections 2.2.2 and 2.2.3), split at its `*`. */
export interface Pattern {
  readonly rule: Rule;
  /** Its length in octets, which decides how specific it is. */
  readonly octets: number;
  /** Whether it is compared with the query as `compareQuery` normalizes it. */
  readonly comparesQuery: boolean;
  /** The start of the path. */
  readonly prefix: string;
  /** The parts that follow in order, with any text in between. */
  readonly needles: readonly string[];
  /** The end of the path; empty if the pattern has no `$`. */
  readonly suffix: string;
  /** Whether the path must equal the prefix. */
  readonly isExact: boolean;
  /** The length of the shortest path that it matches. */
  readonly least: number;
}

/** Compiles a rule: to one pattern, or to two if it allows an index page. */
export function compilePatterns(rule: Rule): readonly Pattern[] {
  const octets = compareOctets(rule.pattern);
  const folder = rule.kind === 'allow' ? /^(.*\/)index\.htm[^/]*$/s.exec(octets)?.[1] : undefined;
  const pattern = compilePattern(rule, octets);
  // As in Google's parser, a rule that allows `/index.html` also allows the folder's own URL.
  return folder === undefined ? [pattern] : [pattern, compilePattern(rule, `${folder}$`)];
}

function compilePattern(rule: Rule, octets: string): Pattern {
  const comparesQuery = needsCompareQuery(octets);
  const text = comparesQuery ? compareQuery(octets) : octets;
  const hasEnd = text.endsWith('$');
  const [prefix = '', ...rest] = text
    .slice(0, hasEnd ? -1 : undefined)
    .split('*')
    .map(compareLiteral);
  const suffix = hasEnd ? (rest.at(-1) ?? '') : '';
  const needles = (hasEnd ? rest.slice(0, -1) : rest).filter((needle) => needle !== '');
  return {
    rule,
    octets: octets.length,
    comparesQuery,
    prefix,
    needles,
    suffix,
    isExact: hasEnd && rest.length === 0,
    least: needles.reduce((sum, needle) => sum + needle.length, prefix.length + suffix.length),
  };
}

/** Whether the path can match. Without needles, whether it does match. */
export function fits({ prefix, suffix, isExact, least }: Pattern, path: string): boolean {
  if (isExact ? path.length !== least : path.length < least) return false;
  return path.startsWith(prefix) && (suffix === '' || path.endsWith(suffix));
}

/**
 * Orders patterns: the one with the most octets first, then allow before disallow (RFC 9309, section 2.2.2), then the
 * earlier line.
 *
 * @returns a negative number if `a` comes first
 */
export function precedence(a: Pattern, b: Pattern): number {
  return b.octets - a.octets || a.rule.kind.localeCompare(b.rule.kind) || a.rule.line - b.rule.line;
}
