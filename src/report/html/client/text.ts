import type { Client } from './client.ts';

export interface Text {
  /** Text of others: apart from the direction of what surrounds it, its control characters named, not longer than fits. */
  readonly foreign: (text: string) => HTMLElement;
  /** A URL that breaks at its delimiters; where browsers may go there, as a link. Without what it shares with `base`. */
  readonly url: (url: string, base?: string) => HTMLElement;
  /** A URL that breaks at its delimiters. */
  readonly plainUrl: (url: string) => HTMLElement;
  /** The URL without the scheme and host that it has in common with another one. */
  readonly within: (url: string, base: string) => string;
  /** A link to the clause or page. */
  readonly reference: (reference: string) => HTMLElement;
  readonly number: (value: number) => string;
  /** @param share between 0 and 1 */
  readonly status: (status: number | null) => HTMLElement;
  /** @param time milliseconds since the epoch */
  readonly date: (time: number) => string;
  /** `1 page`, `2 pages`. */
  readonly count: (value: number, one: string, many?: string) => string;
}

/** Shows text, the hostile kind included. */
export function text({ dom: { el } }: Client): Text {
  const MAX_CHARACTERS = 2000;
  // C0 and C1 controls, what turns the direction of text, what is not seen, and lone surrogates.
  // oxlint-disable-next-line no-control-regex -- what must be seen
  const UNSEEN = /[\0-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu;
  const FORMAT = new Intl.NumberFormat('en');

  function pieces(value: string, between: (part: string) => readonly (Node | string)[]): (Node | string)[] {
    const nodes: (Node | string)[] = [];
    const cut = value.slice(0, MAX_CHARACTERS);
    let at = 0;
    for (const { 0: character, index } of cut.matchAll(UNSEEN)) {
      nodes.push(...between(cut.slice(at, index)), named(character));
      at = index + character.length;
    }
    nodes.push(...between(cut.slice(at)));
    const left = value.length - cut.length;
    if (left > 0) nodes.push(el('span', { class: 'cut' }, `… and ${count(left, 'character')} more`));
    return nodes;
  }

  function named(character: string): HTMLElement {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return el('span', { class: 'control' }, `U+${code}`);
  }

  /** With a place to break behind each delimiter. */
  function broken(part: string): (Node | string)[] {
    return part.split(/(?<=[^/]\/|[?&=#.])(?!\/)/).flatMap((piece, at) => (at === 0 ? [piece] : [el('wbr'), piece]));
  }

  const foreign: Text['foreign'] = (value) => el('bdi', { class: 'foreign' }, ...pieces(value, (part) => [part]));

  const plainUrl: Text['plainUrl'] = (value) => el('bdi', { class: 'url', dir: 'ltr' }, ...pieces(value, broken));

  const link = (href: string, content: Node | string): HTMLElement =>
    el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, content);

  const within: Text['within'] = (value, base) => {
    const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(base)?.[0] ?? '';
    return origin !== '' && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;
  };

  const url: Text['url'] = (value, base = '') => {
    const shown = plainUrl(within(value, base));
    return /^https?:\/\//i.test(value) ? link(value, shown) : shown;
  };

  const reference: Text['reference'] = (value) => {
    const [, rfc = '', clause] = /^RFC (\d+)(?: (\d+(?:\.\d+)*))?/.exec(value) ?? [];
    if (rfc === '') return url(value);
    const fragment = clause === undefined ? '' : `#section-${clause}`;
    return link(`https://www.rfc-editor.org/rfc/rfc${rfc}${fragment}`, value);
  };

  const count: Text['count'] = (value, one, many = `${one}s`) => `${FORMAT.format(value)} ${value === 1 ? one : many}`;

  return {
    foreign,
    url,
    plainUrl,
    within,
    reference,
    count,
    number: (value) => FORMAT.format(value),
    status: (value) =>
      el('span', { class: `status status-${value === null ? 'none' : Math.floor(value / 100)}` }, String(value ?? '–')),
    date: (time) => (Number.isNaN(time) ? '–' : new Date(time).toISOString().slice(0, 10)),
  };
}
