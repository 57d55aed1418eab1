import { expect, it } from 'vitest';
import {
  eachInSteps,
  eachNumberInSteps,
  giveWay,
  isStretchOver,
  runAtOnce,
  runGivingWay,
  type Steps,
} from '../src/give-way.ts';
import { everyLookTakes, turnsDuring } from './stepped-clock.ts';

async function work(steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) await giveWay();
}

it('yields to the event loop only after long work', async () => {
  everyLookTakes(1);
  expect(await turnsDuring(() => work(10))).toBe(0);
  expect(await turnsDuring(() => work(1000))).toBeGreaterThan(10);
});

it('counts interleaved work as one stretch', async () => {
  everyLookTakes(1);
  expect(await turnsDuring(() => Promise.all(Array.from({ length: 10 }, () => work(20))))).toBeGreaterThan(2);
});

it('starts a new stretch after the event loop turned', async () => {
  everyLookTakes(1);
  while (!isStretchOver());
  await giveWay();
  expect(isStretchOver()).toBe(false);
});

it('throws the reason of an aborted signal', async () => {
  const reason = new Error('enough');
  await expect(giveWay(AbortSignal.abort(reason))).rejects.toBe(reason);
});

it('runs steps to their result, and yields between them', async () => {
  function* steps(): Steps<string> {
    for (let step = 0; step < 1000; step++) yield;
    return 'done';
  }
  everyLookTakes(1);
  expect(await turnsDuring(async () => expect(await runGivingWay(steps())).toBe('done'))).toBeGreaterThan(10);
});

it('does something with each item in order, many items to a step', () => {
  const items = Array.from({ length: 1234 }, (_, at) => at);
  const seen: number[] = [];
  expect([...eachInSteps(items, (item) => void seen.push(item))].length).toBeLessThan(20);
  expect(seen).toEqual(items);
});

it('runs steps to their result at once', () => {
  function* steps(): Steps<string> {
    yield;
    return 'done';
  }
  expect(runAtOnce(steps())).toBe('done');
});

it('pauses between steps in the way that is asked for', async () => {
  everyLookTakes(100);
  let pauses = 0;
  const steps = eachInSteps(Array.from({ length: 1000 }), () => {});
  await turnsDuring(() => runGivingWay(steps, async () => void pauses++));
  expect(pauses).toBeGreaterThanOrEqual(5);
});

it('does something with each number, many numbers to a step', () => {
  const seen: number[] = [];
  const steps = [...eachNumberInSteps(5, 30_000, (number) => void seen.push(number))];
  expect(steps.length).toBe(3);
  expect(seen).toEqual(Array.from({ length: 29_995 }, (_, at) => at + 5));
});
