import { createRequire } from 'node:module';
import type stringWidth from 'string-width';

/** Formats rows as lines with aligned columns, separated by two spaces. Widths are those of a terminal. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

const PRINTABLE_ASCII = /^[ -~]*$/;
const load: (name: string) => { readonly default: typeof stringWidth } = createRequire(import.meta.url);

/** The columns that a text takes. The library for more than ASCII takes 40 ms to load, longer than many commands run. */
function widthOf(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : load('string-width').default(text);
}
