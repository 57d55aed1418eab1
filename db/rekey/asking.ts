import { giveWay, isStretchOver } from '../../src/give-way.ts';
import type { RekeyView } from './view.ts';

type AnyView = RekeyView | RekeyView<'later'>;

/**
 * A computation that asks a store for what it needs, one question at a time. The store may answer at once or later. Where
 * it yields null, `answerLater` yields to the event loop.
 */
export type Asking<T> = Generator<((view: AnyView) => unknown) | null, T, unknown>;

/** Calls `work` for each item, and yields null whenever a stretch is over. */
export function* forEachGivingWay<Item>(items: Iterable<Item>, work: (item: Item) => void): Asking<void> {
  for (const item of items) {
    work(item);
    if (isStretchOver()) yield null;
  }
}

/** Asks one question. */
export function* ask<T>(question: (view: AnyView) => T | Promise<T>): Asking<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever answers calls the question
  return (yield question) as T;
}

/** Answers all questions from a store that answers at once. */
export function answerAtOnce<T>(asking: Asking<T>, view: RekeyView): T {
  let step = asking.next();
  while (step.done !== true) step = asking.next(step.value?.(view));
  return step.value;
}

/** Answers all questions from a store on a network. */
export async function answerLater<T>(asking: Asking<T>, view: RekeyView<'later'>): Promise<T> {
  let step = asking.next();
  while (step.done !== true) step = asking.next(await (step.value === null ? giveWay() : step.value(view)));
  return step.value;
}
