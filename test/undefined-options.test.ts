/** Options that are `undefined` count as left out. The compiler refuses a list that lacks an option. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CRAWL_OPTIONS } from '../crawler/crawl-options.ts';
import { FETCHER_OPTIONS } from '../crawler/fetch/fetcher.ts';
import { crawl, Fetcher, Scope, type ScopeOptions } from '../crawler/index.ts';
import { openFrontier, openSqliteFrontier } from '../db/index.ts';
import { OPEN_OPTIONS, SQLITE_OPTIONS } from '../db/open.ts';
import { AUDIT_OPTIONS } from '../src/audit/audit.ts';
import { REPORT_OPTIONS } from '../src/audit/build-report.ts';
import { AUDIT_SOURCES } from '../src/audit/site/site.ts';
import { AuditSite, audit, buildReport } from '../src/audit.ts';
import { CANON_OPTIONS } from '../src/canon/options.ts';
import { type DedupOptions, dedup, distinct } from '../src/dedup.ts';
import {
  type CheckPassOptions,
  checkPass,
  compare,
  compile,
  definePass,
  type PassDefinition,
  uniqueKey,
} from '../src/index.ts';
import { compare as lazyCompare, compile as lazyCompile } from '../src/lazy.ts';
import { compileSlug, explain, type HippoOptions, hippo, isNormal, type SlugOptions, wikidot } from '../src/slug.ts';
import { page } from './audit/made-site.ts';
import { temporaryFolder } from './cli/dustpan.ts';
import { links, site } from './crawler/web.ts';

type Optional<T> = { [Name in keyof T]-?: T extends Record<Name, T[Name]> ? never : Name }[keyof T];

/** All options that may be left out, as given with the value `undefined`. */
function undefinedOptions<T>(names: Readonly<Record<Optional<T>, true>>): object {
  return allUndefined(names);
}

function allUndefined(names: object): object {
  return Object.fromEntries(Object.keys(names).map((name) => [name, undefined]));
}

/** Calls as JavaScript does, without types. */
function call(callee: object, ...given: readonly unknown[]): unknown {
  return typeof callee === 'function' ? Reflect.apply(callee, undefined, given) : undefined;
}

const CANON = allUndefined(CANON_OPTIONS);
const DEDUP = undefinedOptions<DedupOptions<string>>({ canon: true, keep: true, urlOf: true, onReject: true });
const { keep: _, ...DISTINCT } = Object(DEDUP);
const SLUG = undefinedOptions<SlugOptions>({ variant: true, noStep: true });
const REPORT = allUndefined(REPORT_OPTIONS);
const AUDIT = allUndefined(AUDIT_OPTIONS);
const SOURCES = allUndefined(AUDIT_SOURCES);
const URL_TEXT = 'HTTP://www.Example.com:80/%7Eann/./index.html?utm_source=x&b=%c3%a9#top';
const LIST = ['http://a.example/#1', 'http://a.example/', 'http://b.example/'];
const DEFINITION: PassDefinition = { name: 'drop-x', class: 'changing', summary: 'x', apply: (url) => url };

