import { dedupBookmarks } from './dedup-bookmarks.ts';

const input = element('#file', HTMLInputElement);
const summary = element('#summary', HTMLElement);
const save = element('#save', HTMLAnchorElement);
const table = element('table', HTMLTableElement);

input.addEventListener('change', () => {
  const file = input.files?.[0];
  if (file !== undefined) show(file).catch((error: unknown) => say(`${file.name} cannot be read: ${String(error)}`));
});

async function show(file: File): Promise<void> {
  const { bookmarks, duplicates, text } = await dedupBookmarks(await file.text());
  URL.revokeObjectURL(save.href);
  save.href = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  save.hidden = table.hidden = duplicates.length === 0;
  const [body] = table.tBodies;
  body?.replaceChildren();
  for (const { url, first, passes } of duplicates) {
    const row = body?.insertRow();
    for (const cell of [url, first, passes.join(', ') || 'equal URLs']) row?.insertCell().append(cell);
  }
  if (bookmarks === 0) say(`${file.name} has no bookmarks; choose the HTML file that a browser exports.`);
  else say(`${bookmarks} bookmarks, ${duplicates.length} of them duplicates.`);
}

function say(text: string): void {
  summary.textContent = text;
}

/** @throws if the page has no such element */
function element<T extends Element>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${selector}`);
}
