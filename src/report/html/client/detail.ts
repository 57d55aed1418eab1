import { type Child, el } from './dom.ts';

/** Parts of what an open row shows. */

export type Fact = readonly [name: string, value: Child];

export function section(title: string, ...content: readonly Child[]): HTMLElement {
  return el('section', {}, el('h4', {}, title), ...content);
}

/** A list of facts, without those that have no value. */
export function facts(pairs: readonly Fact[]): HTMLElement {
  const known = pairs.filter(([, value]) => value !== null);
  return el('dl', { class: 'facts' }, ...known.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

export function urlList(urls: readonly string[], show: (url: string) => Child): HTMLElement {
  return el('ol', { class: 'urls' }, ...urls.map((url) => el('li', {}, show(url))));
}
