/** Covers: src/cli/commands/rules.ts, src/cli/jobs/{audit-history,audit-report,audit-rules,baseline,fetch-for-audit}.ts */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { applicationId, currentVersion, layOut } from '../../db/sqlite/schema.ts';
import type { AuditReport } from '../../src/audit/report.ts';
import { auditReportSchema } from '../config/audit-report-schema.ts';
import { mendedSite } from '../crawler/recrawl/mended-site.ts';
import { type Answer, links, redirect, respond, site, type Web } from '../crawler/web.ts';
import { dustpan, type Ended, launcher, start, temporaryFolder } from './dustpan.ts';

const HTML = { 'content-type': 'text/html' };

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

/** A page that names a canonical URL of its own origin. */
function naming(path: string, body: string): Answer {
  return ({ headers }, response) =>
    response
      .writeHead(200, HTML)
      .end(`<title>At ${path}</title><link rel="canonical" href="http://${headers.host ?? ''}${path}">${body}`);
}

/** A page without a canonical URL, one that names a URL that is missing, and a link to a URL that redirects. */
function brooms(more: Readonly<Record<string, Answer>> = {}): Promise<Web> {
  return site({
    '/': `<title>Brooms</title>${links('/a', '/b', '/old')}<p>Brooms of birch.`,
    '/a': naming('/missing', '<p>A broom.'),
    '/b': naming('/b', '<p>Another one.'),
    '/old': redirect(301, '/b'),
    ...more,
  });
}

const run = (...args: readonly string[]): Promise<Ended> => dustpan(['audit', ...args], '', folder);

async function crawl(web: Web, file = 'a.dustpan'): Promise<string> {
  const { code, stderr } = await dustpan(['crawl', `${web.origin}/`, '--db', file, '--retries', '0'], '', folder);
  if (code !== 0) throw new Error(stderr);
  return file;
}

async function report(...args: readonly string[]): Promise<AuditReport> {
  const { stdout, stderr } = await run(...args, '--format', 'json');
  try {
    return auditReportSchema.parse(JSON.parse(stdout));
  } catch (error) {
    throw new Error(stderr, { cause: error });
  }
}

/** `rule path`, sorted. */
async function found(web: Web, ...args: readonly string[]): Promise<readonly string[]> {
  const { findings } = await report(...args);
  return findings.map(({ rule, url }) => `${rule} ${url.replace(web.origin, '')}`).toSorted();
}

test('a crawl is looked at, and an error makes it exit with 1', async () => {
  const web = await brooms();
  const database = await crawl(web);
  const { code, stdout, stderr } = await run(database);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^do this first\n[^]*\n\nerror {2}canonical URL cannot be fetched {2}target\/error, 1 finding\n/,
  );
  expect(stdout).toMatch(/\n1 error, .* in 3 pages.*\nCrawled \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/);
  expect(stderr).toBe(
    `crawled just now (${stdout.slice(-22, -2)}); to crawl again first, with the options of that crawl: dustpan audit ${web.origin}/ --db a.dustpan\n`,
  );
  expect(await found(web, database)).toEqual(['canonical/missing /', 'links/redirect /old', 'target/error /a']);
});

test('a site is crawled first, asked which of its URLs are one page, and then looked at', async () => {
  const home = `${links('/a', '/index.html')}<p>Brooms of birch, of straw and of whatever else sweeps.`;
  const web = await brooms({ '/': home, '/index.html': home });
  const { code, stdout, stderr } = await run(`${web.origin}/`, '--db', 'new.dustpan', '--format', 'ndjson');
  expect(code).toBe(1);
  expect(stderr).toContain('probe requests');
  expect(stdout).toContain('"rule":"target/error"');
  expect(existsSync(join(folder, 'new.dustpan'))).toBe(true);
});

