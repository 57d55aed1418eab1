import { describe, expect, it } from 'vitest';
import { Gathering } from '../../../crawler/evidence/gathering.ts';
import type { Evidence, Subject } from '../../../src/evidence/evidence.ts';
import type { ClaimKind } from '../../../src/facts/claim-kind.ts';

let at = 0;

/** A pair of pages that were compared, unless said otherwise. */
function piece(kind: ClaimKind, about: string | null, change: Partial<Evidence> = {}): Evidence {
  const subject = { kind, host: 'example.com', about, path: '/s/a', target: null } as const;
  const seen = { source: 'content', supports: true, seen: 'same-text', hops: [], by: 'crawl' } as const;
  return { ...subject, ...seen, url: 'http://example.com/s/a?x', page: 'http://example.com/s/a', at: ++at, ...change };
}

const AGAINST = { supports: false, seen: 'other-text' } as const;
const REDIRECT = { source: 'permanent-redirect', seen: 'redirects' } as const;
const DECLARED = { source: 'declaration', seen: 'clean-param', url: null, page: null } as const;
const PLACE = { form: null, params: [], path: '/s/a' } as const;
const SORT: Subject = { kind: 'param', host: 'example.com', about: 'sort' };

/** What is handed on of pieces, each with the parameters of its pair. */
function kept(
  pieces: readonly (readonly [piece: Evidence, ...params: string[]])[],
  unclear: readonly Subject[] = [],
): string[] {
  const gathering = new Gathering(16);
  for (const subject of unclear) gathering.addUnclear({ ...subject, ...PLACE });
  for (const [evidence, ...params] of pieces) gathering.add(evidence, null, params);
  return gathering.finish().map(({ kind, about, supports }) => `${supports ? '+' : '-'} ${kind} ${about}`);
}

describe('a parameter', () => {
  it('is irrelevant only with two values; declarations and contradictions do not add any', () => {
    const one = [piece('param', 'sort'), 'sort=1'] as const;
    expect(kept([one])).toEqual([]);
    expect(kept([one, [piece('param', 'sort'), 'sort=2']])).toHaveLength(2);
    expect(kept([one, [piece('param', 'sort', AGAINST), 'sort=2']])).toEqual(['- param sort']);
    const gathering = new Gathering(16);
    gathering.add(piece('param', 'sort'), null, ['sort=1']);
    gathering.add(piece('param', 'sort', DECLARED));
    expect(gathering.finish()).toMatchObject([{ source: 'declaration' }]);
  });

  it('of which pages are much alike is open, by redirects, too', () => {
    const redirects = [
      [piece('param', 'sort', REDIRECT), 'sort=1'],
      [piece('param', 'sort', REDIRECT), 'sort=2'],
    ] as const;
    expect(kept(redirects)).toHaveLength(2);
    expect(kept(redirects, [SORT])).toEqual([]);
    const slash = piece('slash', null, REDIRECT);
    expect(kept([[slash]], [slash])).toEqual(['+ slash null']);
  });
});

describe('a default', () => {
  const byDefault = piece('default-param', 'sort=1');
  const both = [
    [piece('param', 'sort'), 'sort=1'],
    [piece('param', 'sort'), 'sort=2'],
  ] as const;

  it('is shown by itself, and for each parameter', () => {
    expect(kept([[byDefault]])).toEqual(['+ default-param sort=1']);
    expect(kept([[byDefault], [piece('default-param', 'page=1')]])).toHaveLength(2);
  });

  it('is not given for an irrelevant parameter', () => {
    expect(kept([[byDefault], ...both])).toEqual(['+ param sort', '+ param sort']);
  });

  it('is shown where the parameter makes a difference, or may make one', () => {
    expect(kept([[byDefault], [piece('param', 'sort'), 'sort=1']])).toEqual(['+ default-param sort=1']);
    expect(kept([[byDefault], ...both], [SORT])).toEqual(['+ default-param sort=1']);
    expect(kept([[byDefault], ...both, [piece('param', 'sort', AGAINST)]])).toContain('+ default-param sort=1');
  });

  it('is not given if two values look like it, but what contradicts one of them is', () => {
    const other = piece('default-param', 'sort=2');
    expect(kept([[byDefault], [other]])).toEqual([]);
    expect(kept([[byDefault], [other], [piece('default-param', 'sort=2', AGAINST)]])).toEqual([
      '- default-param sort=2',
    ]);
    expect(kept([[byDefault], [piece('default-param', 'sort=2', AGAINST)]])).toHaveLength(2);
  });
});

describe('what is gathered', () => {
  const MANY = 50_000;

  it('is of fifty thousand sections at most, and those go on to be added to', () => {
    const gathering = new Gathering(16);
    for (let n = 0; n <= MANY; n++) gathering.add(piece('slash', null, { path: `/s${n}/a/b` }));
    gathering.add(piece('slash', null, { path: '/s7/c/d' }));
    const found = gathering.finish();
    expect(found).toHaveLength(MANY + 1);
    expect(found.at(-1)?.path).toBe('/s7/c/d');
    expect(found.map(({ path }) => path)).not.toContain(`/s${MANY}/a/b`);
  });

  it('is of fifty thousand subjects at most, those in doubt counted', () => {
    const subject = (n: number): Subject => ({ kind: 'param', host: 'example.com', about: `p${n}` });
    const gathering = new Gathering(16);
    for (let n = 0; n < MANY - 1; n++) gathering.addUnclear({ ...subject(n), ...PLACE });
    gathering.add(piece('param', 'last', DECLARED));
    gathering.add(piece('param', 'more', DECLARED), null, ['more=1']);
    gathering.addUnclear({ ...subject(MANY), ...PLACE });
    expect(gathering.finish()).toMatchObject([{ about: 'last' }]);
  });

  it('is the newest of each section and side', () => {
    const gathering = new Gathering(2);
    for (const time of [5, 3, 9, 7, 1]) gathering.add(piece('slash', null, { at: time }));
    expect(gathering.finish().map((each) => each.at)).toEqual([7, 9]);
  });
});
