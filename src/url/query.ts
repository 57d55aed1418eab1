/** The name of a parameter as spelled: what stands in front of the first `=`. */
export function paramName(param: string): string {
  const equals = param.indexOf('=');
  return equals < 0 ? param : param.slice(0, equals);
}

/**
 * The query without the parameters that `drop` names; the others keep their bytes and their order.
 *
 * @returns the same string where none is dropped, null where none is left
 */
export function dropParams(query: string, drop: (param: string) => boolean): string | null {
  const params = query.split('&');
  const kept = params.filter((param) => param === '' || !drop(param));
  if (kept.length === params.length) return query;
  return kept.length === 0 ? null : kept.join('&');
}

/** Sorts parameters by name, in code unit order. Those of one name keep their order, which may matter to the server. */
export function sortParams(query: string): string {
  if (!query.includes('&')) return query;
  const named = query.split('&').map((param) => ({ param, name: paramName(param) }));
  named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return named.map(({ param }) => param).join('&');
}