test('sitemaps that robots.txt names are checked, and so are the lines that name them', async () => {
  const robots: Answer = ({ headers }, response) =>
    response.writeHead(200).end(`Sitemap: /sitemap.xml\nSitemap: http://${headers.host ?? ''}/gone.xml`);
  const web = await brooms({ '/robots.txt': robots });
  const { findings } = await report(await crawl(web), '--rule', 'sitemap/*');
  expect(findings.map(({ rule, url, evidence }) => [rule, url, evidence])).toEqual([
    [
      'sitemap/broken',
      `${web.origin}/gone.xml`,
      { namedBy: [`${web.origin}/robots.txt`], status: 404, reason: 'http-404' },
    ],
    [
      'sitemap/broken',
      `${web.origin}/sitemap.xml`,
      { namedBy: [`${web.origin}/robots.txt`], status: 404, reason: 'http-404' },
    ],
    ['sitemap/relative', `${web.origin}/robots.txt`, { lines: ['line 1: /sitemap.xml'] }],
  ]);
});

test('the same report goes to several files, and all of them hide what is known', async () => {
  const web = await brooms();
  const database = await crawl(web);
  await run(database, '--format', 'json', '-o', 'known.json');
  await web.close();
  const also = ['--also', 'json=new.json', '--also', 'csv=new.csv', '--also', 'sarif=new.sarif'];
  const { code, stdout } = await run(database, '--format', 'github', '--baseline', 'known.json', '--no-fetch', ...also);
  expect([code, stdout]).toEqual([0, '']);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  expect(auditReportSchema.parse(JSON.parse(read('new.json')))).toMatchObject({ findings: [], known: 3 });
  expect(read('new.csv').trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(read('new.sarif'))).toMatchObject({ version: '2.1.0' });
});

test('a report in a file leaves the number of its findings on the screen', async () => {
  const database = await crawl(await brooms());
  const { stdout, stderr } = await run(database, '--format', 'html', '-o', 'a.html', '--no-fetch');
  const { findings } = JSON.parse((await run(database, '--format', 'json', '--no-fetch')).stdout);
  const [, errors, warnings, notices] =
    /^(\d+) errors?, (\d+) warnings?, (\d+) notices?: a\.html\n$/m.exec(stderr) ?? [];
  expect([stdout, Number(errors) + Number(warnings) + Number(notices)]).toEqual(['', findings.length]);
  const asText = await run(database, '-o', 'a.html', '--no-fetch');
  expect(asText.stderr).toMatch(/ notices?: a\.html, as text; to write html: --format html\n$/m);
});

test.each([
  [['--also', 'csv=a.dustpan'], 'a.dustpan'],
  [['--baseline', 'known.json', '--also', 'csv=known.json'], 'known.json is an input of this report'],
])('a further report does not overwrite what the audit reads: %j', async (args, message) => {
  const database = await crawl(await brooms());
  await run(database, '--format', 'json', '-o', 'known.json');
  const before = readFileSync(join(folder, database));
  const { code, stderr } = await run(database, ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(readFileSync(join(folder, database))).toEqual(before);
});

test('a URL that is not one ends the command with its reason alone', async () => {
  const { code, stderr } = await run('https://a b/', '--db', 'a.dustpan', '--fresh');
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^dustpan: .*the host contains a forbidden character\n$/)]);
});

test('an audit of a sample says what it did not see, and the next one sees it', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `/shop/${name}`);
  const web = await brooms({ '/': links(...names), ...Object.fromEntries(names.map((name) => [name, links('/')])) });
  const args = [`${web.origin}/`, '--db', 'sample.dustpan', '--probe', 'off', '--no-fetch', '--fail-on', 'none'];
  const sample = await run(...args, '--sample', '2');
  expect(sample.stderr).toContain('a sample: 3 known URLs were not fetched, so findings about links');
  expect(sample.stdout).toContain(' in 3 pages');
  expect((await run('sample.dustpan', '--no-fetch', '--fail-on', 'none')).stderr).toContain('a sample: 3 known URLs');
  const whole = await run(...args);
  expect(whole.stderr).not.toContain('a sample');
  expect(whole.stdout).toContain(' in 6 pages');
});

