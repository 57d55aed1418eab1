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
  let kept = '';
  let isFirst = true;
  // What is kept is copied in runs: between two dropped parameters at once.
  let runStart = 0;
  let start = 0;
  const keepRun = (end: number): void => {
    if (end < runStart) return;
    kept += (isFirst ? '' : '&') + query.slice(runStart, end);
    isFirst = false;
  };
  while (start <= query.length) {
    const ampersand = query.indexOf('&', start);
    const end = ampersand < 0 ? query.length : ampersand;
    if (end > start && drop(query.slice(start, end))) {
      keepRun(start - 1);
      runStart = end + 1;
    }
    start = end + 1;
  }
  if (runStart === 0) return query;
  keepRun(query.length);
  return isFirst ? null : kept;
}

/**
 * A pattern for {@link dropMatching}.
 *
 * @param names of parameters, as alternatives of a regular expression none of which matches the empty string, `&` or `=`
 */
export function paramPattern(names: readonly string[], flags = ''): RegExp {
  return new RegExp(`(?:^|&)(?:${names.join('|')})(?:=[^&]*)?(?![^&])`, `g${flags}`);
}

/** As {@link dropParams}, for names known beforehand: one pattern over the whole query takes a third of the time. */
export function dropMatching(query: string, pattern: RegExp): string | null {
  if (query.search(pattern) < 0) return query;
  const left = query.replace(pattern, '');
  if (query.startsWith('&')) return left;
  // The ampersand of the first parameter that is left stood behind one that is gone.
  if (left.startsWith('&')) return left.slice(1);
  return left === '' ? null : left;
}

/** Sorts parameters by name, in code unit order. Those of one name keep their order, which may matter to the server. */
export function sortParams(query: string): string {
  if (!query.includes('&')) return query;
  const named = query.split('&').map((param) => ({ param, name: paramName(param) }));
  named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return named.map(({ param }) => param).join('&');
}
