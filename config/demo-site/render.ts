import { escapeMarkup } from '../../src/text/escape-markup.ts';
import { hash } from './hash.ts';
import { MENU, type Page, pageAt } from './pages.ts';
import { ORIGIN, SPELLINGS } from './sections.ts';

const STYLE =
  'body{font:1.05rem/1.6 Georgia,serif;max-width:42rem;margin:2rem auto;padding:0 1rem;color:#333;background:#fffdf8}' +
  'header{border-bottom:3px double #b58b3b}header a{margin-right:1rem}a{color:#7a5a16}' +
  'footer{font-size:.9rem;color:#666;border-top:1px solid #ddd;margin-top:2rem}';

const RENDERED = new Map<Page, string>();

/** The page with its menu and links, the same bytes for every URL that shows it. */
export function renderPage(page: Page): string {
  const body = RENDERED.get(page) ?? render(page);
  RENDERED.set(page, body);
  return body;
}

function render({ path, title, sentences, section, listed, linked }: Page): string {
  const head = section?.declares ? `<link rel="canonical" href="${escapeMarkup(ORIGIN + path)}">` : '';
  const menu = MENU.map(([href, text]) => anchor(href, text)).join('');
  const list = [
    ...listed.map((target) => [target, target] as const),
    ...linked.map((target) => [spell(path, target), target] as const),
  ].map(([href, target]) => `<li>${anchor(href, pageAt(target)?.title ?? target)}</li>`);
  return document(
    title,
    head,
    `<header><nav>${menu}</nav></header>
<main><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(sentences.join(' '))}</p><ul>${list.join('\n')}</ul></main>
<footer>Broom Museum, Chaff Lane 3. ${anchor('https://vacuum.example/', 'The vacuum people')}</footer>`,
  );
}

/** A page without links, such as an apology. */
export function renderMessage(title: string, text: string): string {
  return document(title, '', `<main><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p></main>`);
}

/** How an author writes a link: half of the links are plain. */
function spell(from: string, to: string): string {
  const spellings = [...SPELLINGS, ...(pageAt(to)?.section?.spellings ?? [])];
  return (spellings[hash(`${from} ${to}`) % (2 * spellings.length)] ?? String)(to);
}

function document(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(title)} – Broom Museum</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style>${head}</head>
<body>${body}</body></html>
`;
}

function anchor(href: string, text: string): string {
  return `<a href="${escapeMarkup(href)}">${escapeMarkup(text)}</a>`;
}
