import type { Change } from '../../canon/canonicalizer.ts';
import { passNamed } from '../../passes/index.ts';
import type { PassClass } from '../../passes/pass.ts';
import { div, el, span } from '../../report/html/client/dom.ts';
import { plainUrl, referenceLink } from '../../report/html/client/text.ts';
import { counted } from '../../text/number.ts';
import { difference, type Part } from '../difference.ts';

/** Shows URLs, what changed in them, and the passes that changed it. */

/** A longer stretch without a change is cut in its middle, in characters. */
const LONG = 400;
const ENDS = 80;

/** What each class says about a change, in a few words. */
const MEANING: Readonly<Record<PassClass, string>> = {
  preserving: 'semantics-preserving: a standard calls both URLs equivalent, or every client sends the same request',
  usual: 'usually preserving: equivalent on nearly every site, but a server can tell the two apart',
  changing: 'semantics-changing: by the standards a different URL, which may show the same page',
};

/** A URL on a line of its own. */
export function urlLine(url: string): HTMLElement {
  return div('line', plainUrl(url));
}

/** A change of a URL on a line: what is gone is struck out, what is new is underlined. */
function changeLine(before: string, after: string): HTMLElement {
  return div('line', ...difference(before, after).map(changePart));
}

/** Two URLs, each on a line, with what only one of them has. */
export function pairLines(a: string, b: string): readonly HTMLElement[] {
  const parts = difference(a, b);
  return [sideLine(parts, 'gone'), sideLine(parts, 'new')];
}

function sideLine(parts: readonly Part[], side: 'gone' | 'new'): HTMLElement {
  const own = parts.filter(({ kind }) => kind === 'same' || kind === side);
  return div(
    'line',
    ...own.map(({ kind, text }) => (kind === 'same' ? sameText(text) : el('mark', {}, plainUrl(text)))),
  );
}

function changePart({ kind, text }: Part): HTMLElement {
  if (kind === 'same') return sameText(text);
  return el(kind === 'gone' ? 'del' : 'ins', {}, plainUrl(text));
}

function sameText(text: string): HTMLElement {
  if (text.length <= LONG) return plainUrl(text);
  const left = text.length - 2 * ENDS;
  return span(
    'same',
    plainUrl(text.slice(0, ENDS)),
    span('cut', ` … ${counted(left, 'character')} … `),
    plainUrl(text.slice(-ENDS)),
  );
}

/** The class of a pass, with its colour. */
export function classMark(passClass: PassClass): HTMLElement {
  return el('span', { class: `class ${passClass}`, title: MEANING[passClass] }, passClass);
}

/** The name of a pass, which says what it does. */
export function passName(name: string): HTMLElement {
  return el('strong', { class: 'pass-name', title: passNamed(name)?.summary ?? null }, name);
}

interface StepOptions {
  /** Whether to link to where the pass is specified. */
  readonly isReferenced?: boolean;
  /** What else to show below the change. */
  readonly below?: HTMLElement;
}

/** A change of a URL as an item of a list: the pass, and what it changed. */
export function step({ pass: name, class: passClass, before, after }: Change, options: StepOptions = {}): HTMLElement {
  const { isReferenced = false, below = null } = options;
  const pass = passNamed(name);
  const summary = pass?.summary ?? 'adds the scheme that you chose for lines without one';
  const reference = isReferenced && pass !== undefined ? span('note reference', referenceLink(pass.reference)) : null;
  const head = div('step-head', classMark(passClass), passName(name), span('note', summary), reference);
  return el('li', {}, head, changeLine(before, after), below);
}

/** A table with a row of column headings. */
export function headedTable(className: string, columns: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const heading = el('tr', {}, ...columns.map((name) => el('th', { scope: 'col' }, name)));
  return el('table', { class: className }, el('thead', {}, heading), el('tbody', {}, ...rows));
}
