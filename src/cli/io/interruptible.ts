/**
 * The items of a query, until a signal is aborted.
 *
 * @param see called with each item
 * @throws the signal's reason, once it is aborted
 */
export function interruptible<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal | undefined,
  see: ((item: T) => void) | null = null,
): AsyncIterableIterator<T> {
  // An async generator takes three times as long for each item.
  const inner = items[Symbol.asyncIterator]();
  const seen = (result: IteratorResult<T>): IteratorResult<T> => {
    if (result.done !== true) see?.(result.value);
    return result;
  };
  const stop = async (): Promise<never> => {
    await inner.return?.();
    throw signal?.reason;
  };
  return {
    next: () => {
      if (signal?.aborted === true) return stop();
      return see === null ? inner.next() : inner.next().then(seen);
    },
    return: async () => (await inner.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
