import { describe, expect, it } from 'vitest';
import { cleanParamEvidence, noVarySearchEvidence } from '../../../crawler/evidence/declarations.ts';
import type { Entry } from '../../../db/store.ts';
import type { NoVarySearch } from '../../../src/audit/site/page-record.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { frontierOf, page } from './entries.ts';

const URL = 'http://example.com/p?a=1';

describe('No-Vary-Search', () => {
  const declared = (noVarySearch: Partial<NoVarySearch>, url = URL): readonly Evidence[] => {
    const whole = { params: [], except: [], keyOrder: false, ...noVarySearch };
    return noVarySearchEvidence(page(url, 'text', { fetchedAt: 7 }, { noVarySearch: whole }), url);
  };
  const recorded = (record: string | null): Entry =>
    page(URL, 'text', { details: { etag: null, lastModified: null, text: null, sketch: null, record, fields: null } });

  it('is evidence of the time of the page, with no request of its own', () => {
    expect(declared({ params: ['a'] })).toEqual([
      {
        kind: 'param',
        host: 'example.com',
        about: 'a',
        path: '/p',
        target: null,
        source: 'declaration',
        supports: true,
        seen: 'no-vary-search',
        url: null,
        page: URL,
        hops: [],
        by: 'crawl',
        at: 7,
      },
    ]);
  });

  it('is about the host with its port', () => {
    expect(declared({ keyOrder: true }, 'http://example.com:8080/p')).toMatchObject([{ host: 'example.com:8080' }]);
  });

  it('names thirty-two parameters at most', () => {
    const params = Array.from({ length: 40 }, (_, n) => `p${n}`);
    expect(declared({ params })).toHaveLength(32);
    expect(declared({ params: ['a', 'a', ...params] }).map(({ about }) => about)).toContain('p30');
  });

  it('that cannot be read says nothing', () => {
    expect(noVarySearchEvidence(recorded(null), URL)).toEqual([]);
    expect(noVarySearchEvidence(recorded('{"noVarySearch":{'), URL)).toEqual([]);
  });
});

describe('Clean-param', () => {
  it('says nothing where the site has no robots.txt', async () => {
    const copy = JSON.stringify({ at: 5, body: null, unreachableSince: null });
    const frontier = frontierOf([], { 'robots http://example.com': copy });
    expect(await cleanParamEvidence(frontier, 'http://example.com')).toEqual([]);
  });

  it('has the time of the copy of robots.txt, and no page', async () => {
    const body = Buffer.from('Clean-param: sid').toString('base64');
    const copy = JSON.stringify({ at: 5, body, unreachableSince: null });
    const frontier = frontierOf([], { 'robots https://example.com:444': copy });
    expect(await cleanParamEvidence(frontier, 'https://example.com:444')).toMatchObject([
      { host: 'example.com:444', about: 'sid', at: 5, page: null, hops: [] },
    ]);
  });
});
