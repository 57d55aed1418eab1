/** Covers: src/cli/io/input-copies.ts, src/cli/jobs/probe-list.ts, src/cli/render/probed-lines.ts */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CERTIFICATE } from '../../config/demo-site/certificate.ts';
import { type ServedSite, serveSite } from '../crawler/probe/probing.ts';
import { APEX, html, type ProbedSite, prose, redirect, SITES } from '../crawler/probe/sites.ts';
import { dustpan, type Ended, ndjson, start, temporaryFolder } from './dustpan.ts';

interface Served extends ServedSite {
  readonly folder: string;
  /** `dedup --probe` with what it takes to find the site. */
  readonly command: readonly string[];
}

async function serve(site: string | ProbedSite['answer']): Promise<Served> {
  const answer = typeof site === 'string' ? SITES.find(({ name }) => name === site)?.answer : site;
  if (answer === undefined) throw new Error(`no site ${String(site)}`);
  const served = await serveSite(answer);
  onTestFinished(served.close);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ca.pem'), CERTIFICATE);
  const rules = served.connectTo.flatMap((rule) => ['--connect-to', rule]);
  return { ...served, folder, command: ['dedup', '--probe', ...rules, '--ca', join(folder, 'ca.pem')] };
}

function dedup({ command, folder }: Served, urls: readonly string[], ...args: readonly string[]): Promise<Ended> {
  return dustpan([...command, ...args], listOf(urls), folder);
}

function listOf(urls: readonly string[]): string {
  return urls.map((url) => `${url}\n`).join('');
}

const USAGE = [`http://${APEX}/docs/usage`, `http://${APEX}/about`, `http://${APEX}/docs/usage/`];

