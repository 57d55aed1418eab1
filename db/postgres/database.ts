import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../../src/clock.ts';
import { closed, refuseStaleKeys, StoreError } from '../errors.ts';
import { SILENCE } from '../programs.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { lockOf } from './locks.ts';
import { isAnswer, isLost, isPassing, Misfit, toStoreError } from './problems.ts';
import { type Answer, Session } from './session.ts';
import { statement } from './statement.ts';
import { Transaction } from './transaction.ts';

/** How to reach the tables of a crawl. */
export interface DatabaseOptions extends Omit<ConnectionSettings, 'crawl'> {
  /** Whether each commit waits for the server's disk, also where the server does not by itself. Default: false. */
  readonly isDurable?: boolean;
  /** How long to wait for a server that went away, in milliseconds. */
  readonly wait: number;
  /** Aborted when the program is about to end: calls then wait for a moment only. Default: null. */
  readonly signal?: AbortSignal | null;
  /** After how long a silent server is asked whether it is at work, in milliseconds. Default: 15 seconds. */
  readonly silence?: number;
  /** Called when the server went away, and each second until it is back. */
  readonly onWait: ((problem: string) => void) | null;
  /** Called once when the server is back. Default: null. */
  readonly onBack?: (() => void) | null;
}

/** How a transaction writes. */
export interface WriteOptions {
  /** Whether no other program may write meanwhile. */
  readonly alone?: boolean;
  /** The epoch that the keys were made with. */
  readonly epoch?: number | undefined;
  /** Whether to give up if the server is away. */
  readonly atOnce?: boolean;
}

/** How long another attempt waits at most after a conflict, in milliseconds. */
const LONGEST_PAUSE = 20;
/** How long conflicts may go on, in milliseconds. */
const CONFLICTS = 60_000;
/** The time between two attempts to connect, in milliseconds: at first, and at most. */
const SOON = 5;
const RECONNECTING = 1000;
/** How long a program that is about to end waits for a server that went away, in milliseconds. */
const ENDING = 3000;
/** A server that nobody asked for this long may have been there meanwhile, in milliseconds. */
const UNKNOWN = 10_000;

/** A server that went away. The times are by `performance.now()`. */
interface Absence {
  readonly since: number;
  /** When the last attempt to reach it failed. */
  readonly asked: number;
  readonly problem: unknown;
}

const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const CLOCK = statement<[], { readonly now: number }>(
  'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
);
/** Other settings wait for the disk, and may also wait for a standby. */
const DURABLE = `SELECT set_config(name, 'on', false) FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'off'`;
const SHARE = statement<[]>(`SELECT pg_advisory_xact_lock_shared(${lockOf('write')})`);
const ALONE = statement<[]>(`SELECT pg_advisory_xact_lock(${lockOf('write')})`);
interface State extends Pick<Transaction, 'epoch' | 'rekeyer' | 'mayHaveFormerKeys'> {
  readonly generation: number;
  /** The OID of the table `about`, which changes when the crawl is made anew. */
  readonly aboutOid: number;
}
const STATE = statement<[], State>(
  'SELECT epoch, generation, rekeyer, unfinished IS NOT NULL AS "mayHaveFormerKeys", tableoid::int8 AS "aboutOid" FROM about',
);
const PROGRAM = statement<[token: string], { readonly call: number; readonly result: string; readonly gone: boolean }>(
  'SELECT call, result, gone FROM program WHERE token = $1 FOR NO KEY UPDATE',
);
const REGISTER = statement<[token: string, host: string, process: number]>(`
  INSERT INTO program (token, host, process) VALUES ($1, $2, $3) ON CONFLICT (token) DO UPDATE SET gone = false`);
const DONE = statement<[token: string, call: number, result: string]>(`
  UPDATE program SET seen = clock_timestamp(), call = $2, result = $3 WHERE token = $1`);
/** The time for which all programs waited for this transaction does not count as silence. */
const NOT_SILENT = statement<[]>(`
  UPDATE program SET seen = seen + (clock_timestamp() - transaction_timestamp())
  WHERE NOT gone AND seen > transaction_timestamp() - interval '${SILENCE} milliseconds'`);

/**
 * The tables of one crawl on a server. Each call of `write` takes effect once or not at all, also if the connection is
 * lost while the server commits: a program's row keeps the number and the result of its last call.
 */
