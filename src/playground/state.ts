import type { CanonOptions } from '../canon/options.ts';
import { PROFILES, profileNamed } from '../canon/profiles.ts';
import { KEEP_RULES, type KeepRule } from '../dedup.ts';
import { checkFacts } from '../facts/check.ts';
import { describeFact } from '../facts/describe-fact.ts';
import type { Fact } from '../facts/facts.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../facts/site-facts.ts';
import { withoutCredentials, withoutUserinfo } from '../url/credentials.ts';

/** The views of the page, in their order. */
export const VIEWS = ['urls', 'compare', 'dedup'] as const;
/** One of {@link VIEWS}. */
export type View = (typeof VIEWS)[number];

/** What the page shows: all that a link to it carries. */
export interface State {
  readonly view: View;
  /** The URLs to canonicalize and to deduplicate, one per line. */
  readonly urls: string;
  /** The two URLs to compare. */
  readonly a: string;
  readonly b: string;
  /** The name of the profile. */
  readonly profile: string;
  /** The scheme for lines without one; empty for none. */
  readonly scheme: string;
  /** Kinds of facts to assume for every site. */
  readonly assume: readonly AssumableFact[];
  /** The form of hosts and the scheme, if assumed. */
  readonly toWww: 'add' | 'remove';
  readonly toScheme: 'http' | 'https';
  /** Facts about single sites. */
  readonly facts: readonly Fact[];
  /** Which URL of a group stays. */
  readonly keep: KeepRule;
}

/** The empty page. */
export const EMPTY: State = {
  view: 'urls',
  urls: '',
  a: '',
  b: '',
  profile: 'standard',
  scheme: '',
  assume: [],
  toWww: 'remove',
  toScheme: 'https',
  facts: [],
  keep: 'first',
};

/** The version of fragments. A page reads only its own. */
const VERSION = '1';
/** A longer list is not for a link: programs that pass links on cut them. In characters. */
const MAX_LIST = 8000;
/** Longer fragments are not read. In characters. */
const MAX_FRAGMENT = 200_000;
const MAX_FACTS = 200;

const SCHEMES = ['', 'http', 'https'];
const FORMS = ['add', 'remove'] as const;
const PROTOCOLS = ['http', 'https'] as const;

/** A state as the fragment of a link. */
export interface Link {
  /** With its `#`. */
  readonly fragment: string;
  /** What the link leaves out, in words. */
  readonly leftOut: readonly ('credentials' | 'list')[];
}

/** The link to a state. It names only what differs from the empty page, and never a user name or password. */
export function linkTo(state: State): Link {
  const hasList = state.urls.length <= MAX_LIST;
  const texts = { urls: hasList ? state.urls : '', a: state.a, b: state.b };
  const bare = {
    urls: eachLine(texts.urls, withoutPassword),
    a: withoutPassword(texts.a),
    b: withoutPassword(texts.b),
  };
  const { assume, facts, ...plain } = { ...state, ...bare };
  const params = new URLSearchParams({ v: VERSION });
  for (const [name, value] of Object.entries(plain)) if (value !== Reflect.get(EMPTY, name)) params.set(name, value);
  if (assume.length > 0) params.set('assume', assume.join(' '));
  for (const fact of facts) params.append('fact', describeFact(fact));
  const isBare = texts.urls === bare.urls && texts.a === bare.a && texts.b === bare.b;
  return {
    fragment: `#${params}`,
    leftOut: [...(isBare ? [] : (['credentials'] as const)), ...(hasList ? [] : (['list'] as const))],
  };
}

