/** Covers: crawler/selection/selection-thread.ts, crawler/selection/selection-worker.ts */
import { afterEach, expect, test } from 'vitest';
import { SelectionThread } from '../../../crawler/selection/selection-thread.ts';
import type { Selectors } from '../../../crawler/selection/selectors.ts';

let thread: SelectionThread | null = null;
afterEach(async () => thread?.close());

const selected = async (selectors: Selectors, ...pages: readonly string[]) => {
  const selecting = (thread = new SelectionThread(selectors, 2500));
  return Promise.all(pages.map((html) => selecting.select({ body: Buffer.from(html), contentType: 'text/html' })));
};

test('selects from several pages, in the encoding of each', async () => {
  const [one, two] = await selected({ select: { x: 'p' } }, '<meta charset=utf-8><p>é', '<p>b');
  expect(one).toEqual({ fields: { x: ['é'] }, follow: null, text: null, problem: null });
  expect(two?.fields).toEqual({ x: ['b'] });
});

test('gives up on a page that takes too long, and goes on with the next', async () => {
  // Each element is compared with all before it.
  const slow = `<ul>${'<li>'.repeat(90_000)}`;
  const [one, two] = await selected({ select: { x: 'li:nth-child(3)' }, follow: 'main' }, slow, '<ul><li><li><li>b');
  expect(one).toEqual({ fields: { x: [] }, follow: [], text: null, problem: 'selection-failed' });
  expect(two).toMatchObject({ fields: { x: ['b'] }, problem: null });
});

test('gives up on a page that a selector cannot be applied to', async () => {
  const deep = `<p>a</p>${'<div>'.repeat(60_000)}`;
  const [one, two] = await selected({ select: { x: 'p:not(:has(div))', y: 'div:has(span)' } }, deep, '<p>b');
  expect(one?.problem).toBe('selection-failed');
  expect(two?.fields).toEqual({ x: ['b'], y: [] });
});