describe('a site that is mended between two audits', () => {
  const html = (path: string, body: string): string =>
    `<title>${body}</title><link rel="canonical" href="ORIGIN${path}"><p>${body}`;
  const pages = {
    '/': `${html('/', 'Brooms of birch.')}${links('/a', '/b', '/old')}`,
    '/a': html('/missing', 'A broom.'),
    '/b': html('/b', 'Another one.'),
    '/old': redirect(301, '/b'),
  };

  test('is looked at as it is now, and only what has changed is sent again', async () => {
    const web = await mendedSite(pages);
    const args = [`${web.origin}/`, '--db', 'a.dustpan', '--probe', 'off', '--no-fetch'];
    expect(await found(web, ...args)).toEqual(['links/redirect /old', 'target/error /a']);
    expect(web.bodies.splice(0).toSorted()).toEqual(['/', '/a', '/b']);
    web.pages.set('/a', html('/a', 'A broom.'));
    web.pages.set('/', `${html('/', 'Brooms of birch.')}${links('/a', '/b')}`);
    const again = await run(...args);
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^Nothing to report in 3 pages/);
    expect(again.stderr).toMatch(/^a\.dustpan was crawled just now \(.*\); checking the site for changes\n/);
    expect(again.stderr).toMatch(/ 3 +fetched again +changed 2, unchanged 1\n/);
    expect(again.stderr).toMatch(/ 2 +unlinked +no page, redirect or sitemap leads to them any more\n/);
    expect([web.bodies.toSorted(), web.unchanged]).toEqual([['/', '/a'], ['/b']]);
    const { findings, crawled } = await report('a.dustpan');
    expect(findings).toEqual([]);
    expect(Date.parse(crawled?.to ?? '')).toBeGreaterThan(Date.now() - 600_000);
  });

  test('says of a page that is deleted what is wrong for as long as something leads there', async () => {
    const web = await mendedSite({ ...pages, '/a': html('/a', 'A broom.'), '/old': html('/old', 'An old one.') });
    const args = [`${web.origin}/`, '--db', 'a.dustpan', '--probe', 'off', '--no-fetch'];
    expect(await found(web, ...args)).toEqual([]);
    web.pages.set('/b', html('/old', 'Another one.'));
    web.pages.delete('/old');
    expect(await found(web, ...args)).toEqual(['links/broken /old', 'target/error /b']);
    web.pages.set('/b', html('/b', 'Another one.'));
    web.pages.set('/', `${html('/', 'Brooms of birch.')}${links('/a', '/b')}`);
    expect(await found(web, ...args)).toEqual([]);
  });

  test('an audit that was stopped goes on, and --fresh starts over', async () => {
    const stopped = Promise.withResolvers<void>();
    const web = await mendedSite({ ...pages, '/old': () => stopped.resolve() });
    const args = [`${web.origin}/`, '--db', 'a.dustpan', '--probe', 'off', '--no-fetch'];
    const { process: child, ended } = start(['audit', ...args], '', folder);
    await stopped.promise;
    while (web.bodies.length < 3) await new Promise(setImmediate);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    web.pages.set('/old', pages['/old']);
    web.bodies.length = 0;
    const again = await run(...args);
    expect(again.stderr).toMatch(/^continuing an interrupted crawl, started just now .*--fresh starts over\n/);
    expect([web.bodies, web.unchanged]).toEqual([[], []]);
    expect(again.stdout).toContain('target/error, 1 finding');
    await run(...args, '--fresh');
    expect(web.bodies.toSorted()).toEqual(['/', '/a', '/b']);
  });
});

describe('what makes it exit with 1', () => {
  test.each([
    ['error', ['--rule', 'target'], 1],
    ['none', [], 0],
    ['error', ['--no-rule', 'target/*'], 0],
    ['warning', ['--no-rule', 'target/*'], 1],
    ['warning', ['--rule', 'redirect'], 0],
  ] as const)('--fail-on %s with %j: %d', async (failOn, args, code) => {
    const database = await crawl(await brooms());
    expect((await run(database, '--fail-on', failOn, ...args)).code).toBe(code);
  });
});

