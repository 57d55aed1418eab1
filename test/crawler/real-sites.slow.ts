/** Real documentation behind a real server: Debian's packages, if they and nginx are installed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dustpan, ndjson, temporaryFolder } from '../cli/dustpan.ts';
import { hasNginx, serveFolder } from '../serve-folder.ts';

interface Documentation {
  readonly name: string;
  readonly folder: string;
  readonly pages: number;
  /** Pages that no other page links to, which a crawl needs as seeds. */
  readonly unlinked: readonly string[];
}

const SITES: readonly Documentation[] = [
  { name: 'postgresql-doc-15', folder: '/usr/share/doc/postgresql-doc-15/html', pages: 1169, unlinked: [] },
  {
    name: 'python3.11-doc',
    folder: '/usr/share/doc/python3.11/html',
    pages: 530,
    unlinked: [
      'distutils/_setuptools_disclaimer.html',
      'distutils/packageindex.html',
      'distutils/uploading.html',
      'includes/wasm-notavail.html',
    ],
  },
];

describe.each(SITES)('$name', ({ name, folder, pages, unlinked }) => {
  const isHere = hasNginx() && existsSync(folder);
  const why = isHere ? '' : ` (skipped: nginx or the package ${name} is not installed)`;
  test.runIf(isHere)(`every page is fetched once, and none is missing${why}`, async () => {
    const server = await serveFolder(folder);
    const database = join(temporaryFolder(), 'site.dustpan');
    const seeds = ['index.html', ...unlinked].map((path) => `${server.origin}/${path}`);
    const { code } = await dustpan(['crawl', ...seeds, '--db', database]);
    const requests = await server.stop();
    expect(code).toBe(0);
    expect(requests).toHaveLength(new Set(requests).size);
    const reached = await pagesIn(database, server.origin);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
    expect(reached.toSorted()).toEqual(files.toSorted());
    expect(reached).toHaveLength(pages);
  });
});

/** The paths of the fetched HTML pages that are not aliases by redirect, once for each fetch. */
async function pagesIn(database: string, origin: string): Promise<readonly string[]> {
  const { stdout } = await dustpan(['urls', database]);
  return ndjson(stdout).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || !('key' in entry) || !('status' in entry)) return [];
    const path = String(entry.key).slice(origin.length + 1);
    return entry.status === 200 && path.endsWith('.html') ? [path] : [];
  });
}
