/** Covers: crawler/learning/user-verdicts.ts */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CERTIFICATE } from '../../config/demo-site/certificate.ts';
import { type Frontier, openSqliteFrontier } from '../../db/index.ts';
import { serveSite } from '../crawler/probe/probing.ts';
import { APEX, type ProbedSite, SITES } from '../crawler/probe/sites.ts';
import { dustpan, type Ended, ndjson, start, temporaryFolder } from './dustpan.ts';

interface CrawledSite {
  readonly database: string;
  /** What both commands need to find the site. */
  readonly rules: readonly string[];
  /** URLs as asked for, in order. */
  readonly requests: readonly string[];
}

/** Crawls one of the sites of which the truth is known, from the start that is named. */
async function crawled(name: string, ...args: readonly string[]): Promise<CrawledSite> {
  const site = SITES.find((each) => each.name === name);
  if (site === undefined) throw new Error(`no site ${name}`);
  return crawledSite(site.answer, ...args);
}

async function crawledSite(answer: ProbedSite['answer'], ...args: readonly string[]): Promise<CrawledSite> {
  const { connectTo, requests, close } = await serveSite(answer);
  onTestFinished(close);
  const folder = temporaryFolder();
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, CERTIFICATE);
  const database = join(folder, 'a.dustpan');
  const rules = [...connectTo.flatMap((rule) => ['--connect-to', rule]), '--ca', ca];
  const { code, stderr } = await dustpan(['crawl', `http://${APEX}/`, '--db', database, ...rules, ...args]);
  expect(code, stderr).toBe(0);
  return { database, rules, requests };
}

function probe({ database, rules }: CrawledSite, ...args: readonly string[]): Promise<Ended> {
  return dustpan(['probe', '--db', database, ...rules, ...args]);
}

async function look<T>({ database }: CrawledSite, read: (frontier: Frontier) => Promise<T>): Promise<T> {
  const frontier = await openSqliteFrontier(database, { readonly: true });
  try {
    return await read(frontier);
  } finally {
    await frontier.close();
  }
}

