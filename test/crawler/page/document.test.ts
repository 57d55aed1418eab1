/** Covers: crawler/page/{declarations,found-links,header-declarations,record,relation,source}.ts */
import { describe, expect, it } from 'vitest';
import type { FetchResponse } from '../../../crawler/fetch/fetch-result.ts';
import { readDocument } from '../../../crawler/page/document.ts';
import type { PageRecord } from '../../../src/audit/site/page-record.ts';

const URL_OF_PAGE = 'http://site.example/dir/page?q';
type Headers = FetchResponse['headers'];

function response(
  body: string | null,
  headers: Headers = { 'content-type': 'text/html; charset=utf-8' },
): FetchResponse {
  const bytes = body === null ? null : Buffer.from(body);
  return { kind: 'response', status: 200, headers, body: bytes, truncated: false, elapsed: 1 };
}

const read = (body: string | null, headers?: Headers) => readDocument(URL_OF_PAGE, response(body, headers));
const recordOf = (body: string | null, headers?: Headers): PageRecord => read(body, headers).record;
const found = (body: string | null, headers?: Headers): string[] =>
  [...read(body, headers).links].map(({ kind, url, nofollow }) => `${kind} ${url}${nofollow ? ' nofollow' : ''}`);

describe('links of a response', () => {
  it('are absolute, each once, with their kind', () => {
    const head =
      '<base href="/b/"><link rel=canonical href=c><link rel=next href=2><link rel=alternate hreflang=de href=de>' +
      '<link rel=alternate type=application/rss+xml href=feed><link rel=amphtml href=amp>' +
      '<meta http-equiv=refresh content="1;url=r">';
    expect(found(`${head}<a href=x#1>x</a><area href="/y"><a href=x#1>x</a><a href=2>`)).toEqual([
      'link http://site.example/b/x#1',
      'link http://site.example/y',
      'link http://site.example/b/2',
      'alternate http://site.example/b/de',
      'feed http://site.example/b/feed',
      'amp http://site.example/b/amp',
      'refresh http://site.example/b/r',
      'canonical http://site.example/b/c',
    ]);
  });

  it('with a user name and password lose line ends, like all others', () => {
    expect(found('<a href="http:ann:secret@h.example/a&#10;b">x</a>')).toEqual(['link http:ann:secret@h.example/ab']);
  });

  it('of headers are relative to the page, not to its base', () => {
    const headers = {
      'content-type': 'text/html',
      link: ['<c>; rel=canonical, <style.css>; rel=preload', '<de>; rel=alternate; hreflang=de, <2>; rel="next"'],
      refresh: '0; url=r',
    };
    expect(found('<base href="/b/"><link rel=prev href=0>', headers)).toEqual([
      'alternate http://site.example/dir/de',
      'next http://site.example/dir/2',
      'prev http://site.example/b/0',
      'refresh http://site.example/dir/r',
      'canonical http://site.example/dir/c',
    ]);
  });

  it('are nofollow until a link to the URL is not', () => {
    const links = '<a rel=nofollow href=a><a rel=nofollow href=a><a rel=nofollow href=b><a href=b><a href=c>';
    expect(found(`${links}<a href=c rel=nofollow><a rel=nofollow href="/dir/d"><a href=d>`)).toEqual([
      'link http://site.example/dir/a nofollow',
      'link http://site.example/dir/b',
      'link http://site.example/dir/c',
      'link http://site.example/dir/d nofollow',
      'link http://site.example/dir/d',
    ]);
  });

  it('come only from the headers if the body is not HTML', () => {
    const headers = { 'content-type': 'application/pdf', link: '<http://site.example/html>; rel=canonical' };
    expect(found('<a href=x>', headers)).toEqual(['canonical http://site.example/html']);
    expect(found(null, { link: '</a>; rel=next' })).toEqual(['next http://site.example/a']);
    expect(found('<a href=x>', {})).toEqual(['link http://site.example/dir/x']);
  });

  it('are empty if the page has no URL to resolve them against', () => {
    expect([...readDocument('no URL', response('<a href=x><link rel=canonical href=y>')).links]).toEqual([]);
  });

  it('ignore an invalid base', () => {
    expect(found('<base href="http://["><a href=x>')).toEqual(['link http://site.example/dir/x']);
    expect(found('<base href="data:,"><a href=x>')).toEqual(['link http://site.example/dir/x']);
  });
});

