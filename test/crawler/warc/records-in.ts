import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fieldsOf } from '../../../crawler/warc/http-fields.ts';

/** A record, parsed by its stated length alone. */
export interface ReadRecord {
  readonly fields: ReadonlyMap<string, string>;
  readonly block: Buffer;
}

/** The records of unpacked bytes. Throws where the next one does not start right behind the last. */
export function recordsOf(bytes: Buffer): readonly ReadRecord[] {
  const records: ReadRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes.toString('latin1', at, at + 10) !== 'WARC/1.1\r\n') throw new Error(`no record at ${at}`);
    const end = bytes.indexOf('\r\n\r\n', at);
    const fields = fieldsOf(bytes.toString('latin1', at, end));
    const block = bytes.subarray(end + 4, end + 4 + Number(fields.get('content-length')));
    at = end + 4 + block.length;
    if (bytes.toString('latin1', at, at + 4) !== '\r\n\r\n') throw new Error(`no end of a record at ${at}`);
    at += 4;
    records.push({ fields, block });
  }
  return records;
}

/** The files of a folder with this end, in order. */
export function filesIn(folder: string, end: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .toSorted()
    .map((name) => join(folder, name));
}

/** The records of all files in a folder. */
export function recordsIn(folder: string): readonly ReadRecord[] {
  return filesIn(folder, '.warc.gz').flatMap((file) => recordsOf(gunzipSync(readFileSync(file))));
}
