/**
 * List formats of your own, for lists of links that `dustpan dedup` and `dustpan crawl --seeds` read.
 *
 * @module dustpan/lists
 */

export { FormatError } from './lists/error.ts';
export type { ColumnChoice } from './lists/formats/csv/csv-column.ts';
export type { Format as ListFormat, Piece, Reader, ReadOptions } from './lists/formats/format.ts';
export type { Mistake as LineMistake } from './lists/line-urls.ts';
export { lineReader } from './lists/reading/line-cutter.ts';
