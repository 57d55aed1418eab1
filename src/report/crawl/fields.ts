import { isObject, jsonValue } from '../../stored-fields.ts';

/**
 * The values that the crawl's `select` found on an entry's page, by field: `frontier.entries()` has the entries.
 *
 * @returns null if the page was not read, the crawl selects nothing, or the values are damaged
 */
export function fieldsOf({
  details,
}: {
  readonly details: { readonly fields: string | null } | null;
}): Readonly<Record<string, readonly string[]>> | null {
  const fields = jsonValue(details?.fields ?? null);
  if (!isObject(fields)) return null;
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, [values].flat().map(String)]));
}
