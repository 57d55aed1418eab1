import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import PQueue from 'p-queue';
import { openSqliteFrontier } from '../../db/index.ts';
import { AUDIT_FORMATS } from '../../src/report/audit/index.ts';
import { REPORT_FORMATS } from '../../src/report/crawl/index.ts';
import { dustpan, type Ended, start, temporaryFolder } from '../cli/dustpan.ts';
import { filesIn, recordsIn } from '../crawler/warc/records-in.ts';
import { COMMANDS, FILES, type GivenFile, type Ground } from './commands.ts';
import { FORMS, type Form } from './forms.ts';
import { Secrets } from './secrets.ts';
import { plantedSite, type Share, TEXT_SITEMAP } from './site.ts';

/** Plants secrets in everything that a server may send, crawls it in every way, and searches all that comes out of it. */
export async function searchCrawl(secrets: Secrets, share: Share = () => true): Promise<void> {
  const folder = temporaryFolder();
  let requests = 0;
  const site = await plantedSite(secrets, share, () => {
    if (++requests % SAMPLED === 0) searchFolder(secrets, folder, 'database during the crawl');
  });
  try {
    await crawlAndSearch(secrets, folder, site.host);
  } finally {
    await site.close();
  }
}

/** Requests between two looks at the files of a crawl under way. */
const SAMPLED = 1000;

async function crawlAndSearch(secrets: Secrets, folder: string, host: string): Promise<void> {
  const database = join(folder, 'a.dustpan');
  const run = async (...args: readonly string[]): Promise<void> =>
    search(secrets, await dustpan(args, '', folder), args);
  const polite = ['--delay', '0', '--allow-private', '--retries', '1'];
  const flags = ['--db', database, ...polite, '--sitemap', `http://${host}${TEXT_SITEMAP}`, '--probe', 'full'];
  await run('crawl', `http://ann:own@${host}/`, ...flags);
  await run('crawl', `http://${host}/`, ...flags, '--recrawl', '0', '--json');
  const own = ['Cookie: a=', 'X-Key: '].map((name) => `${name}${secrets.plant({ place: 'header', form: name })}`);
  const user = secrets.plant({ place: 'seed', form: 'password' });
  const warc = temporaryFolder();
  const headers = own.flatMap((field) => ['--header', field]);
  const archived = ['--db', join(folder, 'b.dustpan'), '--warc', warc, '--warc-size', '1M', ...polite, ...headers];
  await run('crawl', `http://ann:${user}@${host}/`, ...archived);
  searchArchive(secrets, warc);
  const frontier = await openSqliteFrontier(database);
  await frontier.setMeta('search', 'so that there is a write-ahead log');
  searchFolder(secrets, folder, 'database while it is open');
  await frontier.close();
  await run('probe', '--db', database, '--delay', '0', '--json');
  await run('probe', `http://${host}/`, '--delay', '0', '--budget', '50');
  await run('learn', database, '--json');
  await run('facts', database, '--explain');
  await run('facts', database, '--export', '-');
  await run('urls', database);
  for (const { name } of REPORT_FORMATS)
    await run('export', database, '--format', name, '-o', join(folder, `export.${name}`));
  for (const { name } of AUDIT_FORMATS) {
    await run(
      'audit',
      database,
      ...polite,
      '--format',
      name,
      ...(name === 'html' ? ['-o', join(folder, 'audit.html')] : []),
    );
  }
  await searchHistories(secrets, database, folder);
  await searchServed(secrets, database);
  searchFolder(secrets, folder, 'files');
}

/** Searches WARC files and their indexes, except the bodies of responses, which are the server's. */
export function searchArchive(secrets: Secrets, folder: string): void {
  for (const { fields, block } of recordsIn(folder)) {
    const isResponse = fields.get('warc-type') === 'response';
    const end = isResponse ? block.indexOf('\r\n\r\n') : block.length;
    secrets.search(
      `${JSON.stringify([...fields])}\n${block.toString('latin1', 0, end)}`,
      `WARC: ${fields.get('warc-type')}`,
    );
  }
  for (const file of filesIn(folder, '.cdxj')) secrets.search(readFileSync(file), 'CDXJ');
}

