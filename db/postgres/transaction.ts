import { Changes } from '../plan/changes.ts';
import type { EntryId } from '../store.ts';
import { type Digest, digestOf } from './digest.ts';
import { Conflict } from './problems.ts';
import type { Answer, Send, Session } from './session.ts';
import { type Bulk, bulk, type Statement, statement } from './statement.ts';

/** More sites than one call gives turns to. */
export const TURNS_PER_CALL = 65_536;

/** A change of the time until which a site must not be asked. */
interface WaitChange {
  /** The new end of the wait; null keeps it. */
  readonly next: number | null;
  /** Ends the wait at once if it would end at exactly this time; null ends none. */
  readonly ends: number | null;
  /** The earliest time at which the wait may end; null for any time. */
  readonly until: number | null;
}

const NO_CHANGE: WaitChange = { next: null, ends: null, until: null };

interface SiteChange extends WaitChange {
  /** The digest of the site's name. */
  readonly site: Digest;
  readonly hadTurn: boolean;
}

const LOCK_SITES = statement<[sites: readonly Digest[]]>(
  'SELECT id FROM site WHERE bucket = 0 AND digest = ANY ($1) ORDER BY id FOR NO KEY UPDATE',
);
/** A statement of its own, so that it sees what was committed while it waited for the locks. */
const UPDATE_SITES = bulk<SiteChange>(
  { site: 'bytea', hadTurn: 'bool', next: 'float8', ends: 'float8', until: 'float8' },
  (rows) => `
    UPDATE site SET
      turn = CASE WHEN row."hadTurn" THEN (SELECT nextval('turn_number')) * ${TURNS_PER_CALL} + row.ordinal ELSE turn END,
      next_at = greatest(CASE WHEN next_at = row.ends THEN 0 ELSE coalesce(row.next, next_at) END, row.until),
      depth = (
        SELECT min(entry.depth) FROM entry
        WHERE entry.bucket = 0 AND entry.site = site.id AND state = 'queued' AND not_before IS NULL
      )
    FROM ${rows} WHERE site.bucket = row.bucket AND site.digest = row.site`,
);
const ADD_TALLIES = bulk<{ readonly kind: string; readonly name: string; readonly count: number }>(
  { kind: 'text', name: 'text', count: 'int8' },
  (rows, token) => `
    INSERT INTO tally AS known (program, kind, name, count)
    SELECT $${token}, kind, name, count FROM ${rows} ORDER BY kind, name
    ON CONFLICT (program, kind, name) DO UPDATE SET count = known.count + excluded.count`,
);
const RAISE_EPOCH = statement<[]>('UPDATE about SET epoch = epoch + 1');
const RAISE_GENERATION = statement<[]>('UPDATE about SET generation = generation + 1');
const ADD_PAGES = statement<[token: string, pages: number]>('UPDATE program SET pages = pages + $2 WHERE token = $1');

type TransactionState = Pick<Transaction, 'epoch' | 'isChanged' | 'rekeyer' | 'mayHaveFormerKeys'>;

/** A transaction that writes: what it sends, and what it changes in the tallies and the sites' queues. */
export class Transaction {
  #changes = new Changes();
  /** The epoch of the keys. */
  readonly epoch: number;
  /** Whether entries may have changed in ways that what is remembered of them does not allow for. */
  readonly isChanged: boolean;
  /** The program that rekeys; null if none does. */
  readonly rekeyer: string | null;
  /** Whether early parts of a rekey are written that is not finished, so that entries may have former keys. */
  readonly mayHaveFormerKeys: boolean;
  readonly token: string;
  readonly #session: Session;
  readonly #answers: Promise<unknown>[] = [];
  readonly #callbacks: (() => void)[] = [];
  readonly #waits = new Map<string, WaitChange>();
  #pages = 0;
  #generations = 0;

  constructor(session: Session, token: string, { epoch, isChanged, rekeyer, mayHaveFormerKeys }: TransactionState) {
    this.#session = session;
    this.token = token;
    this.epoch = epoch;
    this.isChanged = isChanged;
    this.rekeyer = rekeyer;
    this.mayHaveFormerKeys = mayHaveFormerKeys;
  }

