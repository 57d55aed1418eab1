/**
 * What the demo prints: figures of real crawls, on one screen, with its files in a folder of their own.
 *
 * Covers: src/cli/commands/demo.ts, src/cli/jobs/{audit-crawl,run-demo}.ts
 * Covers: crawler/learning/{learning,ledger,site-probes}.ts
 */

import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PAGES } from '../../config/demo-site/pages.ts';
import type { Crawler, Demo } from '../../src/cli/jobs/run-demo.ts';
import { demoIntro, demoReport } from '../../src/cli/render/demo-report.ts';
import { dustpan, start } from '../cli/dustpan.ts';

/** The parts of the site in which each kind of claim is true. */
const TRUE_IN: Readonly<Record<string, readonly string[]>> = {
  www: ['/'],
  scheme: ['/'],
  slash: ['/docs/', '/blog/', '/wiki/'],
  'index index.html': ['/docs/'],
  'index index.php': ['/blog/'],
  case: ['/shop/'],
  order: ['/shop/', '/forum/'],
  'default-param from=menu': ['/shop/'],
  'default-param start=0': ['/forum/'],
};

function row(demo: Demo, name: string): Crawler {
  const found = demo.crawlers.find((crawler) => crawler.name === name);
  if (found === undefined) throw new Error(`no row ${name}`);
  return found;
}

/** The rows of the printed table, by name. */
function printedRows(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const rows = lines.flatMap((line) => {
    const [, name = '', numbers] = /^ {2}(\S.*?)((?: +[\d,]+){6})$/.exec(line) ?? [];
    return numbers === undefined
      ? []
      : [
          [
            name,
            numbers
              .trim()
              .split(/ +/)
              .map((text) => Number(text.replace(',', ''))),
          ] as const,
        ];
  });
  return new Map(rows);
}

function numbersOf({ requests, pages, again, other, probes, lost }: Crawler): readonly number[] {
  return [requests, pages, again, other, probes, lost];
}

describe('demo --json', async () => {
  const { code, stdout, stderr } = await dustpan(['demo', '--json']);
  const demo: Demo = JSON.parse(stdout);
  const unprobed = row(demo, 'dustpan crawl');
  const probed = row(demo, 'dustpan crawl --probe auto');

  test('prints one line', () => {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toHaveLength(2);
  });

  test('counts every request once', () => {
    for (const { requests, pages, again, other, probes } of demo.crawlers) {
      expect(pages + again + other + probes).toBe(requests);
    }
    expect(demo.crawlers.filter(({ probes }) => probes > 0)).toEqual([probed]);
  });

  test('dustpan loses no page, with and without probing', () => {
    expect(demo.pages).toBe(PAGES.length);
    for (const { pages, lost } of [unprobed, probed]) expect({ pages, lost }).toEqual({ pages: PAGES.length, lost: 0 });
  });

  test("with probing, all requests are at most a third of those by Crawlee's key", () => {
    expect(probed.requests * 3).toBeLessThanOrEqual(row(demo, "Crawlee's uniqueKey").requests);
    expect(probed.requests).toBeLessThan(unprobed.requests);
  });

  test('every confirmed claim is true, and the archive refutes the slash and the index page', () => {
    const named = demo.claims.map(({ kind, about, ...claim }) => ({
      ...claim,
      what: about === null ? kind : `${kind} ${about}`,
    }));
    const confirmed = named.filter(({ verdict }) => verdict === 'confirmed');
    for (const { what, path } of confirmed) {
      expect(
        TRUE_IN[what]?.some((part) => path.startsWith(part)),
        `${what} ${path}`,
      ).toBe(true);
    }
    expect(confirmed.map(({ what, path }) => `${what} ${path}`)).toEqual(
      expect.arrayContaining(['www /', 'scheme /', 'slash /docs/', 'index index.html /docs/']),
    );
    const refuted = named.filter(({ verdict }) => verdict === 'refuted').map(({ what, path }) => `${what} ${path}`);
    expect(refuted).toEqual(expect.arrayContaining(['slash /archive/', 'index index.html /archive/']));
  });

  test('the printed table has the same figures', () => {
    const rows = printedRows(demoReport(demo));
    expect([...rows]).toEqual(demo.crawlers.map((crawler) => [crawler.name, numbersOf(crawler)]));
  });

  test('its files are those of a crawl and its audit', async () => {
    const { crawl, report } = demo.files;
    expect(readdirSync(dirname(crawl)).sort()).toEqual(['audit.html', 'demo.dustpan']);
    expect(readFileSync(report, 'utf8')).toContain('broom.example');
    expect(Object.values(demo.audit).every((count) => count > 0)).toBe(true);
    const why = await dustpan(['why', crawl, 'http://www.broom.example/docs/handles/index.html?fbclid=x']);
    expect(why).toMatchObject({ code: 0, stderr: '' });
    expect(why.stdout).toMatch(/^key +https:\/\/broom\.example\/docs\/handles\/$/m);
  });
});

