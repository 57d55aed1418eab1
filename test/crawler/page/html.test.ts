import { describe, expect, it } from 'vitest';
import { readPage } from '../../../crawler/page/html.ts';

const hrefs = (html: string): string[] => readPage(html).links.map((link) => link.href);
const inHead = (html: string): boolean[] => readPage(html).canonicals.map((canonical) => canonical.inHead);

describe('links of a page', () => {
  it('come in document order, with their kind and nofollow', () => {
    expect(readPage('<area href=b rel="x NoFollow"><a href="/a">a</a><a href="/a" rel=nofollowed>').links).toEqual([
      { href: 'b', kind: 'area', nofollow: true },
      { href: '/a', kind: 'a', nofollow: false },
      { href: '/a', kind: 'a', nofollow: false },
    ]);
  });

  it('keep every byte of the URL but character references', () => {
    expect(hrefs(`<a href=" /%7Eä/../x?a=1&amp;b=2&copy=3&lt#&eacute; ">`)).toEqual([' /%7Eä/../x?a=1&b=2&copy=3<#é ']);
  });

  it.each([
    ['?a&copy=1', '?a&copy=1'],
    ['?a&copyright', '?a&copyright'],
    ['?a&copy1', '?a&copy1'],
    ['?a&copy', '?a©'],
    ['?a&copy;=1', '?a©=1'],
    ['?a&copy-1', '?a©-1'],
    ['?a&notit;', '?a&notit;'],
    ['?a&not;', '?a¬'],
    ['?lang=en&region=us&reg_id=1&sect=2', '?lang=en&region=us®_id=1&sect=2'],
  ])('decode %s as browsers do', (written, read) => {
    expect(hrefs(`<a href="${written}"><a href='${written}'><a href=${written}>`)).toEqual([read, read, read]);
  });

  it('are found without quotes, in capitals, over line breaks, with other attributes around', () => {
    expect(hrefs('<A HREF=x><a\nclass="y" data-href=no\thref\n=\n"z"title=w>')).toEqual(['x', 'z']);
  });

  it('take the first of two attributes with one name, and an attribute without value as empty', () => {
    expect(hrefs('<a href=x HREF=y><a href href=y><a href="" href=y>')).toEqual(['x', '', '']);
  });

  it('are not found where nothing links: anchors, other tags, tags cut off', () => {
    expect(hrefs('<a name=x><abbr href=x><link href=x><aside href=x></a href=x><lin\u212A href=x><a href=x')).toEqual(
      [],
    );
  });

  it('are found in svg, by href or else xlink:href', () => {
    expect(hrefs('<svg><a xlink:href=x><a XLINK:HREF=y href=z></svg><a xlink:href=no>')).toEqual(['x', 'z']);
  });

  it.each(['script', 'style', 'textarea', 'title', 'iframe', 'xmp', 'noembed', 'noframes', 'template'])(
    'are not looked for in %s',
    (tag) => {
      expect(hrefs(`<body><${tag}><a href=no></a></${tag}><a href=yes></a>`)).toEqual(['yes']);
      expect(hrefs(`<body><${tag}><a href=no></a>`)).toEqual([]);
    },
  );

  it('are looked for in noscript, as the crawl runs no scripts', () => {
    expect(hrefs('<noscript><a href=x></noscript>')).toEqual(['x']);
  });

  it('are not lost after an svg that was never closed', () => {
    const page = readPage('<div><svg><path></div><script>"<a href=no>"</script><a href=x>');
    expect(page.links.map((link) => link.href)).toEqual(['x']);
  });

  it('are not lost after a CDATA section, which HTML does not know', () => {
    expect(hrefs('<![CDATA[ <a href=no> <a href=x> ]]>')).toEqual(['x']);
    expect(hrefs('<svg><![CDATA[ <a href=no> <a href=no> ]]><a href=x>')).toEqual(['x']);
  });
});

