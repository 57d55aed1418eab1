/** Header fields by lower-case name; of repeated ones, the first. */
export type Fields = ReadonlyMap<string, string>;

/**
 * Parses the lines after the first one.
 *
 * @param text with one character per byte
 */
export function fieldsOf(text: string): Fields {
  const fields = new Map<string, string>();
  for (const [name, value] of allFields(text)) if (!fields.has(name)) fields.set(name, value);
  return fields;
}

/** All fields after the first line, in their order, with their names in lower case. A line may go on behind spaces. */
export function* allFields(text: string): Generator<readonly [name: string, value: string]> {
  for (const line of text
    .replace(/\r?\n[\t ]+/g, ' ')
    .split(/\r?\n/)
    .slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '') yield [name, line.slice(colon + 1).trim()];
  }
}

/** The values of each name, in lower case, in their order. */
export function valuesByName(fields: Iterable<readonly [name: string, value: string]>): Record<string, string[]> {
  const values: Record<string, string[]> = Object.create(null);
  for (const [name, value] of fields) (values[name.toLowerCase()] ??= []).push(value);
  return values;
}