describe('probe --db', () => {
  test('probes the pages of a crawl, keeps the evidence, and makes the keys by it at once', async () => {
    const site = await crawled('slash removed by 301');
    const before = site.requests.length;
    const { code, stdout, stderr } = await probe(site, '--kind', 'slash');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^slash +broom\.example in \/about\/\$ .* confirmed +remove +301 on \d of \d samples/m);
    expect(stdout).toMatch(new RegExp(`^${site.requests.length - before} requests \\(0 for robots\\.txt\\)$`, 'm'));
    expect(stderr).toMatch(/evidence stored in .*: 4 new facts, \d+ entries merged/);
    const claims = await look(site, (frontier) => frontier.claims());
    const expected = { kind: 'slash', host: APEX, verdict: 'confirmed', target: 'remove' };
    expect(claims).toMatchObject(['/about/$', '/docs/', '/news/', '/shop/'].map((path) => ({ ...expected, path })));
    const { stdout: canonical } = await dustpan(['canon', '--facts', site.database, `http://${APEX}/docs/usage/`]);
    expect(canonical).toBe(`http://${APEX}/docs/usage\n`);
  });

  test('a second time, with nothing new, changes nothing', async () => {
    const site = await crawled('slash removed by 301');
    await probe(site, '--kind', 'slash');
    const { stdout, stderr } = await probe(site, '--kind', 'slash');
    expect(stdout).toMatch(/^slash .*confirmed/m);
    expect(stderr).toMatch(/evidence stored in .*: no key changed/);
  });

  test('takes no claim back that declarations confirmed, if it finds the pages equal', async () => {
    const names = ['birch', 'bristle', 'straw'];
    const site = await crawledSite(({ scheme, host, path }) => {
      const name = names.find((one) => path === `/docs/${one}` || path === `/docs/${one}/`);
      const links = names.map((one) => `<a href="/docs/${one}">a</a><a href="/docs/${one}/">b</a>`).join(' ');
      const canonical = `<link rel=canonical href="${scheme}://${host}/docs/${name}/">`;
      const text = `${name} `.repeat(30);
      const headers = { 'content-type': 'text/html' };
      if (name !== undefined) return { status: 200, headers, body: `${canonical}<title>${name}</title><p>${text}</p>` };
      return path === '/' ? { status: 200, headers, body: `<p>${'home '.repeat(30)}</p>${links}` } : { status: 404 };
    });
    const expected = [{ path: '/docs/', verdict: 'confirmed', source: 'declaration', target: 'add', samples: 3 }];
    const slash = async (): Promise<unknown> =>
      (await look(site, (frontier) => frontier.claims())).filter(({ kind, host }) => kind === 'slash' && host === APEX);
    expect(await slash()).toMatchObject(expected);
    await probe(site, '--kind', 'slash');
    expect(await slash()).toMatchObject(expected);
  });

  test('what the database knew before counts too', async () => {
    const site = await crawled('slash removed by 301');
    await dustpan(['facts', site.database, '--refute', 'slash broom.example/about/']);
    const { stdout } = await probe(site, '--kind', 'slash', '--json');
    expect(ndjson(stdout)).toContainEqual(
      expect.objectContaining({ scope: 'broom.example/about/', verdict: 'refuted' }),
    );
  });

  test('--kind and --budget bound what is asked', async () => {
    const site = await crawled('slash removed by 301');
    const before = site.requests.length;
    const { stdout } = await probe(site, '--budget', '3');
    expect(site.requests.length - before).toBe(3);
    expect(stdout).toMatch(/the request budget was used up; raise --budget/);
  });

  test('a file that a crawl writes to is refused, with the process that does', async () => {
    const site = await crawled('slash removed by 301');
    const frontier = await openSqliteFrontier(site.database);
    onTestFinished(() => frontier.close());
    const before = site.requests.length;
    const { code, stdout, stderr } = await probe(site);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(String(process.pid));
    expect(site.requests.length).toBe(before);
  });

  test('a site that cannot be reached any longer is said to be so', async () => {
    const site = await crawled('slash removed by 301');
    const { code, stdout, stderr } = await dustpan([
      'probe',
      '--db',
      site.database,
      '--connect-to',
      '::127.0.0.1:1',
      '--no-robots',
    ]);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^broom\.example: not probed: no server accepts connections there; start the server, or check host and port$/m,
    );
    expect(stderr).toMatch(/: no key changed/);
  });

  test('a site that asked to wait is not asked', async () => {
    const answer = SITES.find(({ name }) => name === 'slash removed by 301')?.answer;
    const site = await crawledSite((request) => {
      if (request.path === '/about') return { status: 503, headers: { 'retry-after': '3600' } };
      return answer?.(request) ?? { status: 500 };
    });
    const before = site.requests.length;
    const { code, stdout } = await probe(site);
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^broom\.example: not probed: the host asked to wait; dustpan status --json says until when \(nextAt\)$/m,
    );
    expect(site.requests.length).toBe(before);
  });

  test('interrupted, it keeps what it knows and ends with 130', async () => {
    const answer = SITES.find(({ name }) => name === 'slash removed by 301')?.answer;
    const running: { stop?: () => void } = {};
    let seen = 0;
    const site = await crawledSite((request) => {
      if (running.stop !== undefined && ++seen === 8) running.stop();
      return answer?.(request) ?? { status: 500 };
    });
    const child = start(['probe', '--db', site.database, '--kind', 'slash,case', ...site.rules]);
    running.stop = () => child.process.kill('SIGINT');
    const { code, stdout } = await child.ended;
    expect(code).toBe(130);
    expect(stdout).toMatch(/^slash +broom\.example/m);
    expect(await look(site, (frontier) => frontier.evidence())).not.toEqual([]);
  });

  test.each([
    [['--db', 'none.dustpan'], /none\.dustpan does not exist/],
    [
      ['--db', 'none.dustpan', 'example.com'],
      /give either sites to probe, such as example\.com, or a crawl file: --db FILE/,
    ],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await dustpan(['probe', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
