import { expect, test } from 'vitest';
import { MemoryFrontier } from '../../../db/index.ts';
import { crawl } from '../crawling.ts';
import { prose } from '../probe/sites.ts';
import { site } from '../web.ts';

const LISTS = Array.from({ length: 5 }, (_, n) => `/list.php?c=${n}`);
const ITEMS = Array.from({ length: 10 }, (_, n) => `/item.php?i=${n}`);
const LINKS = ['/', '/login.php', '/account.php', ...LISTS];

/** The links of a page, and its text: two of the pages show the same notice. */
function pageAt(page: string): { readonly linked: readonly string[]; readonly text: string } | null {
  const list = LISTS.indexOf(page);
  const linked = [...LINKS, ...ITEMS.filter((_, at) => at % LISTS.length === list)];
  return [...LINKS, ...ITEMS].includes(page) ? { linked, text: page.replace('account', 'login') } : null;
}

test('a crawl of a site whose every answer has a new session id in its links comes to an end soon', async () => {
  let answers = 0;
  const withoutId = (target: string): string => target.replace(/[?&]sid=\d+$/, '');
  const web = await site((target) => {
    const page = pageAt(withoutId(target));
    if (page === null) return undefined;
    const id = `sid=${++answers}`;
    const own = page.linked.map((to) => `<a href="${to}${to.includes('?') ? '&' : '?'}${id}">x</a>`);
    return `<!doctype html><title>t</title><p>${prose(page.text)}</p>${own.join(' ')}`;
  });
  const frontier = new MemoryFrontier();
  await crawl([`${web.origin}/`], { maxPages: 1000 }, frontier);
  const fetched = new Set(web.requests.map(withoutId));
  expect(fetched).toEqual(new Set([...LINKS, ...ITEMS]));
  expect(web.requests.length).toBeLessThan(600);
  const confirmed = (await frontier.claims()).filter(({ verdict }) => verdict === 'confirmed');
  expect(confirmed.map(({ about, path }) => `${about} ${path}`)).toEqual(
    ['/$', '/account.php/$', '/item.php/$', '/list.php/$', '/login.php/$'].map((path) => `sid ${path}`),
  );
});
