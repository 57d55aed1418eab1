import type { Change } from '../../canon/canonicalizer.ts';
import { describeFact } from '../../facts/describe-fact.ts';
import type { Fact } from '../../facts/facts.ts';
import type { AssumableFact } from '../../facts/site-facts.ts';
import { button, div, el, icon, paragraph, span } from '../../report/html/client/dom.ts';
import type { View } from '../../report/html/client/tabs.ts';
import { foreign } from '../../report/html/client/text.ts';
import { UrlError } from '../../url/error.ts';
import { type Compared, compared, type KeyOrError, type ProfileRow } from '../compared.ts';
import { optionsOf } from '../state.ts';
import { stateFacts } from './facts.ts';
import { labelled, textField } from './fields.ts';
import { classMark, headedTable, pairLines, passName, step, urlLine } from './marks.ts';
import { change, state } from './store.ts';
import { errorNote, MAX_TRACED } from './trace.ts';

/** The view that compares two URLs. */

/** Fills the panel; returns the function that draws what is shown now. */
export const compareView: View = (panel) => {
  const a = urlField((text) => change({ a: text }, 'typed'));
  const b = urlField((text) => change({ b: text }, 'typed'));
  a.classList.add('first-field');
  const results = el('div', { class: 'results', 'aria-live': 'polite' });
  panel.append(div('pair', labelled('First URL', a), labelled('Second URL', b)), results);
  return () => {
    const now = state();
    if (a.value !== now.a) a.value = now.a;
    if (b.value !== now.b) b.value = now.b;
    results.replaceChildren(...contentOf(now.a, now.b));
  };
};

function urlField(onInput: (text: string) => void): HTMLInputElement {
  const field = textField({ inputmode: 'url', maxlength: MAX_TRACED, input: () => onInput(field.value) });
  return field;
}

function contentOf(a: string, b: string): readonly HTMLElement[] {
  if (a === '' || b === '') return [paragraph('empty', 'Write two URLs to see whether they have the same key.')];
  const result = compared(a, b, optionsOf(state()));
  if (result instanceof UrlError) return [problems(a, b)];
  return [div('card', verdict(result), facts(result), changes(result)), div('card', profiles(result.profiles))];
}

function problems(a: string, b: string): HTMLElement {
  const notes = [a, b].flatMap((url) => {
    const result = compared(url, url, optionsOf(state()));
    return result instanceof UrlError ? [errorNote(url, result)] : [];
  });
  return div('card', ...notes);
}

function verdict({ same, class: passClass, passes, profiles: rows }: Compared): HTMLElement {
  const { profile } = state();
  return el(
    'section',
    { class: 'verdict-card' },
    el(
      'h3',
      { class: same ? 'verdict confirmed' : 'verdict refuted' },
      icon(same ? 'confirmed' : 'refuted'),
      same ? ' The same key' : ' Different keys',
    ),
    paragraph('sentence', `under the profile ${profile}: `, ...reason(same, passClass, passes)),
    same || passClass === null
      ? null
      : paragraph(
          'note',
          `The same key under: ${
            rows
              .filter((row) => row.same)
              .map((row) => row.profile)
              .join(', ') || 'no profile'
          }.`,
        ),
  );
}

function reason(same: boolean, passClass: Compared['class'], passes: readonly string[]): readonly (Node | string)[] {
  if (passClass === 'identical') return ['both are the same text.'];
  if (passClass === null) return [same ? 'they differ in escapes alone.' : 'no pass makes them equal.'];
  const names = passes.flatMap((name, at) => [...(at === 0 ? [] : [', ']), passName(name)]);
  return [same ? 'made equal by ' : 'would be made equal by ', ...names, ' ', classMark(passClass)];
}

/** The facts that make the difference. */
function facts({ because, missing, same, passes }: Compared): HTMLElement | null {
  if (because.length > 0) return el('section', {}, el('h3', {}, 'They would differ without'), stated(because));
  if (missing !== null) {
    const isOne = missing.length === 1;
    return el(
      'section',
      {},
      el('h3', {}, `They would be equal with ${isOne ? 'this fact' : 'these facts'}`),
      stated(missing),
      button({ class: 'plain', click: () => stateFacts(missing) }, isOne ? 'State it' : 'State them'),
    );
  }
  if (same || passes.length === 0) return null;
  return paragraph(
    'note',
    'Facts alone do not make them equal under this profile: it leaves out passes that are needed.',
  );
}

function stated(all: readonly (Fact | AssumableFact)[]): HTMLElement {
  return el('ul', { class: 'stated' }, ...all.map((each) => el('li', {}, el('code', {}, foreign(nameOf(each))))));
}

function nameOf(each: Fact | AssumableFact): string {
  return typeof each === 'string' ? `${each}, assumed for every site` : describeFact(each);
}

function changes({ changes: [first, second] }: Compared): HTMLElement | null {
  if (first.length + second.length === 0) return null;
  return el(
    'section',
    {},
    el('h3', {}, 'What these passes change'),
    ...sideOf('In the first URL', first),
    ...sideOf('In the second URL', second),
  );
}

function sideOf(title: string, own: readonly Change[]): readonly HTMLElement[] {
  if (own.length === 0) return [];
  return [el('h4', {}, title), el('ol', { class: 'steps' }, ...own.map((each) => step(each)))];
}

function profiles(rows: readonly ProfileRow[]): HTMLElement {
  return el(
    'section',
    {},
    el('h3', {}, 'Under every profile'),
    headedTable('keys', ['Profile', 'Same?', 'Keys'], rows.map(profileRow)),
  );
}

function profileRow({ profile, same, keys: [a, b] }: ProfileRow): HTMLElement {
  const isChosen = profile === state().profile;
  return el(
    'tr',
    isChosen ? { class: 'chosen' } : {},
    el('th', { scope: 'row' }, profile, isChosen ? span('note', ' chosen') : null),
    el(
      'td',
      { class: same ? 'verdict confirmed' : 'verdict' },
      icon(same ? 'confirmed' : 'refuted'),
      same ? ' same' : ' differ',
    ),
    el('td', {}, ...keyLines(a, b)),
  );
}

function keyLines(a: KeyOrError, b: KeyOrError): readonly HTMLElement[] {
  if (a instanceof UrlError || b instanceof UrlError) return [paragraph('note', 'not a valid URL')];
  return a === b ? [urlLine(a)] : pairLines(a, b);
}
