/**
 * Covers: src/canon/profiles.ts, src/cli/commands/{compare,explain,passes,profiles}.ts, src/cli/io/input.ts
 * Covers: src/cli/options/canon-options.ts, src/cli/render/printable.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PASSES, PROFILES } from '../../src/index.ts';
import { dustpan, ndjson, start, temporaryFolder } from './dustpan.ts';

describe('canon', () => {
  test('prints a canonical URL a line, in order, from arguments', async () => {
    const { code, stdout, stderr } = await dustpan(['canon', 'HTTP://Example.com:80/%7Eann/#top', 'https://b.example']);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'http://example.com/~ann/\nhttps://b.example/\n',
      stderr: '',
    });
  });

  test('reads standard input, CRLF and a last line without an end included', async () => {
    const { stdout } = await dustpan(['canon'], '\ufeffhttp://A/\r\nhttp://B/\nhttp://C/');
    expect(stdout).toBe('http://a/\nhttp://b/\nhttp://c/\n');
  });

  test('reads a list of old Macs, whose lines end in carriage returns alone, line by line', async () => {
    const { stdout } = await dustpan(['canon'], 'http://A/\rhttp://B/\r\rhttp://C/ä\r');
    expect(stdout).toBe('http://a/\nhttp://b/\n\nhttp://c/%C3%A4\n');
    expect((await dustpan(['canon'], 'http://A/\rb\nhttp://B/')).stdout).toBe('http://a/b\nhttp://b/\n');
    const many = Array.from({ length: 20_000 }, (_, n) => `http://a/${n}`);
    expect((await dustpan(['canon'], many.join('\r'))).stdout).toBe(`${many.join('\n')}\n`);
  });

  test('bytes that are no UTF-8 stay the bytes that they are; other lines are read as UTF-8', async () => {
    const latin1 = Buffer.from('http://a/\xe4?q=\xc3\xc0\n', 'latin1');
    const { stdout } = await dustpan(
      ['canon'],
      Buffer.concat([Buffer.from('http://a/ä\r\n'), latin1, Buffer.from('http://ä/')]),
    );
    expect(stdout).toBe('http://a/%C3%A4\nhttp://a/%E4?q=%C3%C0\nhttp://xn--4ca/\n');
  });

  test('lines that chunks of a pipe cut in two are whole again', async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `http://a/ä${i}`);
    const { stdout } = await dustpan(['canon'], lines.join('\n'));
    expect(stdout).toBe(lines.map((line) => `${line.replace('ä', '%C3%A4')}\n`).join(''));
  });

  test('gives an empty line and a numbered error for what is no URL, and exit 1', async () => {
    const { code, stdout, stderr } = await dustpan(['canon'], 'http://A/\nfoo\n\nhttp://[::1\nhttp://B/\n');
    expect(code).toBe(1);
    expect(stdout).toBe('http://a/\n\n\n\nhttp://b/\n');
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => line.slice(0, 7)),
    ).toEqual(['line 2:', 'line 3:', 'line 4:']);
  });

  test('numbers the URLs of the command line too, as their results are lines', async () => {
    const { stderr } = await dustpan(['canon', 'http://a/', 'foo']);
    expect(stderr).toMatch(
      /^line 2: the URL has no scheme .*, or set --default-scheme to https \(no-scheme at 0\): foo\n$/,
    );
  });

  test('says how to read a file that is named in place of a URL', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'my urls'), 'http://a/\n');
    const named = await dustpan(['canon', 'my urls'], '', folder);
    expect(named.stderr).toMatch(
      /\nmy urls is a file, not a URL; to read URLs from it, write < 'my urls' in its place\n$/,
    );
    const listed = await dustpan(['canon'], 'my urls\n', folder);
    expect(listed.stderr).toMatch(/^line 1: .*: my urls\n$/);
  });

  test('lets no escape sequence of a hostile line through to the terminal', async () => {
    const { stderr } = await dustpan(['canon'], '\u001b[31mred\u009b2J\u202e\n');
    expect(stderr).toContain('\\x1b[31mred\\x9b2J\\u202e');
  });

  test('--json carries the trace, or the error with its code', async () => {
    const { stdout } = await dustpan(['canon', '--json', 'HTTP://a/', 'http://a:99999/']);
    expect(ndjson(stdout)).toEqual([
      {
        input: 'HTTP://a/',
        url: 'http://a/',
        changes: [{ pass: 'lowercase-scheme', class: 'preserving', before: 'HTTP://a/', after: 'http://a/' }],
      },
      { input: 'http://a:99999/', error: { code: 'port-out-of-range', message: expect.any(String), position: 9 } },
    ]);
  });

  test.each([
    [['--profile', 'preserving'], 'http://example.com/a/../b/#x', 'http://example.com/a/../b/#x'],
    [['--profile', 'usual'], 'http://example.com/a/../b/#x', 'http://example.com/b/#x'],
    [['--profile', 'whatwg'], 'http://EXAMPLE.com/%7e#x', 'http://example.com/%7e#x'],
    [['--profile', 'changing'], 'http://www.example.com/A/index.html?b=1&a=2', 'https://example.com/a/?a=2&b=1'],
    [['--no-pass', 'drop-fragment'], 'http://a/#x', 'http://a/#x'],
    [['--profile', 'preserving', '--pass', 'drop-fragment,sort-query'], 'http://a/?b&a#x', 'http://a/?a&b'],
    [['--assume', 'www,slash'], 'http://www.example.com/a', 'http://example.com/a/'],
    [['--assume', 'www', '--to-www', 'add'], 'http://example.com/a', 'http://www.example.com/a'],
    [['--assume', 'scheme', '--to-scheme', 'http'], 'https://example.com/', 'http://example.com/'],
    [['--assume', 'index,case,slashes,order'], 'http://example.com//A/index.PHP?b&a', 'http://example.com/a/?a&b'],
    [['--format', 'surt'], 'HTTP://www.example.com:8080/#a', 'http://(com,example,www,:8080)/'],
    [['--default-scheme', 'https'], 'example.com:443/a', 'https://example.com/a'],
    [['--key-only', '--no-pass', 'encode-unsafe'], 'http://a/ü', 'http://a/%C3%BC'],
  ])('%j: %s → %s', async (options, before, after) => {
    const { stdout } = await dustpan(['canon', ...options, before]);
    expect(stdout).toBe(`${after}\n`);
  });

  test.each([[['--nonsense']], [['--profile', 'nonsense']], [['--pass', 'nonsense']], [['--assume', 'nonsense']]])(
    'refuses %j with exit 2 and says what there is',
    async (options) => {
      const { code, stdout, stderr } = await dustpan(['canon', ...options, 'http://a/']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/nonsense/);
      expect(stderr).not.toMatch(/ {4}at /);
    },
  );
});

test('explain prints a pass a line with its class and reference', async () => {
  const { stdout, code } = await dustpan(['explain', 'HTTP://Example.com/%7eann']);
  expect(code).toBe(0);
  expect(stdout.trim().split('\n')).toEqual([
    'HTTP://Example.com/%7eann',
    expect.stringMatching(/preserving +lowercase-scheme +http:\/\/Example.com\/%7eann +RFC 3986 6\.2\.2\.1/),
    expect.stringMatching(/preserving +lowercase-host /),
    expect.stringMatching(/preserving +uppercase-escapes /),
    expect.stringMatching(/preserving +decode-unreserved /),
    'http://example.com/~ann',
    '',
    'if evidence confirms it, or with --assume:',
    expect.stringMatching(/changing +limit-protocols /),
    expect.stringMatching(/usual +add-trailing-slash /),
  ]);
});

test('explain tells passes that wait for a fact from passes that the profile does not have', async () => {
  const explained = async (...args: readonly string[]): Promise<string | undefined> =>
    (await dustpan(['explain', ...args])).stdout.split('\n').find((line) => line.endsWith(':'));
  expect(await explained('--profile', 'usual', 'https://a.example/b')).toBe(
    'if evidence confirms it, or with --assume:',
  );
  const other = 'with --profile changing or --pass:';
  expect(await explained('--profile', 'usual', 'http://a.example/')).toBe(other);
  expect(await explained('--profile', 'preserving', 'https://a.example/#x')).toBe(other);
});

describe('compare', () => {
  test.each([
    ['http://a.com/', 'http://a.com/', 0, { same: true, class: 'identical', passes: [] }],
    [
      'http://A.com/%7e',
      'http://a.com/~',
      0,
      { same: true, class: 'preserving', passes: ['lowercase-host', 'decode-unreserved'] },
    ],
    ['http://a.com/b/../c', 'http://a.com/c', 0, { same: true, class: 'usual', passes: ['remove-dot-segments'] }],
    ['http://a.com/c', 'http://a.com/c/', 1, { same: false, class: 'usual', passes: ['add-trailing-slash'] }],
    ['http://a.com/#x', 'http://a.com/#y', 0, { same: true, class: 'changing', passes: ['drop-fragment'] }],
    [
      'http://www.a.com/',
      'https://a.com/',
      1,
      { same: false, class: 'changing', passes: ['fold-www', 'limit-protocols'] },
    ],
    ['http://a.com/?id=1', 'http://a.com/?id=2', 1, { same: false, class: null, passes: [] }],
  ])('%s and %s', async (a, b, code, comparison) => {
    const result = await dustpan(['compare', '--json', a, b]);
    expect(result.code).toBe(code);
    expect(JSON.parse(result.stdout)).toEqual(comparison);
  });

  test('names the parameters in which alone the URLs differ', async () => {
    const { stdout } = await dustpan(['compare', 'http://a.com/?id=1&v=1&w=1', 'http://a.com/?id=2&w=1&v=3']);
    expect(stdout).toContain(': no pass makes them equal without a fact that the site ignores the parameters id, v\n');
    const other = await dustpan(['compare', 'http://a.com/?id=1', 'http://a.com/b?id=2']);
    expect(other.stdout).toContain(': no pass makes them equal\n');
  });

  test('names the passes that are switched off', async () => {
    const { stdout } = await dustpan(['compare', '--no-pass', 'drop-fragment', 'http://a.com/#x', 'http://a.com/']);
    expect(stdout).toContain('would be made equal by drop-fragment (class changing); switched off: drop-fragment\n');
  });

  test.each([
    [['http://a.com:x/', 'http://a.com/'], 'http://a.com:x/'],
    [['http://a.com/', 'http://ann:pw@a.com:x/'], 'http://@a.com:x/'],
  ])('of %j, names the URL that is not valid', async (urls, invalid) => {
    const { code, stdout, stderr } = await dustpan(['compare', ...urls]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`dustpan: ${invalid}: the port is not a number`);
  });
});

test('passes and profiles list what there is', async () => {
  const passes = await dustpan(['passes', '--json']);
  expect(ndjson(passes.stdout)).toHaveLength(PASSES.length);
  const profiles = await dustpan(['profiles', '--json']);
  expect(ndjson(profiles.stdout)).toHaveLength(PROFILES.length);
  const listed = await dustpan(['profiles']);
  for (const { name, summary, passes: names } of PROFILES) {
    expect(listed.stdout).toContain(`${name}: ${summary}\n    ${names[0]} ${names[1]}`);
  }
  const text = await dustpan(['passes']);
  for (const { name, reference } of PASSES) {
    expect(text.stdout).toContain(`  ${name}`);
    expect(text.stdout).toContain(reference);
  }
});

test('every command has help, and an unknown one is refused with a suggestion', async () => {
  for (const command of ['crawl', 'urls', 'canon', 'explain', 'compare', 'passes', 'profiles', 'demo']) {
    const { code, stdout } = await dustpan([command, '--help']);
    expect({ command, code }).toEqual({ command, code: 0 });
    expect(stdout).toContain(`Usage: dustpan ${command}`);
  }
  const { code, stderr } = await dustpan(['carwl']);
  expect(code).toBe(2);
  expect(stderr).toContain('crawl');
});

test('a reader that has had enough is no error', async () => {
  const { process: child, ended } = start(['canon'], 'http://a/\n'.repeat(200_000));
  child.stdout?.once('data', () => child.stdout?.destroy());
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});
