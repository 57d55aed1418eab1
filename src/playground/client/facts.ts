import { compile } from '../../canon/canonicalizer.ts';
import { profileNamed } from '../../canon/profiles.ts';
import { IF_KNOWN } from '../../facts/assumption-wording.ts';
import { describeFact } from '../../facts/describe-fact.ts';
import type { Fact } from '../../facts/facts.ts';
import { normalizeHost, normalizePath } from '../../facts/normal-form.ts';
import { ASSUMABLE_FACTS, type AssumableFact, FACT_KINDS, type FactKind } from '../../facts/site-facts.ts';
import { button, div, el, icon, newId, paragraph } from '../../report/html/client/dom.ts';
import { foreign } from '../../report/html/client/text.ts';
import { UrlError } from '../../url/error.ts';
import { linesOf } from '../lines.ts';
import { hostOf } from '../missing-facts.ts';
import { factsProblem, optionsOf } from '../state.ts';
import { choice, labelled, textField } from './fields.ts';
import { change, state } from './store.ts';

/** The facts about sites: what is true of every site, and what of one. */

/** The values of a kind: some to choose from, a text (an example of it), or none (null). */
const VALUES: Readonly<Record<FactKind, readonly string[] | string | null>> = {
  www: ['remove', 'add'],
  slash: ['add', 'remove'],
  scheme: ['https', 'http'],
  index: 'index.html',
  case: null,
  slashes: null,
  order: null,
  ip: 'example.com',
  mobile: 'example.com',
  userinfo: null,
  param: 'session',
  'default-param': 'page=1',
};

/** Each kind in words. */
const MEANING: Readonly<Record<FactKind, string>> = {
  www: 'www: the same pages with and without www.',
  slash: 'slash: a trailing slash makes no difference',
  scheme: 'scheme: the same pages over http and https',
  index: 'index: a directory index is its folder',
  case: 'case: letter case in paths makes no difference',
  slashes: 'slashes: repeated slashes count as one',
  order: 'order: the order of parameters makes no difference',
  ip: 'ip: the address serves this domain',
  mobile: 'mobile: the mobile host of this host',
  userinfo: 'userinfo: user names make no difference',
  param: 'param: this parameter makes no difference',
  'default-param': 'default-param: this value is the default',
};

let problem: string | null = null;

/** Adds facts about sites, or says why they cannot be added. */
export function stateFacts(more: readonly Fact[]): boolean {
  const { facts } = state();
  const known = new Set(facts.map(describeFact));
  const all = [...facts, ...more.filter((fact) => !known.has(describeFact(fact)))];
  problem = factsProblem(all);
  change(problem === null ? { facts: all } : {});
  return problem === null;
}

/** What all facts are for, and the controls to state them. Returns the function that shows what is stated. */
export function factsPanel(): { readonly element: HTMLElement; readonly draw: () => void } {
  const everywhere = everySite();
  const single = oneSite();
  const element = div(
    'facts-panel',
    paragraph(
      'note',
      'Some passes may merge different pages of one site and equal pages of another. They change a URL only if a fact about its site allows them.',
    ),
    div('columns', everywhere.element, single.element),
  );
  return {
    element,
    draw: () => {
      everywhere.draw();
      single.draw();
    },
  };
}

function everySite(): { readonly element: HTMLElement; readonly draw: () => void } {
  const boxes = ASSUMABLE_FACTS.map((kind) => assumption(kind));
  const note = paragraph('note');
  return {
    element: el('fieldset', {}, el('legend', {}, 'True of every site'), ...boxes.map(({ row }) => row), note),
    draw: () => {
      const { assume, profile } = state();
      for (const { kind, box, draw } of boxes) {
        box.checked = assume.includes(kind);
        draw();
      }
      note.textContent = profileNamed(profile)?.assumesAll ? `The profile ${profile} assumes all of this.` : '';
    },
  };
}

interface Assumption {
  readonly kind: AssumableFact;
  readonly row: HTMLElement;
  readonly box: HTMLInputElement;
  readonly draw: () => void;
}

function assumption(kind: AssumableFact): Assumption {
  const id = newId();
  const box = el('input', {
    id,
    type: 'checkbox',
    change: () => {
      const { assume } = state();
      change({ assume: ASSUMABLE_FACTS.filter((each) => (each === kind ? box.checked : assume.includes(each))) });
    },
  });
  const form = formField(kind);
  const row = div(
    'check',
    box,
    el('label', { for: id }, el('code', {}, kind), ` ${IF_KNOWN[kind]}`),
    form?.field ?? null,
  );
  return { kind, row, box, draw: () => form?.draw() };
}

