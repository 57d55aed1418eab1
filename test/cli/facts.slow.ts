/**
 * Covers: src/cli/jobs/citable-claims.ts, src/cli/options/{facts-source,given-facts,statement,user-words}.ts
 * Covers: src/cli/render/facts-file.ts
 * Covers: src/cli/render/citation.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFacts } from '../../config/facts-file.ts';
import { keySettings } from '../../crawler/key-settings.ts';
import { openSqliteFrontier } from '../../db/index.ts';
import { evidence, pages } from '../evidence/evidence.ts';
import { dustpan, type Ended, ndjson, temporaryFolder } from './dustpan.ts';
import { ledger, redirects, severalSites } from './ledgers.ts';

function facts(database: string, ...args: readonly string[]): Promise<Ended> {
  return dustpan(['facts', database, ...args], '', dirname(database));
}

describe('facts lists claims', () => {
  test('for people: each a line, with what it rests on', async () => {
    expect(await facts(await ledger(severalSites()))).toEqual({
      code: 0,
      stdout: `param  example.com/docs/?sid  undecided          2026-11-20  same text on 2 of 2 samples: all samples agree, but there are too few; a larger crawl, archive or log may show more, or a probe
slash  example.com/docs/      confirmed  add     2026-11-20  same text on 5 of 5 samples
slash  example.com/shop/      refuted            2026-11-20  the other URL was not found on 1 of 1 sample
www    example.com            confirmed  remove  2026-11-20  301 on 5 of 5 samples
order  example.org/x/         undecided          2026-11-20  same text on 1 of 1 sample: all samples agree, but there are too few; a larger crawl, archive or log may show more, or a probe
`,
      stderr: '',
    });
  });

  test('with the evidence: when, what was asked, and each answer', async () => {
    const { stdout } = await facts(await ledger(severalSites()), '--explain', '--verdict', 'confirmed');
    const lines = stdout.split('\n');
    expect(lines).toHaveLength(13);
    expect(lines[1]).toBe(
      '  2026-11-20  for  content  https://example.com/docs/p0?tried and https://example.com/docs/p0  same text',
    );
    expect(lines[7]).toBe(
      '  2026-11-20  for  permanent redirect  http://www.example.com/a0 301 -> http://example.com/a0  redirects',
    );
  });

  test.each([
    [
      'what declares it, by its name',
      ['no-vary-search', 'clean-param'].map((seen, index) =>
        evidence('param', `/p${index}`, { about: 'sid', source: 'declaration', url: null, seen }),
      ),
      /^param  example\.com\/\?sid  undecided {4}2026-11-20  No-Vary-Search, Clean-param on 2 of 2 samples: /,
    ],
    [
      'what a log shows, as such',
      pages(3, 'slash', '/docs/', 'log', { target: 'add', seen: 'redirects', by: 'log' }),
      /^slash  example\.com\/docs\/  undecided  add  2026-11-20  redirects in the log on 3 of 3 samples: all samples agree, /,
    ],
    [
      'a source that can confirm nothing',
      pages(3, 'www', '/docs/', 'log', { target: 'add', seen: 'redirects', by: 'log' }),
      /^www  example\.com  undecided  add  2026-11-20  .*: an access log alone does not confirm it; a probe may$/m,
    ],
    [
      'a contradiction',
      pages(3, 'param', '/docs/', 'log', { about: 'sid', supports: false, seen: 'other-size', by: 'log' }),
      /^param  example\.com\/docs\/\?sid  refuted {4}2026-11-20  the responses of the two URLs differ in size on 3 of 3 samples$/m,
    ],
  ])('in words: %s', async (_, given, line) => {
    expect((await facts(await ledger(given))).stdout).toMatch(line);
  });

  test('as objects, in the shape that a probe prints', async () => {
    const { stdout } = await facts(await ledger(redirects(5)), '--json');
    const time = (day: string, milliseconds: number): string => `${day}T00:00:00.00${milliseconds}Z`;
    expect(ndjson(stdout)).toEqual([
      {
        kind: 'www',
        scope: 'example.com',
        verdict: 'confirmed',
        target: 'remove',
        source: 'permanent-redirect',
        samples: 5,
        evidence: redirects(5).map((one, index) => ({ ...one, at: time('2026-11-20', index) })),
        host: 'example.com',
        path: '/',
        about: null,
        contradictions: 0,
        reason: null,
        firstSeen: time('2026-11-20', 0),
        lastSeen: time('2026-11-20', 4),
        expires: time('2027-02-18', 4),
      },
    ]);
  });

  test.each([
    [['--verdict', 'refuted'], ['slash example.com/shop/ refuted']],
    [
      ['--kind', 'slash'],
      ['slash example.com/docs/ confirmed add', 'slash example.com/shop/ refuted'],
    ],
    [['--host', 'example.org'], ['order example.org/x/ undecided']],
    [['--host', 'www.example.com'], ['www example.com confirmed remove']],
    [['--kind', 'case'], []],
    [
      ['--host', 'example.com', '--verdict', 'confirmed'],
      ['slash example.com/docs/ confirmed add', 'www example.com confirmed remove'],
    ],
  ])('only those asked for: %j', async (flags, expected) => {
    const { code, stdout } = await facts(await ledger(severalSites()), ...flags);
    expect(code).toBe(0);
    expect(
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.slice(0, line.indexOf('  2026-11-20  ')).trimEnd().replaceAll(/ +/g, ' ')),
    ).toEqual(expected);
  });

  test('by the needs of the configuration', async () => {
    const database = await ledger(redirects(5));
    writeFileSync(join(dirname(database), 'dustpan.config.json'), '{"evidence":{"www":{"permanent-redirect":6}}}');
    expect((await facts(database)).stdout).toMatch(
      /^www  example\.com  undecided  remove  2026-11-20  301 on 5 of 5 samples: all samples agree, but there are too few; /,
    );
  });

  test('what servers send cannot write to the terminal', async () => {
    const url = 'http://example.com/\u001b]0;x\u0007';
    const given = pages(1, 'slash', '/\u001b[2J/', 'content', {
      seen: '\u001b[2J',
      url,
      hops: [{ url, status: 200, location: url }],
    });
    for (const flag of ['--explain', '--json']) {
      const { code, stdout } = await facts(await ledger(given), flag);
      expect(code).toBe(0);
      // oxlint-disable-next-line no-control-regex -- what must not get through
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
    }
  });

  test('a confirmed claim that contradicts a given fact says so', async () => {
    const database = await ledger(redirects(5), [{ kind: 'www', host: 'example.com', value: 'add' }]);
    const { stdout } = await facts(database);
    expect(stdout).toMatch(
      /^www  example\.com  confirmed .*\n {2}unused: contradicts "www example\.com add", which has another value/,
    );
    const [line] = ndjson((await facts(database, '--json')).stdout);
    expect(line).toMatchObject({ verdict: 'confirmed', unused: expect.stringContaining('contradicts') });
  });

  test('no database, no claims: clear messages', async () => {
    const missing = await facts(join(temporaryFolder(), 'missing.dustpan'), '--confirm', 'case example.com');
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('does not exist') });
    expect(await facts(await ledger([]))).toEqual({ code: 0, stdout: '', stderr: 'there are no claims\n' });
    const one = await ledger(pages(5, 'slash', '/a/', 'content', { target: 'add' }));
    const other = await facts(one, '--host', 'other.example');
    expect(other).toEqual({ code: 0, stdout: '', stderr: 'none of 1 claim matches the options\n' });
  });
});

describe('facts --export', () => {
  test('writes a facts file of what was given and what was confirmed, which says the same as the database', async () => {
    const given = [{ kind: 'case', host: 'example.net' }] as const;
    const database = await ledger(severalSites(), given);
    const { code, stdout } = await facts(database, '--export', '-');
    expect(code).toBe(0);
    expect(parseFacts(stdout, 'stdout')).toEqual([
      ...given,
      { kind: 'slash', host: 'example.com', path: '/docs/', value: 'add' },
      { kind: 'www', host: 'example.com', value: 'remove' },
    ]);
    const file = join(dirname(database), 'facts.json');
    expect(await facts(database, '--export', file)).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(file, 'utf8')).toBe(stdout);
    for (const source of [file, database]) {
      const canon = await dustpan([
        'canon',
        '--facts',
        source,
        'http://www.example.com/docs/a',
        'http://example.net/A',
      ]);
      expect(canon.stdout).toBe('http://example.com/docs/a/\nhttp://example.net/a\n');
    }
  });

  test('leaves out claims that contradict given facts, and says so', async () => {
    const given = [{ kind: 'www', host: 'example.com', value: 'add' }] as const;
    const { stdout, stderr } = await facts(await ledger(redirects(5), given), '--export', '-');
    expect(parseFacts(stdout, 'stdout')).toEqual(given);
    expect(stderr).toContain('1 confirmed claim contradicts the other facts and was left out');
  });

  test('not over the database', async () => {
    const database = await ledger(redirects(5));
    expect(await facts(database, '--export', database)).toMatchObject({ code: 2 });
    expect((await facts(database)).code).toBe(0);
  });
});

describe('verdicts of the user', () => {
  const HINT = /the keys change when you continue the crawl: dustpan crawl --db /;

  test('confirms what nothing showed, and --forget takes it back', async () => {
    const database = await ledger([]);
    const said = await facts(
      database,
      '--confirm',
      'slash example.com/docs/ add',
      '--confirm',
      'ip 127.0.0.1 example.com',
    );
    expect(said.code).toBe(0);
    expect(said.stdout).toMatch(
      /^slash +example\.com\/docs\/ +confirmed +add +\d{4}-\d\d-\d\d +your verdict\nip +127\.0\.0\.1 example\.com +confirmed +\d{4}-\d\d-\d\d +your verdict\n$/,
    );
    expect(said.stderr).toMatch(HINT);
    expect((await facts(database)).stdout.split('\n')).toHaveLength(3);
    const forgotten = await facts(database, '--forget', 'slash example.com/docs/ add');
    expect(forgotten).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(HINT) });
    expect(forgotten.stderr).toMatch(/^without your verdict, there is no claim about it\n/);
    expect((await facts(database)).stdout).toMatch(/^ip  127\.0\.0\.1 example\.com  confirmed .*\n$/);
  });

  test('refutes what was seen, can be changed, and keeps what was seen', async () => {
    const database = await ledger(redirects(5));
    const refuted = await facts(database, '--refute', 'www www.example.com');
    expect(refuted.stdout).toMatch(
      /^www  example\.com  refuted    \d{4}-\d\d-\d\d  your verdict; observed: 301 on 5 of 5 samples\n$/,
    );
    const confirmed = await facts(database, '--confirm', 'www example.com add');
    expect(confirmed.stdout).toMatch(
      /^www  example\.com  confirmed  add  \d{4}-\d\d-\d\d  your verdict; observed: 301 on 5 of 5 samples\n$/,
    );
    expect((await facts(database, '--forget', 'www example.com')).stdout).toMatch(
      /^www  example\.com  confirmed  remove  2026-11-20  301 on 5 of 5 samples$/m,
    );
  });

  test('of a part of the site splits what was said of the whole', async () => {
    const given = ['/a/', '/b/'].flatMap((path) => pages(5, 'slash', path, 'content', { target: 'add' }));
    const database = await ledger(given);
    expect((await facts(database)).stdout).toMatch(
      /^slash  example\.com\/a\/  confirmed  add .*\nslash  example\.com\/b\/  confirmed  add /,
    );
    await facts(database, '--refute', 'slash example.com/a/');
    expect((await facts(database)).stdout).toMatch(
      /^slash  example\.com\/a\/  refuted .* your verdict; observed: same text on 5 of 5 samples\nslash  example\.com\/b\/  confirmed  add  2026-11-20  same text on 5 of 5/,
    );
    const { code, stderr } = await facts(database, '--confirm', 'slash example.com add');
    expect(code).toBe(2);
    expect(stderr).toContain(
      '"slash example.com": you refuted it for a part of the site; withdraw that first with --forget',
    );
  });

  test('is not kept where it contradicts what the crawl was given, nor is anything said beside it', async () => {
    const database = await ledger([], [{ kind: 'slash', host: 'example.com', value: 'remove' }]);
    const { code, stdout, stderr } = await facts(
      database,
      '--confirm',
      'case example.com',
      '--confirm',
      'slash example.com/a/ add',
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('dustpan: "slash example.com/a/": contradicts a given fact\n');
    expect((await facts(database)).stdout).toBe('');
  });

  test('names a claim as it is printed', async () => {
    const database = await ledger([
      ...pages(5, 'index', '/$', 'content', { about: 'index.html' }),
      ...pages(5, 'index', '/a/', 'content', { about: 'index.html' }),
      ...pages(5, 'param', '/a/', 'content', { about: 'sid' }),
      ...pages(5, 'param', '/b/$', 'content', { about: 'sid' }),
      ...pages(5, 'default-param', '/c/', 'content', { about: 'sort=asc' }),
    ]);
    const printed = (await facts(database)).stdout
      .split('\n')
      .flatMap((line) => line.split(/ {2,}/).slice(0, 2).join(' ') || []);
    expect(printed).toHaveLength(5);
    await facts(database, ...printed.flatMap((claim) => ['--refute', claim]));
    const after = (await facts(database)).stdout.trimEnd().split('\n');
    expect(after.filter((line) => / refuted .* your verdict; observed: same text on 5 of 5/.test(line))).toHaveLength(
      5,
    );
  });

  test('is kept beside evidence that names no URLs either', async () => {
    const declared = evidence('param', '/a/', { about: 'sid', source: 'declaration', url: null, page: null });
    const database = await ledger([declared]);
    await facts(database, '--confirm', 'param example.com/a/ sid', '--refute', 'param example.com/ sid');
    await facts(database, '--forget', 'param example.com/a/ sid', '--forget', 'param example.com sid');
    const frontier = await openSqliteFrontier(database, { readonly: true });
    expect(await frontier.evidence()).toEqual([declared]);
    await frontier.close();
  });

  test.each([
    [
      ['--confirm', 'slash example.com'],
      `"slash example.com": the form that the site uses is missing; add "add" or "remove"`,
    ],
    [['--confirm', 'slash example.com/docs add'], 'the path of a claim ends with a slash; write "/docs/"'],
    [['--confirm', 'slash example.com/docs/ ad'], '"ad" is not a valid value; write "add" or "remove"'],
    [['--confirm', 'slsh example.com add'], 'unknown kind of claim "slsh"; did you mean "slash"?'],
    [['--confirm', 'slash'], 'write a kind, a host and a value, such as'],
    [['--confirm', 'slash example.com add x'], 'write a kind, a host and a value, such as'],
    [['--confirm', 'www example.com/a/ add'], 'is about a whole host; remove the path'],
    [['--confirm', 'case example.com x'], 'a fact about case has no value; remove it'],
    [['--confirm', 'param example.com'], 'is missing; write a parameter name'],
    [['--confirm', 'default-param example.com sort'], 'is not of the form name=value; write'],
    [['--confirm', 'ip example.com example.com'], 'is not an IP address'],
    [['--confirm', 'case EXAMPLE.com'], '"EXAMPLE.com" is not in canonical form; write "example.com"'],
    [['--confirm', 'case example.com/%7Ea/'], 'is not in canonical form; write "/~a/"'],
    [['--confirm', 'scheme example.com:8080 https'], 'a URL with a non-default port keeps its scheme'],
    [['--refute', 'www example.com add'], 'a refuted claim has no form; remove "add"'],
    [['--refute', 'index example.com'], 'the file name is missing; add it, such as index.html'],
    [['--forget', 'www example.com'], 'you have not confirmed or refuted "www example.com"'],
    [['--confirm', 'case example.com', '--refute', 'case example.com'], '"case example.com" is given twice'],
    [['--confirm', 'case example.com', '--export', '-'], 'cannot be used with'],
    [['--confirm', 'case example.com/\u001b[2J/'], '\\u001b'],
  ])('%j is refused, and nothing is kept', async (flags, message) => {
    const database = await ledger([]);
    const { code, stdout, stderr } = await facts(database, ...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    expect(stderr).not.toContain('\u001b');
    expect((await facts(database)).stdout).toBe('');
  });

  test('of a database that is misspelled makes none', async () => {
    const database = join(temporaryFolder(), 'a.dustpan');
    expect((await facts(database, '--confirm', 'case example.com')).code).toBe(2);
    expect(existsSync(database)).toBe(false);
  });
});

describe('--facts DB', () => {
  test('knows the confirmed claims, and none that contradicts what was given', async () => {
    const url = 'http://www.example.com/';
    const database = await ledger(redirects(5));
    expect((await dustpan(['canon', '--facts', database, url])).stdout).toBe('http://example.com/\n');
    const told = await ledger(redirects(5), [{ kind: 'www', host: 'example.com', value: 'add' }]);
    expect((await dustpan(['canon', '--facts', told, 'http://example.com/'])).stdout).toBe(`${url}\n`);
    expect((await dustpan(['canon', '--facts', await ledger(redirects(2)), url])).stdout).toBe(`${url}\n`);
  });
});

describe('citations', () => {
  const url = 'http://www.example.com/docs/x?sid=1#top';
  const given = [
    ...redirects(5),
    ...pages(5, 'slash', '/docs/', 'content', { target: 'add' }),
    ...pages(3, 'param', '/docs/', 'declaration', { about: 'sid', url: null }),
  ];

  test('explain prints under each pass what confirmed that it may run', async () => {
    const { stdout } = await dustpan(['explain', '--facts', await ledger(given), url]);
    const [passes = ''] = stdout.split('\n\n');
    expect(passes.trim().split('\n')).toEqual([
      url,
      expect.stringMatching(/^ {2}changing {2}fold-www /),
      '    confirmed by 301 from http://www.example.com/a4, 5 of 5 samples, 2026-11-20',
      expect.stringMatching(/^ {2}usual {5}add-trailing-slash /),
      '    confirmed by the content of https://example.com/docs/p0?tried and https://example.com/docs/p0, 5 of 5 samples, 2026-11-20',
      expect.stringMatching(/^ {2}changing {2}drop-unused-params /),
      '    confirmed by a declaration on https://example.com/docs/p0, 3 of 3 samples, 2026-11-20',
      expect.stringMatching(/^ {2}changing {2}drop-fragment /),
      'http://example.com/docs/x/',
    ]);
  });

  test('explain --json has the claim and its evidence on the change', async () => {
    const { stdout } = await dustpan(['explain', '--json', '--facts', await ledger(given), url]);
    const seen = redirects(5).map((one, index) => ({ ...one, at: `2026-11-20T00:00:00.00${index}Z` }));
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [
        { pass: 'fold-www', evidence: [{ kind: 'www', samples: 5, evidence: seen }] },
        { pass: 'add-trailing-slash', evidence: [{ kind: 'slash', path: '/docs/' }] },
        { pass: 'drop-unused-params', evidence: [{ kind: 'param', about: 'sid' }] },
        { pass: 'drop-fragment', after: 'http://example.com/docs/x/' },
      ],
    });
    expect(stdout.match(/"evidence":\[\{"kind":"[a-z]+","scope"/g)).toHaveLength(3);
  });

  test('compare names what makes two URLs one', async () => {
    const database = await ledger(given);
    const args = ['compare', '--facts', database, 'http://www.example.com/', 'http://example.com/'];
    const { code, stdout } = await dustpan(args);
    expect(code).toBe(0);
    expect(stdout).toBe(
      `the same canonical URL under the profile standard; made equal by fold-www (class changing)
  fold-www: confirmed by 301 from http://www.example.com/a4, 5 of 5 samples, 2026-11-20
`,
    );
    expect(JSON.parse((await dustpan([...args, '--json'])).stdout)).toMatchObject({
      same: true,
      passes: ['fold-www'],
      changes: [{ pass: 'fold-www', evidence: [{ kind: 'www' }] }],
    });
  });

  test('what was given is not put down to a claim that contradicts it', async () => {
    const database = await ledger(redirects(5), [{ kind: 'www', host: 'example.com', value: 'add' }]);
    const { stdout } = await dustpan(['explain', '--facts', database, 'http://example.com/']);
    expect(stdout).toContain('fold-www');
    expect(stdout).not.toContain('confirmed');
  });

  test('without claims all is as it was', async () => {
    const args = ['http://www.example.com/', 'http://example.com/'];
    const { stdout } = await dustpan(['compare', '--json', '--facts', await ledger([]), ...args]);
    expect(JSON.parse(stdout)).toEqual({ same: false, class: 'changing', passes: ['fold-www'] });
    const explained = await dustpan(['explain', '--facts', await ledger([]), 'http://example.com/a#b']);
    expect(explained.stdout).not.toContain('confirmed');
  });

  test('why cites what the key was made with', async () => {
    const database = await ledger(given);
    const frontier = await openSqliteFrontier(database);
    await frontier.setMeta('keys', keySettings({}));
    await frontier.close();
    const { stdout } = await dustpan(['why', database, url]);
    expect(stdout).toMatch(
      / {2}changing {2}fold-www .*\n +confirmed by 301 from http:\/\/www\.example\.com\/a4, 5 of 5 samples, /,
    );
    const json = await dustpan(['why', database, url, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      changes: [{ pass: 'fold-www', evidence: [{ kind: 'www' }] }, {}, {}, {}],
    });
  });
});
