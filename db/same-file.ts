import { existsSync, statSync } from 'node:fs';

/** Whether two paths lead to one file that exists, perhaps by links. */
export function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return false;
  const [first, second] = [statSync(one), statSync(other)];
  return first.ino === second.ino && first.dev === second.dev;
}
