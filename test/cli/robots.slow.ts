import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dustpan, ndjson, temporaryFolder } from './dustpan.ts';

const RULES = 'User-agent: *\nDisallow: /\n\nUser-agent: ExampleBot\nDisallow: /private\nAllow: /private/open$\n';

/** The name of a file in a folder of its own. */
function robotsFile(text: string | Uint8Array): string {
  const file = join(temporaryFolder(), 'robots.txt');
  writeFileSync(file, text);
  return file;
}

describe('robots', () => {
  const robots = robotsFile(RULES);
  const command = ['robots', '--robots', robots, '--agent', 'examplebot'];

  test('prints a line a URL, as given and in order', async () => {
    const { code, stdout, stderr } = await dustpan([...command, 'HTTP://h/private/%6Fpen#f', 'http://h/./private?a=1']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('allowed\tHTTP://h/private/%6Fpen#f\ndisallowed\thttp://h/./private?a=1\n');
  });

  test('reads standard input; no URL is an empty line and a numbered error, and exit 1', async () => {
    const input = 'http://h/\r\nno URL\u001b[31m\nhttp://h/private';
    const { code, stdout, stderr } = await dustpan(command, input);
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'allowed\thttp://h/\n\ndisallowed\thttp://h/private\n' });
    expect(stderr).toMatch(/^line 2: .*\(no-scheme\): no URL\\x1b\[31m\n$/);
  });

  test('--json prints the rule that decided, or the error', async () => {
    const { code, stdout } = await dustpan([...command, '--json', 'http://h/private/open', 'http://h/', 'x']);
    expect(code).toBe(1);
    expect(ndjson(stdout)).toEqual([
      { url: 'http://h/private/open', allowed: true, rule: { kind: 'allow', pattern: '/private/open$', line: 6 } },
      { url: 'http://h/', allowed: true, rule: null },
      { url: 'x', error: { code: 'no-scheme', message: expect.stringContaining('scheme') } },
    ]);
  });

  test('--json also tells what the file says about the use of a page', async () => {
    const file = robotsFile('User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n');
    const { stdout } = await dustpan(['robots', '--robots', file, '--agent', '*', '--json', 'http://h/']);
    expect(ndjson(stdout)).toMatchObject([
      { usage: [{ kind: 'content-signal', preferences: { search: 'yes', 'ai-train': 'no' }, line: 2 }] },
    ]);
  });

  test('reads no more than 500 KiB, without the line that is cut there', async () => {
    const head = 'User-agent: *\nDisallow: /first\n';
    const file = robotsFile(
      `${head}${'#'.repeat(500 * 1024 - head.length - 12)}\nDisallow: /second\nDisallow: /third\n`,
    );
    const urls = ['http://h/first', 'http://h/s', 'http://h/third'];
    const { stdout } = await dustpan(['robots', '--robots', file, '--agent', '*', ...urls]);
    expect(stdout).toBe('disallowed\thttp://h/first\nallowed\thttp://h/s\nallowed\thttp://h/third\n');
  });

  test('reads a gzipped file', async () => {
    const packed = robotsFile(gzipSync(RULES));
    const { stdout } = await dustpan(['robots', '--robots', packed, '--agent', '*', 'http://h/']);
    expect(stdout).toBe('disallowed\thttp://h/\n');
  });

  test.each([
    [
      'a file in UTF-16, which has no rule for a crawler',
      ['--robots', robotsFile(Buffer.from(`\ufeff${RULES}`, 'utf16le')), '--agent', '*'],
      'convert it to UTF-8',
    ],
    [
      'a name with more than a product token',
      ['--robots', robots, '--agent', 'ExampleBot/1.0'],
      'use letters, _ and -',
    ],
    ['no name', ['--robots', robots], '--agent'],
    ['a file that is not there', ['--robots', 'nothing.txt', '--agent', '*'], 'nothing.txt does not exist'],
  ])('refuses %s with exit 2 and says what to do', async (_, options, message) => {
    const { code, stdout, stderr } = await dustpan(['robots', ...options, 'http://h/']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/ {4}at /);
  });
});