async function* each<T>(...values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

const auditedSite = (more: object): Promise<AuditSite> =>
  AuditSite.read({ ...more, entries: each(page('http://a.example/', '<p>a')), links: each(), canon: {} });

describe('are as if left out', () => {
  test.each<readonly [string, (options: object) => unknown, object]>([
    ['compile', (options) => Object(call(compile, options)).trace(URL_TEXT), CANON],
    ['compare', (options) => call(compare, URL_TEXT, 'http://example.com/', options), CANON],
    ['uniqueKey', (options) => call(uniqueKey, URL_TEXT, options), CANON],
    ['compile of lazy', async (options) => Object(await call(lazyCompile, options)).key(URL_TEXT), CANON],
    ['compare of lazy', (options) => call(lazyCompare, URL_TEXT, 'http://example.com/', options), CANON],
    ['dedup', (options) => Array.fromAsync(dedup(LIST, options)), DEDUP],
    ['canon of dedup', (options) => Array.fromAsync(dedup(LIST, { canon: options })), CANON],
    ['distinct', (options) => Array.fromAsync(distinct(LIST, options)), DISTINCT],
    ['wikidot', (options) => call(wikidot, 'A B', options), { noStep: undefined }],
    ['hippo', (options) => call(hippo, 'A B', options), undefinedOptions<HippoOptions>({ variant: true })],
    ['compileSlug', (options) => Object(call(compileSlug, 'hippo', options)).slug('A B'), SLUG],
    ['explain', (options) => call(explain, 'hippo', 'A B', options), SLUG],
    ['isNormal', (options) => call(isNormal, 'hippo', 'A B', options), SLUG],
    [
      'checkPass',
      (options) => call(checkPass, DEFINITION, { urls: 100, ...options }),
      undefinedOptions<Omit<CheckPassOptions, 'urls'>>({ seed: true, examples: true }),
    ],
    [
      'definePass',
      (options) => definePass({ ...DEFINITION, ...options }),
      undefinedOptions<PassDefinition>({ needs: true, reference: true, examples: true, version: true }),
    ],
    ['audit', async (options) => call(audit, await auditedSite({}), options), AUDIT],
    ['AuditSite.read', async (options) => audit(await auditedSite(options)), SOURCES],
    [
      'buildReport',
      async (options) => ({ ...Object(call(buildReport, await auditedSite({}), [], options)), createdAt: null }),
      REPORT,
    ],
  ])('%s', async (_name, run, options) => {
    expect(await run(options)).toEqual(await run({}));
  });

  test('of a fact, a profile, parameters and a kind of site', () => {
    const slug = { form: 'wikidot', segments: 'all', except: [], tails: [] };
    const options = (more: object, variant: object): unknown =>
      Object(
        call(compile, {
          profile: 'mine',
          profiles: { mine: more },
          facts: [{ kind: 'www', host: 'example.com', path: undefined, value: 'remove' }],
          params: { drop: undefined, keep: undefined, rules: undefined },
          sites: [{ name: 'x', summary: '', hosts: ['*.example'], slug: { ...slug, ...variant } }],
        }),
      ).key(URL_TEXT);
    const given = { extends: undefined, pass: undefined, noPass: undefined, assume: undefined, toWww: undefined };
    expect(options(given, { variant: undefined })).toBe(options({}, {}));
  });

  test('openFrontier and openSqliteFrontier', async () => {
    const open = allUndefined(OPEN_OPTIONS);
    const sqlite = allUndefined(SQLITE_OPTIONS);
    const path = join(temporaryFolder(), 'a.dustpan');
    for (const frontier of [await openFrontier(path, open), await openSqliteFrontier(`${path}2`, sqlite)]) {
      await frontier.setMeta('a', 'b');
      expect(await frontier.getMeta('a')).toBe('b');
      await frontier.close();
    }
  });

  test('crawl', async () => {
    const options = allUndefined(CRAWL_OPTIONS);
    const { origin, requests } = await site({ '/': links('/a?utm_source=x', '/a'), '/a?utm_source=x': 'a' });
    const { progress } = await crawl(`${origin}/`, options).finish();
    expect(progress).toMatchObject({ pages: 2, failed: 0 });
    expect(requests.toSorted()).toEqual(['/', '/a?utm_source=x']);
  });

  test('Fetcher and its requests, and Scope', async () => {
    const options = allUndefined(FETCHER_OPTIONS);
    const { origin } = await site({ '/': 'x' });
    const fetcher = new Fetcher({ ...options, userAgent: 'a', allowPrivate: true });
    const request = {
      wantBody: undefined,
      signal: undefined,
      maxBytes: undefined,
      headers: undefined,
      share: undefined,
    };
    expect(await fetcher.fetch(`${origin}/`, Object(request))).toMatchObject({ kind: 'response', status: 200 });
    await fetcher.close();
    const limits = { kind: 'host', include: [], exclude: [], maxDepth: null, traps: null } as const;
    const sample = undefinedOptions<ScopeOptions>({ sample: true });
    expect(() => new Scope([], { ...limits, ...sample })).not.toThrow();
  });
});
