/** Tests what a crawl and a probe conclude about parts of a site that they have not seen. */
import { expect, test } from 'vitest';
import { compile } from '../../../src/canon/canonicalizer.ts';
import { factsOf } from '../../../src/evidence/claimed-facts.ts';
import { type Learned, learn } from '../../calibration/calibrate.ts';
import { APEX, html, type ProbedSite, prose } from '../probe/sites.ts';

const SITE = `http://${APEX}`;

/** Pages by path, each with its text and links to some others. */
function pages(texts: Readonly<Record<string, string>>, linked: readonly string[], head = ''): ProbedSite['answer'] {
  const links = linked.map((path) => `<a href="${path}">${prose(path, 2)}</a>`).join(' ');
  return ({ scheme, path }) => {
    const text = texts[path];
    return text === undefined || scheme !== 'http' ? { status: 404 } : html(`<p>${prose(text)}</p>${links}`, head);
  };
}

function keyAfter({ claims }: Learned): (path: string) => unknown {
  const { key } = compile({ facts: factsOf(claims, []).facts });
  return (path) => key(SITE + path);
}

test('the home page and one section with index pages say nothing of another section', async () => {
  const folders = ['/', '/docs/', '/docs/a/', '/docs/b/', '/docs/c/', '/docs/d/'];
  const others = ['/shop/x', '/shop/y', '/shop/z', '/shop'];
  const texts = Object.fromEntries([
    ...folders.flatMap((path) => [path, `${path}index.html`].map((each) => [each, path])),
    ...others.map((path) => [path, path]),
    ['/shop/', '/shop'],
    ['/shop/index.html', 'another page'],
  ]);
  const key = keyAfter(await learn({ answer: pages(texts, [...folders, ...others]) }));
  expect(key('/docs/a/index.html')).toBe(key('/docs/a/'));
  expect(key('/index.html')).toBe(key('/'));
  expect(key('/shop/index.html')).not.toBe(key('/shop/'));
});

test('a site whose pages declare www has www in its keys, though both hosts show the same', async () => {
  const paths = ['/', '/docs/a', '/docs/b', '/news/c', '/news/d', '/news/e'];
  const texts = Object.fromEntries(paths.map((path) => [path, path]));
  const answer: ProbedSite['answer'] = (request) =>
    pages(texts, paths, `<link rel=canonical href="http://www.${APEX}${request.path}">`)(request);
  const { claims } = await learn({ answer });
  expect(claims.find(({ kind }) => kind === 'www')).toMatchObject({ verdict: 'confirmed', target: 'add' });
});

test('one of many values of a parameter that changes a page a little is probed, because the crawl saw the difference', async () => {
  const lists = ['/shop/a', '/shop/b', '/shop/c'];
  const linked = lists.flatMap((path) => [path, ...Array.from({ length: 12 }, (_, n) => `${path}?tab=${n}`)]);
  const links = linked.map((path) => `<a href="${path}">${prose(path, 2)}</a>`).join(' ');
  const answer: ProbedSite['answer'] = ({ scheme, path, query }) => {
    if (scheme !== 'http') return { status: 404 };
    if (path === '/') return html(`<p>${prose('home')}</p>${links}`);
    const price = path === '/shop/b' && query === 'tab=9' ? 12 : 11;
    return lists.includes(path) ? html(`<p>${prose(path)}</p><p>costs ${price} euros</p>`) : { status: 404 };
  };
  const key = keyAfter(await learn({ answer }));
  expect(key('/shop/b?tab=9')).not.toBe(key('/shop/b'));
});
