import { describe, expect, it } from 'vitest';
import { audit } from '../../../src/audit/audit.ts';
import { RULES } from '../../../src/audit/rules/index.ts';
import { compile } from '../../../src/index.ts';
import { canonical, entry, finding, findings, found, madeSite, page, prose } from '../made-site.ts';

const URL_A = 'https://example.com/a';
const URL_B = 'https://example.com/b';

const rulesOf = async (...made: Parameters<typeof findings>): Promise<readonly string[]> =>
  (await findings(...made)).map(({ rule }) => rule);

describe('canonical/missing', () => {
  it('says which URL to name if the page was found with a tracking parameter', async () => {
    const missing = await finding('canonical/missing', [page(`${URL_A}?utm_source=x`, '')]);
    expect(missing.evidence).toEqual({ leader: URL_A });
    expect((await finding('canonical/missing', [page(URL_A, '')])).evidence).toEqual({});
  });

  it('is one finding for pages with the same text: at the page that stands for them', async () => {
    const all = [page(URL_A, prose(12)), page(URL_B, prose(12))];
    expect(await found(all)).toEqual([`canonical/missing ${URL_A}`, `dup/exact ${URL_A}`]);
  });

  it('has one cause on a host without any canonical URL, and one per template on other hosts', async () => {
    const plain = [page(URL_A, 'a'), page(URL_B, 'b')];
    const causes = async (all: typeof plain): Promise<unknown> =>
      (await findings(all)).filter(({ rule }) => rule === 'canonical/missing').map(({ cause }) => cause);
    expect(await causes(plain)).toEqual(['example.com', 'example.com']);
    const declaring = page('https://example.com/c', canonical('https://example.com/c'));
    expect(await causes([...plain, declaring])).toEqual(['example.com/a', 'example.com/b']);
  });

  it('ignores noindex pages and pages that others name', async () => {
    expect(await found([page(URL_A, '<meta name="robots" content="noindex">a')])).toEqual([]);
    const naming = page(URL_B, `${canonical(URL_A)}a`);
    expect(await found([page(URL_A, 'a'), naming])).toEqual([
      `canonical/elsewhere ${URL_B}`,
      `target/no-self ${URL_A}`,
    ]);
  });

  it('ignores pages that send visitors on by a refresh', async () => {
    const sends = page(URL_A, '<meta http-equiv="refresh" content="0; url=/b"><p>We have moved.');
    expect(await found([sends])).toEqual([`redirect/meta-refresh ${URL_A}`]);
  });

  it('ignores entries that were not fetched, failed or are not HTML', async () => {
    const details = page(URL_A, 'a').details;
    const others = [{ state: 'queued', status: null }, { state: 'failed', status: 404 }, { contentType: 'image/png' }];
    for (const known of others) expect(await found([entry(URL_A, { details, ...known })])).toEqual([]);
  });
});

describe('canonical/self', () => {
  const count = async (url: string, named: string): Promise<number> => {
    const all = await audit(await madeSite([page(url, canonical(named))]), { rules: RULES, canonicalizer: compile() });
    return all.filter(({ rule, severity }) => rule === 'canonical/self' && severity === 'pass').length;
  };

  it('compares the requested URL, without its fragment', async () => {
    expect(await count(`${URL_A}#top`, URL_A)).toBe(1);
    expect(await count(URL_A, `${URL_A}#top`)).toBe(0);
  });

  it('needs more than the same key', async () => {
    expect(await count(`${URL_A}?utm_source=x`, URL_A)).toBe(0);
    expect(await count('https://example.com/%7ea', 'https://EXAMPLE.com:443/~a')).toBe(1);
  });
});

