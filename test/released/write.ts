/**
 * Records what a release promises, for the tests of later versions: `npm run released`, which `npm run release` calls. Files
 * of an earlier release that no longer change, such as crawl files, are never written again.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startSite } from '../../config/demo-site/server.ts';
import { currentVersion } from '../../db/sqlite/schema.ts';
import { KEY_VERSION } from '../../src/canon/version.ts';
import { CRAWL_FILES, contentsOf } from './crawl-files.ts';
import { makeKeys, sampleUrls } from './keys.ts';
import { surface } from './surface.ts';

const root = join(import.meta.dirname, '../..');

writeJson(join(import.meta.dirname, 'golden/surface.json'), await surface());
for (const file of globSync(join(root, 'config/schema/*.schema.json'))) {
  copyFileSync(file, join(import.meta.dirname, 'golden', basename(file)));
}
const keys = join(import.meta.dirname, `golden/keys-${KEY_VERSION}.json`);
if (!existsSync(keys)) writeJson(keys, makeKeys(sampleUrls()));
const crawlFile = join(CRAWL_FILES, `format-${currentVersion}.dustpan.gz`);
if (!existsSync(crawlFile)) await writeCrawlFile(crawlFile);

/** Crawls a few pages of the demo site, and keeps the file and what is in it. */
async function writeCrawlFile(to: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-released-'));
  const site = await startSite();
  try {
    writeFileSync(join(folder, 'ca.pem'), site.ca);
    const network = ['--ca', 'ca.pem', ...site.connectTo.flatMap((rule) => ['--connect-to', rule])];
    // Finished, so that a test can go on with it where there is no such site: links are recorded, but not followed.
    const seeds = ['', 'tickets', 'forum/', 'docs/', 'news/?page=1', 'missing'].map((path) => site.seed + path);
    const dustpan = (...command: readonly string[]): Promise<unknown> =>
      promisify(execFile)(
        process.execPath,
        [join(root, 'src/cli/launch.js'), ...command, '--db', 'a.dustpan', ...network],
        {
          cwd: folder,
        },
      );
    await dustpan('crawl', ...seeds, '--depth', '0');
    await dustpan('probe', '--kind', 'www,scheme');
    const path = join(folder, 'a.dustpan');
    writeFileSync(to, gzipSync(readFileSync(path), { level: 9 }));
    writeJson(to.replace('.dustpan.gz', '.json'), await contentsOf(path));
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
