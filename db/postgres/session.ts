import { Socket } from 'node:net';
import pg, { type ClientConfig } from 'pg';
import type { Target } from './connection-settings.ts';
import { passwordInFile } from './password-file.ts';
import { isFull, isLost, isOfTls, isRefusedOtherwise, Misfit, NoPassword, Standby } from './problems.ts';
import type { Bulk, Statement } from './statement.ts';
import { decodeText, encodeValue } from './text.ts';

const { Client, types } = pg;

/** How long a server may take to accept a connection, in milliseconds. */
const CONNECTING = 5000;
/** How long a server may be silent while it owes an answer until it is asked whether it is at work, in milliseconds. */
const SILENCE = 15_000;

/**
 * A frozen program would hold its locks otherwise; plans made while tables were empty would read them whole; with plans
 * that fit any values, statements are not planned again, but such a plan would start processes for a few rows; what a server
 * does not acknowledge within some seconds is not sent any more; a rekey may take longer than a user's limits; rows that a
 * policy of the owner hides would be missing without a word. A transaction of a stricter level would not see what was
 * committed while it waited for its turn. The last two say how arrays are read and numbers written.
 */
const SETTINGS = `
  SET idle_in_transaction_session_timeout = '3s';
  SET enable_seqscan = off;
  SET enable_mergejoin = off;
  SET enable_hashjoin = off;
  SET jit = off;
  SET plan_cache_mode = force_generic_plan;
  SET max_parallel_workers_per_gather = 0;
  SET client_min_messages = warning;
  SET tcp_keepalives_idle = 10;
  SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 3;
  SET statement_timeout = 0;
  SET lock_timeout = 0;
  SET row_security = off;
  SET default_transaction_isolation = 'read committed';
  SET array_nulls = on;
  SET extra_float_digits = 1;
  SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('transaction_timeout', 'idle_session_timeout')`;

const OIDS = { int8: 20, text: 25, numeric: 1700 } as const;

/** Types of columns whose text is not the value. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [OIDS.int8]: wholeNumber,
  [OIDS.numeric]: wholeNumber,
  [OIDS.text]: decodeText,
};

interface Self {
  readonly pid: number;
  readonly standby: boolean;
}

const SELF = "SELECT pg_backend_pid() AS pid, current_setting('transaction_read_only') = 'on' AS standby";
/** A server that waits for us has nothing to do, or has lost the way to us. */
const IS_WORKING = `
  SELECT state <> 'idle' AND wait_event_type IS DISTINCT FROM 'Client' AS working FROM pg_stat_activity WHERE pid = $1`;

/**
 * SQL that fails if `search_path` is not this crawl's schema: it then reads a setting that does not exist. A pooler in
 * transaction mode shares one connection among several programs, so `search_path` may be another program's, or unset.
 */
const guardOf = (schema: string): string => `
  SELECT CASE current_setting('search_path') WHEN quote_ident(${pg.escapeLiteral(schema)}) THEN ''
    ELSE current_setting('dustpan.none') END`;

/** Rows of a result, and how many rows a statement changed. */
export interface Answer<Row> {
  readonly rows: Row[];
  readonly changed: number;
  readonly command: string;
}

/** Sends a statement: over a session, or in a transaction. */
export type Send = <Values extends readonly unknown[], Row>(
  one: Statement<Values, Row>,
  ...values: Values
) => Promise<Answer<Row>>;

/** One connection to the server. Statements are sent at once, one behind the other, without waiting for answers. */
export class Session {
  readonly #client: pg.Client;
  readonly #guard: string;
  readonly #watch: NodeJS.Timeout;
  #isLost = false;
  #problem: unknown = null;
  /** How many statements have no answer. */
  #owed = 0;
  /** When the server was last heard, or owed nothing. */
  #heard = 0;
  #bytes = 0;

  private constructor(client: pg.Client, schema: string | null, isWorking: () => Promise<boolean>, silence: number) {
    this.#client = client;
    this.#guard = schema === null ? '' : guardOf(schema);
    const lose = (): void => this.#lose();
    // Without a listener, an error between two statements would end the program.
    client.on('error', lose);
    client.on('end', lose);
    this.#watch = setInterval(() => void this.#check(isWorking, silence), silence);
    this.#watch.unref();
  }

  /**
   * Connects in the first way that works.
   *
   * @param schema where the tables are; null for none
   * @param name what the server shows of the connection
   * @param silence how long the server may be silent while it owes an answer until it is asked whether it is at work, in
   * milliseconds
   */
  static async open(target: Target, schema: string | null, name: string, silence: number = SILENCE): Promise<Session> {
    let problem: unknown = null;
    for (const way of target.ways) {
      try {
        return await Session.#connect(target, way, schema, name, silence);
      } catch (error) {
        if (!isLost(error) && !isRefusedOtherwise(error)) throw error;
        // One that passes tells to wait. What the server says of the user tells more than that it has no TLS.
        if (problem === null || isOfTls(problem) || isLost(error)) problem = error;
      }
    }
    throw problem;
  }

