import pg, { type ClientConfig } from 'pg';
import type { Bulk, Statement } from './statement.ts';
import { decodeText, encodeText } from './text.ts';

const { Client, types } = pg;

/** How long a server may take to accept a connection, in milliseconds. */
const CONNECTING = 5000;

/**
 * A frozen program would hold its locks otherwise; plans made while tables were empty would read them whole; what a
 * server does not acknowledge within some seconds is not sent any more.
 */
const SETTINGS = `
  SET idle_in_transaction_session_timeout = '3s';
  SET enable_seqscan = off;
  SET enable_mergejoin = off;
  SET enable_hashjoin = off;
  SET jit = off;
  SET client_min_messages = warning;
  SET tcp_keepalives_idle = 10;
  SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 3`;

const OIDS = { int8: 20, text: 25, numeric: 1700 } as const;

/** Types of columns whose text is not the value. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [OIDS.int8]: Number,
  [OIDS.numeric]: Number,
  [OIDS.text]: decodeText,
};

/** Rows of a result, and how many rows a statement changed. */
export interface Answer<Row> {
  readonly rows: Row[];
  readonly changed: number;
  readonly command: string;
}

/** One connection to the server. Statements are sent at once, one behind the other, without waiting for answers. */
export class Session {
  readonly #client: pg.Client;
  #isLost = false;
  #problem: unknown = null;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /**
   * @param schema where the tables are; null for none
   * @param name what the server shows of the connection
   */
  static async open(config: ClientConfig, schema: string | null, name: string): Promise<Session> {
    const client = new Client({
      ...config,
      application_name: name,
      connectionTimeoutMillis: CONNECTING,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      pipeline: true,
      types: { getTypeParser },
    });
    const session = new Session(client);
    // Without a listener, an error between two statements would end the program.
    client.on('error', () => session.#lose());
    client.on('end', () => session.#lose());
    await client.connect();
    await client.query(schema === null ? SETTINGS : `${SETTINGS}; SET search_path = ${pg.escapeIdentifier(schema)}`);
    return session;
  }

  /** Whether the connection ended. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Begins a transaction, and returns how to find out what went wrong in it: after an error, the server refuses the
   * statements that were sent behind the one that failed.
   */
  begin(text: string): () => unknown {
    this.#problem = null;
    void this.say(text);
    return () => this.#problem;
  }

  /** Sends a statement. The promise may be left alone if another one of the same transaction is awaited. */
  send<Values extends readonly unknown[], Row>(
    { name, text }: Statement<Values, Row>,
    values: readonly unknown[],
  ): Promise<Answer<Row>> {
    return this.#ask<Row>({ name, text, values: values.map(encoded) });
  }

  /** Sends a statement for many rows. */
  sendAll<Input, Row>(
    bulk: Bulk<Input, Row>,
    rows: readonly Input[],
    values: readonly unknown[],
  ): Promise<Answer<Row>> {
    return this.send(bulk, [...bulk.columns.map((name) => rows.map((row) => row[name])), ...values]);
  }

  /** Sends SQL without values. */
  say<Row = never>(text: string): Promise<Answer<Row>> {
    return this.#ask<Row>({ text });
  }

  async close(): Promise<void> {
    this.#isLost = true;
    await this.#client.end().catch(() => undefined);
  }

  #ask<Row>(query: {
    readonly name?: string;
    readonly text: string;
    readonly values?: unknown[];
  }): Promise<Answer<Row>> {
    const answer = this.#client
      .query(query)
      .then(({ rows, rowCount, command }): Answer<Row> => ({ rows, changed: rowCount ?? 0, command }));
    answer.catch((error: unknown) => {
      this.#problem ??= error;
    });
    return answer;
  }

  #lose(): void {
    this.#isLost = true;
  }
}

function getTypeParser(oid: number): (text: string) => unknown {
  return PARSERS[oid] ?? types.getTypeParser(oid, 'text');
}

function encoded(value: unknown): unknown {
  if (typeof value === 'string') return encodeText(value);
  return Array.isArray(value) ? value.map(encoded) : value;
}
