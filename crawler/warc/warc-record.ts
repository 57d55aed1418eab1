import { randomUUID } from 'node:crypto';
import { warcDigest } from './digests.ts';

/** A field of a record, in the order in which it is written. */
export type WarcField = readonly [name: string, value: string];

/** A record of a WARC file: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/ */
export interface WarcRecord {
  readonly id: string;
  /** The header and the block in parts, which are written one after the other. */
  readonly parts: readonly Uint8Array[];
}

/** What a record is made of. */
export interface RecordParts {
  readonly type: 'warcinfo' | 'request' | 'response' | 'revisit' | 'metadata';
  readonly date: Date;
  readonly contentType: string;
  /** Further fields. */
  readonly fields?: readonly WarcField[];
  readonly block: readonly Uint8Array[];
}

/** Makes a record with a new id and the digest of its block. */
export function warcRecord({ type, date, contentType, fields = [], block }: RecordParts): WarcRecord {
  const id = `<urn:uuid:${randomUUID()}>`;
  const length = block.reduce((sum, part) => sum + part.length, 0);
  const all: readonly WarcField[] = [
    ['WARC-Type', type],
    ['WARC-Record-ID', id],
    ['WARC-Date', date.toISOString()],
    ...fields,
    ['WARC-Block-Digest', warcDigest(...block)],
    ['Content-Type', contentType],
    ['Content-Length', String(length)],
  ];
  return { id, parts: [Buffer.from(`WARC/1.1\r\n${fieldLines(all)}\r\n`), ...block, Buffer.from('\r\n\r\n')] };
}

/** `application/warc-fields`: the block of records about other records. */
export function warcFields(fields: readonly WarcField[]): Uint8Array {
  return Buffer.from(fieldLines(fields));
}

function fieldLines(fields: readonly WarcField[]): string {
  // A line feed would start another field.
  return fields.map(([name, value]) => `${name}: ${value.replace(/[\r\n]+/g, ' ')}\r\n`).join('');
}
