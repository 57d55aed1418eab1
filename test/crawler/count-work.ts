// oxlint-disable-next-line typescript/unbound-method -- each is called with call()
const { charCodeAt, slice } = String.prototype;

/**
 * The result of reading, and the number of characters examined or copied: a measure of time that is the same on any
 * machine.
 */
export async function countWork<T>(read: () => T | Promise<T>): Promise<{ result: T; work: number }> {
  let work = 0;
  Object.assign(String.prototype, {
    charCodeAt(this: string, at: number): number {
      work++;
      return charCodeAt.call(this, at);
    },
    slice(this: string, start?: number, end?: number): string {
      const part = slice.call(this, start, end);
      work += part.length;
      return part;
    },
  });
  try {
    return { result: await read(), work };
  } finally {
    Object.assign(String.prototype, { charCodeAt, slice });
  }
}