describe('declarations of a page', () => {
  it('are null and empty where there are none', () => {
    expect(readPage('')).toEqual({
      base: null,
      links: [],
      canonicals: [],
      alternates: [],
      refresh: null,
      robots: null,
      title: null,
    });
  });

  it('base: the first that has an href', () => {
    expect(readPage('<base target=x><base href="/a/"><base href="/b/">').base).toBe('/a/');
    expect(readPage('<base href><base href="/b/">').base).toBe('');
  });

  it('canonical: every one, by any of its rel tokens, in any case', () => {
    expect(
      readPage('<link rel="x CANONICAL" href=a><link rel=canonical><link rel=canonical href=b>').canonicals,
    ).toEqual([
      { href: 'a', inHead: true },
      { href: 'b', inHead: true },
    ]);
    expect(
      readPage('<link rel=canonicals href=a><link rel=canonical\u00a0x href=b><a rel=canonical href=c>').canonicals,
    ).toEqual([]);
  });

  it.each([
    '<div>',
    'text',
    '&nbsp;',
    '<body>',
    '<svg></svg>',
    '<a href=x>',
    '<img>',
    '</body>',
    '</html>',
    '</br>',
    '<noscript><img></noscript>',
    '</head><noscript></noscript>',
    '<title>t</title>text',
    '<template></template>text',
  ])('canonical: no longer in the head after %s', (markup) => {
    expect(inHead(`<head><link rel=canonical href=a>${markup}<link rel=canonical href=b>`)).toEqual([true, false]);
  });

  it.each([
    ' \n\t',
    '&#32;',
    '<!-- text -->',
    '<title>text</title>',
    '<script>text</script>',
    '<style>text</style>',
    '<noframes>text</noframes>',
    '<noscript><link rel=stylesheet></noscript>',
    '<template>text<div></div></body></template>',
    '<meta charset=utf-8><base><basefont><bgsound>',
    '</head>',
    '</div></p>',
    '<html><head>',
  ])('canonical: still in the head after %s', (markup) => {
    expect(inHead(`<head><link rel=canonical href=a>${markup}<link rel=canonical href=b>`)).toEqual([true, true]);
  });

  it('alternate, next and prev: with language and type; an alternate stylesheet is no page', () => {
    const page = readPage(
      '<link rel=alternate hreflang=DE href=de><link rel="PREV nofollow" href=1><link rel="next alternate" type="a/b" href=3>' +
        '<link rel="alternate stylesheet" href=css><link rel=next>',
    );
    expect(page.alternates).toEqual([
      { href: 'de', rel: 'alternate', hreflang: 'DE', type: null },
      { href: '1', rel: 'prev', hreflang: null, type: null },
      { href: '3', rel: 'alternate', hreflang: null, type: 'a/b' },
      { href: '3', rel: 'next', hreflang: null, type: 'a/b' },
    ]);
  });

  it('refresh: the first that goes anywhere', () => {
    const refresh = (content: string): string => `<meta http-equiv=REFRESH content="${content}">`;
    expect(readPage(`${refresh('5')}${refresh("0; URL='a?b&amp;c'")}${refresh('0;url=d')}`).refresh).toBe('a?b&c');
    expect(readPage('<meta name=refresh content="0;url=a"><meta http-equiv=refresh>').refresh).toBeNull();
  });

  it('robots: all of them, as all apply', () => {
    expect(readPage('<meta name=Robots content="NOINDEX, x"><meta content=nofollow name=robots>').robots).toBe(
      'NOINDEX, x,nofollow',
    );
    expect(readPage('<meta name=googlebot content=noindex><meta name=robots>').robots).toBeNull();
  });

  it.each([
    ['<title> A\n\t title &amp; <b>more</b> </title><title>second</title>', 'A title & <b>more</b>'],
    ['<title></title><title>second</title>', ''],
    ['<svg><title>drawing</title></svg><title>page</title>', 'page'],
    ['<template><title>inert</title></template><title>page</title>', 'page'],
    ['<title>\u00a0kept\u00a0</title>', '\u00a0kept\u00a0'],
    ['<title>never closed &lt;', 'never closed <'],
    ['<title/>never closed', 'never closed'],
    [`<title>${'x'.repeat(600)}</title>`, 'x'.repeat(500)],
    [`<title>${'x'.repeat(499)}\u{1F9F9}</title>`, 'x'.repeat(499)],
  ])('title of %j', (html, title) => {
    expect(readPage(html).title).toBe(title);
  });
});