describe('several canonical URLs', () => {
  const twice = `${canonical(URL_A)}\n  ${canonical('/a')}`;

  it('are reported with their places', async () => {
    const link = `<${URL_A}>; rel=canonical`;
    const { evidence, line, column } = await finding('canonical/multiple', [page(URL_A, `${twice}a`, { link })]);
    expect(evidence).toEqual({
      target: URL_A,
      declarations: [`header ${URL_A}`, `head 1:1 ${URL_A}`, 'head 2:3 /a'],
    });
    expect([line, column]).toEqual([1, 1]);
  });

  it('conflict if their keys differ', async () => {
    const { evidence, related, line, column } = await finding('canonical/conflicting', [
      page(URL_A, `${canonical(URL_A)}\n${canonical(URL_B)}${canonical(URL_A)}a`),
    ]);
    expect(evidence).toEqual({ declarations: [`head 1:1 ${URL_A}`, `head 2:1 ${URL_B}`, expect.any(String)] });
    expect(related).toEqual([URL_A, URL_B]);
    expect([line, column]).toEqual([2, 1]);
  });

  it('are one if the others are invalid', async () => {
    const body = `<head>${canonical(URL_A)}<link rel=canonical media=print href="/p"><link rel=canonical href=""></head><p>${canonical(URL_B)}`;
    expect(await rulesOf([page(URL_A, body)])).toEqual([
      'canonical/malformed',
      'canonical/bad-attributes',
      'canonical/outside-head',
    ]);
  });
});

describe('canonical/relative', () => {
  const relative = (html: string): ReturnType<typeof finding> => finding('canonical/relative', [page(URL_A, html)]);

  it.each(['/a', '//example.com/a', 'a', '?', 'https:a', '\\\\example.com\\a'])('warns of %s', async (href) => {
    const { severity, evidence } = await relative(canonical(href));
    expect(severity).toBe('warning');
    expect(evidence).toMatchObject({ declared: href, where: 'head', base: null });
  });

  it('is an error if a base element moves it to another host', async () => {
    const { severity, evidence, line } = await relative(`<base href="//www.example.com/">\n${canonical('a')}`);
    expect(severity).toBe('error');
    expect(evidence).toEqual({
      target: 'https://www.example.com/a',
      declared: 'a',
      where: 'head',
      base: '//www.example.com/',
    });
    expect(line).toBe(2);
  });

  it.each(['example.com/a', ' www.example.com', 'Example.com?a'])(
    'is an error for the host without a scheme: %s',
    async (href) => {
      const { severity, message } = await relative(canonical(href));
      expect([severity, message]).toEqual([
        'error',
        'has a relative canonical URL, which leads to a path that begins with the host, because it lacks https://',
      ]);
    },
  );

  it.each(['example.org/a', 'example.com.html', './example.com', '/example.com/a', 'a?example.com'])(
    'is a warning for what may be a path: %s',
    async (href) => {
      expect((await relative(canonical(href))).severity).toBe('warning');
    },
  );

  it('is a warning for a page that is named like its host', async () => {
    const report = page('https://example.com/hosts/example.com', canonical('example.com'));
    expect((await finding('canonical/relative', [report])).severity).toBe('warning');
  });

  it('is a warning if the base element stays on the host, or does not affect it', async () => {
    expect((await relative(`<base href="/x/">${canonical('/a')}`)).severity).toBe('warning');
    expect((await relative(`<base href="//www.example.com">${canonical('//example.org/a')}`)).severity).toBe('warning');
    const inHeader = page(URL_A, '<base href="//www.example.com">', { link: '</b>; rel=canonical' });
    expect((await finding('canonical/relative', [inHeader])).severity).toBe('warning');
  });

  it('is on the URL that was read, if the first URL of the page failed', async () => {
    const first = `${URL_A}?utm_source=x`;
    const read = page(first, '<link rel="canonical" href="/a">', { finalUrl: URL_A, firstFailure: 'http-404' });
    expect((await finding('canonical/relative', [read])).url).toBe(URL_A);
  });

  it('ignores full URLs, also with white space and in capitals', async () => {
    expect(await rulesOf([page(URL_A, canonical(`\n HTTPS://example.com/a `))])).toEqual([]);
  });
});

