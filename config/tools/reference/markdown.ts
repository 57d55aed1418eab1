/**
 * Text as Markdown, so that it reads as written. Code between backticks stays code.
 *
 * @param text such as a description from the help; line feeds become line breaks
 */
export function escaped(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\*_<[\]|]/g, '\\$&')))
    .join('')
    .replaceAll('\n', '<br>');
}

/** Inline code. Works for text with backticks; control characters are shown as escapes. */
export function code(text: string): string {
  const visible = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  return visible.includes('`') ? `\`\` ${visible} \`\`` : `\`${visible}\``;
}

/** A table. Pipes in cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(pipesEscaped).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

function pipesEscaped(cell: string): string {
  return cell.replace(/(?<!\\)\|/g, '\\|');
}
