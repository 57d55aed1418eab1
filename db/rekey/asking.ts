import { giveWay, isStretchOver, type Steps } from '../../src/give-way.ts';
import type { PlanView, RekeyView } from './view.ts';

type AnyView = RekeyView | RekeyView<'later'>;
/** Any view that a plan reads when its members are known. */
export type AnyPlanView = PlanView | PlanView<'later'>;

/**
 * A computation that asks a store for what it needs, one question at a time. The store may answer at once or later. Where
 * it yields null, other work of the program may go on.
 */
export type Asking<T, View = AnyView> = Generator<((view: View) => unknown) | null, T, unknown>;

/** Calls `work` for each item, and yields null whenever a stretch is over. */
export function* forEachGivingWay<Item>(items: Iterable<Item>, work: (item: Item) => void): Asking<void, unknown> {
  for (const item of items) {
    work(item);
    if (isStretchOver()) yield null;
  }
}

/** Asks one question. */
export function* ask<T, View = AnyView>(question: (view: View) => T | Promise<T>): Asking<T, View> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever answers calls the question
  return (yield question) as T;
}

/** Answers all questions from a store that answers at once. Each step may end a stretch. */
export function* answerAtOnce<T, View>(asking: Asking<T, View>, view: View): Steps<T> {
  let step = asking.next();
  while (step.done !== true) {
    if (step.value === null) yield;
    step = asking.next(step.value?.(view));
  }
  return step.value;
}

/** Answers all questions from a store on a network. */
export async function answerLater<T>(asking: Asking<T>, view: RekeyView<'later'>): Promise<T> {
  let step = asking.next();
  while (step.done !== true) step = asking.next(await (step.value === null ? giveWay() : step.value(view)));
  return step.value;
}
