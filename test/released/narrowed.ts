/** A JSON Schema, as far as zod writes it. */
export type Schema = Readonly<Record<string, unknown>>;

/** Who writes the documents of a schema: users, or dustpan. */
export type Writer = 'user' | 'dustpan';

/**
 * What a later schema breaks. Documents of users must stay valid: nothing new is required, and nothing known is refused.
 * Documents of dustpan must keep what programs read: no field goes or changes its type, and what was required stays so.
 *
 * @returns a line for each break, with the path in the schema
 */
export function narrowed(earlier: Schema, later: Schema, writer: Writer, path = ''): readonly string[] {
  const problems: string[] = [];
  for (const word of ['type', 'const', 'enum'] as const) {
    const lost = listOf(earlier[word]).filter((value) => !listOf(later[word]).includes(value));
    if (lost.length > 0) problems.push(`${path}: ${word} ${lost.join(', ')} is gone`);
  }
  // A user may have written what was allowed; a program may rely on what was certain.
  const [held, holds] = writer === 'user' ? [later, earlier] : [earlier, later];
  const changed = listOf(held['required']).filter((name) => !listOf(holds['required']).includes(name));
  problems.push(...changed.map((name) => `${path}/${String(name)}: ${writer === 'user' ? 'is' : 'is not'} required`));
  if (writer === 'user') {
    const limits = LIMITS.filter((limit) => !isSchema(later[limit]) && !listOf(earlier[limit]).includes(later[limit]));
    for (const limit of limits.filter((each) => later[each] !== undefined)) {
      problems.push(`${path}: ${limit} is ${String(later[limit])}`);
    }
  }
  for (const [name, part] of partsOf(earlier)) {
    const found = new Map(partsOf(later)).get(name);
    if (found === undefined) problems.push(`${path}/${name}: is gone`);
    else problems.push(...narrowed(part, found, writer, `${path}/${name}`));
  }
  return problems;
}

const LIMITS = [
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'additionalProperties',
];

/** The schemas inside a schema, by name. */
function partsOf(schema: Schema): readonly (readonly [string, Schema])[] {
  const named = Object.entries(Object(schema['properties']));
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
    listOf(schema[word]).map((part, index) => [`${word} ${index + 1}`, part] as const),
  );
  const others = ['items', 'additionalProperties', 'propertyNames'].map((word) => [word, schema[word]] as const);
  return [...named, ...alternatives, ...others].filter((pair): pair is readonly [string, Schema] => isSchema(pair[1]));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
