import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Fetcher, Scope } from '../crawler/index.ts';
import { openSqliteFrontier } from '../db/index.ts';
import { AuditSite, type AuditSources, audit, buildReport } from '../src/audit.ts';
import { dedup, distinct } from '../src/dedup.ts';
import { compare, compile, UnknownOptionError } from '../src/index.ts';
import { compileSlug, explain, hippo, isNormal, wikidot } from '../src/slug.ts';

/** Calls as JavaScript does, without types. */
function call(callee: object, ...given: readonly unknown[]): unknown {
  return typeof callee === 'function' ? Reflect.apply(callee, undefined, given) : undefined;
}

function create(callee: object, ...given: readonly unknown[]): unknown {
  return typeof callee === 'function' ? Reflect.construct(callee, given) : undefined;
}

const scope = { kind: 'host', include: [], exclude: [], maxDepth: null, traps: null };
const slug = { form: 'wikidot', segments: 'all', except: [], tails: [] };
const site = { name: 'x', summary: '', hosts: ['*'], slug };

test.each<readonly [string, () => unknown]>([
  ['unknown option "profil" of compile; did you mean "profile"?', () => call(compile, { profil: 'standard' })],
  ['unknown option "nopass" of compile; did you mean "noPass"?', () => call(compile, { nopass: ['sort-query'] })],
  ['unknown option "pas" in profiles.mine of compile', () => call(compile, { profiles: { mine: { pas: [] } } })],
  ['unknown option "drops" in params of compile', () => call(compile, { params: { drops: ['a'] } })],
  ['unknown option "hosts" in facts[0] of compile', () => call(compile, { facts: [{ kind: 'www', hosts: 'a.b' }] })],
  ['unknown option "host" in sites[0] of compile', () => call(compile, { sites: [{ ...site, host: 'a' }] })],
  [
    'unknown option "tail" in sites[0].slug',
    () => call(compile, { sites: [{ ...site, slug: { ...slug, tail: [] } }] }),
  ],
  ['unknown option "profil" of compare', () => call(compare, 'http://a/', 'http://b/', { profil: 'usual' })],
  ['unknown option "keeps" of dedup; did you mean "keep"?', () => call(dedup, [], { keeps: 'first' })],
  ['unknown option "profil" in canon of dedup', () => call(dedup, [], { canon: { profil: 'usual' } })],
  ['unknown option "profile" of dedup; write canon: { profile: … }', () => call(dedup, [], { profile: 'usual' })],
  ['unknown option "facts" of distinct; write canon: { facts: … }', () => call(distinct, [], { facts: [] })],
  ['unknown option "keep" of distinct', () => call(distinct, [], { keep: 'first' })],
  ['unknown option "varian" of a slug form', () => call(compileSlug, 'hippo', { varian: 'upstream' })],
  ['unknown option "variant" of wikidot', () => call(wikidot, 'a', { variant: 'upstream' })],
  ['unknown option "varian" of hippo', () => call(hippo, 'a', { varian: 'upstream' })],
  ['unknown option "nostep" of a slug form', () => call(explain, 'wikidot', 'a', { nostep: [] })],
  ['unknown option "nostep" of a slug form', () => call(isNormal, 'wikidot', 'a', { nostep: [] })],
  ['unknown option "severity" of audit', () => call(audit, {}, { severity: {} })],
  ['unknown option "rule" of buildReport', () => call(buildReport, {}, [], { rule: [] })],
  [
    'unknown option "entry" of AuditSite.read',
    () => call((sources: AuditSources) => AuditSite.read(sources), { entry: [] }),
  ],
  ['unknown option "timeouts" of Fetcher', () => create(Fetcher, { userAgent: 'a', timeouts: 1 })],
  [
    'unknown option "sgnal" of fetch; did you mean "signal"?',
    () => new Fetcher({ userAgent: 'a' }).fetch('http://127.0.0.1:1/', Object({ sgnal: 1 })),
  ],
  ['unknown option "includes" of Scope', () => create(Scope, [], { ...scope, includes: [] })],
  ['unknown option "similar" in traps of Scope', () => create(Scope, [], { ...scope, traps: { similar: 1 } })],
  [
    'unknown option "readOnly" of openSqliteFrontier; did you mean "readonly"?',
    () => call(openSqliteFrontier, 'refused.dustpan', { readOnly: true }),
  ],
  ['the options of compile are not an object', () => call(compile, 'standard')],
  ['the options of compile are not an object', () => call(compile, null)],
])('%s', async (message, run) => {
  const error: unknown = await (async () => run())().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnknownOptionError);
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ code: 'unknown-option', message: expect.stringContaining(message) });
});

test('no file is created', () => {
  expect(existsSync('refused.dustpan')).toBe(false);
});

test('names that every object has are refused too', () => {
  expect(() => call(compile, { toString: 'x' })).toThrow('unknown option "toString" of compile');
});

test('a user name in an unknown name is not repeated', () => {
  expect(() => call(compile, { 'http://ann:secret@h/': 1 })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  );
});

test.each<readonly [string, () => unknown]>([
  ['the option timeout of Fetcher is not a number', () => create(Fetcher, { userAgent: 'a', timeout: '5s' })],
  ['the option maxBytes of Fetcher is not a number', () => create(Fetcher, { userAgent: 'a', maxBytes: '1M' })],
  ['what is given as proxy is not a proxy', () => create(Fetcher, { userAgent: 'a', proxy: ['http://proxy.example'] })],
  ['the kind of Scope does not exist; did you mean "host"?', () => create(Scope, [], { ...scope, kind: 'hosst' })],
])('%s: a value that an option cannot have is refused', (message, run) => {
  expect(run).toThrow(message);
});
