import type { Socket } from 'node:net';
import { Agent, type buildConnector, Client, type Dispatcher, Pool } from 'undici';

/** An exchange that wants to know whether an earlier one used its connection. */
export interface ReuseHandler extends Dispatcher.DispatchHandler {
  /** Tells whether the connection was used before, and counts this use. Asked when the request is about to be sent. */
  useConnection: () => boolean;
}

interface ReusingOptions extends Omit<Pool.Options, 'connect' | 'factory'> {
  readonly connect: buildConnector.connector;
}

/**
 * At most so many connections stay open, unless more are in use: each takes memory, and some systems let a program open 1,024
 * files. The cost: a crawl that takes turns among more hosts than this opens a new connection for each page.
 */
const MOST_OPEN = 900;

/**
 * Keeps connections open, and tells each exchange whether an earlier one used its connection. If too many are open, those
 * that no exchange has used for longest are closed.
 */
export class ReusingAgent extends Agent {
  constructor(options: ReusingOptions) {
    const connected = new Connected();
    const factory = (origin: URL): Dispatcher => new ReusingClient(origin, options, connected);
    super({ ...options, factory: (origin) => new Pool(origin, { ...options, factory }) });
  }

  // The type of the handler is narrower: undici itself passes it on unchanged.
  override dispatch(options: Agent.DispatchOptions, handler: ReuseHandler): boolean {
    return super.dispatch(options, handler);
  }
}

/** The clients that have a connection. */
class Connected {
  /** The one that was asked longest ago comes first. */
  readonly #clients = new Set<ReusingClient>();

  asked(client: ReusingClient): void {
    if (this.#clients.delete(client)) this.#clients.add(client);
  }

  add(client: ReusingClient): void {
    this.#clients.add(client);
    for (const one of this.#clients) {
      if (this.#clients.size <= MOST_OPEN) return;
      if (one !== client) one.closeIfIdle();
    }
  }

  delete(client: ReusingClient): void {
    this.#clients.delete(client);
  }
}

/** A client of undici has one connection at a time. */
class ReusingClient extends Client {
  readonly #connected: Connected;
  #socket: Socket | null = null;
  #isUsed = false;

  constructor(origin: URL, options: ReusingOptions, connected: Connected) {
    const connect: buildConnector.connector = (request, callback) =>
      options.connect(request, (...result) => {
        this.#socket = result[1];
        callback(...result);
      });
    super(origin, { ...options, connect });
    this.#connected = connected;
    this.on('connect', () => {
      this.#isUsed = false;
      connected.add(this);
    });
    this.on('disconnect', () => connected.delete(this));
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: ReuseHandler): boolean {
    handler.useConnection = () => {
      const was = this.#isUsed;
      this.#isUsed = true;
      return was;
    };
    this.#connected.asked(this);
    return super.dispatch(options, handler);
  }

  /** Closes the connection if no request waits for it. */
  closeIfIdle(): void {
    if (this.stats.size > 0) return;
    this.#connected.delete(this);
    this.#socket?.destroy();
  }
}
