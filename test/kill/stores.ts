import { once } from 'node:events';
import { copyFileSync, existsSync, type FSWatcher, mkdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { TestServer } from '../db/postgres/server.ts';

/** Where the killed programs keep a crawl. */
export interface KilledStore {
  /** What the programs are told. */
  readonly database: string;
  /** What makes programs share it. */
  readonly sharing: readonly string[];
  /** A moment of the store's own: after so many changes, or when it was killed itself. */
  readonly moment: (changes: number) => Promise<void>;
  /** Called after a program was killed; returns what is damaged. */
  readonly killed: (isAlone: boolean) => Promise<readonly string[]>;
}

/** An SQLite file in a folder of its own. */
export function killedFile(folder: string): KilledStore {
  const database = join(folder, 'killed.dustpan');

  /** Reads a copy that no process has open, because the next process must find the file as the killed one left it. */
  function copied(): string {
    const copy = join(folder, 'copy');
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy);
    for (const suffix of ['', '-wal', '-journal']) {
      if (existsSync(database + suffix)) copyFileSync(database + suffix, join(copy, `killed.dustpan${suffix}`));
    }
    return join(copy, 'killed.dustpan');
  }

  return {
    database,
    sharing: ['--join'],
    moment: async (changes) => {
      const watcher: FSWatcher = watch(folder);
      for (let change = 0; change < changes; change++) await once(watcher, 'change');
      watcher.close();
    },
    killed: async (isAlone) => {
      if (!existsSync(database)) return [];
      const checked = isAlone ? copied() : database;
      const db = new Database(checked, { readonly: !isAlone && !existsSync(`${checked}-journal`) });
      try {
        const result = String(db.pragma('integrity_check', { simple: true }));
        return result === 'ok' ? [] : [result];
      } finally {
        db.close();
      }
    },
  };
}

/** A crawl on a PostgreSQL server, which is killed in its own moments. */
export function killedServer(server: TestServer, crawl: string): KilledStore {
  return {
    database: `${server.url}?crawl=${crawl}`,
    sharing: [],
    moment: async () => {
      await server.stop('SIGKILL');
      await server.start();
    },
    killed: async () => {
      const client = new pg.Client(server.url);
      await client.connect();
      try {
        // As if half a minute had passed since programs without a connection were heard. It waits for no row: a program that
        // writes alone locks the rows in another order.
        await client.query(`
          UPDATE dustpan_${crawl}.program SET seen = seen - interval '31 s'
          WHERE token IN (
            SELECT token FROM dustpan_${crawl}.program
            WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'dustpan ' || left(token, 8))
            FOR NO KEY UPDATE SKIP LOCKED
          )`);
        return [];
      } catch (error) {
        // The program was killed before it made the tables.
        return error instanceof Error && 'code' in error && error.code === '42P01' ? [] : [String(error)];
      } finally {
        await client.end();
      }
    },
  };
}
