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
