import { div, el, newId } from './dom.ts';
import { goQuietly, place } from './route.ts';

/** A control with a label for screen readers. */
export interface Control<Field extends HTMLElement> {
  readonly field: Field;
  /** The control and its label, to put into the page. */
  readonly labelled: HTMLElement;
}

interface SearchField extends Control<HTMLInputElement> {
  /** Shows what the address says. */
  readonly update: () => void;
}

/** A field for the text that rows must contain. */
export function searchField(label: string): SearchField {
  const field = el('input', {
    id: newId(),
    type: 'search',
    class: 'filter',
    placeholder: 'Filter',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-keyshortcuts': '/',
    input: () => goQuietly({ q: field.value }),
  });
  const update = (): void => showValue(field, place().q);
  return { field, labelled: labelled(label, field, el('kbd', { 'aria-hidden': 'true' }, '/')), update };
}

/** Shows what the address says. Leaves the cursor alone where somebody typed just that. */
export function showValue(field: HTMLInputElement, value: string): void {
  if (field.value !== value) field.value = value;
}

/** A list to choose from. */
export function selectField(label: string, onChange: (value: string) => void): Control<HTMLSelectElement> {
  const field = el('select', { id: newId(), change: () => onChange(field.value) });
  return { field, labelled: labelled(label, field) };
}

/** Offers `all`, which is the empty value, and the options. */
export function fillSelect(
  field: HTMLSelectElement,
  all: string,
  options: readonly (readonly [value: string, name: string])[],
): void {
  field.replaceChildren(...[['', all] as const, ...options].map(([value, name]) => el('option', { value }, name)));
}

/** A line that says how many rows there are, which screen readers read out when it changes. */
export function countLine(): HTMLElement {
  return el('p', { class: 'count', role: 'status', 'aria-live': 'polite' });
}

function labelled(label: string, field: HTMLElement, ...more: readonly Node[]): HTMLElement {
  return div('field', el('label', { for: field.id, class: 'hidden' }, label), field, ...more);
}