test('rules and groups are taken and left out', async () => {
  const web = await brooms();
  const database = await crawl(web);
  expect(await found(web, database, '--rule', 'links/*', '--rule', 'target/error')).toEqual([
    'links/redirect /old',
    'target/error /a',
  ]);
  expect(await found(web, database, '--no-rule', 'links', '--no-rule', 'target/error')).toEqual([
    'canonical/missing /',
  ]);
});

test('a configuration file says how grave a rule is, and which one is left out', async () => {
  const web = await brooms();
  const database = await crawl(web);
  const severities = { 'canonical/missing': 'error', 'target/error': 'info', 'links/redirect': 'off' };
  writeFileSync(join(folder, 'dustpan.config.json'), JSON.stringify({ audit: { severities } }));
  const { findings } = await report(database);
  expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
    'error canonical/missing',
    'info target/error',
  ]);
  writeFileSync(join(folder, 'dustpan.config.json'), '{"audit":{"severities":{"canonical/mising":"off"}}}');
  const { code, stderr } = await run(database);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^dustpan: dustpan.config.json: .*canonical\/mising.*\n$/);
});

describe('a baseline', () => {
  test.each([
    ['json', 'base'],
    ['ndjson', 'base'],
    ['json', 'base.json.gz'],
  ])('of %s in %s leaves out what it has', async (format, base) => {
    const web = await brooms();
    const database = await crawl(web);
    expect((await run(database, '--format', format, '-o', base)).code).toBe(1);
    const again = await run(database, '--baseline', base, '--fail-on', 'warning');
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(
      /^Nothing to report in 3 pages.*; earlier findings: [1-9]\d* still there \(hidden\), 0 no longer found\.$/m,
    );
  });

  test('counts as fixed only what was looked for', async () => {
    const database = await crawl(await brooms());
    const { findings } = await report(database);
    const gone = findings.map((finding) => ({ ...finding, fingerprint: `was ${finding.fingerprint}` }));
    writeFileSync(join(folder, 'base'), JSON.stringify({ findings: gone }));
    const all = await report(database, '--baseline', 'base');
    expect(all.fixed).toEqual(gone.map(({ fingerprint }) => fingerprint));
    expect(all.findings).toHaveLength(gone.length);
    expect((await report(database, '--baseline', 'base', '--rule', 'links/*')).fixed).toHaveLength(1);
  });

  test('has all findings of a second crawl, whose first one confirmed how the site writes its URLs', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `p${n}`);
    const text = (name: string): string => Array.from({ length: 60 }, (_, n) => `${name}${n}`).join(' ');
    const shown = (name: string): string =>
      `<title>${name}</title>${links(`/moved/p1?utm_source=${name}`)}${text(name)}`;
    const all = names.flatMap((name) => [`/moved/${name}`, `/both/${name}`, `/both/${name}/`]);
    const locations = names.map((name) => `<url><loc>ORIGIN/moved/${name}</loc></url>`);
    const web = await site({
      '/': `<title>Brooms</title>${links(...all)}`,
      '/robots.txt': ({ headers }, response) => response.end(`Sitemap: http://${headers.host ?? ''}/sitemap.xml`),
      '/sitemap.xml': ({ headers }, response) =>
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(`<urlset>${locations.join('').replaceAll('ORIGIN', `http://${headers.host ?? ''}`)}</urlset>`),
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`/moved/${name}`, redirect(301, `/moved/${name}/`)],
          [`/moved/${name}/`, shown(`moved-${name}`)],
          [`/both/${name}`, shown(`both-${name}`)],
          [`/both/${name}/`, shown(`both-${name}`)],
        ]),
      ),
    });
    const database = await crawl(web);
    const first = await found(web, database);
    expect(first).toEqual(expect.arrayContaining(['links/redirect /moved/p1', 'sitemap/non-canonical /moved/p1']));
    expect((await run(database, '--format', 'json', '-o', 'base')).code).toBe(0);
    await dustpan(['crawl', '--db', database, '--recrawl'], '', folder);
    expect(await found(web, database)).toEqual(first);
    const since = await report(database, '--baseline', 'base');
    expect([since.findings, since.fixed]).toEqual([[], []]);
  });

  test('an earlier crawl is one', async () => {
    const answers = {
      '/': `${links('/a', '/b')}<p>Brooms of birch.`,
      '/a': naming('/a', '<p>A broom.'),
      '/b': naming('/b', '<p>Another one.'),
    };
    const now = new Map<string, Answer>(Object.entries(answers));
    const web = await site((target) => now.get(target));
    await crawl(web, 'before.dustpan');
    now.set('/a', '<title>A broom</title><p>A broom.').set('/', naming('/', answers['/']));
    await crawl(web, 'after.dustpan');
    const { findings, fixed, summary } = await report('after.dustpan', '--diff', 'before.dustpan');
    expect(findings.map(({ rule, url }) => `${rule} ${url.replace(web.origin, '')}`)).toEqual(['canonical/missing /a']);
    expect(fixed).toHaveLength(1);
    expect(summary.severities.warning).toBe(1);
  });
});

