import { Agent, Client, type Dispatcher, Pool } from 'undici';

/** An exchange that wants to know whether an earlier one used its connection. */
export interface ReuseHandler extends Dispatcher.DispatchHandler {
  /** Tells whether the connection was used before, and counts this use. Asked when the request is about to be sent. */
  useConnection: () => boolean;
}

/** Keeps connections open, and tells each exchange whether an earlier one used its connection. */
export class ReusingAgent extends Agent {
  constructor(options: Pool.Options) {
    const factory = (origin: URL, pooled: object): Dispatcher => new ReusingClient(origin, pooled);
    super({ ...options, factory: (origin) => new Pool(origin, { ...options, factory }) });
  }

  // The type of the handler is narrower: undici itself passes it on unchanged.
  override dispatch(options: Agent.DispatchOptions, handler: ReuseHandler): boolean {
    return super.dispatch(options, handler);
  }
}

/** A client of undici has one connection at a time. */
class ReusingClient extends Client {
  #isUsed = false;

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    this.on('connect', () => (this.#isUsed = false));
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: ReuseHandler): boolean {
    handler.useConnection = () => {
      const was = this.#isUsed;
      this.#isUsed = true;
      return was;
    };
    return super.dispatch(options, handler);
  }
}