export class Database {
  readonly token: string = randomUUID();
  readonly #options: DatabaseOptions;
  #writer: Session | null = null;
  #reader: Session | null = null;
  #isClosed = false;
  /** Null if the server is there. All calls share it: what waits behind a call that waited in vain fails with it. */
  #absence: Absence | null = null;
  /** Whether `onWait` was called since the server was last there. */
  #isTold = false;
  /** How many calls are trying to reach the server. */
  #trying = 0;
  #calls = 0;
  /** The last call of each connection, because one connection does one thing at a time. */
  #writing: Promise<unknown> = Promise.resolve();
  #reading: Promise<unknown> = Promise.resolve();
  #generation = -1;
  #aboutOid: number | null = null;
  /** The server's clock minus ours, in milliseconds. */
  #early = 0;
  /** How long the server took to tell its time when the clock was set. */
  #doubt = Number.POSITIVE_INFINITY;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  get label(): string {
    return this.#options.label;
  }

  /** The server's time, in milliseconds since the epoch. */
  now(): number {
    return clock() + this.#early;
  }

  /**
   * Writes in one transaction. `work` runs again if another program changed what it read.
   *
   * @param work returns what JSON can hold, because it may be read back from the server
   * @throws {StoreError} `stale-keys` if `epoch` is not the crawl's
   */
  async write<T>(work: (transaction: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const call = ++this.#calls;
    /** The attempt that may have taken effect. */
    let uncertain: Transaction | null = null;
    const attempt = async (): Promise<T> => {
      const session = (this.#writer = await this.#open(this.#writer));
      return this.#undoing(session, 'BEGIN', async () => {
        const { transaction, last } = await this.#begin(session, options);
        if (uncertain !== null && last.call === call) {
          await session.say('ROLLBACK');
          // Whether others changed entries meanwhile is for the next call to find out.
          this.#generation = -1;
          uncertain.committed();
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of the same call
          return JSON.parse(last.result) as T;
        }
        refuseStaleKeys(options.epoch, transaction.epoch);
        const result = await work(transaction);
        await transaction.flush();
        if (options.alone) void session.send(NOT_SILENT);
        void session.send(DONE, this.token, call, JSON.stringify(result ?? null));
        uncertain = transaction;
        await this.#commit(session, transaction);
        return result;
      });
    };
    const turn = this.#inLine(this.#writing, attempt, options.atOnce);
    this.#writing = turn.catch(() => undefined);
    return turn;
  }

  /** Reads in one transaction, so that the answer shows one moment. */
  async read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const attempt = async (): Promise<T> => {
      const session = (this.#reader = await this.#open(this.#reader));
      return this.#undoing(session, BEGIN_READING, async () => {
        const result = await work(session);
        // What was read is read: only the next call needs the answer.
        void session.say('COMMIT');
        return result;
      });
    };
    const turn = this.#inLine(this.#reading, attempt);
    this.#reading = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Connects at once or fails: a server that is not there when a program begins is a mistake of its address.
   *
   * @param work what to do first; it runs again if the connection is lost
   */
  async connect(work: (session: Session) => Promise<void>): Promise<void> {
    const open = async (): Promise<Session> => (this.#writer = await this.#open(this.#writer));
    await this.#patiently(open, true);
    await this.#patiently(async () => {
      const session = await open();
      const asked = clock();
      this.#setClock(await session.send(CLOCK), asked);
      await work(session);
    });
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#writer?.close(), this.#reader?.close()]);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async #begin(
    session: Session,
    { alone = false }: WriteOptions,
  ): Promise<{ readonly transaction: Transaction; readonly last: { readonly call: number; readonly result: string } }> {
    const asked = clock();
    const told = session.send(CLOCK).then((answer) => this.#setClock(answer, asked));
    told.catch(() => undefined);
    void session.send(alone ? ALONE : SHARE);
    const stated = session.send(STATE);
    const [own] = (await session.send(PROGRAM, this.token)).rows;
    const [state] = (await stated).rows;
    await told;
    if (state === undefined) throw new Misfit('the table "about" is empty');
    if ((this.#aboutOid ??= state.aboutOid) !== state.aboutOid) throw replaced(this.label);
    if (own === undefined || own.gone) await session.send(REGISTER, this.token, hostname(), process.pid);
    const isChanged = state.generation !== this.#generation;
    this.#generation = state.generation;
    const transaction = new Transaction(session, this.token, { ...state, isChanged });
    return { transaction, last: own ?? { call: 0, result: '' } };
  }

  async #commit(session: Session, transaction: Transaction): Promise<void> {
    const { command } = await session.say('COMMIT');
    await transaction.sent();
    if (command !== 'COMMIT') throw new Error(`the server answers ${command} to COMMIT`);
    this.#generation += transaction.generations;
    transaction.committed();
  }

  /** Runs `work` in a transaction, and ends the transaction if `work` fails. */
  async #undoing<T>(session: Session, begin: string, work: () => Promise<T>): Promise<T> {
    void session.begin(begin);
    try {
      return await work();
    } catch (error) {
      const first = session.problem ?? error;
      if (!session.isLost) await session.say('ROLLBACK').catch(() => undefined);
      throw first;
    }
  }

  async #open(session: Session | null): Promise<Session> {
    if (this.#isClosed) throw closed(this.label);
    if (session !== null && !session.isLost) return session;
    const { target, schema, silence, isDurable = false } = this.#options;
    const opened = await Session.open(target, schema, `dustpan ${this.token.slice(0, 8)}`, silence);
    if (isDurable) await opened.say(DURABLE);
    return opened;
  }

  #hasWaited(since: number, now: number): boolean {
    const { wait, signal } = this.#options;
    return now - since >= (signal?.aborted ? Math.min(wait, ENDING) : wait);
  }

  /**
   * Makes an attempt after the call before it. If that one waited for the server in vain, this one fails with it; one that
   * does not wait fails if the server was asked less than a second ago.
   */
  async #inLine<T>(before: Promise<unknown>, attempt: () => Promise<T>, atOnce = false): Promise<T> {
    const called = performance.now();
    await before;
    const away = this.#absence;
    if (away !== null) {
      const now = performance.now();
      const isAsked = atOnce ? now - away.asked < RECONNECTING : called < away.asked;
      if (isAsked && (atOnce || this.#hasWaited(away.since, now))) throw away.problem;
    }
    return this.#patiently(attempt, atOnce);
  }

  /** @param atOnce whether to give up if the server is away */
  async #patiently<T>(attempt: () => Promise<T>, atOnce = false): Promise<T> {
    const isUnknown = this.#absence !== null && performance.now() - this.#absence.asked > UNKNOWN;
    if (isUnknown && this.#trying === 0) this.#absence = null;
    this.#trying++;
    try {
      return await this.#try(attempt, atOnce);
    } finally {
      this.#trying--;
    }
  }

  async #try<T>(attempt: () => Promise<T>, atOnce: boolean): Promise<T> {
    /** Since when there may be conflicts: the time without a server does not count. */
    let began = performance.now();
    /** Where only one of the connections fails again and again, the other one ends the common absence each time. */
    let lostAt: number | null = null;
    for (;;) {
      const started = performance.now();
      try {
        const result = await attempt();
        this.#answered(started);
        return result;
      } catch (error) {
        const now = performance.now();
        if (isPassing(error) && now - began < CONFLICTS) {
          await pause(Math.random() * LONGEST_PAUSE);
          continue;
        }
        const problem = toStoreError(error, this.label);
        if (isAnswer(error)) this.#answered(started);
        if (!isLost(error) || this.#isClosed) throw problem;
        began = now;
        lostAt ??= now;
        const since = Math.min(lostAt, this.#absence?.since ?? now);
        // Nobody has waited if only calls failed that do not wait: the next one has all its time.
        if (!atOnce || this.#absence !== null) this.#absence = { since, asked: now, problem };
        if (atOnce || this.#hasWaited(since, now)) throw problem;
        this.#isTold = true;
        this.#options.onWait?.(problem instanceof Error ? problem.message : String(problem));
        await pause(Math.min(RECONNECTING, now - since + SOON));
      }
    }
  }

  /** Notes that an attempt succeeded. One that began before the server went away does not show that it is back. */
  #answered(started: number): void {
    if (this.#absence !== null && started < this.#absence.since) return;
    this.#absence = null;
    if (this.#isTold) this.#options.onBack?.();
    this.#isTold = false;
  }

  #setClock({ rows: [row] }: Answer<{ readonly now: number }>, asked: number): void {
    const answered = clock();
    const took = answered - asked;
    // The quickest answer says it best; now and then a slower one must do, because clocks drift.
    if (row === undefined || took > this.#doubt * 2) {
      this.#doubt *= 1.01;
      return;
    }
    this.#doubt = Math.max(took, 0.1);
    this.#early = row.now - (asked + answered) / 2;
  }
}

/** The error of a program that still has entries of a crawl that was replaced meanwhile. */
function replaced(label: string): StoreError {
  const problem = `${label} was replaced by a new crawl (--fresh) while this program was suspended or cut off`;
  return new StoreError('not-found', `${problem}: run it again to join the new crawl`);
}