describe('canonical/malformed', () => {
  it.each([
    ['', 'empty'],
    [' ', 'empty'],
    ['https://[', 'unreadable'],
    ['mailto:a@example.com', 'scheme'],
    ['file:///srv/a.html', 'scheme'],
  ])('finds %j %s, and nothing else', async (href, problem) => {
    const all = await findings([page(URL_A, `\n${canonical(href)}a`)]);
    expect(all.map(({ rule }) => rule)).toEqual(['canonical/malformed']);
    expect(all[0]?.evidence).toEqual({ problem, declared: href, where: 'head' });
    expect(all[0]?.line).toBe(2);
  });

  it('has one cause for one scheme', async () => {
    const all = [page(URL_A, canonical('file:///a')), page(URL_B, canonical('FILE:///b'))];
    expect((await findings(all)).map(({ cause }) => cause)).toEqual(['file:', 'file:']);
  });

  it('ignores URLs that are too long to store, and links in the body', async () => {
    expect(await rulesOf([page(URL_A, canonical(`https://example.com/${'a'.repeat(3000)}`))])).toEqual([]);
    expect(await rulesOf([page(URL_A, `<p>${canonical('https://[')}`)])).toEqual(['canonical/outside-head']);
  });
});

describe('canonical/outside-head', () => {
  it('names what ended the head', async () => {
    const { severity, evidence, line, column } = await finding('canonical/outside-head', [
      page(URL_A, `<head>\n<div></div>\n ${canonical(URL_A)}`),
    ]);
    expect(severity).toBe('error');
    expect(evidence).toEqual({ target: URL_A, declared: URL_A, headEndedBy: 'div', headEndedOnLine: 2 });
    expect([line, column]).toEqual([3, 2]);
  });

  it('is a warning if another declaration counts', async () => {
    const html = `${canonical(URL_A)}<p>${canonical(URL_A)}`;
    expect((await finding('canonical/outside-head', [page(URL_A, html)])).severity).toBe('warning');
  });
});

it('canonical/bad-attributes names them', async () => {
  const link = `<${URL_A}>; rel=canonical; type="text/html"; hreflang=en`;
  const { evidence, message } = await finding('canonical/bad-attributes', [page(URL_A, 'a', { link })]);
  expect(message).toBe('has a canonical link with other attributes: hreflang, type');
  expect(evidence).toEqual({ target: URL_A, declared: URL_A, where: 'header', attributes: ['hreflang', 'type'] });
});

describe('canonical/noindex-mix', () => {
  it('cites the directive for all robots', async () => {
    const robots = '<meta name="otherbot" content="noindex"><meta name="robots" content="NOARCHIVE, none">';
    const { evidence } = await finding('canonical/noindex-mix', [page(URL_A, robots + canonical(URL_B))]);
    expect(evidence).toMatchObject({ target: URL_B, directive: 'meta robots: noarchive, none' });
  });

  it('heeds and cites directives for Googlebot', async () => {
    const robots = '<meta name="Googlebot" content="noindex">';
    const { evidence } = await finding('canonical/noindex-mix', [page(URL_A, robots + canonical(URL_B))]);
    expect(evidence).toMatchObject({ directive: 'meta googlebot: noindex' });
  });

  it('ignores directives for other robots', async () => {
    const robots = '<meta name="otherbot" content="noindex">';
    expect(await rulesOf([page(URL_A, robots + canonical(URL_B))])).toEqual(['canonical/elsewhere']);
  });
});

describe('canonical/type-mismatch', () => {
  const file = entry('https://example.com/a.pdf', { contentType: 'application/pdf' });

  it('warns of a page that names a file', async () => {
    const all = await findings([page(URL_A, canonical(file.url)), file]);
    expect(all.map(({ rule, severity, url }) => [rule, severity, url])).toEqual([
      ['canonical/type-mismatch', 'warning', URL_A],
    ]);
    expect(all[0]?.evidence).toMatchObject({ target: file.url, type: 'application/pdf' });
  });

  it('gives a notice of a file that names a page', async () => {
    const { details } = page(file.url, '', { link: `<${URL_A}>; rel=canonical` });
    const { severity, url, evidence } = await finding('canonical/type-mismatch', [
      page(URL_A, canonical(URL_A)),
      { ...file, details },
    ]);
    expect([severity, url]).toEqual(['info', file.url]);
    expect(evidence).toEqual({ target: URL_A, declared: URL_A, type: 'application/pdf' });
  });

  it('leaves a page and a file that name each other to target/loop', async () => {
    const { details } = page(file.url, '', { link: `<${URL_A}>; rel=canonical` });
    expect(await rulesOf([page(URL_A, canonical(file.url)), { ...file, details }])).toEqual(['target/loop']);
  });

  it('ignores sitemaps, and files that were not fetched, failed, or name a file', async () => {
    const { details } = page(file.url, '', { link: `<${file.url}>; rel=canonical` });
    expect(await rulesOf([{ ...file, details }])).toEqual([]);
    const named = page(file.url, '', { link: `<${URL_A}>; rel=canonical` });
    const listing = { ...file, details: named.details, role: 'sitemap' } as const;
    expect(await rulesOf([page(URL_A, canonical(URL_A)), listing])).toEqual([]);
    expect(await rulesOf([page(URL_A, canonical(file.url)), { ...file, state: 'queued' }])).toEqual([
      'canonical/elsewhere',
    ]);
  });
});

