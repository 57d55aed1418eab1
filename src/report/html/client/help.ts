import type { Client } from './client.ts';

/** The list of keys, and the keys that work everywhere. */
export function help({ dom: { el } }: Client): Client['help'] {
  const KEYS: readonly (readonly [string, string])[] = [
    ['/', 'to the filter'],
    ['1 – 7', 'to a tab'],
    ['← →', 'from tab to tab'],
    ['↓ ↑', 'from the filter to the rows, and from row to row'],
    ['Enter', 'open or close a row'],
    ['?', 'this list'],
    ['Esc', 'close it, or leave the filter'],
  ];

  const dialog = el(
    'dialog',
    { class: 'help', 'aria-label': 'Keyboard' },
    el('h2', {}, 'Keyboard'),
    el('dl', {}, ...KEYS.flatMap(([key, does]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, does)])),
    el('button', { type: 'button', click: () => dialog.close() }, 'Close'),
  );
  document.body.append(dialog);

  function toggle(): void {
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

  /** @returns whether the key means something */
  function act(key: string, target: HTMLElement): boolean {
    if (key === '?') toggle();
    else if (dialog.open) return false;
    else if (key === '/') document.querySelector<HTMLElement>('[role=tabpanel]:not([hidden]) .filter')?.focus();
    else if (/^[1-7]$/.test(key)) document.querySelectorAll<HTMLElement>('[role=tab]')[Number(key) - 1]?.click();
    else if (key === 'ArrowDown') return step(target, 1);
    else if (key === 'ArrowUp') return step(target, -1);
    else return false;
    return true;
  }

  /** From one thing that opens to the next, where one has the focus. */
  function step(from: HTMLElement, by: number): boolean {
    const all = toggles();
    const at = all.indexOf(from);
    if (at === -1) return false;
    all[at + by]?.focus();
    return true;
  }

  function toggles(): readonly HTMLElement[] {
    const all = document.querySelectorAll<HTMLElement>('[role=tabpanel]:not([hidden]) .toggle');
    return [...all].filter((one) => one.checkVisibility());
  }

  addEventListener('keydown', onKey);
  return { toggle };
}
