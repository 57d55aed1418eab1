import { describe, expect, test } from 'vitest';
import { SITE_PROFILES } from '../../config/sites/index.ts';
import { type CanonOptions, CanonOptionsError, compile, type SiteProfile } from '../../src/index.ts';

const on = (name: string, host: string): CanonOptions => ({
  sites: SITE_PROFILES.filter((site) => site.name === name).map((site) => ({ ...site, hosts: [host] })),
});

describe('wikidot', () => {
  test.each([
    ['/SCP_173', '/scp-173'],
    ['/SCP--173!', '/scp-173'],
    ['/Fragment:Some%20Page', '/fragment:some-page'],
    ['/SCP_173/', '/scp-173/'],
    ['/SCP_173/comments/Show?A=B#c', '/scp-173/comments/Show?A=B'],
    ['/%C3%96l', '/oel'],
    ['/_Template', '/_template'],
    ['/forum/t-123/A-Title', '/forum/t-123'],
    ['/forum/c-9/a/b', '/forum/c-9'],
    ['/forum/Start/Name', '/forum/Start/Name'],
    ['/Forum/start', '/forum/start'],
    ['/local--files/A_B/C.PNG', '/local--files/A_B/C.PNG'],
    ['/common--theme/Base', '/common--theme/Base'],
    ['/default--misc/X_Y', '/default--misc/X_Y'],
    ['/feed/Pages_X', '/feed/Pages_X'],
    ['/Ajax_Connector.php', '/Ajax_Connector.php'],
    ['/', '/'],
    ['//A_B', '//A_B'],
  ])('%s is %s', (before, after) => {
    expect(compile(on('wikidot', 'wiki.example')).canonicalize(`http://wiki.example${before}`)).toBe(
      `http://wiki.example${after}`,
    );
  });

  test.each(['/%E4%B8%AD', '/!!!', '/%FF', '/---'])('%s has no usable slug, and stays', (path) => {
    const { canonicalize } = compile(on('wikidot', 'wiki.example'));
    expect(canonicalize(`http://wiki.example${path}`)).toBe(`http://wiki.example${path}`);
  });
});

test('hippo: every segment is the segment of a document name', () => {
  const { canonicalize } = compile(on('hippo', 'cms.example'));
  expect(canonicalize('http://cms.example/News%20Items/Q%26A:%20What%3F')).toBe(
    'http://cms.example/news-items/qa-what',
  );
  expect(canonicalize('http://cms.example/binaries/A_B')).toBe('http://cms.example/binaries/A_B');
});

describe('hosts', () => {
  const { canonicalize } = compile({ sites: SITE_PROFILES });

  test('named by a profile, with subdomains if it says so', () => {
    expect(canonicalize('http://scp-wiki.wikidot.com/A_B')).toBe('http://scp-wiki.wikidot.com/a-b');
    expect(canonicalize('https://SCP-WIKI.wikidot.com/A_B#c')).toBe('https://scp-wiki.wikidot.com/a-b');
  });

  test.each([
    'http://wikidot.com/A_B',
    'http://notwikidot.com/A_B',
    'http://wikidot.com.example/A_B',
    'http://a.b/wikidot.com/A_B',
  ])('%s is of none', (url) => {
    expect(canonicalize(url)).toBe(url);
  });

  test('does nothing under a profile stricter than its class', () => {
    const strict = compile({ sites: SITE_PROFILES, profile: 'usual' });
    expect(strict.canonicalize('http://a.wikidot.com/A_B')).toBe('http://a.wikidot.com/A_B');
  });

  test('a site with an unknown slug form is rejected', () => {
    const site: SiteProfile = {
      name: 'x',
      summary: '',
      hosts: ['*'],
      slug: { form: 'wikidto', segments: 'all', except: [], tails: [] },
    };
    expect(() => compile({ sites: [site] })).toThrow(CanonOptionsError);
  });
});
