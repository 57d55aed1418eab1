import stringWidth from 'string-width';

/** Formats rows as lines with aligned columns, separated by two spaces. Widths are those of a terminal. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
}
