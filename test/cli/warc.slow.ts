/** Covers: src/cli/jobs/open-archive.ts, crawler/warc/recover-files.ts */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, recordsIn } from '../crawler/warc/records-in.ts';
import { links, site } from '../crawler/web.ts';
import { dustpan, start, temporaryFolder } from './dustpan.ts';
import { manyPages, PAGES, urls } from './many-pages.ts';

test('a killed crawl loses no page of its archive, and is resumed in new files', async () => {
  const folder = temporaryFolder();
  const [database, warc] = [join(folder, 'a.dustpan'), join(folder, 'warc')];
  const command = ['crawl', '--db', database, '--no-robots', '--warc', warc];
  const web = await site((target) => {
    if ([80, 160].includes(web.requests.length)) child?.process.kill('SIGKILL');
    return manyPages(target);
  });
  let child: ReturnType<typeof start> | null = null;
  for (let turn = 0; turn < 2; turn++) {
    child = start([...command, `${web.origin}/`]);
    expect((await child.ended).code).toBeNull();
    expect(filesIn(warc, '.open')).toHaveLength(1);
  }
  child = null;
  expect((await dustpan(command)).code).toBe(0);
  expect(filesIn(warc, '.open')).toEqual([]);
  expect(filesIn(warc, '.warc.gz')).toHaveLength(3);
  expect(filesIn(warc, '.cdxj')).toHaveLength(3);
  const captured = new Set(
    recordsIn(warc)
      .filter(({ fields }) => fields.get('warc-type') === 'response')
      .map(({ fields }) => fields.get('warc-target-uri')),
  );
  const done = (await urls(database)).filter(({ state }) => state === 'done').map(({ url }) => url);
  expect(done).toHaveLength(PAGES);
  expect(done.filter((url) => !captured.has(String(url)))).toEqual([]);
});

test('programs that share a crawl write one archive, in files of their own', async () => {
  const folder = temporaryFolder();
  const [database, warc] = [join(folder, 'a.dustpan'), join(folder, 'warc')];
  const web = await site(manyPages);
  const command = ['crawl', `${web.origin}/`, '--db', database, '--no-robots', '--warc', warc, '--join'];
  const programs = [1, 2].map(() => start(command));
  for (const { ended } of programs) expect((await ended).code).toBe(0);
  expect(filesIn(warc, '.open')).toEqual([]);
  const files = filesIn(warc, '.warc.gz');
  expect(filesIn(warc, '.cdxj')).toHaveLength(files.length);
  const writers = new Set(files.map((file) => Number(/-(\d+)~/.exec(file)?.[1])));
  expect(writers).toEqual(new Set(programs.map(({ process }) => process.pid)));
  const captured = recordsIn(warc)
    .filter(({ fields }) => ['response', 'revisit'].includes(fields.get('warc-type') ?? ''))
    .map(({ fields }) => fields.get('warc-target-uri'));
  const done = (await urls(database)).filter(({ state }) => state === 'done').map(({ url }) => url);
  expect([captured.length, done.length]).toEqual([PAGES, PAGES]);
  expect(new Set(captured)).toEqual(new Set(done));
});

test('an archive is crawled and audited without a network', async () => {
  const folder = temporaryFolder();
  const page = `${links('/b', '/missing')}<p>The same words on both pages, and enough of them to be compared with each other.`;
  const web = await site({ '/': page, '/b': page });
  const live = await dustpan(['crawl', `${web.origin}/`, '--db', 'live.dustpan', '--warc', 'warc'], '', folder);
  expect(live.code).toBe(0);
  await web.close();
  const [file = ''] = filesIn(join(folder, 'warc'), '.warc.gz');
  writeFileSync(join(folder, 'site.warc.gz'), readFileSync(file));
  const crawled = await dustpan(['crawl', '--from-warc', 'site.warc.gz'], '', folder);
  expect([crawled.code, crawled.stdout]).toEqual([0, expect.stringContaining('in site.dustpan')]);
  const view = async (name: string): Promise<unknown> =>
    (await urls(join(folder, name))).map(({ url, state }) => [url, state]);
  expect(await view('site.dustpan')).toEqual(await view('live.dustpan'));
  rmSync(join(folder, 'site.dustpan'));
  const audited = await dustpan(['audit', 'site.warc.gz', '--format', 'json'], '', folder);
  expect(audited.stderr).not.toContain('not-archived');
  expect(audited.stdout).toContain('"dup/');
});

test('what is wrong with an archive is counted', async () => {
  const folder = temporaryFolder();
  const record = (fields: string, length: number | string): string => {
    const about = `WARC-Target-URI: http://h/\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nContent-Type: application/http\r\n`;
    const block = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n';
    return `WARC/1.1\r\nWARC-Type: response\r\n${about}${fields}Content-Length: ${length}\r\n\r\n${block}\r\n\r\n`;
  };
  writeFileSync(join(folder, 'a.warc'), record(`WARC-Block-Digest: sha1:${'A'.repeat(32)}\r\n`, 44) + record('', 'x'));
  const { code, stderr } = await dustpan(['crawl', '--from-warc', 'a.warc'], '', folder);
  expect(code).toBe(0);
  expect(stderr).toContain('1 place in the archive cannot be read\n');
  expect(stderr).toContain('records of the archive that differ from their digests: 1\n');
});

test.each([
  [
    'a file that is not an archive',
    ['crawl', '--from-warc', 'text'],
    /^dustpan: text is not a WARC file; check the path\n$/,
  ],
  ['a file that is not there', ['crawl', '--from-warc', 'none'], /^dustpan: none does not exist; check the path\n$/],
  ['a delay', ['crawl', '--from-warc', 'text', '--delay', '1'], /--delay has no effect on a web archive/],
  [
    'a proxy',
    ['crawl', '--from-warc', 'text', '--proxy', 'http://127.0.0.1:1'],
    /--proxy has no effect on a web archive/,
  ],
  ['a login', ['crawl', '--from-warc', 'text', '--accept-cookies'], /--accept-cookies has no effect on a web archive/],
  [
    'a size of no archive',
    ['crawl', 'http://127.0.0.1:9/', '--warc-size', '1M'],
    /^dustpan: --warc-size has no effect without --warc; add --warc FOLDER\n$/,
  ],
  [
    'an archive of everything without a folder',
    ['crawl', 'http://127.0.0.1:9/', '--warc-all'],
    /^dustpan: --warc-all has no effect without --warc; add --warc FOLDER\n$/,
  ],
  ['two ways', ['crawl', '--from-warc', 'text', '--warc', 'w'], /cannot be used with option '--warc/],
])('%s is refused in one line', async (_, args, message) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'text'), 'hello');
  const { code, stderr } = await dustpan(args, '', folder);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
