/** Covers: crawler/page/html/{html,html-attributes,html-context,html-declarations,html-head,html-models,html-names,html-shown,html-title}.ts */
import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

const hrefs = (html: string): string[] => [...readText(html).links.keys()];
const inHead = (html: string): boolean[] => readText(html).canonicals.map((canonical) => canonical.where === 'head');

describe('links of a page', () => {
  it('come in document order, with their nofollow', () => {
    const { links } = readText('<area href=b rel="x NoFollow"><a href="/a">a</a><a href="c" rel=nofollowed>');
    expect([...links]).toEqual([
      ['b', true],
      ['/a', false],
      ['c', false],
    ]);
  });

  it('come once, and are nofollow if every link to the URL is', () => {
    const { links } = readText(
      '<a href=a rel=nofollow><a href=b><a href=c rel=nofollow><a href=a><a href=b rel=nofollow><a href=c rel=nofollow>',
    );
    expect([...links]).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
    ]);
  });

  it('keep every byte of the URL except character references', () => {
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
    expect(hrefs(`<a href="${written}"><a href='${written}'><a href=${written}>`)).toEqual([read]);
  });

  it('are found without quotes, in capitals, across line breaks, and among other attributes', () => {
    expect(hrefs('<A HREF=x><a\nclass="y" data-href=no\thref\n=\n"z"title=w>')).toEqual(['x', 'z']);
  });

  it('take the first of two attributes with one name, and an attribute without value as empty', () => {
    expect(hrefs('<a href=x HREF=y><a href href=y>')).toEqual(['x', '']);
    expect(hrefs('<a href="" href=y>')).toEqual(['']);
  });

  it('are not found in anchors, other tags and incomplete tags', () => {
    expect(hrefs('<a name=x><abbr href=x><link href=x><aside href=x></a href=x><lin\u212A href=x><a href=x')).toEqual(
      [],
    );
  });

  it('are found in svg, by href or otherwise xlink:href', () => {
    expect(hrefs('<svg><a xlink:href=x><a XLINK:HREF=y href=z></svg><a xlink:href=no>')).toEqual(['x', 'z']);
  });

  it.each(['script', 'style', 'textarea', 'title', 'iframe', 'xmp', 'noembed', 'noframes', 'template'])(
    'are not looked for in %s',
    (tag) => {
      expect(hrefs(`<body><${tag}><a href=no></a></${tag}><a href=yes></a>`)).toEqual(['yes']);
      expect(hrefs(`<body><${tag}><a href=no></a>`)).toEqual([]);
    },
  );

  it('are found in frames, each once, and are never nofollow there', () => {
    const { links } = readText(
      '<iframe src=a></iframe><object data=b rel=nofollow></object><embed src=c><frameset><frame src=d><frame src=a></frameset>',
    );
    expect([...links]).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
      ['d', false],
    ]);
    expect(hrefs('<noscript><iframe src="x?a&amp;b"></iframe></noscript>')).toEqual(['x?a&b']);
  });

  it('are not what a frame has in another attribute, nor an empty address', () => {
    expect(
      hrefs('<iframe href=no data=no srcdoc="<a href=no>"></iframe><object src=no></object><img data=no>'),
    ).toEqual([]);
    expect(hrefs('<iframe src></iframe><iframe src=""></iframe><object data=""></object><embed src="">')).toEqual([]);
  });

  it('are not pictures, sounds and films by their type', () => {
    expect(hrefs('<object data=no type=image/png></object><object data=no type=" Video/mp4; x"></object>')).toEqual([]);
    expect(hrefs('<embed src=no type=audio/ogg><embed src=a type=application/pdf>')).toEqual(['a']);
    expect(hrefs('<object data=film.mp4></object><object data=b type=text/html></object>')).toEqual(['film.mp4', 'b']);
    expect(hrefs('<iframe src=a type=image/png></iframe>')).toEqual(['a']);
  });

  it('are not found in frames of templates, comments and drawings', () => {
    expect(hrefs('<template><iframe src=no></iframe><object data=no></object><embed src=no></template>')).toEqual([]);
    expect(hrefs('<!-- <iframe src=no></iframe> --><svg><iframe src=no /><object data=no /></svg>')).toEqual([]);
  });

  it('are found in noscript, because the crawl runs no scripts', () => {
    expect(hrefs('<noscript><a href=x></noscript>')).toEqual(['x']);
  });

  it('are not found in a template after a template in its svg', () => {
    expect(hrefs('<template><svg><template></template><a href=no></svg></template><a href=x>')).toEqual(['x']);
  });

  it.each(['open', 'CLOSED'])('are found in a template with the shadowrootmode %s, which browsers show', (mode) => {
    expect(hrefs(`<x-y><template shadowrootmode=${mode}><a href=a></a></template><a href=b></a></x-y>`)).toEqual([
      'a',
      'b',
    ]);
    expect(hrefs(`<p><template shadowrootmode=${mode}><template><a href=no></template><a href=a></template>`)).toEqual([
      'a',
    ]);
  });

  it.each(['', 'x', ' open', 'open x'])('are not found in a template with the shadowrootmode "%s"', (mode) => {
    expect(hrefs(`<p><template shadowrootmode="${mode}"><a href=no></template><a href=x>`)).toEqual(['x']);
  });

  it('are not found in a shadow root that is in a template or the head', () => {
    expect(hrefs('<p><template><div><template shadowrootmode=open><a href=no></template></div></template>')).toEqual(
      [],
    );
    expect(hrefs('<title>t</title><template shadowrootmode=open><a href=no></template>')).toEqual([]);
  });

  it('are not lost after a shadow root with the end tag of a drawing around it', () => {
    const root = '<template shadowrootmode=open></svg><a href=a></template>';
    expect(hrefs(`<svg><desc>${root}</desc><textarea><a href=b></textarea></svg>`)).toEqual(['a', 'b']);
  });

  it('are not lost after an svg that was never closed', () => {
    const page = readText('<div><svg><path></div><script>"<a href=no>"</script><a href=x>');
    expect([...page.links.keys()]).toEqual(['x']);
  });

  it('are not hidden by an element of svg that contains only text in HTML', () => {
    expect(readText('<svg><noembed><title>T</title><title/>').title).toBeNull();
    expect(hrefs('<svg><noembed><title>T</title></svg><a href=x>')).toEqual(['x']);
  });

  it('are not lost after a CDATA section, which HTML does not have', () => {
    expect(hrefs('<![CDATA[ <a href=no> <a href=x> ]]>')).toEqual(['x']);
    expect(hrefs('<svg><![CDATA[ <a href=no> <a href=no> ]]><a href=x>')).toEqual(['x']);
  });
});

