import { giveWay } from '../../give-way.ts';

/**
 * What a database gives, with others having their turn now and then: it answers without giving way to anything else.
 *
 * @throws the signal's reason
 */
export async function* interruptible<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const item of items) {
    yield item;
    await giveWay(signal);
  }
}
