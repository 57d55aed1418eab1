import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { BodyRoom, type BodyShare } from '../../../crawler/fetch/body-room.ts';
import { Fetcher } from '../../../crawler/fetch/fetcher.ts';
import { respond, startServer } from '../../hostile/server.ts';

const MIB = 1024 * 1024;

/** A body in transit: its length so far, and whether it has to wait. */
class Body {
  length = 0;
  isWaiting = false;
  readonly share: BodyShare;

  constructor(room: BodyRoom) {
    this.share = room.share();
  }

  grow(bytes: number): void {
    this.length += bytes;
    const wait = this.share.reach(this.length);
    if (wait !== null) void this.#wait(wait);
  }

  async #wait(wait: Promise<void>): Promise<void> {
    this.isWaiting = true;
    await wait;
    this.isWaiting = false;
  }
}

test('bodies stay within the room, except the oldest, and all of them complete', async () => {
  const steps = fc.array(fc.tuple(fc.nat(9), fc.nat(3 * MIB)), { maxLength: 200 });
  const property = fc.asyncProperty(steps, async (growths) => {
    const room = new BodyRoom(8 * MIB);
    const bodies = Array.from({ length: 10 }, () => new Body(room));
    for (const [index, bytes] of growths) {
      const body = bodies[index];
      if (body === undefined || body.isWaiting) continue;
      body.grow(bytes);
      const most = Math.max(...bodies.map(({ share }) => share.bytes));
      expect(room.taken).toBeLessThanOrEqual(Math.max(8 * MIB, 8 * MIB + most));
    }
    // Waiting bodies continue as soon as the others have ended.
    for (let left = bodies; left.length > 0; ) {
      const ended = left.filter(({ isWaiting }) => !isWaiting);
      expect(ended).not.toEqual([]);
      for (const { share } of ended) share.release();
      left = left.filter((body) => !ended.includes(body));
      await Promise.resolve();
    }
    expect(room.taken).toBe(0);
  });
  await fc.assert(property);
});

it('gives no room to a second large body before the first is released, but always to small ones', async () => {
  const room = new BodyRoom(8 * MIB);
  const [first, second, small] = [room.share(), room.share(), room.share()];
  expect(first.reach(10 * MIB)).toBeNull();
  const wait = second.reach(2 * MIB);
  expect(wait).not.toBeNull();
  expect(small.reach(500_000)).toBeNull();
  expect(room.taken).toBe(10 * MIB);
  first.release();
  await wait;
  expect(room.taken).toBe(2 * MIB);
});

test.each([
  ['', (body: Buffer) => body],
  ['content-encoding: gzip\r\n', (body: Buffer) => gzipSync(body)],
])('large bodies that wait for room arrive whole: %s', async (header, coded) => {
  const bodies = Array.from({ length: 6 }, (_, n) => Buffer.alloc(7 * MIB, String(n)));
  const server = await startServer(
    Object.fromEntries(bodies.map((body, n) => [`/${n}`, (socket) => respond(socket, coded(body), header)])),
  );
  const fetcher = new Fetcher({ userAgent: 'dustpan-test', allowPrivate: true });
  let most = 0;
  let open = 0;
  const fetched = bodies.map(async (_, n) => {
    const share = fetcher.share();
    const result = await fetcher.fetch(`${server.origin}/${n}`, { share });
    most = Math.max(most, ++open);
    // Other bodies could arrive in the meantime.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve));
    open--;
    share.release();
    return result.kind === 'response' ? result.body : null;
  });
  const results = await Promise.all(fetched);
  expect(results.map((body, n) => body !== null && bodies[n]?.equals(body))).toEqual(bodies.map(() => true));
  expect(most).toBeLessThanOrEqual(3);
  await fetcher.close();
  await server.close();
});
