import { counted } from '../../../text/number.ts';
import { csvRow } from '../../csv-row.ts';
import { button, el, span } from './dom.ts';

/** Takes text and tables out of the page. */

/** Buttons that copy a table as CSV and save it as a file, and a line that says what they did. */
export function csvButtons(name: string, csv: () => string): HTMLElement {
  const done = el('span', { class: 'copied', role: 'status', 'aria-live': 'polite' });
  const say = (text: string, what: string): void => {
    // The first line is the heading.
    done.textContent = `${counted(Math.max(0, text.split('\r\n').length - 2), 'row')} ${what}`;
  };
  const copy = async (): Promise<void> => {
    const text = csv();
    await copyText(text);
    say(text, 'copied');
  };
  const save = (): void => {
    const text = csv();
    saveFile(`${name.replaceAll(' ', '-')}.csv`, 'text/csv', [text]);
    say(text, 'saved');
  };
  return span(
    'csv',
    button({ class: 'copy', click: () => void copy() }, 'Copy as CSV'),
    button({ class: 'copy', click: save }, 'Save as CSV'),
    done,
  );
}

/** A button that copies a text and says so. */
export function copyButton(label: string, text: string): HTMLElement {
  const copy = async (): Promise<void> => {
    await copyText(text);
    toggle.textContent = 'Copied';
  };
  const toggle = button({ class: 'copy', 'aria-live': 'polite', click: () => void copy() }, label);
  return toggle;
}

/** Rows as CSV: a column for each field of the first row; lists are joined by spaces. */
export function csvOf(rows: readonly object[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return csvRow(columns) + rows.map((row) => csvRow(columns.map((name) => cellOf(Object(row)[name])))).join('');
}

function cellOf(value: unknown): string | number | null {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
  return isList ? value.join(' ') : JSON.stringify(value);
}

/** Saves the parts of a text as a file, where the browser saves files. */
export function saveFile(name: string, type: string, parts: readonly string[]): void {
  const href = URL.createObjectURL(new Blob([...parts], { type }));
  el('a', { href, download: name }).click();
  URL.revokeObjectURL(href);
}

/** Copies text, also if the browser refuses the clipboard to pages that come from a file. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyFromField(text);
  }
}

function copyFromField(text: string): void {
  const field = el('textarea', { class: 'hidden', 'aria-hidden': 'true' });
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
