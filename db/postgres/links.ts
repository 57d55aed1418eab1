import type { Key } from '../../src/canon/key.ts';
import type { Leads } from '../plan/found.ts';
import { decodeNumbers, encodeNumbers } from '../plan/numbers.ts';
import { urlsByPosition } from '../plan/stored-ledger.ts';
import type { EntryId, PageLink, PageLinks } from '../store.ts';
import { type Digest, keyDigest } from './digest.ts';
import { digestNow } from './former-keys.ts';
import type { Send } from './session.ts';
import { bulk, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

interface LinkRow {
  readonly entry: EntryId;
  readonly named: boolean;
  /** The program that reads the document, until its outcome is known. */
  readonly pending: string | null;
  readonly targets: Buffer;
  /** JSON: the URL by position, where it is not the first spelling of its entry. */
  readonly spellings: string | null;
  /** Its place among those of the transaction. */
  readonly place: number;
}

type StoredLink = Pick<LinkRow, 'entry' | 'named' | 'targets' | 'spellings'>;

/** More link rows than one call adds. */
const LINKS_PER_CALL = 65_536;
/** How many pages' links are read at once. */
const PAGES_AT_ONCE = 50;

const INSERT = bulk<LinkRow>(
  { entry: 'int8', named: 'bool', pending: 'text', targets: 'bytea', spellings: 'text', place: 'int8' },
  (rows) => `
    INSERT INTO link (entry, number, named, pending, targets, spellings)
    SELECT entry, (SELECT nextval('write_number')) * ${LINKS_PER_CALL} + place, named, pending, targets, spellings
    FROM ${rows}`,
);
/** Links of an earlier fetch, and of a fetch that a program did not finish. */
const FORGET = statement<[entries: readonly EntryId[], token: string]>(
  'DELETE FROM link WHERE bucket = 0 AND entry = ANY ($1) AND pending IS DISTINCT FROM $2',
);
const ACCEPT = statement<[entries: readonly EntryId[]]>(
  'UPDATE link SET pending = NULL WHERE bucket = 0 AND entry = ANY ($1) AND pending IS NOT NULL',
);
const DELETE = statement<[entries: readonly EntryId[]]>('DELETE FROM link WHERE bucket = 0 AND entry = ANY ($1)');
const FROM = statement<[after: EntryId, pages: number], StoredLink>(`
  SELECT entry, named, targets, spellings FROM link
  WHERE bucket = 0 AND pending IS NULL AND entry IN (
    SELECT DISTINCT entry FROM link WHERE bucket = 0 AND pending IS NULL AND entry > $1 ORDER BY entry LIMIT $2
  )
  ORDER BY entry, number`);

const NAMED = statement<[entries: readonly EntryId[]], Pick<StoredLink, 'entry' | 'targets'>>(`
  SELECT entry, targets FROM link WHERE bucket = 0 AND entry = ANY ($1) AND named AND pending IS NULL`);

const LINKED_BY = statement<[digest: Digest], Pick<StoredLink, 'targets'>>(`
  SELECT targets FROM link
  WHERE bucket = 0 AND NOT named AND pending IS NULL AND entry = (SELECT id FROM entry WHERE bucket = 0 AND digest = ${digestNow('$1')})`);
const KEYS = statement<[ids: readonly EntryId[]], { readonly key: Key }>(
  'SELECT key FROM entry WHERE bucket = 0 AND id = ANY ($1)',
);

/** The links of one document. */
export interface DocumentLinks {
  readonly from: EntryId;
  readonly leads: Leads;
}

/** Stores links of documents whose outcome is not known yet. */
export function addPending(documents: readonly DocumentLinks[], transaction: Transaction): void {
  void transaction.sendAll(INSERT, rowsOf(documents, transaction.token));
}

/**
 * Stores the last links of documents. Together with those that were stored before the outcome, they replace those of an
 * earlier fetch.
 */
export function finish(documents: readonly DocumentLinks[], transaction: Transaction): void {
  if (documents.length === 0) return;
  const entries = documents.map(({ from }) => from);
  void transaction.send(FORGET, entries, transaction.token);
  void transaction.send(ACCEPT, entries);
  addLinks(documents, transaction);
}

/** Stores links of documents that have been read. */
export function addLinks(documents: readonly DocumentLinks[], transaction: Transaction): void {
  void transaction.sendAll(INSERT, rowsOf(documents, null));
}

/** Deletes the links of documents, those too that were stored before their outcomes. */
export function forgetLinks(entries: readonly EntryId[], transaction: Transaction): void {
  if (entries.length > 0) void transaction.send(DELETE, entries);
}

/** The entries that documents named other than by hyperlinks when they were last read. */
export async function namedBy(
  entries: readonly EntryId[],
  transaction: Transaction,
): Promise<readonly { readonly from: EntryId; readonly to: EntryId }[]> {
  const rows = await transaction.rows(NAMED, entries);
  return rows.flatMap(({ entry, targets }) => decodeNumbers(targets).map((to) => ({ from: entry, to })));
}

/** The links of the first pages whose numbers are greater than `after`. */
export async function linksAfter(send: Send, after: EntryId): Promise<readonly PageLinks[]> {
  const { rows } = await send(FROM, after, PAGES_AT_ONCE);
  return [...Map.groupBy(rows, ({ entry }) => entry)].map(([from, own]) => {
    const of = (named: boolean): readonly PageLink[] => own.filter((row) => row.named === named).flatMap(read);
    return { from, to: of(false), named: of(true) };
  });
}

function rowsOf(documents: readonly DocumentLinks[], pending: string | null): readonly LinkRow[] {
  return documents
    .flatMap(({ from, leads: { to, named } }) => [
      { from, links: to, named: false },
      { from, links: named, named: true },
    ])
    .filter(({ links }) => links.length > 0)
    .map(({ from, links, named }, place) => {
      const others = links.flatMap(({ url }, position) => (url === null ? [] : [[position, url] as const]));
      const targets = encodeNumbers(links.map(({ id }) => id));
      const spellings = others.length === 0 ? null : JSON.stringify(others);
      return { entry: from, named, pending, targets, spellings, place };
    });
}

function read({ targets, spellings }: StoredLink): readonly PageLink[] {
  const others = new Map(urlsByPosition(spellings));
  return decodeNumbers(targets).map((id, position) => ({ id, url: others.get(position) ?? null }));
}

/** Implements `Frontier.linkedBy`. */
export async function linkedBy(send: Send, key: Key): Promise<readonly Key[]> {
  const { rows } = await send(LINKED_BY, keyDigest(key));
  const ids = rows.flatMap(({ targets }) => decodeNumbers(targets));
  return ids.length === 0 ? [] : (await send(KEYS, ids)).rows.map((row) => row.key);
}
