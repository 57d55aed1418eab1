import type { Bits } from '../compact/bits.ts';
import type { Entry } from '../lists/entry.ts';
import type { Format } from '../lists/formats/format.ts';
import { decodeBytes, encodeBytes } from '../text/bytes.ts';
import type { ReportedEntry } from './reported-group.ts';
import type { Member } from './workspace.ts';

/** Data about an entry, kept until its group is complete. */
interface Detail extends ReportedEntry {
  /** The whole entry, if others may be merged into it. */
  readonly bytes?: string;
}

/** A group of entries with the same key. */
export interface CompleteGroup {
  /** The entry that stays; null if none does. */
  readonly kept: Member | null;
  readonly members: readonly Member[];
}

/**
 * The data about an entry, as bytes.
 *
 * @param isWhole whether to include the whole entry
 */
export function detailOf(entry: Entry, file: string, isWhole: boolean): string {
  const { line, place } = entry;
  const more = { ...(place !== '' && { place }), ...(isWhole && { bytes: entry.bytes() }) };
  return encodeBytes(JSON.stringify({ url: entry.url(), file, line, ...more }));
}

/** The groups with several entries. */
export function* groupsOf(members: Iterable<Member>, kept: Bits): Generator<CompleteGroup> {
  let group: Member[] = [];
  for (const member of members) {
    if (group[0] !== undefined && group[0].group !== member.group) {
      if (group.length > 1) yield completed(group, kept);
      group = [];
    }
    group.push(member);
  }
  if (group.length > 1) yield completed(group, kept);
}

function completed(members: readonly Member[], kept: Bits): CompleteGroup {
  // An entry of the reference list comes first, if there is one.
  return { kept: members.find(({ ordinal }) => ordinal < 0 || kept.has(ordinal)) ?? null, members };
}

/** The data about an entry that `detailOf` turned into bytes. */
export function readDetail({ detail }: Member): Detail {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by detailOf
  return JSON.parse(decodeBytes(detail)) as Detail;
}

/** Merges the other members of a group into the kept entry, and stores the result by its ordinal. */
export function mergeInto(
  merged: Map<number, string>,
  group: CompleteGroup,
  merge: NonNullable<Format['merge']>,
): void {
  const { kept, members } = group;
  if (kept === null) return;
  const others = members.filter((member) => member !== kept);
  merged.set(kept.ordinal, merge(pieceOf(kept), others.map(pieceOf)));
}

function pieceOf(member: Member): { bytes: string; url: string; line: number } {
  const { bytes = '', url, line } = readDetail(member);
  return { bytes, url, line };
}
