import { fstatSync, statSync } from 'node:fs';

/**
 * Whether a path leads to the same existing file as another path or an open descriptor, also through links.
 *
 * @param other a path, or an open file descriptor
 */
export function isSameFile(path: string, other: string | number): boolean {
  try {
    const [first, second] = [statSync(path), typeof other === 'string' ? statSync(other) : fstatSync(other)];
    return first.ino === second.ino && first.dev === second.dev;
  } catch {
    // What cannot be looked up leads nowhere.
    return false;
  }
}
