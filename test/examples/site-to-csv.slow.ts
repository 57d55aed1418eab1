import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Answer, respond, site } from '../crawler/web.ts';
import { copyOf, type Running, run, start } from './project.ts';

const PRODUCTS = 8;
const NAMES = ['A "short" broom, red', '=HYPERLINK("http://evil.example/")', 'Größe ✓', 'A', 'B', 'C', 'D', 'E'];

/** A shop with the markup of books.toscrape.com: lists of three products, and pages of products. */
function shop(target: string): Answer | undefined {
  if (target === '/private/') return 'private';
  const [, list] = /^\/(?:page-(\d)\.html)?$/.exec(target) ?? [null];
  if (target === '/' || list !== undefined) {
    const page = Number(list ?? 1);
    const products = [0, 1, 2].map((n) => (page - 1) * 3 + n).filter((n) => n < PRODUCTS);
    const links = products.map(
      (n) => `<article class="product_pod"><h3><a href="/p/${n}?utm_source=list">x</a></h3></article>`,
    );
    const next =
      page < 3 ? `<ul class="pager"><li class="next"><a href="/page-${page + 1}.html">next</a></li></ul>` : '';
    return `<title>All</title><aside><a href="/category/">Category</a></aside>${links.join('')}${next}`;
  }
  const [, product] = /^\/p\/(\d)(?:\?.*)?$/.exec(target) ?? [];
  if (product === undefined) return undefined;
  const name = NAMES[Number(product)]?.replaceAll('<', '&lt;');
  const again = `<article class="product_pod"><a href="/p/${product}#reviews">again</a><a href="/private/">private</a></article>`;
  return `<div class="product_main"><h1>${name}</h1><p class="price_color">£${product}1.50</p><p class="availability">
    In stock (${product} available) </p></div>${again}`;
}

const ROBOTS = respond(200, { 'content-type': 'text/plain' }, 'User-agent: *\nDisallow: /private/');

const TABLE = NAMES.map((name, n) => {
  const text = (name.startsWith('=') ? `'${name}` : name).replaceAll('"', '""');
  return `"ORIGIN/p/${n}?utm_source=list","${text}","${n}1.50","In stock (${n} available)"\r\n`;
});

function tableIn(folder: string, origin: string): readonly string[] {
  const text = readFileSync(join(folder, 'products.csv'), 'utf8').replaceAll(origin, 'ORIGIN');
  expect(text.startsWith('"url","name","price","stock"\r\n')).toBe(true);
  return text
    .split(/(?<=\r\n)/)
    .slice(1)
    .toSorted();
}

test('writes each product once, as text that no spreadsheet runs, and asks for nothing else', async () => {
  const folder = copyOf('site-to-csv');
  const { origin, requests } = await site({ ...everything(), '/robots.txt': ROBOTS });
  const { code, stdout, stderr } = await run(folder, 'start', [`${origin}/`]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(tableIn(folder, origin)).toEqual(TABLE);
  expect(stdout).toContain('11 pages read, 8 products in products.csv\n');
  const lists = ['/', '/page-2.html', '/page-3.html'];
  const products = NAMES.map((_, n) => `/p/${n}?utm_source=list`);
  expect(requests.toSorted()).toEqual([...lists, ...products, '/robots.txt'].toSorted());
});

test('Ctrl-C writes what was read, and the same command goes on', async () => {
  const folder = copyOf('site-to-csv');
  let running: Running | null = null;
  const pages = everything();
  const stopped = Promise.withResolvers<void>();
  const { origin, requests } = await site((target) => async (_, response) => {
    if (target === '/p/1?utm_source=list') {
      running?.signal('SIGINT');
      running = null;
      stopped.resolve();
    }
    // So that the products of this list are not known yet.
    if (target === '/page-2.html') await stopped.promise;
    const page = pages[target];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  running = start(folder, 'start', [`${origin}/`]);
  const { code } = await running.ended;
  expect(code).toBe(130);
  const some = tableIn(folder, origin);
  expect(some.length).toBeLessThan(PRODUCTS);
  expect(TABLE).toEqual(expect.arrayContaining([...some]));

  const before = requests.length;
  expect((await run(folder, 'start', [`${origin}/`])).code).toBe(0);
  expect(tableIn(folder, origin)).toEqual(TABLE);
  expect(requests.slice(before)).not.toContain('/');
});

function everything(): Readonly<Record<string, string>> {
  const targets = ['/', '/page-2.html', '/page-3.html', '/private/', ...NAMES.map((_, n) => `/p/${n}?utm_source=list`)];
  return Object.fromEntries(targets.map((target) => [target, String(shop(target))]));
}
