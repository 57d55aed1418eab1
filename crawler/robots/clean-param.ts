import type { CleanParam } from './robots-file.ts';

/** Yandex ignores longer ones. */
const MAX_LENGTH = 500;

/** Parses the value of a `Clean-param` record: names separated by `&`, and a path. Null if it contains no name. */
export function readCleanParam(value: string): CleanParam | null {
  if (value.length > MAX_LENGTH) return null;
  const [names = '', path = null] = value.split(/[\t ]+/, 2);
  const params = names.split('&').filter((name) => name !== '');
  return params.length === 0 ? null : { params, path };
}