describe('the history of audits', () => {
  const CRAWL = ['--db', 'a.dustpan', '--probe', 'off', '--retries', '0'];
  /** The errors of each audit in the history. */
  const errors = async (...args: readonly string[]): Promise<readonly number[]> =>
    (await report(...args)).history.map(({ severities }) => severities.error);

  async function broken(): Promise<{ readonly web: Web; readonly pages: Map<string, Answer> }> {
    const pages = new Map<string, Answer>([
      ['/', links('/a', '/b')],
      ['/a', naming('/gone', '<p>A broom.')],
      ['/b', naming('/lost', '<p>Another one.')],
    ]);
    return { pages, web: await site((target) => pages.get(target)) };
  }

  test('grows with each crawl, but not with further reports on it, and reports tell the trend', async () => {
    const { web, pages } = await broken();
    expect(await errors(`${web.origin}/`, ...CRAWL)).toEqual([2]);
    expect((await run('a.dustpan')).stdout).not.toContain('All findings');
    pages.set('/a', naming('/a', '<p>A broom.'));
    expect(await errors(`${web.origin}/`, ...CRAWL)).toEqual([2, 1]);
    expect(await errors('a.dustpan')).toEqual([2, 1]);
    const trend = /All findings: errors 2 → 1, warnings 1, notices \d over 2 audits since \d{4}-\d\d-\d\d\./;
    expect((await run('a.dustpan')).stdout).toMatch(trend);
    expect((await run('a.dustpan', '--format', 'markdown')).stdout).toMatch(trend);
  });

  test('compares only audits of all rules, and those that fetched the same', async () => {
    const { web, pages } = await broken();
    await run(`${web.origin}/`, ...CRAWL);
    pages.set('/a', naming('/a', '<p>A broom.'));
    await run(`${web.origin}/`, ...CRAWL, '--rule', 'target/*');
    expect(await errors('a.dustpan', '--rule', 'target/*')).toEqual([]);
    expect(await errors('a.dustpan', '--no-fetch')).toHaveLength(1);
    expect(await errors('a.dustpan')).toEqual([2, 1]);
  });

  test('goes on in another crawl file by a baseline or an earlier crawl, with the findings that these hide', async () => {
    const { web, pages } = await broken();
    await run(`${web.origin}/`, ...CRAWL, '--format', 'json', '-o', 'base.json');
    pages.set('/a', naming('/a', '<p>A broom.'));
    const later = await crawl(web, 'later.dustpan');
    expect(await errors(later, '--baseline', 'base.json')).toEqual([2, 1]);
    expect((await report(later, '--diff', 'a.dustpan')).history.map(({ pages: all }) => all)).toEqual([3, 3]);
  });

  test('a crawl file that cannot be written is audited all the same, and a damaged history does no harm', async () => {
    const { web } = await broken();
    const database = await crawl(web);
    const writer = await openSqliteFrontier(join(folder, database));
    await writer.setMeta('audits', '[{"crawled":1},null,{"byRule":{"__proto__":1}}]');
    const { code, stderr } = await run(database);
    await writer.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/\na\.dustpan cannot be written now, so later audits are not compared with this one\n$/);
    expect(await errors(database)).toEqual([2]);
  });
});

