import { paramName } from '../url/query.ts';
import { NameList } from './name-list.ts';
import type { ParamJudge, ParamVerdict, Place } from './site-facts.ts';

/** Which parameters count visitors, beyond the built-in list. Everything may be left out. */
export interface ParamOptions {
  /** Names to drop as well. One that ends in `*` stands for all that start so. */
  readonly drop?: readonly string[];
  /** Names to keep, whatever list names them. */
  readonly keep?: readonly string[];
  /** Rules of lists, such as `ParamRules`. Anything that has them as JSON, so that keys can tell how they were made. */
  readonly rules?: ParamJudge & { readonly toJSON: () => unknown };
}

/** The user's own names first, then the rules of lists. */
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
