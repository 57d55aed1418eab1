import type { Fact } from './facts.ts';

/** A fact as one line: `slash example.com/docs/ add`. */
export function describeFact({ kind, host, path, value }: Fact): string {
  return [kind, path === '/' ? host : `${host}${path ?? ''}`, ...(value === undefined ? [] : [value])].join(' ');
}