describe('declarations of a page', () => {
  it('are null or empty if there are none', () => {
    expect(readText('')).toMatchObject({
      base: null,
      language: null,
      links: new Map(),
      canonicals: [],
      related: [],
      refresh: null,
      robots: [],
      openGraphUrl: null,
      title: null,
    });
  });

  it('base: the first that has an href', () => {
    expect(readText('<base target=x><base href="/a/"><base href="/b/">').base).toBe('/a/');
    expect(readText('<base href><base href="/b/">').base).toBe('');
  });

  it('canonical: every one, by any of its rel tokens, in any case', () => {
    const canonicals = (html: string): string[] => readText(html).canonicals.map(({ href }) => href);
    expect(canonicals('<link rel="x CANONICAL" href=a><link rel=canonical><link rel=canonical href=b>')).toEqual([
      'a',
      'b',
    ]);
    expect(
      canonicals('<link rel=canonicals href=a><link rel=canonical\u00a0x href=b><a rel=canonical href=c>'),
    ).toEqual([]);
  });

  it('canonical: its position, and attributes it must not have', () => {
    expect(readText('\r\n<title>\n</title>\r😀<link rel=canonical href=a>').canonicals).toEqual([
      {
        where: 'body',
        href: 'a',
        attributes: [],
        line: 4,
        column: 3,
        pushedBy: { tag: '#text', line: 4 },
      },
    ]);
    expect(readText('<link rel=canonical href=a type=t LANG=de hreflang media>').canonicals).toEqual([
      {
        where: 'head',
        href: 'a',
        attributes: ['hreflang', 'lang', 'media', 'type'],
        line: 1,
        column: 1,
        pushedBy: null,
      },
    ]);
  });

  it.each([
    ['<div>', 'div'],
    ['<BODY class=x>', 'body'],
    ['</body >', '/body'],
    ['</br>', '/br'],
    ['&nbsp;', '#text'],
    [' text', '#text'],
    ['<svg>', 'svg'],
    ['<noscript><p>', 'p'],
    ['</head><noscript>', 'noscript'],
  ])('canonical: pushed into the body by %s', (markup, tag) => {
    const html = `<head>\n\n${markup}\n<div><link rel=canonical href=a>`;
    expect(readText(html).canonicals[0]?.pushedBy).toEqual({ tag, line: 3 });
  });

  it('canonical: each one in the body is pushed there by the same tag', () => {
    const { canonicals } = readText('<head>\n<p>\n<link rel=canonical href=a>\n<link rel=canonical href=b>');
    expect(canonicals.map(({ line, pushedBy }) => ({ line, pushedBy }))).toEqual([
      { line: 3, pushedBy: { tag: 'p', line: 2 } },
      { line: 4, pushedBy: { tag: 'p', line: 2 } },
    ]);
  });

  it('canonical: the first 16', () => {
    expect(readText('<link rel=canonical href=a>'.repeat(100)).canonicals).toHaveLength(16);
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
    '<noscript>text</noscript>',
    '<noscript></br></noscript>',
    '<noscript><title>t</title></noscript></body>',
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
    '<noscript></body></html></p><noscript><head></noscript>',
    '<noscript><title>t</title>',
    '<noscript><link><meta></body></noscript>',
    '<script><!-- <script></script> --></script>',
    '<script><!-- <script></script> </script>',
    '<script><!-- <script> <script> </script> <!-- </script>',
    '<script><!--> <script></script>',
    '<script>"<!--"</script><script></script>',
    '<template>text<div></div></body></template>',
    '<meta charset=utf-8><base><basefont><bgsound>',
    '</head>',
    '</div></p>',
    '<html><head>',
  ])('canonical: still in the head after %s', (markup) => {
    expect(inHead(`<head><link rel=canonical href=a>${markup}<link rel=canonical href=b>`)).toEqual([true, true]);
  });

  it('alternate, feed, next, prev and amphtml, but not stylesheets and other formats', () => {
    const page = readText(
      '<link rel=alternate hreflang=DE href=de><link rel="PREV nofollow" href=1><link rel="next alternate" type="a/b" href=3>' +
        '<link rel=alternate type="Application/RSS+XML; x" href=rss><link rel=alternate type=application/atom+xml href=atom>' +
        '<link rel=alternate type=application/feed+json hreflang=de href=json><link rel=amphtml href=amp>' +
        '<link rel=previous href=0><link rel="alternate stylesheet" hreflang=de href=css><link rel=next>',
    );
    expect(page.related.map(({ href, relations }) => [href, ...relations])).toEqual([
      ['de', 'alternate'],
      ['1', 'prev'],
      ['3', 'next'],
      ['rss', 'feed'],
      ['atom', 'feed'],
      ['json', 'feed'],
      ['amp', 'amp'],
      ['0', 'prev'],
    ]);
    expect(page.related[0]).toEqual({ href: 'de', relations: ['alternate'], hreflang: 'DE', nofollow: false });
    expect(page.related[1]?.nofollow).toBe(true);
  });

  it('language: the first lang of html, wherever the tag is', () => {
    expect(readText('<html lang=de-CH><p lang=fr><html lang=en>').language).toBe('de-CH');
    expect(readText('<p><html lang=en>').language).toBe('en');
    expect(readText('<template><html lang=en></template><svg><html lang=en></svg><head lang=en>').language).toBeNull();
  });

  it('og:url: the first', () => {
    expect(readText('<meta property=OG:url content=a><meta property=og:url content=b>').openGraphUrl).toBe('a');
    expect(readText('<meta name=og:url content=a><meta property=og:url>').openGraphUrl).toBeNull();
  });

  it('refresh: the first with a target', () => {
    const refresh = (content: string): string => `<meta http-equiv=REFRESH content="${content}">`;
    expect(readText(`${refresh('5')}${refresh("0; URL='a?b&amp;c'")}${refresh('0;url=d')}`).refresh).toEqual({
      delay: 0,
      url: 'a?b&c',
    });
    expect(readText('<meta name=refresh content="0;url=a"><meta http-equiv=refresh>').refresh).toBeNull();
  });

  it('robots: all of them, including those for one user agent', () => {
    const page = readText(
      '<meta name=Robots content="NOINDEX, x"><meta content=nofollow name=robots><meta name=GoogleBot content=noindex>' +
        '<meta name=description content="noindex us"><meta name=robots><meta name=robots content>',
    );
    expect(page.robots).toEqual([
      { from: 'meta', agent: null, directives: ['noindex', 'x'] },
      { from: 'meta', agent: null, directives: ['nofollow'] },
      { from: 'meta', agent: 'googlebot', directives: ['noindex'] },
    ]);
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
    expect(readText(html).title).toBe(title);
  });

  it.each([
    ['<h1> Brooms &amp;\n\t<b>more</b> </h1><p>Text<h1>second</h1>', 'Brooms & more'],
    ['<main><header><h1>In a landmark</h1></header></main>', 'In a landmark'],
    ['<h1></h1><h1>second</h1>', ''],
    ['<h1>never closed<h2>next</h2>', 'never closed'],
    ['<h1>never closed', 'never closed'],
    ['<h1>x<script>y</script><!-- z --></h1>', 'x'],
    ['<template><h1>inert</h1></template><h1>page</h1>', 'page'],
    ['<p><template shadowrootmode=open><h1>shown</h1></template><h1>page</h1>', 'shown'],
    ['<noscript><h1>without scripts</h1></noscript><h1>page</h1>', 'page'],
    ['<p>h1</p><hr><h2>none</h2>', null],
    [`<h1>${'x'.repeat(600)}</h1>`, 'x'.repeat(500)],
    [`<h1>${'<b>x</b>'.repeat(600)}</h1>`, `x${' x'.repeat(249)} `],
  ])('heading of %j', (html, heading) => {
    expect(readText(html).heading).toBe(heading);
  });

  it.each([
    ['<meta name=Description content=" A&amp;B\n\tbrooms ">', 'A&B brooms'],
    ['<meta name=description content=a><meta name=description content=b>', 'a'],
    ['<meta property=og:description content=a>', null],
    [`<meta name=description content="${'x'.repeat(600)}">`, 'x'.repeat(500)],
  ])('description of %j', (html, description) => {
    expect(readText(html).description).toBe(description);
  });
});
