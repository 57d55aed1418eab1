import { type Canonicalizer, compile, type Trace } from '../../canon/canonicalizer.ts';
import type { CanonOptions } from '../../canon/options.ts';
import { PROFILES } from '../../canon/profiles.ts';
import { describeFact } from '../../facts/describe-fact.ts';
import type { Fact } from '../../facts/facts.ts';
import { copyButton } from '../../report/html/client/copy.ts';
import { button, div, el, icon, paragraph, span } from '../../report/html/client/dom.ts';
import { foreign, plainUrl } from '../../report/html/client/text.ts';
import { counted } from '../../text/number.ts';
import { UrlError } from '../../url/error.ts';
import { type MissingFact, missingFacts } from '../missing-facts.ts';
import { optionsOf } from '../state.ts';
import { stateFacts } from './facts.ts';
import { headedTable, step, urlLine } from './marks.ts';
import { change, state } from './store.ts';

/** Shows how one URL is canonicalized. */

/** A longer URL is not traced: nobody could read its changes. In characters. */
export const MAX_TRACED = 100_000;

/** How a URL is canonicalized; null if it is too long for the page. */
export type Traced = Trace | UrlError | null;

/** Traces a URL, unless it is too long. */
export function traced(url: string, { trace }: Canonicalizer): Traced {
  return url.length > MAX_TRACED ? null : trace(url);
}

/** The passes that changed a URL, what facts could change, and the keys under every profile. */
export function traceView(url: string, trace: Traced, options: CanonOptions): HTMLElement {
  if (trace === null) {
    return paragraph(
      'note',
      `The URL has ${counted(url.length, 'character')}. The page shows the passes of up to ${counted(MAX_TRACED, 'character')}; dustpan canon has no limit.`,
    );
  }
  if (trace instanceof UrlError) return errorNote(url, trace);
  return div('trace', result(trace, compile(options)), steps(trace), missingSteps(trace, options), profileKeys(url));
}

/** Why a URL is not valid, and where. */
export function errorNote(url: string, { message, code, position }: UrlError): HTMLElement {
  return div(
    'problem',
    el('p', { class: 'severity error' }, icon('error'), ` Not a valid URL: ${problemOf(message, code)}`),
    div('line', plainUrl(url.slice(0, position)), el('mark', {}, plainUrl(url.slice(position) || ' '))),
    code === 'no-scheme' ? schemeButton() : null,
  );
}

/** Offers a scheme for URLs without one; null if one is chosen. */
export function schemeButton(): HTMLElement | null {
  if (state().scheme !== '') return null;
  const click = (): void => change({ scheme: 'https' });
  return button({ class: 'plain', click }, 'Read URLs without a scheme as https://');
}

/** The message without the remedy of the command line. */
export function problemOf(message: string, code: string): string {
  return code === 'no-scheme' ? message.replace(/;.*/, '') : message;
}

function result({ url, changes }: Trace, { key }: Canonicalizer): HTMLElement {
  const own = key(url);
  const isKey = own === url;
  return el(
    'section',
    { class: 'result' },
    el('h3', {}, isKey ? 'Canonical URL and key' : 'Canonical URL'),
    div('with-button', urlLine(url), copyButton('Copy', url)),
    ...(isKey || own instanceof UrlError
      ? []
      : [el('h3', {}, 'Key'), div('with-button', urlLine(own), copyButton('Copy', own))]),
    paragraph('note', changes.length === 0 ? 'The URL is already canonical.' : `${counted(changes.length, 'change')}.`),
  );
}

function steps({ changes }: Trace): HTMLElement | null {
  if (changes.length === 0) return null;
  return el(
    'section',
    {},
    el('h3', {}, 'Passes, in their order'),
    el('ol', { class: 'steps' }, ...changes.map((each) => step(each, { isReferenced: true }))),
  );
}

function missingSteps(trace: Trace, options: CanonOptions): HTMLElement | null {
  const missing = missingFacts(trace, options);
  if (missing.length === 0) return null;
  const usable = missing.filter(({ isRunning }) => isRunning).map(({ fact }) => fact);
  return el(
    'section',
    {},
    el('h3', {}, 'If facts about the site allowed it'),
    el('ol', { class: 'steps missing' }, ...missing.map(missingStep)),
    usable.length > 1
      ? button({ class: 'plain', click: () => stateFacts(usable) }, `State all ${usable.length} facts`)
      : null,
  );
}

function missingStep({ change: would, fact, isRunning }: MissingFact): HTMLElement {
  const note = `The profile ${state().profile} leaves this pass out; choose the profile standard to use facts.`;
  return step(would, { below: isRunning ? factButton(fact) : paragraph('note', note) });
}

function factButton(fact: Fact): HTMLElement {
  return button(
    { class: 'plain fact-button', click: () => stateFacts([fact]) },
    'State the fact ',
    foreign(describeFact(fact)),
  );
}

/** The keys under every profile, with the same facts. */
function profileKeys(url: string): HTMLElement {
  const rows = PROFILES.map(({ name, summary }) => {
    const { key } = compile(optionsOf({ ...state(), profile: name }));
    const own = key(url);
    const isChosen = name === state().profile;
    return el(
      'tr',
      isChosen ? { class: 'chosen' } : {},
      el('th', { scope: 'row', title: summary }, name, isChosen ? span('note', ' chosen') : null),
      el('td', {}, own instanceof UrlError ? own.message : urlLine(own)),
    );
  });
  return el('section', {}, el('h3', {}, 'Key under every profile'), headedTable('keys', ['Profile', 'Key'], rows));
}
