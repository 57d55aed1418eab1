import { expect, test } from 'vitest';
import { SiteQueues } from '../../../crawler/politeness/site-queues.ts';

/** Tasks that run until they are let go, and the names of those that have started. */
class Tasks {
  readonly started: string[] = [];
  readonly #ends = new Map<string, (wait: number) => void>();

  task(name: string): () => Promise<number> {
    return () => {
      this.started.push(name);
      const { promise, resolve } = Promise.withResolvers<number>();
      this.#ends.set(name, resolve);
      return promise;
    };
  }

  /** Ends a task, or lets it wait, and lets the ones start whose turn has come. */
  async end(name: string, wait = 0): Promise<void> {
    this.#ends.get(name)?.(wait);
    await turn();
  }
}

const never = new AbortController().signal;

/** All promises that can settle have settled after a turn of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('tasks of a site wait for each other, and those of other sites do not', async () => {
  const [queues, tasks] = [new SiteQueues(10, 1), new Tasks()];
  for (const name of ['a1', 'a2', 'b1']) void queues.run(name.charAt(0), tasks.task(name), never);
  await turn();
  expect(tasks.started).toEqual(['a1', 'b1']);
  await tasks.end('a1');
  expect(tasks.started).toEqual(['a1', 'b1', 'a2']);
});

test('all sites together run no more tasks than allowed', async () => {
  const [queues, tasks] = [new SiteQueues(2, 2), new Tasks()];
  for (const name of ['a1', 'b1', 'c1', 'd1']) void queues.run(name.charAt(0), tasks.task(name), never);
  await turn();
  expect(tasks.started).toEqual(['a1', 'b1']);
  await tasks.end('b1');
  expect(tasks.started).toEqual(['a1', 'b1', 'c1']);
});

test('a task that waits gives its place to one of another site, and runs again', async () => {
  const [queues, tasks, stop] = [new SiteQueues(1, 1), new Tasks(), new AbortController()];
  const runs = ['a1', 'b1', 'a2'].map((name) => queues.run(name.charAt(0), tasks.task(name), stop.signal));
  await turn();
  await tasks.end('a1', 1e6);
  expect(tasks.started).toEqual(['a1', 'b1']);
  stop.abort();
  await turn();
  await tasks.end('b1');
  expect(tasks.started).toEqual(['a1', 'b1', 'a1']);
  await tasks.end('a1');
  expect(tasks.started).toEqual(['a1', 'b1', 'a1', 'a2']);
  await tasks.end('a2');
  await Promise.all(runs);
});

test('a task that fails rejects, and the next one runs', async () => {
  const [queues, tasks] = [new SiteQueues(1, 1), new Tasks()];
  const failed = queues.run('a', () => Promise.reject(new Error('failed')), never);
  void queues.run('a', tasks.task('a2'), never);
  await expect(failed).rejects.toThrow('failed');
  await turn();
  expect(tasks.started).toEqual(['a2']);
});

test('it is idle when every started task has ended', async () => {
  const [queues, tasks] = [new SiteQueues(1, 1), new Tasks()];
  for (const name of ['a1', 'b1']) void queues.run(name.charAt(0), tasks.task(name), never);
  await turn();
  let isIdle = false;
  const idle = queues.idle().then(() => (isIdle = true));
  await tasks.end('a1');
  expect(isIdle).toBe(false);
  await tasks.end('b1');
  await idle;
  expect(isIdle).toBe(true);
});

test('cleared, it starts none of the tasks that wait, and their promises reject', async () => {
  const [queues, tasks] = [new SiteQueues(1, 1), new Tasks()];
  const runs = Promise.allSettled(
    ['a1', 'a2', 'b1'].map((name) => queues.run(name.charAt(0), tasks.task(name), never)),
  );
  await turn();
  queues.clear();
  await tasks.end('a1');
  await queues.idle();
  expect((await runs).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(tasks.started).toEqual(['a1']);
});

test('many sites come and go, and a busy one keeps its turn', async () => {
  const [queues, tasks] = [new SiteQueues(2000, 1), new Tasks()];
  void queues.run('busy', tasks.task('busy1'), never);
  for (let site = 0; site < 1500; site++) await queues.run(String(site), () => Promise.resolve(0), never);
  void queues.run('busy', tasks.task('busy2'), never);
  await turn();
  expect(tasks.started).toEqual(['busy1']);
});

test('running tasks of a site send their requests one delay apart, and not behind those that have ended', async () => {
  const [queues, tasks] = [new SiteQueues(10, 2), new Tasks()];
  for (const name of ['a1', 'a2', 'b1']) void queues.run(name.charAt(0), tasks.task(name), never);
  await turn();
  const at = (...times: number[]): number[] => times.map((now) => queues.claimRequest('a', 100, now));
  expect(at(1000, 1000, 1099, 1100, 1300)).toEqual([0, 100, 1, 0, 0]);
  // Two that waited come late.
  expect(at(1350, 1350, 1900, 1900, 2000)).toEqual([50, 50, 0, 100, 0]);
  expect(queues.claimRequest('b', 5000, 1000)).toBe(0);
  for (const name of ['a1', 'a2']) await tasks.end(name);
  void queues.run('a', tasks.task('a3'), never);
  expect(at(2050)).toEqual([0]);
});
