import Database from 'better-sqlite3';
import { StoreError } from '../errors.ts';
import { layoutSteps } from './schema.ts';

/**
 * Refuses a file whose tables do not match its version, because migrating it or writing to it would fail halfway.
 *
 * @param version above 0, and known to this program
 * @throws {StoreError} `corrupt`
 */
export function refuseMislabelled(db: Database.Database, path: string, version: number): void {
  if (columnsOf(db) === columnsOfVersion(version)) return;
  throw new StoreError(
    'corrupt',
    `${path} declares format ${version} but its tables do not match: restore a copy, or start over with another file`,
  );
}

/** The columns of all tables, as text to compare. */
function columnsOf(db: Database.Database): string {
  const columns = db.prepare<[], string>(`
    SELECT tables.name || '.' || columns.name
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'
    ORDER BY 1`);
  return columns.pluck().all().join('\n');
}

function columnsOfVersion(version: number): string {
  const empty = new Database(':memory:');
  try {
    for (const step of layoutSteps(version)) empty.exec(step);
    return columnsOf(empty);
  } finally {
    empty.close();
  }
}