/** Why a fragment cannot be read, in one line for people. */
export class FragmentProblem {
  /** The reason and the remedy. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * The state that a fragment names.
 *
 * @param fragment with or without its `#`; anybody may have written it
 * @returns a problem if it is not one that {@link linkTo} writes
 */
export function readFragment(fragment: string): State | FragmentProblem {
  const text = fragment.replace(/^#/, '');
  if (text === '') return EMPTY;
  if (text.length > MAX_FRAGMENT) return damaged('it is too long');
  const params = new URLSearchParams(text);
  const version = params.get('v');
  if (version === null) return damaged('it names no version');
  if (version !== VERSION) return damaged(`it is of version ${shorten(version)}, and this page reads ${VERSION}`);
  params.delete('v');
  const single = [...params.keys()].filter((name) => name !== 'fact');
  const wrong = single.find((name, at) => !Object.hasOwn(EMPTY, name) || single.indexOf(name) < at);
  if (wrong !== undefined) return damaged(`"${shorten(wrong)}" is not a setting of this page, or is there twice`);
  return readSettings(params);
}

function readSettings(params: URLSearchParams): State | FragmentProblem {
  const text = (name: 'urls' | 'a' | 'b' | 'profile' | 'scheme'): string => params.get(name) ?? EMPTY[name];
  const view = choice(params, 'view', VIEWS, EMPTY.view);
  const toWww = choice(params, 'toWww', FORMS, EMPTY.toWww);
  const toScheme = choice(params, 'toScheme', PROTOCOLS, EMPTY.toScheme);
  const keep = choice(params, 'keep', KEEP_RULES, EMPTY.keep);
  const named = (params.get('assume') ?? '').split(' ').filter(Boolean);
  const assume = ASSUMABLE_FACTS.filter((kind) => named.includes(kind));
  const facts = params.getAll('fact').map(readFact);
  if (view === null) return damaged('its view does not exist');
  if (profileNamed(text('profile')) === undefined) {
    return damaged(`its profile is not one of ${PROFILES.map(({ name }) => name).join(', ')}`);
  }
  if (!SCHEMES.includes(text('scheme'))) return damaged('its scheme is neither http nor https');
  if (toWww === null || toScheme === null || keep === null) return damaged('one of its settings has an unknown value');
  if (assume.length < named.length) return damaged(`it assumes other facts than ${ASSUMABLE_FACTS.join(', ')}`);
  const problem = facts.length > MAX_FACTS ? `it has more than ${MAX_FACTS} facts` : factsProblem(facts);
  if (problem !== null) return damaged(problem);
  const [urls, a, b, profile, scheme] = [text('urls'), text('a'), text('b'), text('profile'), text('scheme')];
  return { view, urls, a, b, profile, scheme, assume, toWww, toScheme, facts, keep };
}

/** The value of a setting with few values; null if it is not one of them. */
function choice<T extends string>(params: URLSearchParams, name: string, known: readonly T[], usual: T): T | null {
  const value = params.get(name);
  return value === null ? usual : (known.find((each) => each === value) ?? null);
}

/** Reads what {@link describeFact} writes. The result is not checked yet. */
function readFact(line: string): Fact {
  const [, kind = '', place = '', value] = /^(\S*) (\S*)(?: (.*))?$/s.exec(line) ?? [];
  const slash = place.indexOf('/');
  const host = slash < 0 ? place : place.slice(0, slash);
  const more = { ...(slash >= 0 && { path: place.slice(slash) }), ...(value !== undefined && { value }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checkFacts refuses other kinds
  return { kind: kind as Fact['kind'], host, ...more };
}

/** Why these facts cannot be used together, in one line; null if they can. */
export function factsProblem(facts: readonly Fact[]): string | null {
  const [first] = checkFacts(facts);
  if (first === undefined) return null;
  const [, number = '', field = ''] = /^facts\[(\d+)\](?:\.(\w+))?/.exec(first.at) ?? [];
  const fact = facts[Number(number)];
  const about = fact === undefined ? first.at : shorten(describeFact(fact));
  const message = first.message.replace(/facts\[(\d+)\]/g, (_, at) => `the fact ${Number(at) + 1}`);
  return `the fact “${about}”: ${field === '' ? '' : `its ${field}: `}${message}`;
}

/** How the library canonicalizes in this state. */
export function optionsOf({ profile, scheme, assume, toWww, toScheme, facts }: State): CanonOptions {
  const everything = profileNamed(profile)?.assumesAll === true;
  return {
    profile,
    assume,
    ...((everything || assume.includes('www')) && { toWww }),
    ...((everything || assume.includes('scheme')) && { toScheme }),
    facts,
    ...(scheme !== '' && { defaultScheme: scheme }),
  };
}

/** `ann:secret@example.com`: to the URL Standard a URL of the scheme `ann`, to people a password. */
const BARE_PASSWORD = /^\s*(?!(?:mailto|sips?|xmpp|acct):)[^\s/?#@:]+:[^\s/?#@]*@(?=[^\s/?#@])/i;

function withoutPassword(line: string): string {
  return withoutCredentials(withoutUserinfo(line)).replace(BARE_PASSWORD, '');
}

function eachLine(text: string, change: (line: string) => string): string {
  return text.split('\n').map(change).join('\n');
}

function damaged(why: string): FragmentProblem {
  return new FragmentProblem(
    `This page cannot read the settings in its address: ${why}. It starts empty; ask for a new link.`,
  );
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
