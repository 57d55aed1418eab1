import { expect, test } from 'vitest';
import { readDocument } from '../../../crawler/page/document.ts';
import { showsSignsOfScripts } from '../../../crawler/render/script-signs.ts';

const LINKS = '<a href="/b">b</a><a href="/c">c</a><a href="/d">d</a>';
const TEXT = `<p>${'Brooms sweep floors and stairs. '.repeat(12)}`;
const FULL = LINKS + TEXT;

function hasSigns(html: string): boolean {
  const body = Buffer.from(html);
  return showsSignsOfScripts(readDocument('https://example.com/', { headers: {}, body }), body);
}

test.each([
  ['few words', `${LINKS}<p>Loading …<script src="/app.js"></script>`],
  ['few links', `${TEXT}<a href="/b">b</a><SCRIPT src="/app.js"></SCRIPT>`],
  ['an empty root', `${FULL}<div class="x" id="root">\n</div><script src="/app.js"></script>`],
  ['an empty root without quotes', `${FULL}<div id=app></div><script src="/app.js"></script>`],
  ["Angular's empty root", `${FULL}<app-root></app-root><script src="/app.js"></script>`],
  ['code about the canonical URL', `${FULL}<script>link.rel = 'canonical'</script>`],
  ['code about robots', `${FULL}<script type="module">meta.content = 'noindex'</script>`],
  ['code about versions', `${FULL}<script type="text/javascript">link.hreflang = 'de'</script>`],
  ['code about the title', `${FULL}<script>document . title = 'x'</script>`],
  ['code that leads elsewhere', `${FULL}<script>location.replace('/b')</script>`],
])('a page with scripts and %s shows signs', (_what, html) => {
  expect(hasSigns(html)).toBe(true);
});

test.each([
  ['has no scripts', '<div id="root"></div>'],
  ['has its links and text', `${FULL}<script src="/menu.js"></script>`],
  ['has a filled root', `<div id="root">${FULL}</div><script src="/app.js"></script>`],
  ['has an element with a similar name', `${FULL}<div id="root-menu"></div><script src="/app.js"></script>`],
  ['has data about its canonical URL', `${FULL}<script type="application/ld+json">{"canonical":1}</script>`],
  ['compares its location', `${FULL}<script>if (location == x) y()</script>`],
])('a page that %s shows none', (_what, html) => {
  expect(hasSigns(html)).toBe(false);
});

test.each([
  '<script>',
  '<script ',
  '<script>x</script ',
  '<div id=root ',
  '<div id=root>',
  '<div id=root> ',
  'location ',
])('a page full of %j takes linear time', (piece) => {
  expect(hasSigns(`${FULL}<script src="/menu.js"></script>${piece.repeat(40_000)}`)).toBe(false);
});