describe('the canonical of a response', () => {
  const canonicalOf = (body: string, link?: string) => read(body, link === undefined ? undefined : { link }).canonical;

  it('is the one that its headers and its head declare', () => {
    const link = '</other>; rel=canonical; anchor="#part", </a>; rel=canonical';
    expect(canonicalOf('', link)).toBe('http://site.example/a');
    expect(canonicalOf('<link rel=canonical href=/a><link rel=canonical href=../a>', link)).toBe(
      'http://site.example/a',
    );
  });

  it('is null if declarations differ', () => {
    expect(canonicalOf('<link rel=canonical href=/a><link rel=canonical href=/b>')).toBeNull();
    expect(canonicalOf('<link rel=canonical href=/a>', '</b>; rel=canonical')).toBeNull();
  });

  it.each([
    ['in the body', '<p><link rel=canonical href=/a>'],
    ['for one medium', '<link rel=canonical media=print href=/a>'],
    ['that is not on the web', '<link rel=canonical href=file:///a>'],
    ['without a URL', '<link rel=canonical href="">'],
  ])('does not count %s', (_, body) => {
    expect(canonicalOf(body)).toBeNull();
    expect(canonicalOf(`<link rel=canonical href=/b>${body}`)).toBe('http://site.example/b');
  });
});

describe('the record of a page', () => {
  it('is the same read back from JSON', () => {
    const { record } = read('<title>t</title><link rel=canonical href=a><p>text<link rel=canonical href=b>', {
      link: '<c>; rel=canonical',
      'x-robots-tag': 'noindex',
    });
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  });

  it('is empty for an empty page', () => {
    expect(recordOf(null, {})).toEqual({
      title: null,
      description: null,
      heading: null,
      language: null,
      base: null,
      robots: [],
      canonicals: [],
      alternates: [],
      next: null,
      prev: null,
      amp: null,
      openGraphUrl: null,
      refresh: null,
      text: null,
      noVarySearch: null,
      served: null,
    });
  });

  it('contains every canonical in headers, head and body, as written and resolved', () => {
    const body =
      '<base href="//other.example/"><link rel=canonical href=" a ">\n<p><link rel=canonical href="http://[">';
    expect(recordOf(body, { link: '<\u00e4>; rel=canonical; type="text/html"' }).canonicals).toEqual([
      {
        where: 'header',
        href: '%E4',
        url: 'http://site.example/dir/%E4',
        attributes: ['type'],
        line: null,
        column: null,
        pushedBy: null,
      },
      {
        where: 'head',
        href: ' a ',
        url: 'http://other.example/a',
        attributes: [],
        line: 1,
        column: 31,
        pushedBy: null,
      },
      {
        where: 'body',
        href: 'http://[',
        url: null,
        attributes: [],
        line: 2,
        column: 4,
        pushedBy: { tag: 'p', line: 2 },
      },
    ]);
  });

  it('contains the related pages', () => {
    const body =
      '<html lang=de-CH><base href=/b/><title> A\n title </title><link rel=prev href=1><link rel=next href=3>' +
      '<link rel=next href=no><link rel=amphtml href=amp><meta property=og:url content=/og>' +
      '<meta http-equiv=refresh content="5; url=r"><link rel=alternate hreflang=x-default href=de>' +
      '<link rel=alternate hreflang=fr href="http://["><link rel=alternate hreflang=en type=application/rss+xml href=f>';
    expect(recordOf(body, { link: '</en>; rel=alternate; hreflang=en' })).toMatchObject({
      title: 'A title',
      language: 'de-CH',
      base: '/b/',
      alternates: [
        { language: 'en', url: 'http://site.example/en' },
        { language: 'x-default', url: 'http://site.example/b/de' },
      ],
      next: 'http://site.example/b/3',
      prev: 'http://site.example/b/1',
      amp: 'http://site.example/b/amp',
      openGraphUrl: 'http://site.example/og',
      refresh: { delay: 5, url: 'http://site.example/b/r' },
    });
  });

  it('prefers the refresh of the header', () => {
    const body = '<meta http-equiv=refresh content="1;url=/meta">';
    expect(recordOf(body, { refresh: '2;url=/header' }).refresh).toEqual({
      delay: 2,
      url: 'http://site.example/header',
    });
    expect(recordOf(body, { refresh: '2' }).refresh).toEqual({ delay: 1, url: 'http://site.example/meta' });
  });

  it('contains the robots directives, those of headers first', () => {
    const record = recordOf('<meta name=robots content=nofollow>', { 'x-robots-tag': ['noindex', 'bot: none'] });
    expect(record.robots).toEqual([
      { from: 'header', agent: null, directives: ['noindex'] },
      { from: 'header', agent: 'bot', directives: ['none'] },
      { from: 'meta', agent: null, directives: ['nofollow'] },
    ]);
  });

  it('is bounded', () => {
    const long = 'x'.repeat(5000);
    const tags =
      `<html lang=${long}><base href="${long}"><title>${long}</title><meta property=og:url content=${long}>` +
      `<meta name=robots content="${long},${'a:b,'.repeat(1000)}">`.repeat(100) +
      `<link rel="canonical next prev amphtml alternate" hreflang=${long} href=${long}>`.repeat(600);
    const link = `<${long}>; rel=canonical, `.repeat(100);
    const record = recordOf(tags, { link, 'x-robots-tag': `${long}: noindex, `.repeat(100) });
    expect(record.canonicals).toHaveLength(32);
    expect(record.canonicals[0]).toMatchObject({ href: 'x'.repeat(2048), url: null });
    expect(record.robots.length).toBeLessThanOrEqual(32);
    expect(JSON.stringify(record).length).toBeLessThan(150_000);
    expect(recordOf('<link rel=alternate hreflang=de href=x>'.repeat(600)).alternates).toHaveLength(500);
  });
});

