import { paramName } from '../url/query.ts';
import { NameList } from './name-list.ts';
import type { ParamJudge, ParamVerdict, Place } from './site-facts.ts';

/** The user's changes to the built-in list of tracking parameters. Every option may be omitted. */
export interface ParamOptions {
  /** More names to drop. A name that ends in `*` is a prefix. */
  readonly drop?: readonly string[];
  /** Names to keep, even if a list drops them. A name that ends in `*` is a prefix. */
  readonly keep?: readonly string[];
  /** Rules of other lists, such as `ParamRules`. */
  readonly rules?: ParamJudge & {
    /** Identifies the rules, to detect keys made with other rules. */
    readonly toJSON: () => unknown;
  };
}

/** Applies the user's own names first, then the rules of lists. */
export class ParamLists implements ParamJudge {
  readonly #drop: NameList;
  readonly #keep: NameList;
  readonly #rules: ParamJudge | null;

  constructor({ drop = [], keep = [], rules }: ParamOptions) {
    this.#drop = new NameList(drop);
    this.#keep = new NameList(keep);
    this.#rules = rules ?? null;
  }

  at(place: Place): (param: string) => ParamVerdict {
    const byRule = this.#rules?.at(place);
    return (param) => {
      const name = paramName(param);
      if (this.#keep.has(name)) return 'keep';
      return this.#drop.has(name) ? 'drop' : (byRule?.(param) ?? null);
    };
  }
}