  static async #connect(
    { isPrimary, passwordFile }: Target,
    way: ClientConfig,
    schema: string | null,
    name: string,
    silence: number,
  ): Promise<Session> {
    const password = way.password || process.env['PGPASSWORD'] || (async () => passwordOf(client, passwordFile));
    const config = { ...way, password, application_name: name, connectionTimeoutMillis: CONNECTING };
    const client: pg.Client = new Client({
      ...config,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      pipeline: true,
      types: { getTypeParser },
    });
    let pid = 0;
    const session = new Session(client, schema, async () => worksFor(pid, config), silence);
    try {
      await client.connect();
      const path = schema === null ? '' : `; SET search_path = ${pg.escapeIdentifier(schema)}`;
      void session.say(SETTINGS + path);
      const [self] = (await session.say<Self>(SELF)).rows;
      pid = self?.pid ?? 0;
      if (isPrimary && self?.standby === true) throw new Standby('the server is a standby');
      return session;
    } catch (error) {
      await session.close();
      throw session.#problem ?? error;
    }
  }

  /** Whether the connection ended. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Begins a transaction. */
  begin(text: string): Promise<unknown> {
    this.#problem = null;
    return this.say(`${text}; ${this.#guard}`);
  }

  /**
   * What first went wrong in the transaction: after an error, the server refuses the statements that were sent behind the
   * one that failed.
   */
  get problem(): unknown {
    return this.#problem;
  }

  /** Sends a statement. The promise may be left alone if another one of the same transaction is awaited. */
  readonly send: Send = ({ name, text }, ...values) => this.#ask({ name, text, values: values.map(encodeValue) });

  /** Sends a statement for many rows. */
  sendAll<Input, Row>(
    bulk: Bulk<Input, Row>,
    rows: readonly Input[],
    values: readonly unknown[],
  ): Promise<Answer<Row>> {
    return this.send(bulk, ...bulk.columns.map((name) => rows.map((row) => row[name])), ...values);
  }

  /** Sends SQL without values. */
  say<Row = never>(text: string): Promise<Answer<Row>> {
    return this.#ask<Row>({ text });
  }

  async close(): Promise<void> {
    this.#lose();
    await end(this.#client);
  }

  #ask<Row>(query: {
    readonly name?: string;
    readonly text: string;
    readonly values?: unknown[];
  }): Promise<Answer<Row>> {
    if (this.#owed++ === 0) this.#heard = performance.now();
    const answer = this.#client
      .query(query)
      .finally(() => this.#owed--)
      .then(({ rows, rowCount, command }): Answer<Row> => ({ rows, changed: rowCount ?? 0, command }));
    answer.catch((error: unknown) => {
      this.#problem ??= error;
    });
    return answer;
  }

  /** Ends a connection on which the server is silent, unless the server is at work for it. */
  async #check(isWorking: () => Promise<boolean>, silence: number): Promise<void> {
    const { stream } = this.#client.connection;
    const received = (): number => (stream instanceof Socket ? stream.bytesRead : 0);
    const bytes = received();
    if (this.#owed === 0 || bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#heard = performance.now();
    }
    if (performance.now() - this.#heard < silence || (await isWorking()) || received() !== bytes) return;
    stream.destroy();
  }

  #lose(): void {
    this.#isLost = true;
    clearInterval(this.#watch);
  }
}

async function passwordOf(client: pg.Client, file: string | null): Promise<string> {
  const password = await passwordInFile(client, file ?? undefined);
  if (password === null) throw new NoPassword('the server asks for a password');
  return password;
}

/** Whether the server is at work for a connection, asked by another one. What the server cannot tell counts as work. */
async function worksFor(pid: number, config: ClientConfig): Promise<boolean> {
  const client = new Client({ ...config, query_timeout: CONNECTING });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly working: boolean }>(IS_WORKING, [pid]);
    return rows[0]?.working ?? false;
  } catch (error) {
    return !isLost(error) || isFull(error);
  } finally {
    await end(client);
  }
}

/** Ends a connection, and does not wait long for a server that is away. */
async function end(client: pg.Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), CONNECTING);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}

/**
 * Refuses a number that JavaScript cannot tell from its neighbours: reading on after such a number would never end.
 *
 * @throws {Misfit}
 */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new Misfit(`${text.slice(0, 20)} is not a whole number below 2^53`);
  return number;
}

function getTypeParser(oid: number): (text: string) => unknown {
  return PARSERS[oid] ?? types.getTypeParser(oid, 'text');
}
