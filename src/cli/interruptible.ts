import { setImmediate } from 'node:timers/promises';

/** Items between which signals are heard. */
const BATCH = 500;

/**
 * What a database gives, with others having their turn now and then: it answers without giving way to anything else.
 *
 * @throws the signal's reason
 */
export async function* interruptible<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  let count = 0;
  for await (const item of items) {
    yield item;
    if (++count % BATCH > 0) continue;
    await setImmediate();
    signal.throwIfAborted();
  }
}
