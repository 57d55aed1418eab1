import { giveWay, isStretchOver } from '../../give-way.ts';

/**
 * Yields the items of a database query and regularly lets other tasks run; the query itself never does.
 *
 * @throws the signal's reason, once it is aborted
 */
export async function* interruptible<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const item of items) {
    yield item;
    signal.throwIfAborted();
    if (isStretchOver()) await giveWay(signal);
  }
}
