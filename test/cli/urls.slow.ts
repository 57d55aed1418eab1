/** Covers: src/cli/options/entry-filter.ts */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Crawled, crawled } from './crawled.ts';
import { dustpan, ndjson } from './dustpan.ts';

describe('urls', () => {
  let crawl: Crawled;
  beforeAll(async () => {
    crawl = await crawled();
  });

  /** The paths of the entries of which the conditions hold. */
  const where = async (...conditions: readonly string[]): Promise<readonly string[]> => {
    const args = conditions.flatMap((condition) => ['--where', condition]);
    const { code, stdout } = await dustpan(['urls', crawl.database, ...args]);
    expect(code).toBe(0);
    if (stdout === '') return [];
    return ndjson(stdout).map((entry) =>
      typeof entry === 'object' && entry !== null && 'url' in entry ? String(entry.url).replace(crawl.origin, '') : '',
    );
  };

  test.each([
    [['state=failed'], ['/missing', '/pool']],
    [
      ['state=skipped', 'reason!=depth', 'url~http:*'],
      ['/private', 'http://127.0.0.1/x', 'http://['],
    ],
    [['status=4xx'], ['/missing']],
    [
      ['status!=2XX', 'status!='],
      ['/old', '/missing', '/loop', '/older', '/pool'],
    ],
    [
      ['status>=301', 'status<302'],
      ['/loop', '/older', '/pool'],
    ],
    [['status!=200', 'depth>2'], ['/deepest']],
    [[' depth <= 0 '], ['/']],
    [['aliasBy=canonical'], ['/p?id=1&x']],
    [['aliasOf~*/new'], ['/older']],
    [['foundOn='], ['/']],
    [['contentType~application/*'], ['/b.pdf']],
    [['key=mailto:=cmd@example.com'], ['mailto:=cmd@example.com']],
    [
      ['source=redirect', 'state=done', 'fetchedAt>2020-01-01'],
      ['/older', '/new'],
    ],
    [['role=sitemap'], []],
    [['fetchedAt<2020-01-01T00:00:00Z'], []],
  ])('--where %j', async (conditions, expected) => {
    expect(await where(...conditions)).toEqual(expected);
  });

  test('--count prints their number alone', async () => {
    const all = await dustpan(['urls', crawl.database, '--count']);
    expect(all).toEqual({ code: 0, stdout: '18\n', stderr: '' });
    const { stdout } = await dustpan(['urls', crawl.database, '--count', '--where', 'state=failed']);
    expect(stdout).toBe('2\n');
  });

  test('--json, as for other commands, changes nothing', async () => {
    const [plain, json] = await Promise.all([
      dustpan(['urls', crawl.database]),
      dustpan(['urls', crawl.database, '--json']),
    ]);
    expect(json).toEqual(plain);
    expect(json.code).toBe(0);
  });

  test.each([
    ['stats=404', /Unknown field "stats"; did you mean "state"\? \(choose from url, key,/],
    ['state', /Write a condition such as state=failed/],
    ['state=fialed', /Unknown value "fialed"; did you mean "failed"\?/],
    ['state<done', /Compare a text field with =, != or ~/],
    ['status~4*', /Compare a number field with =, !=, <, <=, > or >=/],
    ['status=none', /a status such as 404, or a class such as 4xx/],
    ['status<4xx', /Compare a class such as 4xx with = or !=/],
    ['depth=4xx', /a whole number/],
    ['fetchedAt>yesterday', /a date such as/],
    ['url~', /a value after the operator/],
    ['constructor=x', /Unknown field "constructor"/],
  ])('--where %s: what is wrong with it, and exit 2', async (condition, message) => {
    const { code, stdout, stderr } = await dustpan(['urls', crawl.database, '--where', condition]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  test('what a page calls itself cannot write to the terminal', async () => {
    const { stdout } = await dustpan(['urls', crawl.database]);
    // oxlint-disable-next-line no-control-regex -- what must not get through
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
    expect(ndjson(stdout)).toContainEqual(expect.objectContaining({ url: `${crawl.origin}/\u001b]0;x\u0007?="<'>` }));
  });
});
