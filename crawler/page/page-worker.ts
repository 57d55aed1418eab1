import { type PageToRead, readWhole } from './page-reading.ts';

/** What a thread runs for each page; a string of JSON is handed over faster than objects are. */
export default function read(page: PageToRead): string {
  return JSON.stringify(readWhole(page));
}
