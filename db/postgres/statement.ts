/** An SQL statement, prepared once per connection. `Row` is a row of its result. */
export interface Statement<Values extends readonly unknown[], Row> {
  readonly name: string;
  readonly text: string;
  /** Never set; it ties the types of the values and the rows to the statement. */
  readonly types?: (values: Values) => Row;
}

let statements = 0;

/** @param text SQL with a `$n` for each value */
export function statement<Values extends readonly unknown[], Row = never>(text: string): Statement<Values, Row> {
  return { name: `s${++statements}`, text };
}

/** A statement that takes many rows at once, as one array per column. */
export interface Bulk<Input, Row> extends Statement<readonly unknown[], Row> {
  readonly columns: readonly (keyof Input & string)[];
}

/**
 * @param types the type of each column
 * @param text makes the SQL from a table expression and the `$n` for the first further value. The table has these
 * columns, `ordinal`, and `bucket`. Join by `bucket` as well: a plan that takes it for a constant would read the whole
 * index of a table that was small when it was planned.
 */
export function bulk<Input, Row = never>(
  types: Readonly<Record<keyof Input & string, string>>,
  text: (rows: string, next: number) => string,
): Bulk<Input, Row> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object literal
  const columns = Object.keys(types) as (keyof Input & string)[];
  const arrays = columns.map((name, at) => `$${at + 1}::${types[name]}[]`).join(', ');
  const names = columns.map((name) => `"${name}"`).join(', ');
  const rows = `unnest(${arrays}, array_fill(0::smallint, ARRAY[cardinality($1)])) WITH ORDINALITY
    AS row (${names}, bucket, ordinal)`;
  return { ...statement<readonly unknown[], Row>(text(rows, columns.length + 1)), columns };
}
