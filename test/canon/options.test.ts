import { describe, expect, test } from 'vitest';
import { compile } from '../../src/canon/canonicalizer.ts';
import { type CanonOptions, CanonOptionsError, expandProfile, resolveOptions } from '../../src/canon/options.ts';
import type { Fact } from '../../src/facts/facts.ts';
import type { SiteProfile } from '../../src/facts/site-profile.ts';
import type { PassDefinition } from '../../src/passes/custom.ts';

const WIKI = {
  name: 'wiki',
  summary: 'a wiki',
  hosts: ['wiki.example'],
  slug: { form: 'wikidot', segments: 'first', except: ['feed'], tails: ['forum/t-*'] },
} satisfies SiteProfile;

const passes = (options: CanonOptions): readonly string[] => resolveOptions(options).passes.map(({ name }) => name);

describe('options are refused with the place and what to do', () => {
  test.each<[CanonOptions, string]>([
    [{ pass: ['drop-fragmnt'] }, 'unknown pass "drop-fragmnt"; did you mean "drop-fragment"?'],
    [{ noPass: ['none'] }, 'unknown pass "none"'],
    [{ profile: 'standrd' }, 'unknown profile "standrd"; did you mean "standard"?'],
    [{ profile: 'mine', profiles: { mine: { extends: 'other' } } }, 'unknown built-in profile "other"'],
    [{ assume: ['slash', 'mobile'] }, 'unknown fact to assume "mobile"'],
    [{ facts: [{ kind: 'slash', host: 'a.example' }] }, 'facts[0].value: is missing'],
    [{ params: { drop: ['a', '*'] } }, 'params.drop[1]: matches every parameter'],
    [{ params: { keep: ['a=1'] } }, 'params.keep[0]: "a=1" is not just a name'],
    [{ indexNames: ['index.html', 'home'] }, 'indexNames[1]: "home" has no dot'],
    [
      {
        sites: [
          { name: 'x', summary: '', hosts: ['*'], slug: { form: 'wiki', segments: 'all', except: [], tails: [] } },
        ],
      },
      'unknown slug form "wiki"',
    ],
  ])('%j', (options, message) => {
    expect(() => resolveOptions(options)).toThrow(CanonOptionsError);
    expect(() => resolveOptions(options)).toThrow(message);
  });
});

