import type { EntryId, PageDetails } from '../store.ts';
import { type Bulk, bulk, type Statement, statement } from './statement.ts';

/** Stores pages in place of those that are stored. */
export const KEEP_PAGE: Bulk<PageDetails & { readonly id: EntryId }, never> = bulk(
  { id: 'int8', etag: 'text', lastModified: 'text', text: 'text', sketch: 'text', record: 'text', fields: 'text' },
  (rows) => `
    INSERT INTO page (entry, etag, last_modified, text, sketch, record, fields)
    SELECT id, etag, "lastModified", text, sketch, record, fields FROM ${rows}
    ON CONFLICT (bucket, entry) DO UPDATE SET etag = excluded.etag, last_modified = excluded.last_modified,
      text = excluded.text, sketch = excluded.sketch, record = excluded.record, fields = excluded.fields`,
);
/** Forgets the validators of pages that are to be fetched in full. */
export const DROP_VALIDATORS: Statement<[ids: readonly EntryId[]], never> = statement(
  'UPDATE page SET etag = NULL, last_modified = NULL WHERE bucket = 0 AND entry = ANY ($1)',
);
/** Forgets pages. */
export const DELETE_PAGES: Statement<[ids: readonly EntryId[]], never> = statement(
  'DELETE FROM page WHERE bucket = 0 AND entry = ANY ($1)',
);
