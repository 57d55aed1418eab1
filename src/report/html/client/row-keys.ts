/** Goes from the filter to the rows that open, and from row to row. Returns whether the key does this. */
export function moveByKey(key: string, from: HTMLElement): boolean {
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (by === undefined) return false;
  const all = document.querySelectorAll<HTMLElement>('[role=tabpanel]:not([hidden]) .toggle');
  const toggles = [...all].filter((one) => one.checkVisibility());
  const at = toggles.indexOf(from);
  if (at === -1 && !(by === 1 && from.matches('.filter'))) return false;
  toggles[at + by]?.focus();
  return true;
}