describe('the text of a page', () => {
  const text = (body: string) => recordOf(body).text;
  const same = '<p>One <b>two</b>\n three &amp; four</p>';

  it.each([
    ['white space', '<p>One<b>two</b> three\t\u00a0&amp; four</p>\n'],
    ['line ends', same.replaceAll('\n', '\r\n')],
    ['references', '<p>&#79;ne <b>two</b> three &#38; four</p>'],
    ['attributes, comments and other tags', '<div class=x>One <!-- - --><i>two</i><br>three &amp; four</div>'],
    ['the head', `<title>Other</title><meta name=description content=x>${same}`],
    ['scripts', `${same}<script>x()</script><style>y{}</style><noscript>Please</noscript><template>z</template>`],
    ['shadow roots', `<x-y><template shadowrootmode=open>${same}</template></x-y>`],
    ['frames', `${same}<iframe>x</iframe><noframes>y</noframes><noembed>z</noembed>`],
  ])('is the same whatever the %s', (_what, body) => {
    expect(text(body)).toEqual(text(same));
  });

  it.each([
    ['another word', '<p>One <b>two</b> three &amp; five</p>'],
    ['another order', '<p>One <b>three</b> two &amp; four</p>'],
    ['another case', '<p>one <b>two</b> three &amp; four</p>'],
    ['other ends of words', '<p>Onet <b>wo</b> three &amp; four</p>'],
    ['a word more', '<p>One <b>two</b> three &amp; four five</p>'],
    ['a word in a drawing', `${same}<svg><text>five</text></svg>`],
    ['a word in a field', `${same}<textarea>five</textarea>`],
  ])('has another hash with %s', (_what, body) => {
    expect(text(body)?.hash).not.toBe(text(same)?.hash);
  });

  it('is counted in words', () => {
    expect(text(same)?.words).toBe(5);
    expect(text('<title>no</title>')).toMatchObject({ words: 0 });
    expect(text('a<p>b</p>c d<!-- -->e')?.words).toBe(4);
  });
});
