/** How many round trips to the server a call takes: how often the program speaks after the server did, over a slow line. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { openFrontier } from '../../db/index.ts';
import { request } from '../db/helpers.ts';
import { median } from './measure.ts';
import { firstUrls, pageOf } from './programs/made-pages.ts';

/** There and back, in milliseconds. What the program sends in one go must be through before the server's first answer is. */
const DELAY = 60;
const ROUNDS = 10;

/** @param store the address of a crawl that does not exist yet */
export async function benchTrips(store: string, print: (line: string) => void): Promise<void> {
  const url = new URL(store);
  const line = await slowLine(Number(url.port));
  url.port = String(line.port);
  const frontier = await openFrontier(url.href);
  await frontier.add(firstUrls());
  const trips: Record<'lease' | 'settle', number[]> = { lease: [], settle: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const before = line.trips();
    const leases = await frontier.lease(request({ run: 'one', limit: 16, perSite: 16, now: frontier.now() }));
    trips.lease.push(line.trips() - before);
    for (const half of [leases.slice(0, 8), leases.slice(8)]) {
      const settlements = half.map(({ id }) => pageOf(id, frontier.now()));
      const start = line.trips();
      await frontier.settle('one', settlements);
      trips.settle.push(line.trips() - start);
    }
  }
  await frontier.close();
  line.close();
  print(`round trips: ${median(trips.settle)} for a settle of 8 pages, ${median(trips.lease)} for a lease of 16`);
}

interface SlowLine {
  readonly port: number;
  /** How often the client spoke after the server did. */
  readonly trips: () => number;
  readonly close: () => void;
}

/** Leads to another port of this machine. */
async function slowLine(target: number): Promise<SlowLine> {
  let trips = 0;
  const server = createServer((client) => {
    const other = connect(target, '127.0.0.1');
    let isAnswered = true;
    client.on('data', (bytes: Buffer) => {
      if (isAnswered) trips++;
      isAnswered = false;
      setTimeout(() => writeTo(other, bytes), DELAY / 2);
    });
    other.on('data', (bytes: Buffer) => {
      setTimeout(() => {
        isAnswered = true;
        writeTo(client, bytes);
      }, DELAY / 2);
    });
    for (const [socket, end] of [
      [client, other],
      [other, client],
    ] as const) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => end.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the slow line has no port');
  return { port: address.port, trips: () => trips, close: () => server.close() };
}

function writeTo(socket: Socket, bytes: Buffer): void {
  if (!socket.destroyed) socket.write(bytes);
}