describe('values of a wrong type are refused with the place and what to do', () => {
  test.each<[object, string]>([
    [{ toScheme: 'HTTPS' }, 'unknown toScheme "HTTPS"; did you mean "https"? (choose from http, https)'],
    [{ toScheme: 'gopher' }, 'unknown toScheme "gopher"; choose from http, https'],
    [{ toWww: 'Remove' }, 'unknown toWww "Remove"; did you mean "remove"? (choose from add, remove)'],
    [{ pass: 'drop-fragment' }, 'pass: is not a list of names; write them in [ ]'],
    [{ noPass: [1] }, 'noPass: is not a list of names; write them in [ ]'],
    [{ facts: {} }, 'facts: is not a list; write it in [ ]'],
    [{ passes: 'mine' }, 'passes: is not a list; write it in [ ]'],
    [{ defaultScheme: null }, '"null" is not a valid scheme'],
    [{ defaultScheme: 'a b' }, '"a b"'],
    [
      { profiles: { standard: { pass: ['sort-query'] } } },
      'profiles.standard: is the name of a built-in profile; choose another name',
    ],
    [{ profiles: { mine: { assume: 'www' } } }, 'profiles.mine.assume: is not a list of names; write them in [ ]'],
    [{ profiles: { mine: { toWww: '' } } }, 'unknown profiles.mine.toWww ""; choose from add, remove'],
    [{ profile: null }, 'profile: is not text; write it in quotes'],
    [{ profiles: null }, 'profiles: is not an object; write { name: { … } }'],
    [{ profiles: { mine: { extends: 'usal' } } }, 'unknown profiles.mine.extends "usal"; did you mean "usual"?'],
    [{ profiles: { mine: { extends: 'yours' }, yours: {} } }, 'unknown profiles.mine.extends "yours"; choose from'],
    [{ profiles: { mine: { extends: null } } }, 'profiles.mine.extends: is not text; write it in quotes'],
    [
      { profiles: { mine: { noPass: ['drop-fragmet'] } } },
      'unknown pass "drop-fragmet"; did you mean "drop-fragment"?',
    ],
    [{ profiles: { mine: { assume: ['ww'] } } }, 'unknown fact to assume "ww"; did you mean "www"?'],
    [{ toWww: 'add' }, 'toWww: has no effect unless www is assumed; add "www" to assume, or remove toWww'],
    [{ toWww: 'remove', assume: ['scheme'] }, 'toWww: has no effect unless www is assumed'],
    [{ toScheme: 'http', assume: ['www'] }, 'toScheme: has no effect unless scheme is assumed'],
    [{ profile: 'mine', profiles: { mine: { toScheme: 'http' } } }, 'toScheme: has no effect unless scheme is assumed'],
    [{ params: { rules: {} } }, 'params.rules: are not rules; write the rules of loadParamLists'],
    [{ facts: [{ kind: 'www', value: 'add' }] }, 'facts[0].host: is not text; write it in quotes'],
    [{ indexNames: 'home.html' }, 'indexNames: is not a list of names; write them in [ ]'],
    [{ params: { drop: 'from' } }, 'params.drop: is not a list of names; write them in [ ]'],
    [{ facts: [{ kind: 'www', host: 1, value: 'add' }] }, 'facts[0].host: is not text; write it in quotes'],
    [{ sites: [{ ...WIKI, hosts: undefined }] }, 'sites[0].hosts: is not a list of names; write them in [ ]'],
    [
      { sites: [{ ...WIKI, hosts: ['wiki.example', '*.Bücher.example'] }] },
      'sites[0].hosts[1]: "*.Bücher.example" is not in canonical form; write "*.xn--bcher-kva.example"',
    ],
    [
      { sites: [{ ...WIKI, hosts: ['https://wiki.example/'] }] },
      'sites[0].hosts[0]: "https://wiki.example/" is not a host pattern; write example.com, *.example.com or *',
    ],
    [{ sites: [{ ...WIKI, hosts: ['*wiki.example'] }] }, 'sites[0].hosts[0]: "*wiki.example" is not a host pattern'],
    [{ sites: [WIKI, { ...WIKI, hosts: '*' }] }, 'sites[1].hosts: is not a list of names; write them in [ ]'],
    [{ sites: [{ ...WIKI, slug: { form: 'wikidot' } }] }, 'sites[0].slug.except: is not a list of names'],
    [{ sites: [{ ...WIKI, slug: { ...WIKI.slug, form: 1 } }] }, 'sites[0].slug.form: is not text; write it in quotes'],
    [
      { sites: [{ ...WIKI, slug: { ...WIKI.slug, segments: 'last' } }] },
      'sites[0].slug.segments: is not valid; choose from first, all',
    ],
  ])('%j', (options, message) => {
    const compiled = (): unknown => Reflect.apply(compile, undefined, [options]);
    expect(compiled).toThrow(CanonOptionsError);
    expect(compiled).toThrow(message);
  });
});