describe('canonical/form-drift', () => {
  const self = (url: string): ReturnType<typeof page> => page(url, canonical(url));
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
  const drifts = async (...made: Parameters<typeof findings>): Promise<readonly string[]> =>
    (await findings(...made)).filter(({ rule }) => rule === 'canonical/form-drift').map(({ url }) => url);

  it('cites form, norm and share', async () => {
    const { evidence, cause, url } = await finding('canonical/form-drift', [
      ...numbers(9).map((at) => self(`https://example.com/docs/${at}/`)),
      self('https://example.com/docs/9'),
    ]);
    expect(url).toBe('https://example.com/docs/9');
    expect(evidence).toEqual({
      target: 'https://example.com/docs/9',
      form: 'no trailing slash',
      norm: 'a trailing slash',
      share: 0.9,
      compared: 10,
    });
    expect(cause).toBe('slash example.com/docs');
  });

  it('needs 10 pages and 70 percent for a norm', async () => {
    const slashed = (count: number): ReturnType<typeof page>[] => numbers(count).map((at) => self(`${URL_A}/${at}/`));
    const bare = (count: number): ReturnType<typeof page>[] => numbers(count).map((at) => self(`${URL_A}/x${at}`));
    expect(await drifts([...slashed(8), ...bare(1)])).toEqual([]);
    expect(await drifts([...slashed(6), ...bare(4)])).toEqual([]);
    expect(await drifts([...slashed(7), ...bare(3)])).toHaveLength(3);
  });

  it('ignores folders with pages, sections and files', async () => {
    const pages = numbers(9).map((at) => self(`https://example.com/docs/x/${at}`));
    const folders = ['docs/x/', 'docs/', ''].map((path) => self(`https://example.com/${path}`));
    expect(await drifts([...pages, ...folders])).toEqual([]);
    const slashed = numbers(12).map((at) => self(`https://example.com/docs/${at}/`));
    expect(await drifts([...slashed, self('https://example.com/docs/a.html')])).toEqual([]);
  });

  it('compares scheme and www if the page itself does not differ in them', async () => {
    const many = numbers(18).map((at) => self(`https://example.com/${at}`));
    expect(await drifts([...many, self('http://example.com/x'), self('https://www.example.com/y')])).toEqual([
      'http://example.com/x',
      'https://www.example.com/y',
    ]);
    const turned = [page('https://example.com/x', canonical('http://example.com/x'))];
    expect(await drifts([...many, ...turned])).toEqual([]);
  });

  it('never blames https', async () => {
    const many = numbers(18).map((at) => self(`http://example.com/${at}`));
    expect(await drifts([...many, self('https://example.com/x')])).toEqual([]);
  });

  it('ignores relative canonical URLs, redirects and other sites', async () => {
    const many = numbers(18).map((at) => self(`https://example.com/docs/${at}/`));
    const others = [
      page('https://www.example.com/docs/x/', canonical('/docs/x/')),
      page('https://example.com/docs/y', canonical('https://example.com/docs/z')),
      entry('https://example.com/docs/z', { status: 301, aliasBy: 'redirect' }),
      page('https://example.com/docs/w/', canonical('https://example.org/docs/w')),
    ];
    expect(await drifts([...many, ...others])).toEqual([]);
  });
});