/** `why` of a share of the entries: each takes a process. */
async function searchHistories(secrets: Secrets, database: string, folder: string): Promise<void> {
  const { stdout } = await dustpan(['urls', database], '', folder);
  const urls = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): string => JSON.parse(line).url);
  const every = Math.ceil(urls.length / HISTORIES);
  for (const url of urls.filter((_, at) => at % every === 0)) {
    search(secrets, await dustpan(['why', database, url], '', folder), ['why']);
  }
}

const HISTORIES = 20;

async function searchServed(secrets: Secrets, database: string): Promise<void> {
  const { process: child, ended } = start(['serve', database]);
  if (child.stdout === null) throw new Error('there is no standard output');
  const [line] = await once(createInterface(child.stdout), 'line');
  for (const path of ['', 'progress']) {
    const [response] = await once(request(`${String(line)}${path}`).end(), 'response');
    secrets.search(Buffer.concat(await Array.fromAsync<Uint8Array>(response)), 'serve');
  }
  child.kill('SIGTERM');
  search(secrets, await ended, ['serve']);
}

/** Gives commands secrets in everything that a user may give, and searches all that comes out of them. */
export async function searchCommands(secrets: Secrets, concurrency: number, share: Share = () => true): Promise<void> {
  const site = await plantedSite(
    new Secrets(),
    () => false,
    () => {},
  );
  const database = join(temporaryFolder(), 'a.dustpan');
  await dustpan(['crawl', `http://${site.host}/`, '--db', database]);
  const queue = new PQueue({ concurrency });
  try {
    await queue.addAll(runs(secrets, { database, plainHost: site.plainHost }, share));
  } finally {
    await site.close();
  }
}

function runs(secrets: Secrets, ground: Omit<Ground, 'folder'>, share: Share): readonly (() => Promise<void>)[] {
  const cases = [...COMMANDS.map((command) => ({ ...command, file: null, isLines: undefined })), ...FILES];
  return cases.flatMap((given) =>
    FORMS.filter((form) => fits(given, form) && share(form, given.name)).map((form) => {
      const url = form.url(secrets.plant({ place: given.name, form: form.name }), ground.plainHost);
      return async () => {
        const folder = temporaryFolder();
        const own = { ...ground, folder };
        const isFile = given.file !== null;
        const file = isFile ? join(folder, given.file) : '';
        if (isFile && given.file !== '-') writeFileSync(file, given.text(url));
        const args = isFile ? given.args(file, own) : given.args(url, own);
        const ended = await dustpan(args, isFile && given.file === '-' ? given.text(url) : '', folder);
        search(secrets, given.isEcho ? { ...ended, stdout: '' } : ended, [given.name]);
        searchFolder(secrets, folder, given.name, isFile ? given.file : '');
        rmSync(folder, { recursive: true });
      };
    }),
  );
}

function fits({ isText, isLines }: Pick<GivenFile, 'isText' | 'isLines'>, form: Form): boolean {
  return !(isText && form.isWhole) && !(isLines && form.url('', '').includes('\n'));
}

/** Searches what a command printed. */
export function search(secrets: Secrets, { stdout, stderr }: Ended, [command = '', ...args]: readonly string[]): void {
  const format = args[args.indexOf('--format') + 1] ?? '';
  secrets.search(stdout, `${command} ${args.includes('--format') ? format : ''}: stdout`);
  secrets.search(stderr, `${command}: stderr`);
}

/**
 * Searches files.
 *
 * @param given a file that the test itself has written
 */
export function searchFolder(secrets: Secrets, folder: string, where: string, given = ''): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name !== given && existsSync(file)) secrets.search(readFileSync(file), `${where}: ${name}`);
  }
}