describe('dedup --probe', () => {
  test('merges standard input by what the site confirms, and says by what, and what it took', async () => {
    const site = await serve('slash removed by 301');
    const { code, stdout, stderr } = await dedup(site, USAGE);
    expect(code).toBe(0);
    expect(stdout).toBe(listOf(USAGE.slice(0, 2)));
    expect(stderr.split('\n').map((line) => line.replace(/\(\d.*? s\)/, '(time)'))).toEqual([
      '3 in = 2 kept + 1 merged + 0 not URLs (time)',
      '  1  add-trailing-slash  usual',
      `probed 1 site with ${site.requests.length + 1} requests (1 for robots.txt), 1 of 1 claims confirmed:`,
      expect.stringMatching(
        /^ {2}slash {2}broom\.example in \/about\/\$ .* {2}confirmed {2}remove {2}301 on \d of \d samples/,
      ),
      '',
    ]);
  });

  test('asks about nothing that would merge nothing', async () => {
    const site = await serve('all lead to https://www, hop by hop');
    await dedup(site, [`http://www.${APEX}/docs/usage`, `http://${APEX}/docs/usage`]);
    expect(site.requests.length).toBeGreaterThan(0);
    expect(site.requests.filter((url) => /\/\/|index|DOCS|sage\/$/.test(url.slice('https://'.length)))).toEqual([]);
    const asked = site.requests.length;
    await dedup(site, [`http://www.${APEX}/docs/usage`, `http://${APEX}/docs/usage`], '--profile', 'usual');
    expect(site.requests).toHaveLength(asked);
    const other = await serve('slash removed by 301');
    await dedup(other, [...USAGE.slice(0, 2), 'http://elsewhere.example/']);
    expect(other.requests).toEqual([]);
  });

  test('a list that names a site otherwise than it does itself is merged all the same', async () => {
    const site = await serve('all lead to https://www, hop by hop');
    const urls = ['https', 'http'].flatMap((scheme) =>
      ['', 'www.'].flatMap((www) => ['', '/'].map((slash) => `${scheme}://${www}${APEX}/docs/usage${slash}`)),
    );
    const { stdout } = await dedup(site, urls, '--keep', 'last');
    expect(stdout).toBe(listOf(urls.slice(-1)));
  });

  test.each([
    ['slash 404', /refuted +the other URL was not found/],
    ['slash redirects to the home page', /refuted +the other URL redirects to \/ and loses the path/],
    ['consent wall', /undecided +a URL that cannot exist shows the same page/],
  ])('%s: nothing is merged, and the reason is said', async (name, reason) => {
    const site = await serve(name);
    const { stdout, stderr } = await dedup(site, USAGE);
    expect(stdout).toBe(listOf(USAGE));
    expect(stderr).toMatch(/0 of \d claims confirmed/);
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/1 more duplicate if a trailing slash makes no difference/);
  });

  test.each([
    ['equal pages', null],
    ['redirects', 301],
  ])('where all folders but one have %s, no link of that folder is merged', async (_, status) => {
    const folders = ['docs', 'news', 'blog', 'help', 'shop', 'jobs', 'own'].map((name) => `/a/${name}/`);
    const pages = folders.flatMap((folder) => [`${folder}x`, `${folder}y`]);
    const site = await serve(({ host, path }) => {
      const isOther = host.startsWith('www.') && path.startsWith('/a/own/');
      if (host.startsWith('www.') && !isOther && status !== null) return redirect(status, `http://${APEX}${path}`);
      const links = pages.map((page) => `<a href="${page}">${page}</a>`).join(' ');
      return html(`<h1>${path}</h1><p>${prose(isOther ? `${path} of www` : path)}</p>${path === '/' ? links : ''}`);
    });
    const urls = pages.flatMap((page) => [`http://${APEX}${page}`, `http://www.${APEX}${page}`]);
    const { stdout, stderr } = await dedup(site, urls);
    expect(stderr).toMatch(/www +broom\.example +refuted/);
    expect(stdout).toBe(listOf(urls));
  });

  test.each([
    ['equal pages', null],
    ['redirects', 301],
  ])('where a folder below one with %s differs, nothing of their section is merged', async (_, status) => {
    const folders = ['', 'b/', 'b/c/', 'd/'].map((name) => `/a/${name}`);
    const pages = folders.flatMap((folder) => Array.from({ length: 8 }, (_page, at) => `${folder}p${at}`));
    const site = await serve(({ path }) => {
      const page = path.replace(/(?<=.)\/$/, '');
      const isOther = page !== path && path.startsWith('/a/d/');
      if (page !== path && !isOther && status !== null) return redirect(status, page);
      const links = pages.map((one) => `<a href="${one}">${one}</a>`).join(' ');
      return html(`<h1>${page}</h1><p>${prose(isOther ? path : page)}</p>${path === '/' ? links : ''}`);
    });
    const urls = pages.flatMap((page) => [`http://${APEX}${page}`, `http://${APEX}${page}/`]);
    expect((await dedup(site, urls)).stdout).toBe(listOf(urls));
  });

  test('--budget bounds what is asked of a site', async () => {
    const site = await serve('slash removed by 301');
    const { stdout, stderr } = await dedup(site, USAGE, '--budget', '2');
    expect(site.requests).toHaveLength(2);
    expect(stdout).toBe(listOf(USAGE));
    expect(stderr).toMatch(/the request budget was used up; raise --budget/);
  });

  test('a site that cannot be reached is said, and a private one is not asked', async () => {
    const urls = ['http://127.0.0.1:1/a', 'http://127.0.0.1:1/a/'];
    const { code, stdout, stderr } = await dustpan(['dedup', '--probe'], listOf(urls));
    expect({ code, stdout }).toEqual({ code: 0, stdout: listOf(urls) });
    expect(stderr).toMatch(/^ {2}127\.0\.0\.1:1: not probed: the host has a private address; add --allow-private$/m);
    const allowed = await dustpan(['dedup', '--probe', '--allow-private'], listOf(urls));
    expect(allowed.stderr).toMatch(
      /^ {2}127\.0\.0\.1:1: not probed: no server accepts connections there; start the server, or check host and port$/m,
    );
  });

  test('--max-sites asks those of the most links first', async () => {
    const site = await serve('slash removed by 301');
    const urls = [
      ...['a', 'b'].map((path) => `http://${APEX}/${path}`),
      ...['a', 'b'].map((path) => `http://${APEX}/${path}/`),
      'http://other.example/a/',
      'http://other.example/a',
    ];
    const { stderr } = await dedup(site, urls.toReversed(), '--max-sites', '1');
    expect(stderr).toMatch(/^probed 1 site /m);
    expect(stderr).toMatch(/^ {2}1 site more not probed; raise --max-sites$/m);
    expect(site.requests).not.toEqual([]);
  });

  test('--groups names the evidence, --json counts', async () => {
    const site = await serve('slash removed by 301');
    const { stderr } = await dedup(site, USAGE, '--groups', 'groups.jsonl', '--json');
    const slash = { kind: 'slash', verdict: 'confirmed', target: 'remove' };
    const evidence = [expect.objectContaining({ ...slash, evidence: expect.arrayContaining([expect.anything()]) })];
    expect(ndjson(readFileSync(join(site.folder, 'groups.jsonl'), 'utf8'))).toEqual([
      expect.objectContaining({
        members: [
          { url: USAGE[0], file: 'standard input', line: 1, class: 'identical', passes: [] },
          {
            url: USAGE[2],
            file: 'standard input',
            line: 3,
            class: 'usual',
            passes: ['add-trailing-slash'],
            evidence,
          },
        ],
      }),
    ]);
    const [summary] = ndjson(stderr);
    expect(summary).toMatchObject({
      kept: 2,
      merged: 1,
      probed: {
        sites: 1,
        sitesLeft: 0,
        requests: site.requests.length,
        failed: [],
        claims: Array.from({ length: 4 }, () => ({ kind: 'slash' })),
      },
    });
  });

  test('several lists, one of them held against, are asked about together', async () => {
    const site = await serve('slash removed by 301');
    writeFileSync(join(site.folder, 'seen.txt'), listOf(USAGE.slice(2)));
    const { stdout, stderr } = await dedup(site, USAGE.slice(0, 2), '--against', 'seen.txt');
    expect(stdout).toBe(listOf(USAGE.slice(1, 2)));
    expect(stderr).toMatch(/1 in the other list/);
  });

  test('what is given as a fact goes before, and is not asked about', async () => {
    const site = await serve('slash 404');
    const facts = { version: 1, facts: [{ kind: 'slash', host: APEX, value: 'add' }] };
    writeFileSync(join(site.folder, 'facts.json'), JSON.stringify(facts));
    const { stdout } = await dedup(site, USAGE, '--facts', 'facts.json');
    expect(stdout).toBe(listOf(USAGE.slice(0, 2)));
    expect(site.requests).toEqual([]);
  });

  test('interrupted, it writes no file and ends with 130', async () => {
    const answer = SITES.find(({ name }) => name === 'slash removed by 301')?.answer;
    const running: { stop?: () => void } = {};
    const site = await serve((request) => {
      running.stop?.();
      return answer?.(request) ?? { status: 500 };
    });
    const child = start([...site.command, '-o', 'out.txt'], listOf(USAGE), site.folder);
    running.stop = () => child.process.kill('SIGINT');
    const { code, stderr } = await child.ended;
    expect(code).toBe(130);
    expect(stderr).toMatch(/no file will be written/);
    expect(existsSync(join(site.folder, 'out.txt'))).toBe(false);
    expect(readdirSync(site.folder)).toEqual(['ca.pem']);
  });

  test.each([
    [['--budget', '3'], /--budget has no effect without --probe; add --probe or remove it/],
    [['--max-sites', '3'], /--max-sites has no effect/],
    [['--no-robots'], /--no-robots has no effect/],
    [['--probe', '--header', 'Cookie: a=b'], /--header Cookie cannot be meant for every site of the list/],
    [['--probe', '--accept-cookies'], /--cookies cannot be meant for every site of the list/],
    [['--probe', '--max-sites', '0'], /at least 1/],
  ])('%j is refused', async (args, message) => {
    const { code, stdout, stderr } = await dustpan(['dedup', ...args], 'http://a/\n');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