describe('targets that the crawl did not fetch', () => {
  const deep = { '/': links('/a'), '/a': '<link rel="canonical" href="/c"><p>A broom.', '/c': redirect(301, '/d') };

  async function crawledToA(web: Web): Promise<void> {
    const args = ['--db', 'a.dustpan', '--exclude', '/c', '--exclude', '/d'];
    await dustpan(['crawl', `${web.origin}/`, ...args], '', folder);
  }

  test('are fetched, and with --no-fetch they are not', async () => {
    const web = await site({ ...deep, '/d': '<p>D' });
    await crawledToA(web);
    web.requests.length = 0;
    expect(await found(web, 'a.dustpan', '--rule', 'target', '--no-fetch')).toEqual([]);
    expect(web.requests).toEqual([]);
    expect(await found(web, 'a.dustpan', '--rule', 'target')).toEqual(['target/redirect /a']);
    expect(web.requests.slice(0, 2)).toEqual(['/c', '/d']);
  });

  test('are unknown while the site that answered the crawl does not answer', async () => {
    const web = await site(deep);
    await crawledToA(web);
    await web.close();
    const { stdout, stderr } = await run('a.dustpan', '--rule', 'target', '--format', 'csv');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`${web.origin} answered the crawl, but not this audit`);
  });

  test('are asked for by the rules of a crawl: robots.txt and private addresses', async () => {
    const other = await site({ '/': 'another service of this machine' });
    const web = await site({
      '/robots.txt': 'User-agent: *\nDisallow: /c\n',
      '/': links('/a', '/b'),
      '/a': '<link rel="canonical" href="/c"><p>A broom.',
      '/b': `<link rel="canonical" href="${other.origin}/"><p>Another.`,
      '/c': 'C',
    });
    await crawledToA(web);
    const rules = await found(web, 'a.dustpan', '--rule', 'target');
    expect(rules).toContain('target/robots-blocked /a');
    expect(web.requests).not.toContain('/c');
    expect(other.requests).toEqual([]);
  });

  test('links that leave the crawl are checked with --external, by the rules of a crawl', async () => {
    const other = await site({
      '/robots.txt': 'User-agent: *\nDisallow: /private\n',
      '/works': 'It works.',
      '/moved': redirect(301, '/gone'),
    });
    const at = (path: string): string => other.origin + path;
    const web = await site({ '/': links(at('/works'), at('/gone'), at('/moved'), at('/private')) });
    await dustpan(['crawl', `${web.origin}/`, '--db', 'a.dustpan'], '', folder);
    const args = ['a.dustpan', '--rule', 'links/broken', '--allow-private'];
    expect(await found(web, ...args)).toEqual([]);
    expect(other.requests).toEqual([]);
    expect(await found(web, ...args, '--external')).toEqual([
      `links/broken ${at('/gone')}`,
      `links/broken ${at('/moved')}`,
    ]);
    expect(other.requests.toSorted()).toEqual(['/gone', '/moved', '/robots.txt', '/works']);
  });

  test('an error page that answers 200 is told by a page that cannot exist', async () => {
    const sorry = '<title>Sorry</title><p>We looked under every carpet, and there is no such broom in this shop.';
    const web = await site((target) => (target === '/' ? `<title>Home</title>${links('/gone')}` : sorry));
    await dustpan(['crawl', `${web.origin}/`, '--db', 'a.dustpan'], '', folder);
    expect(await found(web, 'a.dustpan', '--rule', 'page')).toEqual(['page/soft-404 /gone']);
    expect(await found(web, 'a.dustpan', '--rule', 'page', '--no-fetch')).toEqual([]);
  });
});

