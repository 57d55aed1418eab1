import type { Severity } from '../../../audit/finding.ts';
import { counted } from '../../../text/number.ts';
import { type Child, el, icon, span } from './dom.ts';

/** Shows text, also text that an attacker wrote. */

/** The severities of findings, as the page calls them; the gravest first. */
export const SEVERITY_NAMES: readonly (readonly [Exclude<Severity, 'pass'>, name: string])[] = [
  ['error', 'Errors'],
  ['warning', 'Warnings'],
  ['info', 'Notices'],
];

const MAX_CHARACTERS = 2000;
/** C0 and C1 controls, characters that change the direction of text or are invisible, and lone surrogates. */
// oxlint-disable-next-line no-control-regex -- the page names them
const UNSEEN = /[\0-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu;

/** Text from outside: its direction does not affect what surrounds it, control characters are named, long text is cut. */
export function foreign(value: string): HTMLElement {
  return el('bdi', { class: 'foreign' }, ...pieces(value, (part) => [part]));
}

/** A URL that may break after its delimiters. */
export function plainUrl(value: string): HTMLElement {
  return el('bdi', { class: 'url', dir: 'ltr' }, ...pieces(value, breakable));
}

/** A URL, as a link if it is http or https. */
export function linkedUrl(value: string): HTMLElement {
  const shown = plainUrl(value);
  return /^https?:\/\//i.test(value) ? link(value, shown) : shown;
}

/** The URL without the scheme and host that it shares with `base`. */
export function within(value: string, base: string): string {
  const origin = /^[a-z]+:\/\/[^/?#]*/i.exec(base)?.[0] ?? '';
  return origin !== '' && value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;
}

/** A link to a section of an RFC (`RFC 3986 6.2`) or to a page. */
export function referenceLink(reference: string): HTMLElement {
  const [, rfc = '', section] = /^RFC (\d+)(?: (\d+(?:\.\d+)*))?/.exec(reference) ?? [];
  if (rfc === '') return linkedUrl(reference);
  const fragment = section === undefined ? '' : `#section-${section}`;
  return link(`https://www.rfc-editor.org/rfc/rfc${rfc}${fragment}`, reference);
}

/** A status code in the colour of its class. */
export function statusCode(value: number | null): HTMLElement {
  return span(`status status-${value === null ? 'none' : Math.floor(value / 100)}`, String(value ?? '–'));
}

/** A name in the colour of a severity, with its icon. */
export function severityMark(severity: Severity, name: Child): HTMLElement {
  return span(`severity ${severity}`, icon(severity), name);
}

/** @param time milliseconds since the epoch */
export function day(time: number): string {
  return Number.isNaN(time) ? '–' : new Date(time).toISOString().slice(0, 10);
}

/** A name of the code in words: `same-text` as `same text`. */
export function spaced(name: string): string {
  return name.replaceAll('-', ' ');
}

function link(href: string, content: Node | string): HTMLElement {
  return el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, content);
}

/** The text with its control characters named; `show` makes nodes of the text between them. */
function pieces(value: string, show: (part: string) => readonly (Node | string)[]): readonly (Node | string)[] {
  const nodes: (Node | string)[] = [];
  const cut = value.slice(0, MAX_CHARACTERS);
  let at = 0;
  for (const { 0: character, index } of cut.matchAll(UNSEEN)) {
    nodes.push(...show(cut.slice(at, index)), named(character));
    at = index + character.length;
  }
  nodes.push(...show(cut.slice(at)));
  const left = value.length - cut.length;
  if (left > 0) nodes.push(span('cut', `… and ${counted(left, 'character')} more`));
  return nodes;
}

function named(character: string): HTMLElement {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return span('control', `U+${code}`);
}

/** With a place to break after each delimiter. */
function breakable(part: string): readonly (Node | string)[] {
  return part.split(/(?<=[^/]\/|[?&=#.])(?!\/)/).flatMap((piece, at) => (at === 0 ? [piece] : [el('wbr'), piece]));
}
