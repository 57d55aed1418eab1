import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import type { Subject } from '../../src/evidence/evidence.ts';
import type { ClaimKind } from '../../src/facts/claim-kind.ts';
import { assumableDifference, hostOf, pathOf } from './differences.ts';
import { type FormKind, INDEX_NAMES, otherForm, otherIndex, paramsOf, withoutParam } from './forms.ts';
import type { Pair } from './pair.ts';
import { inTurn, rotate } from './samples.ts';

/** The pairs of URLs to examine for one subject, in order. */
export interface Plan {
  readonly subject: Subject;
  readonly pairs: readonly Pair[];
  /** Whether the site does not use the other form, so that the first contradiction is enough. */
  readonly isGuess: boolean;
}

const assuming: Readonly<Record<FormKind, Canonicalizer>> = {
  www: compile({ assume: ['www'] }),
  scheme: compile({ assume: ['scheme'] }),
  slash: compile({ assume: ['slash'] }),
  case: compile({ assume: ['case'] }),
  slashes: compile({ assume: ['slashes'] }),
  order: compile({ assume: ['order'] }),
};

/** How many parameters of a site are examined, the most frequent first. */
const MAX_PARAMS = 12;

/** The plans for a kind of claim. */
export function plansFor(kind: Exclude<ClaimKind, 'ip'>, root: string, pages: readonly string[]): readonly Plan[] {
  switch (kind) {
    case 'www':
    case 'scheme':
      // The root shows immediately whether there is a rule at all.
      return formPlans(kind, [root, ...bareFirst(pages.filter((url) => url !== root))]);
    case 'slash':
    case 'case':
    case 'slashes':
      return formPlans(kind, rotate(pages.filter((url) => !hasQuery(url))));
    case 'order':
      return formPlans(kind, rotate(pages.filter(hasQuery)));
    case 'index':
      return INDEX_NAMES.flatMap((name) => indexPlans(name, [root, ...pages.filter((url) => url !== root)]));
    case 'param':
      return paramPlans(pages.filter(hasQuery)).filter(({ subject }) => subject.kind === 'param');
    case 'default-param':
      return paramPlans(pages.filter(hasQuery)).filter(({ subject }) => subject.kind === 'default-param');
  }
}

/** The pair of a URL and its other form; null if they do not differ, or differ in more than that kind. */
export function formPair(kind: FormKind, page: string): Pair | null {
  const tried = otherForm(kind, page);
  const found = tried === null ? null : assumableDifference(tried, page);
  if (tried === null || found?.kind !== kind) return null;
  return { subject: { kind, host: found.host, about: found.about }, page, tried, canonicalizer: assuming[kind] };
}

function formPlans(kind: FormKind, pages: readonly string[]): readonly Plan[] {
  const pairs = pages.flatMap((page) => formPair(kind, page) ?? []);
  return planOf(pairs, false);
}

/** The pair of a page and the same URL without what the subject is about; nothing if there is no such URL. */
function pairAbout(kind: ClaimKind, about: string, page: string, tried: string | null): readonly Pair[] {
  if (tried === null) return [];
  const host = hostOf(page);
  const canonicalizer = compile({ facts: [{ kind, host, value: about }] });
  return [{ subject: { kind, host, about }, page, tried, canonicalizer }];
}

function planOf(pairs: readonly Pair[], isGuess: boolean): readonly Plan[] {
  const [first] = pairs;
  return first === undefined ? [] : [{ subject: first.subject, pairs, isGuess }];
}

function indexPlans(name: string, pages: readonly string[]): readonly Plan[] {
  const named = pages.filter((page) => pathOf(page).endsWith(`/${name}`));
  const folders = pages.filter((page) => pathOf(page).endsWith('/'));
  const pairs = [...rotate(named), ...folders.slice(0, 1), ...rotate(folders.slice(1))].flatMap((page) =>
    pairAbout('index', name, page, otherIndex(name, page)),
  );
  return planOf(pairs, named.length === 0);
}

interface ParamUse {
  readonly page: string;
  readonly param: string;
}

function paramPlans(pages: readonly string[]): readonly Plan[] {
  const all = pages.flatMap((page) => paramsOf(page).map((param) => ({ page, ...param })));
  const uses = Map.groupBy(all, ({ name }) => name);
  const frequent = [...uses].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_PARAMS);
  return frequent.flatMap(([name, used]) => paramPlan(name, used));
}

/**
 * A parameter that always has one value may be the default. One with several values must make no difference with any of
 * them.
 */
function paramPlan(name: string, uses: readonly ParamUse[]): readonly Plan[] {
  const byValue = [...Map.groupBy(uses, ({ param }) => param)].map(
    ([param, used]) => [param, rotate(used.map(({ page }) => page))] as const,
  );
  const single = byValue.length === 1 ? (byValue[0]?.[0] ?? '') : '';
  const [kind, about] = single.includes('=') ? (['default-param', single] as const) : (['param', name] as const);
  const used = new Set(inTurn(byValue.map(([, values]) => values)));
  const pairs = [...used].flatMap((page) => pairAbout(kind, about, page, withoutParam(page, name)));
  return planOf(pairs, false);
}

/** Some sites name all their pages by queries. */
function bareFirst(pages: readonly string[]): readonly string[] {
  return [false, true].flatMap((queried) => rotate(pages.filter((url) => hasQuery(url) === queried)));
}

function hasQuery(url: string): boolean {
  return url.includes('?');
}
