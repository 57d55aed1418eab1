import { describe, expect, it } from 'vitest';
import { entry, finding, findings, page } from '../made-site.ts';

const EN = 'https://example.com/en';
const DE = 'https://example.com/de';

const version = (language: string, url: string): string =>
  `<link rel="alternate" hreflang="${language}" href="${url}">`;
const BOTH = version('en', EN) + version('de', DE) + version('x-default', EN);
const sitemap = (...languages: readonly string[]) =>
  entry('https://example.com/sitemap.xml', {
    role: 'sitemap',
    contentType: 'application/xml',
    details: {
      text: null,
      sketch: null,
      lastModified: null,
      record: JSON.stringify({ languages: languages.map((language) => ({ language, url: EN })) }),
    },
  });

async function hreflang(...made: Parameters<typeof findings>): Promise<readonly string[]> {
  return (await findings(...made))
    .filter(({ rule }) => /^hreflang\/(?:invalid|conflicting|no-self|no-x-default)$/.test(rule))
    .map(({ rule, url }) => `${rule} ${url}`)
    .sort();
}

describe('hreflang/invalid', () => {
  it('names each wrong code once, with its versions', async () => {
    const head = BOTH + version('en-UK', 'https://example.com/uk') + version('en-UK', 'https://example.com/uk2');
    const { evidence, related, message } = await finding('hreflang/invalid', [page(EN, head), page(DE, BOTH)]);
    expect(message).toBe('has an hreflang that does not exist: en-UK');
    expect(evidence['problems']).toEqual(['en-UK has a region that does not exist; meant en-GB?']);
    expect(related).toEqual(['https://example.com/uk', 'https://example.com/uk2']);
  });

  it('names a version of several wrong codes once', async () => {
    const uk = 'https://example.com/uk';
    const head = BOTH + version('en-UK', uk) + version('jp', uk);
    const { evidence, related } = await finding('hreflang/invalid', [page(EN, head), page(DE, BOTH)]);
    expect([evidence['codes'], related]).toEqual([['en-UK', 'jp'], [uk]]);
  });

  it('reads Link headers and sitemaps too', async () => {
    const link = `<${DE}>; rel="alternate"; hreflang="jp"`;
    expect(await hreflang([page(EN, BOTH, { link }), page(DE, BOTH)])).toEqual([`hreflang/invalid ${EN}`]);
    expect(await hreflang([sitemap('x-default', 'en', 'eng')])).toEqual([`hreflang/invalid ${sitemap().url}`]);
  });

  it('ignores pages that are not indexed', async () => {
    expect(await hreflang([page(EN, `<meta name="robots" content="noindex">${version('jp', DE)}`)])).toEqual([]);
  });
});

describe('hreflang/conflicting', () => {
  it('names languages with two URLs, in any case', async () => {
    const head = BOTH + version('DE', 'https://example.com/at');
    const { evidence, related } = await finding('hreflang/conflicting', [page(EN, head), page(DE, BOTH)]);
    expect(evidence).toEqual({ codes: ['de'] });
    expect(related).toEqual([DE, 'https://example.com/at']);
  });

  it('ignores a version that is named twice', async () => {
    const link = `<${DE}>; rel="alternate"; hreflang="de"`;
    expect(await hreflang([page(EN, BOTH, { link }), page(DE, BOTH)])).toEqual([]);
  });
});

describe('hreflang/no-self', () => {
  it('is a page that names only other versions', async () => {
    const others = version('de', DE) + version('x-default', DE);
    expect(await hreflang([page(EN, others), page(DE, BOTH)])).toEqual([`hreflang/no-self ${EN}`]);
  });

  it('ignores pages that name a feed, or that have another canonical URL', async () => {
    expect(await hreflang([page(EN, version('en', 'https://example.com/feed'))])).toEqual([]);
    const duplicate = page(`${EN}?x`, `<link rel="canonical" href="${EN}">${version('de', DE)}`);
    expect(await hreflang([duplicate, page(EN, BOTH), page(DE, BOTH)])).toEqual([]);
  });
});

describe('hreflang/no-x-default', () => {
  it('is reported once for a site', async () => {
    const two = version('en', EN) + version('de', DE);
    const { evidence, url } = await finding('hreflang/no-x-default', [page(EN, two), page(DE, two)]);
    expect([url, evidence['pages']]).toEqual([DE, 2]);
  });

  it('is reported for a sitemap, and not for a single language', async () => {
    expect(await hreflang([sitemap('en', 'de')])).toEqual([`hreflang/no-x-default ${sitemap().url}`]);
    expect(await hreflang([sitemap('en')])).toEqual([]);
    expect(await hreflang([page(EN, version('en', EN))])).toEqual([]);
  });
});
