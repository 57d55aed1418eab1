import { compareLiteral, compareOctets, compareQuery, needsCompareQuery } from './compare-path.ts';
import type { Rule } from './rule.ts';

/** A path pattern (RFC 9309 2.2.2 and 2.2.3), split at its `*`. */
export interface Pattern {
  readonly rule: Rule;
  /** How specific it is. */
  readonly octets: number;
  /** Whether it is compared with the query in the spelling of `compareQuery`. */
  readonly comparesQuery: boolean;
  /** What the path starts with. */
  readonly prefix: string;
  /** What comes behind that, in order, with any text in between. */
  readonly needles: readonly string[];
  /** What the path ends with; empty where the pattern has no `$`. */
  readonly suffix: string;
  /** Whether the path is the prefix and nothing more. */
  readonly isExact: boolean;
  /** The length of the shortest path that it matches. */
  readonly least: number;
}

/** The patterns of a rule: one, or two where it allows an index page. */
export function compilePatterns(rule: Rule): readonly Pattern[] {
  const octets = compareOctets(rule.pattern);
  const folder = rule.kind === 'allow' ? /^(.*\/)index\.htm[^/]*$/s.exec(octets)?.[1] : undefined;
  const pattern = compilePattern(rule, octets);
  // As Google's parser does: who allows `/index.html` means the folder's own URL too.
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

/** Whether the path can match, and does where the pattern has no needles. */
export function fits({ prefix, suffix, isExact, least }: Pattern, path: string): boolean {
  if (isExact ? path.length !== least : path.length < least) return false;
  return path.startsWith(prefix) && (suffix === '' || path.endsWith(suffix));
}

/**
 * RFC 9309 2.2.2: the pattern with the most octets goes first; of equal ones an allow rule. Then the earlier line.
 *
 * @returns negative where `a` goes first
 */
export function precedence(a: Pattern, b: Pattern): number {
  return b.octets - a.octets || a.rule.kind.localeCompare(b.rule.kind) || a.rule.line - b.rule.line;
}
