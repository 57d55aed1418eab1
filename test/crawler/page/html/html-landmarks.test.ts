/** Covers: crawler/page/html/html-landmarks.ts */
import { load } from 'cheerio/slim';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readText } from './read-text.ts';

const CONTENT = 'one two three four five six seven eight nine ten';
const textOf = (body: string) => readText(`<!doctype html><title>t</title><body>${body}`).text;

describe('the fingerprint of a page with enough content', () => {
  test.each([
    ['nav', '<nav>Home</nav>', '<nav>Start</nav>'],
    ['header', '<header>Shop</header>', '<header>Store</header>'],
    ['footer', '<footer>2025</footer>', '<footer>2026</footer>'],
    ['aside', '<aside>offer</aside>', '<aside>other offer</aside>'],
    ['nested elements', '<header>a<nav>b</nav>c</header>', '<header>d</header>'],
    ['upper case', '<NAV>Home</NAV>', '<Nav>Start</nAV >'],
    ['an aside in the content', '<main><aside>x</aside></main>', '<main><aside>y</aside></main>'],
    ['a section in an aside', '<aside><section><header>x</header></section></aside>', ''],
  ])('ignores %s', (_, before, other) => {
    expect(textOf(`${before}<p>${CONTENT}`)).toEqual(textOf(`${other}<p>${CONTENT}`));
    expect(textOf(`<p>${CONTENT}</p>${before}`)).toEqual(textOf(`<p>${CONTENT}</p>${other}`));
    expect(textOf(`${before}<p>${CONTENT}`).words).toBe(10);
  });

  test.each([
    ['the header of an article', '<article><header>Title</header></article>'],
    ['the footer of a section', '<section><div><footer>Author</footer></div></section>'],
    ['the header of main', '<main><header>Title</header></main>'],
    ['a nav in svg', '<svg><nav>Title</nav></svg>'],
  ])('contains %s', (_, part) => {
    expect(textOf(`${part}<p>${CONTENT}`).words).toBe(11);
  });

  test('does not contain a nav in a template or a script', () => {
    expect(textOf(`<template><nav></template><script>"<nav>"</script><p>${CONTENT}`).words).toBe(10);
  });
});

describe('a page whose content cannot be told has the fingerprint of its whole text', () => {
  test('if little is left', () => {
    const [one, other] = [textOf('<nav>Home</nav><p>Loading'), textOf('<nav>Start</nav><p>Loading')];
    expect(one.words).toBe(2);
    expect(one.hash).not.toBe(other.hash);
    expect(one.sketch).not.toBe(other.sketch);
  });

  test('if an element that would be left out is not closed', () => {
    const unclosed = (rest: string) => textOf(`<p>${CONTENT}</p><div><nav>Home</div>${rest}`);
    expect(unclosed('one article').hash).not.toBe(unclosed('another article').hash);
    expect(unclosed('one article').words).toBe(13);
  });
});

test('the content is what is left of the tree without these elements', () => {
  const names = ['nav', 'header', 'footer', 'aside', 'main', 'section', 'article', 'div'] as const;
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('word ', 'other ', 'third '),
      fc
        .tuple(fc.constantFrom(...names), fc.array(tie('tree'), { maxLength: 4 }))
        .map(([name, parts]) => `<${name}>${parts.join('')}</${name}>`),
    ),
  }));
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 6 }), (trees) => {
      const html = `<p>${CONTENT}</p>${trees.join('')}`;
      const $ = load(html);
      $('header, footer').not($('article, aside, main, nav, section').find('header, footer')).remove();
      $('nav, aside').remove();
      expect(textOf(html)).toEqual(textOf($.root().text().replace(CONTENT, `${CONTENT} `)));
    }),
    { numRuns: 500 },
  );
});