/** Which of two forms to use, for the kinds that have two. */
function formField(kind: AssumableFact): { readonly field: HTMLSelectElement; readonly draw: () => void } | null {
  if (kind === 'www') {
    const options = [
      ['remove', 'without www.'],
      ['add', 'with www.'],
    ] as const;
    const take = (value: string): void => change({ toWww: value === 'add' ? 'add' : 'remove' });
    const field = choice(options, take, { 'aria-label': 'Form of hosts' });
    return { field, draw: () => show(field, state().toWww, state().assume.includes(kind)) };
  }
  if (kind !== 'scheme') return null;
  const options = [
    ['https', 'use https'],
    ['http', 'use http'],
  ] as const;
  const take = (value: string): void => change({ toScheme: value === 'http' ? 'http' : 'https' });
  const field = choice(options, take, { 'aria-label': 'Scheme to use' });
  return { field, draw: () => show(field, state().toScheme, state().assume.includes(kind)) };
}

function show(field: HTMLSelectElement, value: string, isShown: boolean): void {
  field.value = value;
  field.hidden = !isShown;
}

function oneSite(): { readonly element: HTMLElement; readonly draw: () => void } {
  const list = el('ul', { class: 'stated' });
  const complaint = el('p', { class: 'severity error', role: 'alert' });
  const host = textField({ placeholder: 'example.com' });
  let isOwnHost = false;
  host.addEventListener('input', () => {
    isOwnHost = host.value !== '';
  });
  const path = textField({ placeholder: '/docs/' });
  const kind = choice(
    FACT_KINDS.map((name) => [name, MEANING[name]]),
    () => drawValue(),
  );
  const value = el('span', { class: 'value-field' });
  let field: HTMLInputElement | HTMLSelectElement | null = null;
  const drawValue = (): void => {
    field = fieldFor(VALUES[chosenKind(kind)]);
    value.replaceChildren(...(field === null ? [] : [labelled('Value', field)]));
  };
  drawValue();
  const add = (event: Event): void => {
    event.preventDefault();
    const fact = factOf(chosenKind(kind), host.value, path.value, field?.value ?? '');
    if (!stateFacts([fact])) return;
    path.value = '';
  };
  const element = el(
    'fieldset',
    {},
    el('legend', {}, 'True of one site'),
    list,
    el(
      'form',
      { class: 'fact-form', submit: add },
      labelled('Fact', kind, 'labelled wide'),
      labelled('Host', host),
      labelled('Part of it (optional)', path),
      value,
      el('button', { type: 'submit', class: 'plain' }, 'State this fact'),
    ),
    complaint,
  );
  return {
    element,
    draw: () => {
      const { facts } = state();
      list.replaceChildren(...facts.map((fact) => statedFact(fact, () => host.focus())));
      complaint.replaceChildren(...(problem === null ? [] : [icon('error'), foreign(` ${problem}`)]));
      if (!isOwnHost) host.value = likelyHost();
    },
  };
}

/** The host of the first URL that is shown, as facts name it; or no text. */
function likelyHost(): string {
  const { view, urls, a } = state();
  const [first] = linesOf(urls.slice(0, 2000));
  const url = compile(optionsOf(state())).canonicalize(view === 'compare' ? a : (first?.url ?? ''));
  return url instanceof UrlError ? '' : (hostOf(url) ?? '');
}

function statedFact(fact: Fact, leave: () => void): HTMLElement {
  const name = describeFact(fact);
  const remove = (): void => {
    problem = null;
    change({ facts: state().facts.filter((each) => each !== fact) });
    leave();
  };
  return el(
    'li',
    {},
    el('code', {}, foreign(name)),
    button({ class: 'clear', 'aria-label': `Remove the fact ${name}`, click: remove }, 'Remove'),
  );
}

function factOf(kind: FactKind, host: string, path: string, value: string): Fact {
  const part = path.trim();
  return {
    kind,
    host: normalizeHost(host.trim()) ?? host.trim(),
    ...(part !== '' && part !== '/' && { path: normalizePath(part) }),
    ...(value !== '' && { value: value.trim() }),
  };
}

function chosenKind(select: HTMLSelectElement): FactKind {
  return FACT_KINDS.find((kind) => kind === select.value) ?? 'www';
}

function fieldFor(values: readonly string[] | string | null): HTMLInputElement | HTMLSelectElement | null {
  if (values === null) return null;
  return typeof values === 'string'
    ? textField({ placeholder: values })
    : choice(values.map((value) => [value, value]));
}
