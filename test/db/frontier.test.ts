/**
 * Covers: db/rekey/misplaced.ts, db/sqlite/{add,changes,lease,links,listings,maintenance}.ts
 * Covers: db/sqlite/{prune,queries,read,recorded,settle,writer}.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { describeFrontier } from './conformance.ts';
import { describeLedger } from './ledger-conformance.ts';
import { ModelFrontier } from './model-frontier.ts';

const directory = mkdtempSync(join(tmpdir(), 'dustpan-frontier-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;

for (const describeStore of [describeFrontier, describeLedger]) {
  describeStore('ModelFrontier', async () => new ModelFrontier());
  describeStore('SqliteFrontier', async () => openSqliteFrontier(join(directory, `${files++}.db`)));
}