describe('what makes no sense is refused in a line, and nothing is left behind', () => {
  async function makeDatabase(userVersion: number | null = null): Promise<void> {
    const file = join(folder, 'a.dustpan');
    if (userVersion === null || userVersion > currentVersion) await (await openSqliteFrontier(file)).close();
    if (userVersion === null) return;
    const db = new Database(file);
    if (userVersion <= currentVersion) layOut(db, userVersion);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${userVersion}`);
    db.close();
  }
  const text = (name: string, content: string) => (): void => writeFileSync(join(folder, name), content);

  test('a crawl that found only a PDF: crawling again would not help', async () => {
    const web = await site({
      '/': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
    });
    const { code, stderr } = await run(await crawl(web));
    expect(code).toBe(3);
    expect(stderr).toMatch(/has no HTML page to audit; start at an HTML page: dustpan crawl URL\n$/);
  });

  test.each([
    ['no such file', () => {}, ['a.dustpan'], 2, /a\.dustpan does not exist; check the path, or give a URL to crawl/],
    ['no such path', () => {}, ['./a'], 2, /\.\/a does not exist/],
    [
      'no database',
      text('a.dustpan', 'notes '.repeat(300)),
      ['a.dustpan'],
      2,
      /is not a crawl file: name another file/,
    ],
    [
      'an older database',
      () => makeDatabase(3),
      ['a.dustpan'],
      2,
      /older version of dustpan: .*dustpan crawl --db FILE/,
    ],
    ['a newer database', () => makeDatabase(99), ['a.dustpan'], 2, /newer version of dustpan .*update dustpan/],
    [
      'an empty crawl',
      makeDatabase,
      ['a.dustpan'],
      3,
      /has no HTML page to audit; crawl again: dustpan crawl --db a\.dustpan --recrawl\n$/,
    ],
    ['no URL', () => {}, ['http://['], 2, /^dustpan: http:\/\/\[: /],
    [
      'an unknown rule',
      () => {},
      ['a', '--rule', 'dup/wwww'],
      2,
      /unknown rule "dup\/wwww"; did you mean "dup\/www"\?/,
    ],
    ['no rule', () => {}, ['a', '--rule', 'dup/www', '--no-rule', 'dup'], 2, /no rule is left/],
    ['no baseline', text('b', '{"a":1}'), ['a.b', '--baseline', 'b'], 2, /b is not a report in JSON; write one with/],
    ['half a baseline', text('b', '{"findings":[{"rule'), ['a.b', '--baseline', 'b'], 2, /b is not a report in JSON/],
    [
      'a baseline of 2 GiB',
      () => {
        writeFileSync(join(folder, 'b'), '');
        truncateSync(join(folder, 'b'), 2 ** 31);
      },
      ['a.b', '--baseline', 'b'],
      2,
      /b is too large; choose another file, or the earlier crawl: --diff CRAWL/,
    ],
    ['a baseline that is missing', () => {}, ['a.b', '--baseline', 'b'], 2, /b does not exist; check the path/],
    [
      'a folder that is missing',
      makeDatabase,
      ['a.dustpan', '-o', 'x/y'],
      2,
      /cannot write x\/y: the folder does not exist/,
    ],
    ['a folder as output', makeDatabase, ['a.dustpan', '-o', '.'], 2, /\. is a folder; name a file in it/],
    [
      'the crawl as output',
      makeDatabase,
      ['a.dustpan', '-o', 'a.dustpan'],
      2,
      /is an input of this report; choose another/,
    ],
    ['the baseline as output', text('b', ''), ['x.y', '--baseline', 'b', '-o', './b'], 2, /is an input of this report/],
  ] as const)('%s', async (_, make, args, code, message) => {
    await make();
    const before = readdirSync(folder);
    const ended = await run(...args, ...(args.some((arg) => arg === '-o') ? [] : ['-o', 'out']));
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(/^dustpan: [^\n]*\n$/);
    expect(ended.stderr).toMatch(message);
    expect(readdirSync(folder).filter((name) => !before.includes(name) && !/-(?:wal|shm)$/.test(name))).toEqual([]);
  });

  test('an unknown format', async () => {
    const { code, stderr } = await run('a.dustpan', '--format', 'jsn');
    expect(code).toBe(2);
    expect(stderr).toContain('unknown format "jsn"; did you mean "json"?');
  });

  test('a site that cannot be reached', async () => {
    const { code, stdout, stderr } = await run('http://127.0.0.1:1/', '--retries', '0', '-o', 'out');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('nothing is listening at 127.0.0.1:1; check the host and port, or start the server');
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});

test('a file appears when it is whole, in place of the one before', async () => {
  const database = await crawl(await brooms());
  writeFileSync(join(folder, 'out.sarif'), 'before');
  expect((await run(database, '--format', 'sarif', '-o', 'out.sarif')).stdout).toBe('');
  expect(JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
});

test.each(['crawl', 'fetching'])('Ctrl-C during the %s ends it with 130, and no report is written', async (phase) => {
  let interrupt = (): void => {};
  const asked = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  const web = await site((target) => {
    if (target === '/') return `<link rel="canonical" href="/c">${links('/a')}`;
    if (target === '/a') return phase === 'crawl' ? () => interrupt() : respond(200, HTML, 'A');
    return () => interrupt();
  });
  const args = ['audit', `${web.origin}/`, '--db', 'a.dustpan', '--exclude', '/c', '--probe', 'off', '-o', 'out'];
  const { process: child, ended } = start(args, '', folder);
  await asked;
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  expect(stderr).toContain('stopping; no report will be written');
  expect(readdirSync(folder).filter((name) => name.includes('out'))).toEqual([]);
});

test('Ctrl-C while reports are written: no file is', async () => {
  const pages = Array.from({ length: 500 }, (_, n) => `/${n}`);
  await crawl(await site((target) => (target === '/' ? links(...pages) : `<title>${target}</title>`)));
  // The report on standard output is larger than the pipe, so the others are not yet written.
  const args = [launcher, 'audit', 'a.dustpan', '--format', 'json', '--also', 'ndjson=out'];
  const child = spawn(process.execPath, args, { cwd: folder });
  await once(child.stdout, 'readable');
  child.kill('SIGINT');
  child.stdout.resume();
  expect(await textOf(child.stderr)).toContain('stopping; no report will be written');
  expect(readdirSync(folder)).not.toContain('out');
});

describe('dustpan rules', () => {
  test('lists what is looked for', async () => {
    const { code, stdout } = await dustpan(['rules']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^canonical\/missing +warning +no canonical URL$/m);
  });

  test('explains one', async () => {
    const { stdout } = await dustpan(['rules', 'target/loop']);
    expect(stdout).toMatch(
      /^target\/loop {2}error\n.*\n\nwhen .*\nwhy .*\nfix .*\nsee .*\n\na site with this finding:\n {2}https:/,
    );
    expect((await dustpan(['rules', 'canonical/rendered-differs'])).stdout).toMatch(/^ {2}in the browser:$/m);
  });

  test.each(['dup', 'dup/*'])('lists the group %s', async (group) => {
    const { stdout } = await dustpan(['rules', group]);
    expect(stdout).toMatch(/^dup\/www +error +same page with and without www$/m);
    expect(stdout).not.toContain('canonical/missing');
  });

  test('gives objects, and refuses what is no rule', async () => {
    const { stdout } = await dustpan(['rules', 'dup/www', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      id: 'dup/www',
      severity: 'error',
      examples: { bad: expect.any(Array) },
    });
    const { code, stderr } = await dustpan(['rules', 'dup/ww']);
    expect(code).toBe(2);
    expect(stderr).toBe('dustpan: unknown rule "dup/ww"; did you mean "dup/www"? (run `dustpan rules` for a list)\n');
  });
});
