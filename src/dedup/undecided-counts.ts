import { compile } from '../canon/canonicalizer.ts';
import type { CanonOptions } from '../canon/options.ts';
import { plausibleKinds } from '../evidence/plausible-kinds.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../facts/site-facts.ts';
import { orNull } from '../url/error.ts';

/** Called for groups that would merge, with the assumptions that they need, all together. */
type Report<T> = (needs: readonly AssumableFact[], groups: readonly T[]) => void;

/** How many sets of groups are looked at for assumptions that merge only together with others. */
const MAX_LOOKS = 2000;

/** Counts what evidence could add: for each kind of fact, the groups that would merge if it were true of every site. */
export class UndecidedCounts<T extends { readonly key: string }> {
  /** The kinds that are not assumed yet. */
  readonly kinds: readonly AssumableFact[];
  readonly #options: CanonOptions;
  readonly #counts = new Map<AssumableFact, number>();
  readonly #canonicalizers = new Map<string, (url: string) => string>();
  readonly #report: Report<T> | null;
  /** Groups that would merge if every assumption were true. */
  together = 0;
  readonly #needed = new Set<AssumableFact>();
  #looks = 0;

  /** @param report null to only count */
  constructor(options: CanonOptions, report: Report<T> | null) {
    this.#options = options;
    this.kinds = ASSUMABLE_FACTS.filter((kind) => options.assume?.includes(kind) !== true);
    this.#report = report;
  }

  /** For each kind of fact, the groups that would merge if it alone were true. Omits kinds without any; largest first. */
  byKind(): readonly { readonly kind: AssumableFact; readonly count: number }[] {
    return Array.from(this.#counts, ([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
  }

  /** The assumptions that merge as much as all of them, as far as the first thousands of groups show. */
  get needed(): readonly AssumableFact[] {
    return this.kinds.filter((kind) => this.#needed.has(kind));
  }

  /** Compares groups whose keys might merge: all that could merge with one of them must be among them. */
  compare(alike: readonly T[]): void {
    const { indexNames } = this.#options;
    const keys = alike.map(({ key }) => key);
    const kinds = plausibleKinds(this.kinds, keys, indexNames !== undefined);
    const all = this.#groupedBy(alike, kinds);
    if (all.size === alike.length) return;
    this.together += alike.length - all.size;
    let isEnough = false;
    for (const kind of kinds) {
      const { size } = kinds.length === 1 ? all : this.#groupedBy(alike, [kind]);
      if (size === alike.length) continue;
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + alike.length - size);
      this.#needed.add(kind);
      isEnough ||= size === all.size;
    }
    if (this.#report === null && (isEnough || this.#isKnown(alike, kinds, all.size))) return;
    for (const groups of all.values()) {
      if (groups.length === 1) continue;
      const needs = this.#needsOf(groups, kinds);
      for (const kind of needs) this.#needed.add(kind);
      this.#report?.(needs, groups);
    }
  }

  /** Whether the kinds that are known to be needed merge as much here as all of them, or enough of the list was looked at. */
  #isKnown(alike: readonly T[], kinds: readonly AssumableFact[], size: number): boolean {
    const known = kinds.filter((kind) => this.#needed.has(kind));
    if (known.length === kinds.length || ++this.#looks > MAX_LOOKS) return true;
    return this.#groupedBy(alike, known).size === size;
  }

  #needsOf(groups: readonly T[], kinds: readonly AssumableFact[]): readonly AssumableFact[] {
    let needs = kinds;
    for (const kind of kinds) {
      const fewer = needs.filter((each) => each !== kind);
      if (this.#groupedBy(groups, fewer).size === 1) needs = fewer;
    }
    return needs;
  }

  #groupedBy(alike: readonly T[], kinds: readonly AssumableFact[]): Map<string, T[]> {
    const name = kinds.join();
    const canonicalize = this.#canonicalizers.get(name) ?? assuming(this.#options, kinds);
    this.#canonicalizers.set(name, canonicalize);
    return Map.groupBy(alike, ({ key }) => canonicalize(key));
  }
}

/** Canonicalizes as if more were assumed. A URL that is not valid stays as it is. */
export function assuming(options: CanonOptions, kinds: readonly AssumableFact[]): (url: string) => string {
  const { canonicalize } = compile({ ...options, assume: [...(options.assume ?? []), ...kinds] });
  return (url) => orNull(canonicalize(url)) ?? url;
}