test('what the caller changes after compile changes no key', () => {
  const options = {
    sites: [structuredClone(WIKI)],
    facts: [{ kind: 'www', host: 'a.example', value: 'remove' } satisfies Fact],
    params: { drop: ['from'], keep: ['utm_id'] },
    indexNames: ['home.html'],
    passes: [{ name: 'own', class: 'usual', summary: 'own', apply: (url) => url } satisfies PassDefinition],
    assume: ['index'],
    noPass: ['drop-fragment'],
  };
  const { canonicalize } = compile(options);
  const urls = ['http://wiki.example/A_B', 'http://www.a.example/home.html?from=1&utm_id=1&x=1#top'];
  const before = urls.map(canonicalize);
  expect(before).toEqual(['http://wiki.example/a-b', 'http://a.example/?utm_id=1&x=1#top']);
  for (const { hosts, slug } of options.sites) {
    hosts[0] = 'other.example';
    slug.except.push('*');
    slug.form = 'hippo';
  }
  for (const fact of options.facts) fact.host = 'b.example';
  options.params.drop.push('x');
  for (const list of Object.values(options)) if (Array.isArray(list)) list.length = 0;
  expect(urls.map(canonicalize)).toEqual(before);
});

describe('the passes', () => {
  test('are those of the profile, and none that is dropped', () => {
    expect(passes({})).toContain('drop-fragment');
    expect(passes({ noPass: ['drop-fragment'] })).not.toContain('drop-fragment');
    expect(passes({ profile: 'usual' })).not.toContain('drop-fragment');
    expect(passes({ profile: 'usual', pass: ['drop-fragment'] })).toContain('drop-fragment');
  });

  test('of an assumed fact run with any profile', () => {
    expect(passes({ profile: 'preserving' })).not.toContain('lowercase-path');
    expect(passes({ profile: 'preserving', assume: ['case'] })).toContain('lowercase-path');
  });

  test('that are added take the form that is wanted of the fact that they need', () => {
    const { canonicalize } = compile({ pass: ['fold-www'], toWww: 'add' });
    expect(canonicalize('http://a.example/')).toBe('http://www.a.example/');
  });

  test('that are added assume the fact that they need', () => {
    expect(resolveOptions({ profile: 'preserving', pass: ['lowercase-path'] }).assumptions.kinds).toEqual(['case']);
  });
});

test('assumptions have the usual forms unless others are wanted', () => {
  expect(resolveOptions({}).assumptions).toEqual({ kinds: [], www: 'remove', scheme: 'https', everything: false });
  const { assumptions, defaultScheme } = resolveOptions({
    profile: 'changing',
    toWww: 'add',
    toScheme: 'http',
    indexNames: ['Home.HTML'],
    defaultScheme: 'http',
  });
  expect(assumptions).toMatchObject({ www: 'add', scheme: 'http', everything: true });
  expect(assumptions.indexNames).toEqual(new Set(['home.html']));
  expect(defaultScheme).toBe('http');
});

describe('a profile of the user', () => {
  const profiles = {
    mine: { extends: 'usual', pass: ['drop-fragment'], noPass: ['drop-host-dot'], assume: ['www'], toWww: 'add' },
  } as const;

  test('becomes a built-in one with its changes', () => {
    expect(expandProfile({ profile: 'mine', profiles })).toEqual({
      profile: 'usual',
      pass: ['drop-fragment'],
      noPass: ['drop-host-dot'],
      assume: ['www'],
      toWww: 'add',
    });
  });

  test('gives way to the options themselves', () => {
    const options = {
      profile: 'mine',
      profiles,
      pass: ['drop-host-dot'],
      noPass: ['drop-fragment'],
      toWww: 'remove',
    } as const;
    expect(expandProfile(options)).toMatchObject({ noPass: ['drop-fragment'], toWww: 'remove' });
    expect(passes(options)).toContain('drop-host-dot');
    expect(passes(options)).not.toContain('drop-fragment');
  });

  test('keeps what an undefined option leaves open', () => {
    const undefinedOptions = Object.fromEntries(
      ['pass', 'noPass', 'assume', 'toWww', 'toScheme', 'facts', 'passes'].map((name) => [name, undefined]),
    );
    expect(expandProfile({ ...undefinedOptions, profile: 'mine', profiles })).toEqual(
      expandProfile({ profile: 'mine', profiles }),
    );
    expect(Object.keys(expandProfile({ ...undefinedOptions }))).toEqual([]);
  });
});
