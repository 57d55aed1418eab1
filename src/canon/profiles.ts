import { frozen } from '../frozen.ts';
import { PASSES } from '../passes/index.ts';
import type { PassClass } from '../passes/pass.ts';

/** A named set of passes. They run in the order of {@link PASSES}. */
export interface Profile {
  /** As written for `--profile`. */
  readonly name: string;
  /** What the profile is for, in one line. */
  readonly summary: string;
  /** The names of its passes. */
  readonly passes: readonly string[];
  /** Whether passes that need a fact act as if it were true of every site. */
  readonly assumesAll: boolean;
}

function upTo(...classes: readonly PassClass[]): readonly string[] {
  return PASSES.filter((pass) => classes.includes(pass.class)).map((pass) => pass.name);
}

/** The built-in profiles. The first four go from strictest to loosest, each with the passes of the one before. */
export const PROFILES: readonly Profile[] = frozen([
  {
    name: 'preserving',
    summary: 'only changes that RFC 3986 calls equivalent, or that every client makes before sending',
    passes: upTo('preserving'),
    assumesAll: false,
  },
  {
    name: 'usual',
    summary: 'preserving, plus changes that are nearly always equivalent',
    passes: upTo('preserving', 'usual'),
    assumesAll: false,
  },
  {
    name: 'standard',
    summary: 'the default: usual, plus changing passes that are safe on any site or confirmed by facts',
    passes: upTo('preserving', 'usual', 'changing'),
    assumesAll: false,
  },
  {
    name: 'changing',
    summary: 'the passes of standard, without waiting for facts; may merge different pages',
    passes: upTo('preserving', 'usual', 'changing'),
    assumesAll: true,
  },
  {
    name: 'whatwg',
    summary: 'the URL as a client sends it: serialized by the URL Standard, existing escapes unchanged',
    passes: [
      'strip-controls',
      'fix-slashes',
      'lowercase-scheme',
      'lowercase-host',
      'encode-unsafe',
      'drop-default-port',
      'add-root-path',
      'drop-empty-userinfo',
      'remove-dot-segments',
    ],
    assumesAll: false,
  },
]);

/** The built-in profile with that name, if there is one. */
export function profileNamed(name: string): Profile | undefined {
  return PROFILES.find((profile) => profile.name === name);
}
