import { button, el } from '../../report/html/client/dom.ts';

/** The keys that work everywhere, and the list of them. */

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['/', 'to the first field'],
  ['1 – 3', 'to a tab'],
  ['← →', 'from tab to tab'],
  ['?', 'this list'],
  ['Esc', 'close it, or leave a field'],
];

const dialog = el(
  'dialog',
  { class: 'help', 'aria-label': 'Keyboard' },
  el('h2', {}, 'Keyboard'),
  el('dl', {}, ...KEYS.flatMap(([key, does]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, does)])),
  button({ click: () => dialog.close() }, 'Close'),
);

/** Makes the keys work. */
export function listenToKeys(): void {
  document.body.append(dialog);
  addEventListener('keydown', onKey);
}

/** Shows or hides the list of keys. */
export function toggleHelp(): void {
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
  const isTyping = event.target.matches('input:not([type=checkbox]), select, textarea');
  if (event.key === 'Escape' && isTyping) event.target.blur();
  else if (!isTyping && act(event.key)) event.preventDefault();
}

/** @returns whether the key does something */
function act(key: string): boolean {
  if (key === '?') toggleHelp();
  else if (dialog.open) return false;
  else if (key === '/') document.querySelector<HTMLElement>('[role=tabpanel]:not([hidden]) .first-field')?.focus();
  else if (/^[1-3]$/.test(key)) document.querySelectorAll<HTMLElement>('[role=tab]')[Number(key) - 1]?.click();
  else return false;
  return true;
}