test('demo fits one screen, and writes nothing into the current folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'read-only-'));
  chmodSync(folder, 0o555);
  const before = statSync(folder).mtimeMs;
  const { code, stdout, stderr } = await dustpan(['demo', '--quiet'], '', folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(readdirSync(folder)).toEqual([]);
  expect(statSync(folder).mtimeMs).toBe(before);
  const [, report = ''] = /^ {2}(\S+audit\.html)$/m.exec(stdout) ?? [];
  expect(existsSync(report)).toBe(true);
  const lines = stdout.replaceAll(dirname(report), '/tmp/dustpan-demo-123456').trimEnd().split('\n');
  // The banner of `npm start` and the prompt also need lines.
  expect(lines.length).toBeLessThanOrEqual(40 - 3);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.slice(0, demoIntro().length)).toEqual(demoIntro());
  expect(lines.slice(-3).map((line) => line.split(' ').slice(2, 4).join(' '))).toEqual([
    'dustpan crawl',
    'dustpan dedup',
    'dustpan audit',
  ]);
});

test('the screen matches its golden file', async () => {
  const demo: Demo = JSON.parse(readFileSync(join(import.meta.dirname, 'golden/demo.json'), 'utf8'));
  const screen = [...demoIntro(), ...demoReport(demo)].join('\n');
  await expect(`${screen}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'golden/screen.txt'));
});

describe('interrupted, the demo ends with 130 and leaves no files', () => {
  test.each([
    ['at its start', 'dustpan-demo-'],
    ['while it crawls', 'demo.dustpan'],
  ])('%s', async (_, created) => {
    const folder = mkdtempSync(join(tmpdir(), 'interrupted-'));
    // It looks itself and signals itself. If we did, it might have ended before.
    const look = `import { readdirSync } from 'node:fs';
      import { isMainThread } from 'node:worker_threads';
      const look = () => readdirSync(${JSON.stringify(folder)}, { recursive: true }).some((name) => name.includes('${created}'))
        ? process.kill(process.pid, 'SIGINT') : setImmediate(look).unref();
      if (isMainThread && process.ppid === ${process.pid}) look();`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(look)}`;
    const { code, stdout, stderr } = await start(['demo'], '', undefined, { TMPDIR: folder, NODE_OPTIONS }).ended;
    expect({ code, stderr }).toEqual({ code: 130, stderr: '\nstopping the demo\n' });
    expect(stdout).not.toContain('Next');
    expect(readdirSync(folder).filter((name) => name.startsWith('dustpan'))).toEqual([]);
  });
});

test('without a folder for temporary files, the demo says what to do', async () => {
  const { code, stderr } = await start(['demo'], '', undefined, { TMPDIR: '/dev/null' }).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/^dustpan: .*TMPDIR/);
});
