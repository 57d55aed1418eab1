import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RequestHeader } from '../../crawler/fetch/headers.ts';
import { MemoryFrontier } from '../../db/index.ts';
import { crawl } from '../crawler/crawling.ts';
import { FORMS } from './forms.ts';
import { searchArchive } from './planted.ts';
import { Secrets } from './secrets.ts';
import { plantedSite, TEXT_SITEMAP } from './site.ts';

/** Each place in a few forms, and each form in some place. */
const FEW = 13;

test('no credentials that a server sends come to be in a frontier or an archive, whichever place and form they have', async () => {
  const secrets = new Secrets();
  let turn = 0;
  const share = (): boolean => turn++ % FEW === 0;
  const site = await plantedSite(secrets, share, () => {});
  const frontier = new MemoryFrontier();
  const meta: string[] = [];
  const noted = new Proxy(frontier, {
    get: (store, name) => {
      const member: unknown = Reflect.get(store, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]): unknown => {
        if (name === 'setMeta') meta.push(JSON.stringify(args));
        return Reflect.apply(member, store, args);
      };
    },
  });
  const warc = mkdtempSync(join(tmpdir(), 'dustpan-test-'));
  const own = ['seed', 'Cookie', 'X-Key'].map((place) => ({ place, secret: secrets.plant({ place, form: 'own' }) }));
  const headers = own.slice(1).map(({ place, secret }): RequestHeader => [place, secret]);
  try {
    const { entries, failures, report } = await crawl(
      [`http://ann:${own[0]?.secret}@${site.host}/`],
      {
        fetch: { userAgent: 'dustpan-test', headers },
        warc: { folder: warc, maxFileSize: 1e9, recordsAll: true },
        robots: true,
        robotsSitemaps: true,
        sitemaps: [`http://${site.host}${TEXT_SITEMAP}`],
      },
      noted,
    );
    secrets.search(JSON.stringify([entries, failures, report, await frontier.evidence(), meta]), 'frontier');
    searchArchive(secrets, warc);
    // Many lead to one entry without them.
    expect(entries.filter(({ reason }) => reason === 'credentials').length).toBeGreaterThan(4);
    expect(entries.filter(({ state }) => state === 'done').length).toBeGreaterThan(150);
  } finally {
    await site.close();
  }
  expect(new Set(secrets.planted.map(({ form }) => form)).size).toBe(FORMS.length + 1);
  expect(secrets.planted.length).toBeGreaterThan(150);
  expect(secrets.found).toEqual([]);
});

test('a secret is found in whatever spelling', () => {
  const secrets = new Secrets();
  const planted = secrets.plant({ place: 'p', form: 'f' });
  const basic = Buffer.from(`ann:${planted}`).toString('base64');
  const escaped = planted.replace(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  for (const written of [planted, planted.toUpperCase(), basic, escaped, Buffer.from(planted, 'utf16le')]) {
    const search = new Secrets();
    search.plant({ place: 'p', form: 'f' });
    search.search(written, 'here');
    expect(search.found).toEqual([{ place: 'p', form: 'f', where: ['here'] }]);
  }
});
