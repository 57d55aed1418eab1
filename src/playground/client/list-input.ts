import { button, div, el, newId, span } from '../../report/html/client/dom.ts';
import { foreign } from '../../report/html/client/text.ts';
import { counted, number } from '../../text/number.ts';
import { change, heldList, holdList, state } from './store.ts';

/** The field for a list of URLs, which also takes files. */

/** A longer list does not go into the field, which would be slow. In characters. */
const MAX_FIELD = 100_000;
/** Longer lists are for the command line. */
const MAX_BYTES = 50_000_000;
const MAX_LINES = 500_000;
/** The page does not react while it reads one line. In characters. */
const MAX_LINE = 1_000_000;

const FOR_MORE = 'dustpan dedup reads longer lists.';

let problem = '';

/** A field for the URLs, one per line. Both views that have one show the same list. */
export function listInput(label: string, rows: number): { readonly element: HTMLElement; readonly draw: () => void } {
  const field = el('textarea', {
    id: newId(),
    class: 'first-field text',
    rows,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'none',
    placeholder: 'https://example.com/',
    input: () => take('the text of the field', field.value, 'typed'),
    paste: (event: Event) => {
      if (!(event instanceof ClipboardEvent)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.length <= MAX_FIELD) return;
      event.preventDefault();
      take('the pasted list', text);
    },
  });
  const file = el('input', {
    type: 'file',
    class: 'hidden',
    tabindex: -1,
    'aria-hidden': 'true',
    change: () => {
      const [chosen] = file.files ?? [];
      if (chosen !== undefined) void readFile(chosen);
      file.value = '';
    },
  });
  const held = div('held');
  const complaint = el('p', { class: 'severity error', role: 'alert' });
  const clear = button({ class: 'clear', click: () => empty(field) }, 'Clear');
  const element = div(
    'list-input',
    el('label', { for: field.id }, label),
    field,
    held,
    div(
      'toolbar',
      button({ class: 'plain', click: () => file.click() }, 'Choose a file'),
      file,
      clear,
      span('note', 'or drop one anywhere on the page'),
    ),
    complaint,
  );
  const draw = (): void => {
    const list = heldList();
    const { urls } = state();
    field.hidden = list !== null;
    held.hidden = list === null;
    if (list === null) {
      if (field.value !== urls) field.value = urls;
    } else
      held.replaceChildren(
        foreign(list.name),
        span('note', ` ${counted(list.text.length, 'character')}, not shown in a field`),
      );
    clear.hidden = list === null && urls === '';
    complaint.textContent = problem;
  };
  return { element, draw };
}

/** The list that is shown. */
export function listText(): string {
  return heldList()?.text ?? state().urls;
}

/** Takes files and texts that somebody drops on the page. A browser would otherwise leave it for them. */
export function acceptDrops(): void {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    const isField = event.target instanceof Element && event.target.matches('input, textarea');
    if (file === undefined && isField && text.length <= MAX_FIELD) return;
    event.preventDefault();
    if (state().view === 'compare') change({ view: 'dedup' }, 'step');
    if (file !== undefined) void readFile(file);
    else if (text !== '') take('the dropped list', text);
  });
}

function empty(field: HTMLElement): void {
  problem = '';
  holdList(null);
  change({ urls: '' });
  field.focus();
}

async function readFile(file: File): Promise<void> {
  if (file.size > MAX_BYTES) {
    complain(
      `${file.name} has ${number(file.size / 1e6)} MB. This page reads up to ${MAX_BYTES / 1e6} MB. ${FOR_MORE}`,
    );
    return;
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    if (text.includes('\0')) throw new TypeError('binary');
    take(file.name, text);
  } catch (error) {
    complain(
      error instanceof TypeError
        ? `${file.name} is not text in UTF-8. This page reads plain lists, one URL per line; dustpan dedup reads more formats.`
        : `${file.name} cannot be read.`,
    );
  }
}

/** Shows a text: in the field, or beside it if it is long. */
function take(name: string, text: string, how: 'quiet' | 'typed' = 'quiet'): void {
  problem = '';
  if (text.length <= MAX_FIELD) {
    if (heldList() !== null) holdList(null);
    change({ urls: text }, how);
    return;
  }
  const excess = text.length > MAX_BYTES ? `it has ${number(text.length / 1e6)} MB` : excessOf(text);
  if (excess !== null) {
    complain(
      `The list is too long: ${excess}. This page reads up to ${MAX_BYTES / 1e6} MB, ${number(MAX_LINES)} lines and ${number(MAX_LINE)} characters a line. ${FOR_MORE}`,
    );
    return;
  }
  change({ urls: '' });
  holdList({ name, text });
}

function complain(text: string): void {
  problem = text;
  change({});
}

/** What is too long about a list of lines, in words; null if nothing is. */
function excessOf(text: string): string | null {
  let at = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    at++;
    if (at > MAX_LINES) return `it has more than ${number(MAX_LINES)} lines`;
    if (end - start > MAX_LINE) return `line ${number(at)} has ${counted(end - start, 'character')}`;
    start = end + 1;
  }
  return null;
}
