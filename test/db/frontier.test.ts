/**
 * Covers: db/programs.ts, db/plan/{changes,recorded,stored-entry}.ts, db/rekey/misplaced.ts, db/sqlite/{add,changes,lease,links,listings,maintenance}.ts
 * Covers: db/sqlite/{ledger,prune,queries,read,settle,writer,process}.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { SILENCE } from '../../db/programs.ts';
import { describeFrontier } from './conformance.ts';
import { describeLedger } from './ledger-conformance.ts';
import { describeAsModel } from './model-conformance.ts';
import { ModelFrontier } from './model-frontier.ts';
import { describeSharing } from './sharing-conformance.ts';

const directory = mkdtempSync(join(tmpdir(), 'dustpan-frontier-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;

let shared = '';
describeSharing('SqliteFrontier', {
  open: async (isFirst) => {
    if (isFirst) shared = join(directory, `${files++}.db`);
    return openSqliteFrontier(shared, { join: true });
  },
  silence: async (frontier) => {
    const [self] = await frontier.programs();
    const db = new Database(shared);
    db.prepare('UPDATE writer SET seen = seen - ? WHERE token = ?').run(SILENCE + 1, self?.name);
    db.close();
  },
});

for (const describeStore of [describeFrontier, describeLedger]) {
  describeStore('ModelFrontier', async () => new ModelFrontier());
  describeStore('SqliteFrontier', async () => openSqliteFrontier(join(directory, `${files++}.db`)));
}

describeAsModel('SqliteFrontier', async () => openSqliteFrontier(join(directory, `${files++}.db`)), 100);
