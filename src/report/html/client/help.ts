import { button, el } from './dom.ts';

/** The keys that work everywhere, and the list of them. */

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ['/', 'to the filter'],
  ['1 – 9', 'to a tab'],
  ['← →', 'from tab to tab'],
  ['↓ ↑', 'from the filter to the rows, and from row to row'],
  ['Enter', 'open or close a row'],
  ['?', 'this list'],
  ['Esc', 'close it, or leave the filter'],
];
const SHOWN_PANEL = '[role=tabpanel]:not([hidden])';

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
  const isTyping = event.target.matches('input, select, textarea');
  const isFilter = event.target.matches('.filter');
  if (event.key === 'Escape' && isTyping) event.target.blur();
  else if (isFilter && event.key === 'ArrowDown') toggles()[0]?.focus();
  else if (!isTyping && act(event.key, event.target)) event.preventDefault();
}

/** @returns whether the key does something */
function act(key: string, target: HTMLElement): boolean {
  if (key === '?') toggleHelp();
  else if (dialog.open) return false;
  else if (key === '/') document.querySelector<HTMLElement>(`${SHOWN_PANEL} .filter`)?.focus();
  else if (/^[1-9]$/.test(key)) document.querySelectorAll<HTMLElement>('[role=tab]')[Number(key) - 1]?.click();
  else if (key === 'ArrowDown') return step(target, 1);
  else if (key === 'ArrowUp') return step(target, -1);
  else return false;
  return true;
}

/** From one row that opens to the next, if one has the focus. */
function step(from: HTMLElement, by: number): boolean {
  const all = toggles();
  const at = all.indexOf(from);
  if (at === -1) return false;
  all[at + by]?.focus();
  return true;
}

function toggles(): readonly HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(`${SHOWN_PANEL} .toggle`);
  return [...all].filter((one) => one.checkVisibility());
}
