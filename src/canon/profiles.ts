import { PASSES } from '../passes/index.ts';
import type { PassClass } from '../passes/pass.ts';

/** A named set of passes. They run in the registry's order, whatever the order here. */
export interface Profile {
  readonly name: string;
  readonly summary: string;
  readonly passes: readonly string[];
  /** Whether the passes that wait for a fact act as if it were known of every site. */
  readonly assumesAll: boolean;
}

function upTo(...classes: readonly PassClass[]): readonly string[] {
  return PASSES.filter((pass) => classes.includes(pass.class)).map((pass) => pass.name);
}

/** From the strictest to the loosest, each with the passes of the one before it; and what a client does. */
export const PROFILES: readonly Profile[] = [
  {
    name: 'preserving',
    summary: 'only what RFC 3986 calls equivalent, or what every client does before it sends',
    passes: upTo('preserving'),
    assumesAll: false,
  },
  {
    name: 'usual',
    summary: 'and what is equivalent nearly always',
    passes: upTo('preserving', 'usual'),
    assumesAll: false,
  },
  {
    name: 'standard',
    summary: 'the default: and the changing passes that are safe on any site, plus whatever facts confirm',
    passes: upTo('preserving', 'usual', 'changing'),
    assumesAll: false,
  },
  {
    name: 'changing',
    summary: 'every pass, as if everything were confirmed: for lists that may lose a page',
    passes: upTo('preserving', 'usual', 'changing'),
    assumesAll: true,
  },
  {
    name: 'whatwg',
    summary: "what a client sends: the URL Standard's own serialization, no escape folded",
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
];

/** The profile of that name; undefined where there is none. */
export function profileNamed(name: string): Profile | undefined {
  return PROFILES.find((profile) => profile.name === name);
}
