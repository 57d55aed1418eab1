import { describe, expect, it } from 'vitest';
import { redirectSource } from '../../../crawler/evidence/observed.ts';
import { fetchStateOf } from '../../../crawler/evidence/pages.ts';
import { redirectEvidence } from '../../../crawler/evidence/redirected.ts';
import type { Entry } from '../../../db/store.ts';
import { entry } from './entries.ts';

const URL = 'http://example.com/a';

describe('the fetch state of an entry', () => {
  const stateWith = (change: Partial<Entry>): unknown => fetchStateOf(entry(URL, change));

  it('is a page where the server sent one, also as an alias by its canonical', () => {
    expect(stateWith({ state: 'done', status: 200 })).toBe('page');
    expect(stateWith({ state: 'done', status: 200, aliasBy: 'canonical' })).toBe('page');
    expect(stateWith({ state: 'done', status: 204 })).toBeNull();
  });

  it('is open until it is fetched', () => {
    expect(stateWith({ state: 'queued' })).toBe('unfetched');
    expect(stateWith({ state: 'leased' })).toBe('unfetched');
  });

  it('is gone where a request failed with a status that says so', () => {
    expect(stateWith({ state: 'failed', status: 404 })).toBe('gone');
    expect(stateWith({ state: 'failed', status: 410 })).toBe('gone');
    expect(stateWith({ state: 'failed', status: 500 })).toBeNull();
    expect(stateWith({ state: 'skipped', status: 404 })).toBeNull();
  });

  it('is null for sitemaps and redirects', () => {
    const fetched = { state: 'done', status: 200 } as const;
    expect(stateWith({ ...fetched, role: 'sitemap' })).toBeNull();
    expect(stateWith({ ...fetched, aliasBy: 'redirect' })).toBeNull();
  });

  it('is merged for a page that a claim took for another one', () => {
    expect(stateWith({ state: 'done', status: 200, aliasBy: 'equivalence' })).toBe('merged');
    expect(stateWith({ state: 'done', status: 301, aliasBy: 'equivalence' })).toBeNull();
    expect(stateWith({ state: 'skipped', aliasBy: 'equivalence' })).toBeNull();
    expect(stateWith({ state: 'queued', aliasBy: 'equivalence' })).toBeNull();
  });
});

describe('a redirect', () => {
  it('is that of the first URL while another one waits to be fetched', () => {
    const target = entry(`${URL}/`, { state: 'done', status: 200 });
    const end = { status: 302, aliasBy: 'redirect', firstFailure: 'http-302', finalUrl: `${URL}?b` } as const;
    const urlIn = (state: Entry['state']): unknown =>
      redirectEvidence(entry(URL, { ...end, state, location: target.url }), target)?.evidence.url;
    expect(urlIn('queued')).toBe(URL);
    expect(urlIn('leased')).toBe(URL);
  });

  it('is permanent or temporary by its status', () => {
    expect([301, 308].map(redirectSource)).toEqual(['permanent-redirect', 'permanent-redirect']);
    expect([302, 303, 307].map(redirectSource)).toEqual(Array(3).fill('temporary-redirect'));
  });

  it('is evidence only if its status is that of one', () => {
    const target = entry(`${URL}/`, { state: 'done', status: 200 });
    const from = (status: number | null): Entry => entry(URL, { state: 'done', status });
    expect(redirectEvidence(from(301), target)?.evidence.source).toBe('permanent-redirect');
    const named = { ...from(301), location: `${target.url}?utm_source=x` };
    expect(redirectEvidence(named, target)?.evidence).toMatchObject({
      page: named.location,
      hops: [{ status: 301, location: named.location }],
    });
    expect([null, 200, 300, 304].map((status) => redirectEvidence(from(status), target))).toEqual(Array(4).fill(null));
  });
});
