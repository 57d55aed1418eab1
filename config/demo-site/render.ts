import { ownLinks, plantedLinks } from './links.ts';
import { ORIGIN, type Page } from './page.ts';

const STYLE =
  'body{font:1.05rem/1.6 Georgia,serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#333;background:#fffdf8}' +
  'header{border-bottom:3px double #b58b3b}header a{margin-right:1rem}a{color:#7a5a16}' +
  'aside,footer{font-size:.9rem;color:#666;border-top:1px solid #ddd;margin-top:2rem}';

const MENU: readonly (readonly [path: string, text: string])[] = [
  ['/', 'The Broom Museum'],
  ['/visit', 'Visit'],
  ['/docs/', 'Manual'],
  ['/blog/', 'Diary'],
  ['/shop/', 'Shop'],
  ['/wiki/', 'Encyclopaedia'],
  ['/events/', 'Events'],
];

/** The page with menu and links. Every host serves the same bytes. */
export function renderPage(page: Page): string {
  const head = page.declaresItself === undefined ? '' : canonicalElement(page.path);
  const menu = MENU.map(([href, text]) => anchor({ href, text })).join('');
  return document(
    page.title,
    head,
    `<header><nav>${menu}</nav></header>
<main><article>${article(page)}${routeScript(page)}</article>
<nav aria-label="From here">${list(ownLinks(page))}</nav></main>
<aside aria-label="Elsewhere">${list(plantedLinks(page))}</aside>
<footer>Broom Museum, Chaff Lane 3. Please wipe your feet.</footer>`,
  );
}

/** The print version: only the text of the page. */
export function renderCopy(page: Page, declaresPage: boolean): string {
  return document(page.title, declaresPage ? canonicalElement(page.path) : '', `<main>${article(page)}</main>`);
}

/** A page with an immediate refresh. */
export function renderRefresh(title: string, path: string): string {
  const body = `<main><h1>${escape(title)}</h1><p>Please go on to <a href="${escape(path)}">where it is now</a>.</p></main>`;
  return document(title, `<meta http-equiv="refresh" content="0; url=${escape(path)}">`, body);
}

/** A page without links, such as an apology. */
export function renderMessage(title: string, text: string): string {
  return document(title, '', `<main><h1>${escape(title)}</h1><p>${escape(text)}</p></main>`);
}

function document(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)} – Broom Museum</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style>${head}</head>
<body>${body}</body></html>
`;
}

function article({ title, paragraphs }: Page): string {
  const text = paragraphs.map((paragraph) => `<p>${escape(paragraph)}</p>`).join('\n');
  return `<h1>${escape(title)}</h1>\n${text}`;
}

function routeScript({ routes }: Page): string {
  if (routes === undefined) return '';
  const texts = JSON.stringify(Object.fromEntries(routes.map(({ fragment, text }) => [fragment, text])));
  return `<p id="room"></p><script>
const rooms = ${texts};
onhashchange = () => { document.getElementById('room').textContent = rooms[location.hash] ?? ''; };
onhashchange();
</script>`;
}

function canonicalElement(path: string): string {
  return `<link rel="canonical" href="${escape(ORIGIN + path)}">`;
}

function list(links: readonly { readonly href: string; readonly text: string }[]): string {
  return `<ul>${links.map((link) => `<li>${anchor(link)}</li>`).join('\n')}</ul>`;
}

function anchor({ href, text }: { readonly href: string; readonly text: string }): string {
  return `<a href="${escape(href)}">${escape(text)}</a>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
