import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { MemoryFrontier, openSqliteFrontier } from '../../db/index.ts';
import { describeFrontier } from './conformance.ts';

const directory = mkdtempSync(join(tmpdir(), 'dustpan-frontier-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;

describeFrontier('MemoryFrontier', async () => new MemoryFrontier());
describeFrontier('SqliteFrontier', async () => openSqliteFrontier(join(directory, `${files++}.db`)));
