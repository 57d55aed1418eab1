/** Covers: crawler/page/html/html-embedded.ts */
import { describe, expect, test } from 'vitest';
import { readText } from './read-text.ts';

const CONTENT = '<p>one two three four five six seven eight nine ten';
const embeddedIn = (body: string): string | null =>
  readText(`<!doctype html><title>t</title><body>${body}`).text.embedded;

describe('pages with the same text differ', () => {
  test.each([
    ['in an image', '<img src=/1.jpg>', '<img src=/2.jpg>'],
    ['in the words for an image', '<img src=/1.jpg alt=a>', '<img src=/1.jpg alt=b>'],
    ['in an image that a script loads', '<img data-src=/1.jpg>', '<img data-src=/2.jpg>'],
    [
      'in the sources of a picture',
      '<picture><source srcset=/1.jpg></picture>',
      '<picture><source srcset=/2.jpg></picture>',
    ],
    ['in a frame', '<iframe src=/1></iframe>', '<iframe src=/2></iframe>'],
    ['in a frame of a frameset', '<frameset><frame src=/1></frameset>', '<frameset><frame src=/2></frameset>'],
    ['in a video', '<video src=/1></video>', '<video src=/2></video>'],
    ['in an object', '<object data=/1></object>', '<object data=/2></object>'],
    ['in the number of images', '<img src=/1.jpg>', '<img src=/1.jpg><img src=/1.jpg>'],
    ['in the order of images', '<img src=/1.jpg><img src=/2.jpg>', '<img src=/2.jpg><img src=/1.jpg>'],
    ['in where one image ends', '<img src=/1><img src=/2>', '<img src=/1/2>'],
    ['in having an image', '', '<img src=/1.jpg>'],
  ])('%s', (_, one, other) => {
    const [a, b] = [`${CONTENT}${one}`, `${CONTENT}${other}`];
    expect(embeddedIn(a)).not.toBe(embeddedIn(b));
    expect(embeddedIn(a)).toBe(embeddedIn(a));
    expect(readText(a).text.hash).toBe(readText(b).text.hash);
  });
});

test('pages with the same images under other origins do not differ', () => {
  const images = (origin: string): string =>
    `<img src="${origin}/1.jpg" srcset="${origin}/2.jpg 2x, ${origin}/3.jpg 3x">`;
  const embedded = embeddedIn(`${CONTENT}${images('http://example.com')}`);
  expect(embeddedIn(`${CONTENT}${images('https://www.example.com')}`)).toBe(embedded);
  expect(embeddedIn(`${CONTENT}${images('')}`)).toBe(embedded);
});

test('images in what the site repeats, in templates, and where scripts are missing do not count', () => {
  const menu = '<nav>Home <img src=/logo.svg></nav>';
  expect(embeddedIn(`${menu}${CONTENT}`)).toBeNull();
  expect(embeddedIn(`${CONTENT}<template><img src=/1></template><noscript><img src=/pixel></noscript>`)).toBeNull();
  expect(embeddedIn(`${CONTENT}<img src=" "><img>`)).toBeNull();
  expect(embeddedIn(`${CONTENT}<template shadowrootmode=open><img src=/1></template>`)).not.toBeNull();
  // Where the content cannot be told, all of the page counts.
  expect(embeddedIn(`${menu}<p>one two`)).not.toBeNull();
});
