import { type Attributes, div, el, newId } from '../../report/html/client/dom.ts';

/** Fields, and their labels. */

/** A field for a short text that is not prose. */
export function textField(attributes: Attributes): HTMLInputElement {
  const plain = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };
  return el('input', { id: newId(), type: 'text', class: 'text', ...plain, ...attributes });
}

/** A list to choose from. */
export function choice(
  options: readonly (readonly [value: string, name: string])[],
  onChange: (value: string) => void = () => {},
  attributes: Attributes = {},
): HTMLSelectElement {
  const field = el(
    'select',
    { id: newId(), change: () => onChange(field.value), ...attributes },
    ...options.map(([value, name]) => el('option', { value }, name)),
  );
  return field;
}

/** A field with its label. */
export function labelled(label: string, field: HTMLElement, className = 'labelled'): HTMLElement {
  return div(className, el('label', { for: field.id }, label), field);
}
