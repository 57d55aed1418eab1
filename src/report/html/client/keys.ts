import { button, el } from './dom.ts';

/** The keys that work everywhere, and the list of them. */

/** The keys of a page with tabs. */
interface Keys {
  /** All keys, for the list of them. */
  readonly list: readonly (readonly [key: string, does: string])[];
  /** The field of a tab that `/` goes to, as a selector. */
  readonly field: string;
  /** Does what other keys do; returns whether the key does something. */
  readonly act?: (key: string, target: HTMLElement) => boolean;
}

const dialog = el('dialog', { class: 'help', 'aria-label': 'Keyboard' });

/** Makes the keys work. */
export function listenToKeys(keys: Keys): void {
  dialog.append(
    el('h2', {}, 'Keyboard'),
    el('dl', {}, ...keys.list.flatMap(([key, does]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, does)])),
    button({ click: () => dialog.close() }, 'Close'),
  );
  document.body.append(dialog);
  addEventListener('keydown', (event) => onKey(event, keys));
}

/** The button that shows the list of keys. */
export function helpButton(): HTMLElement {
  return button({ class: 'plain', 'aria-label': 'Keyboard', click: toggleHelp }, el('kbd', {}, '?'));
}

function toggleHelp(): void {
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function onKey(event: KeyboardEvent, { field, act }: Keys): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  const isTyping = target.matches('input:not([type=checkbox]), select, textarea');
  if (key === 'Escape' && isTyping) target.blur();
  else if ((!isTyping && actAnywhere(key, field)) || act?.(key, target) === true) event.preventDefault();
}

/** Returns whether the key does something. */
function actAnywhere(key: string, field: string): boolean {
  if (key === '?') {
    toggleHelp();
    return true;
  }
  if (dialog.open) return false;
  if (key === '/') return actOn(`[role=tabpanel]:not([hidden]) ${field}`, (element) => element.focus());
  return /^[1-9]$/.test(key) && actOn(`[role=tab]:nth-of-type(${key})`, (element) => element.click());
}

function actOn(selector: string, act: (element: HTMLElement) => void): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  if (element !== null) act(element);
  return element !== null;
}