  /** What the transaction changes in the tallies and the sites' queues, since the last `flush`. */
  get changes(): Changes {
    return this.#changes;
  }

  /** Sends a statement, without waiting for earlier ones. */
  readonly send: Send = (one, ...values) => this.#kept(this.#session.send(one, ...values));

  /** Sends a statement for the numbers of entries; nothing if there are none. */
  sendFor(one: Statement<[ids: readonly EntryId[]], unknown>, entries: readonly { readonly id: EntryId }[]): void {
    const ids = entries.map(({ id }) => id);
    if (ids.length > 0) void this.send(one, ids);
  }

  /** Sends a statement for many rows; nothing if there are none. */
  sendAll<Input, Row>(many: Bulk<Input, Row>, rows: readonly Input[], ...values: unknown[]): Promise<Answer<Row>> {
    if (rows.length === 0) return Promise.resolve({ rows: [], changed: 0, command: '' });
    return this.#kept(this.#session.sendAll(many, rows, values));
  }

  /** Sends a statement, for the rows of its answer. */
  rows<Values extends readonly unknown[], Row>(
    one: Statement<Values, Row>,
    ...values: Values
  ): Promise<readonly Row[]> {
    return this.#kept(this.#session.send(one, ...values).then(({ rows }) => rows));
  }

  /** A statement must change so many rows, because another program would have changed them otherwise. */
  expect(answer: Promise<Answer<unknown>>, changed: number): void {
    void this.#kept(refuseOther(answer, changed));
  }

  /** Sets when the site may be asked again. */
  setNext(site: string, at: number): void {
    this.#wait(site, { next: at });
  }

  /** Ends the site's wait if it lasts until this very time. */
  endWait(site: string, until: number): void {
    this.#wait(site, { ends: until });
  }

  /** The site may not be asked before a time. */
  waitUntil(site: string, at: number): void {
    this.#wait(site, { until: Math.max(at, this.#waits.get(site)?.until ?? 0) });
  }

  countPages(pages: number): void {
    this.#pages += pages;
  }

  /** The keys change: programs that made theirs before must make them anew. */
  raiseEpoch(): void {
    void this.send(RAISE_EPOCH);
    this.raiseGeneration();
  }

  /** Entries change in ways that what programs remember of them does not allow for. */
  raiseGeneration(): void {
    void this.send(RAISE_GENERATION);
    this.#generations++;
  }

  /** By how much the transaction raises the generation. */
  get generations(): number {
    return this.#generations;
  }

  /** Calls back once the transaction is committed. */
  onCommit(callback: () => void): void {
    this.#callbacks.push(callback);
  }

  /** Waits for all answers, and sends the changes. */
  async flush(): Promise<void> {
    await this.sent();
    const sites = this.#siteChanges();
    if (sites.length > 0) {
      void this.send(
        LOCK_SITES,
        sites.map(({ site }) => site),
      );
      void this.sendAll(UPDATE_SITES, sites);
    }
    void this.sendAll(ADD_TALLIES, this.changes.tallies(), this.token);
    if (this.#pages > 0) void this.send(ADD_PAGES, this.token, this.#pages);
    this.#changes = new Changes();
    this.#waits.clear();
    this.#pages = 0;
  }

  async sent(): Promise<void> {
    await Promise.all(this.#answers);
  }

  committed(): void {
    for (const callback of this.#callbacks) callback();
  }

  #wait(site: string, change: Partial<WaitChange>): void {
    this.#waits.set(site, { ...NO_CHANGE, ...this.#waits.get(site), ...change });
  }

  #siteChanges(): readonly SiteChange[] {
    const { sites } = this.changes;
    const names = new Set([...sites.keys(), ...this.#waits.keys()]);
    return Array.from(names, (name) => {
      const wait = this.#waits.get(name) ?? NO_CHANGE;
      return { site: digestOf(name), hadTurn: sites.get(name) ?? false, ...wait };
    });
  }

  #kept<T>(answer: Promise<T>): Promise<T> {
    this.#answers.push(answer);
    answer.catch(() => undefined);
    return answer;
  }
}

async function refuseOther(answer: Promise<Answer<unknown>>, expected: number): Promise<void> {
  const { changed } = await answer;
  if (changed !== expected) throw new Conflict(`${changed} rows instead of ${expected}`);
}
