/**
 * Covers: src/error.ts, src/cli/main.ts, src/cli/commands/completion.ts, src/cli/options/seeds.ts
 * Covers: src/cli/render/completion.ts, src/cli/exit-codes.ts, src/cli/options/idle-options.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/examples.ts';
import { createProgram } from '../../src/cli/program.ts';
import { links, redirect, site } from '../crawler/web.ts';
import { dustpan, temporaryFolder } from './dustpan.ts';

describe('help', () => {
  test('dustpan without arguments shows four commands to start with', async () => {
    const { code, stdout } = await dustpan([]);
    expect(code).toBe(0);
    expect(stdout.match(/^ {2}dustpan .*/gm)).toHaveLength(4);
    expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  });

  test('lists every command under a heading, within 80 columns', async () => {
    const { code, stdout } = await dustpan(['--help']);
    expect(code).toBe(0);
    for (const command of Object.keys(EXAMPLES)) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect(stdout).toMatch(/^ {2}130 +interrupted/m);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('of each command has an example that its options allow, and the exit codes', async () => {
    const { commands } = await createProgram('help');
    const names = commands.map((command) => command.name()).filter((name) => name !== 'help');
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(names.toSorted());
    for (const command of commands) {
      const known = command
        .createHelp()
        .visibleOptions(command)
        .flatMap(({ short, long }) => [short, long]);
      for (const example of EXAMPLES[command.name()] ?? []) {
        expect(example).toMatch(new RegExp(`^${command.name()}(?: |$)`));
        const flags = example.replace(/[|<>].*|"[^"]*"/g, '').match(/(?<= )--?[a-z][a-z-]*/g) ?? [];
        expect(known).toEqual(expect.arrayContaining(flags));
      }
    }
    const { stdout } = await dustpan(['help', 'compare']);
    expect(stdout).toContain('Examples:\n  dustpan compare ');
    const codes = stdout.slice(stdout.indexOf('Exit codes:')).match(/^ {2}\d+ .*/gm);
    expect(codes).toEqual([
      '  0    done',
      '  1    the canonical URLs differ',
      '  2    wrong usage, a file that cannot be read or written, or an internal error',
    ]);
  });

  test.each([55, 70, 120])('is wrapped at %i columns', async (width) => {
    const { commands } = await createProgram('help');
    for (const command of commands) {
      const help = command.configureOutput({ getOutHelpWidth: () => width }).helpInformation();
      expect(help.split('\n').filter((line) => line.length > width && !/^Usage:|^ *\S+$/.test(line))).toEqual([]);
    }
  });

  test.each([
    [['help', 'crwl'], "unknown command 'crwl'\n(Did you mean crawl?)"],
    [['help', 'nosuch'], "unknown command 'nosuch'\n"],
    [['crwal'], "unknown command 'crwal'\n(Did you mean crawl?)"],
    [['dedup', '--out', 'x'], "unknown option '--out'\n(Did you mean --output (-o)?)"],
    [['audit', 'x', '--json'], "unknown option '--json'\n(Did you mean --format json?)"],
    [['dedup', '--format', 'json'], "unknown option '--format'\n(Did you mean --input-format or --json?)"],
    [['crawl', '--max-page', '5'], "unknown option '--max-page'\n(Did you mean --max-pages?)"],
  ])('%j is refused with the nearest name', async (args, message) => {
    const { code, stderr, stdout } = await dustpan(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`dustpan: ${message}`);
  });
});

describe('options of every command', () => {
  test('--quiet leaves the results alone', async () => {
    const web = await site({ '/': links('/a', '/#top'), '/a': 'a' });
    const folder = temporaryFolder();
    const run = (...args: readonly string[]) => dustpan(args, '', folder);
    expect(await run('crawl', `${web.origin}/`, '--db', 'a.dustpan', '--quiet')).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const { stdout, stderr } = await run('crawl', '--db', 'a.dustpan', '-q', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ pages: 2 });
    expect(stderr).toBe('');
    expect(await dustpan(['dedup', '-q'], 'http://a/#x\nhttp://a/\n')).toEqual({
      code: 0,
      stdout: 'http://a/#x\n',
      stderr: '',
    });
  });

  test('--verbose prints a line per URL with its outcome', async () => {
    const web = await site({
      '/': links('/old', '/gone'),
      '/old': redirect(301, '/new'),
      '/new': 'x',
    });
    const { code, stderr } = await dustpan(['crawl', `${web.origin}/`, '--verbose', '--retries', '0']);
    expect(code).toBe(0);
    expect(stderr.replaceAll(web.origin, '').trimEnd().split('\n').toSorted()).toEqual([
      '200    /',
      '200    /new',
      '301    /old -> /new',
      '404    /gone, failed: http-404',
    ]);
  });

  test('--color and NO_COLOR decide about colors', async () => {
    const web = await site({ '/': '<title>a</title>x' });
    const folder = temporaryFolder();
    await dustpan(['crawl', `${web.origin}/`, '--db', 'a.dustpan'], '', folder);
    const always = await dustpan(['audit', 'a.dustpan', '--color', 'always'], '', folder);
    const plain = await dustpan(['audit', 'a.dustpan'], '', folder);
    expect(always.stdout).toContain('\x1b[');
    expect(plain.stdout).not.toContain('\x1b[');
  });
});

describe('completion', () => {
  test('bash completes commands, options and values', async () => {
    const { stdout } = await dustpan(['completion', 'bash']);
    const complete = (...words: readonly string[]): readonly string[] => {
      const line = ['dustpan', ...words].map((word) => `'${word}'`).join(' ');
      const script = `${stdout}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _dustpan; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
    };
    expect(complete('cr')).toEqual(['crawl', 'crawls']);
    expect(complete('crawl', '--scope', '')).toEqual(['host', 'domain', 'prefix', 'any']);
    expect(complete('dedup', '--out')).toEqual(['--output']);
    expect(complete('completion', 'p')).toEqual(['powershell']);
    expect(complete('help', 'aud')).toEqual(['audit']);
  });

  test.each(['zsh', 'fish', 'powershell'])('%s has every command and option', async (shell) => {
    const { code, stdout } = await dustpan(['completion', shell]);
    expect(code).toBe(0);
    for (const { commands } of [await createProgram('help')]) {
      for (const command of commands) {
        expect(stdout).toContain(command.name());
        for (const { long } of command.options)
          expect(stdout).toContain(shell === 'fish' ? `-l ${long?.slice(2)}` : long);
      }
    }
  });
});

describe('a mistake gets an answer instead of a file', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'page.html'), '<a href=x>x</a>');
  const before = readdirSync(folder);

  test.each([
    [['crawl', folder], 2, 'is a folder of this machine; serve it with a web server'],
    [['crawl', 'site'], 2, 'is a folder of this machine'],
    [['crawl', './page.html'], 2, 'is a file of this machine; to start from the URLs of a list: --seeds ./page.html'],
    [['crawl', 'page.html'], 2, 'is a file of this machine'],
    [
      ['crawl', 'postgres://ann:pw@h/d'],
      2,
      'postgres://ann@h/d is a crawl on a server; to go on with it: dustpan crawl --db',
    ],
    [['crawl', 'host=h password=x'], 2, 'this names a PostgreSQL server, not a URL to start from'],
    [['crawl', './nothing'], 2, 'is a path; give a URL'],
    [['crawl', 'https//host.example/'], 2, 'has no colon after https; did you mean https://host.example/?'],
    [['crawl', 'nosuchhost.invalid'], 3, 'nosuchhost.invalid'],
    [['audit', 'nosuchhost.invalid'], 3, 'nosuchhost.invalid'],
    [['crawl', 'ftp://host.example/'], 2, 'ftp://host.example/ is not an http or https URL'],
    [['audit', 'ftp://host.example/'], 2, 'ftp://host.example/ is not an http or https URL'],
    [['crawl', '--db', 'new.file'], 2, 'new.file does not exist; check the path, or give a URL to start from'],
    [['audit', '--db', 'new.file'], 2, 'new.file does not exist; check the path, or give a URL to crawl'],
    [['why', 'new.file', 'http://a/'], 2, 'new.file does not exist; check the path'],
    [['dedup', 'new.file'], 2, 'new.file does not exist; check the path'],
    [['dedup', 'https://example.com/'], 2, 'https://example.com/ is a URL, not a file; download it first'],
    [['canon', '--config', 'new.json'], 2, 'new.json: does not exist; check the path'],
    [['canon', '--params', 'new.file'], 2, 'new.file: does not exist; check the path'],
    [['robots', '--robots', 'new.file', '--agent', '*'], 2, 'new.file does not exist; check the path'],
    [['crawl', 'http://127.0.0.1:1/', '--ca', 'new.file'], 2, 'new.file does not exist; check the path'],
    [['audit', 'http://127.0.0.1:1/', '--baseline', 'new.file'], 2, 'new.file does not exist; check the path'],
    [
      ['compare', 'http://a/'],
      2,
      "missing required argument 'other-url'\nUsage: dustpan compare [options] <url> <other",
    ],
    [['canon', '--pass', 'drop-fragmnt'], 2, 'did you mean "drop-fragment"? `dustpan passes` lists all'],
    [['audit'], 2, 'nothing to audit; give a crawl file, or the URL of a site'],
    [['audit', 'site'], 2, 'is a folder of this machine'],
  ])('%j', async (args, code, message) => {
    const ended = await dustpan(args, '', folder);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(message);
    expect(readdirSync(folder)).toEqual(before);
  });
});

test.each([
  ['crawl', 'http://127.0.0.1:1/', '--db'],
  ['crawl', '--db'],
  ['audit', '--db'],
  ['dedup', 'a.txt', '--facts'],
  ['copy', 'a.dustpan'],
  ['status'],
])('a crawl cannot be on another kind of server: %s %s %s', async (...args) => {
  const { code, stdout, stderr } = await dustpan([...args, 'mysql://ann:secret@h/d']);
  const remedy = 'write the path of a file, or postgres://HOST:PORT/DATABASE?crawl=NAME';
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: `dustpan: mysql:// does not name a crawl: ${remedy}\n`,
  });
});

describe('an option without an effect is refused', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.txt'), 'http://a/\n');
  writeFileSync(join(folder, 'a.csv'), 'url,link\nhttp://a/,http://b/\n');
  writeFileSync(join(folder, 'empty.txt'), '');
  writeFileSync(join(folder, 'names.txt'), 'ref\n');
  writeFileSync(
    join(folder, 'facts.json'),
    '{"version": 1, "facts": [{"kind": "www", "host": "a", "value": "remove"}]}',
  );
  const own = `{ name: 'own', class: 'usual', summary: 'x', apply: (url) => url }`;
  writeFileSync(join(folder, 'own.mjs'), `export default { profile: 'preserving', passes: [${own}] };`);
  writeFileSync(
    join(folder, 'mine.json'),
    '{ "profile": "preserving", "facts": "facts.json", "params": { "drop": ["x"] } }',
  );

  test.each([
    [['canon', '--to-www', 'add', 'http://a.example/'], '--to-www has no effect without --assume www'],
    [
      ['canon', '--to-scheme', 'http', '--assume', 'www', 'http://a/'],
      '--to-scheme has no effect without --assume sch',
    ],
    [
      ['dedup', 'a.txt', '--probe', '--profile', 'preserving'],
      '--probe has no effect without a pass that needs a fact',
    ],
    [['dedup', 'a.txt', '--column', 'url'], '--column has no effect on the format lines'],
    [['dedup', 'a.csv', '--field', 'url'], '--field has no effect on the format csv; remove it, or set --input-format'],
    [['dedup', 'a.txt', 'a.csv', '--base', 'http://b/'], '--base has no effect on the format lines, csv'],
    [['dedup', 'a.txt', '--max-sites', '3'], '--max-sites has no effect without --probe'],
    [['audit', 'a.txt', '--max-pages', '5'], '--max-pages has no effect on the audit of a crawl file'],
    [['audit', 'a.txt', '--no-traps'], '--no-traps has no effect on the audit of a crawl file'],
    [['audit', 'a.txt', '--assume', 'www'], '--assume has no effect on the audit of a crawl file'],
    [['audit', 'a.txt', '--db', 'b.dustpan'], '--db has no effect on the audit of a crawl file'],
    [['crawl', 'http://127.0.0.1:1/', '--no-traps', '--max-similar', '5'], "cannot be used with option '--no-traps'"],
    [['audit', 'http://127.0.0.1:1/', '--no-traps', '--max-endless', '5'], "cannot be used with option '--no-traps'"],
    [['probe', '127.0.0.1:1', '--params', 'names.txt'], '--params has no effect without --db'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await dustpan(args, '', folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test.each([
    [
      ['canon', '--facts', 'facts.json', '--profile', 'preserving', 'http://www.a/'],
      '--facts has no effect without a pass that needs a fact; choose another --profile or remove',
    ],
    [
      ['canon', '--params', 'names.txt', '--profile', 'usual', 'http://www.a/'],
      '--params has no effect without the pass drop-tracking-params; choose another --profile or remove',
    ],
    [
      ['canon', '--site', 'wikidot', '--profile', 'whatwg', 'http://www.a/'],
      '--site has no effect without the pass slug-path; choose another --profile or remove',
    ],
  ])('a note says that no pass uses an option: %j', async (args, stderr) => {
    const ended = await dustpan(args, '', folder);
    expect(ended).toMatchObject({ code: 0, stdout: 'http://www.a/\n' });
    expect(ended.stderr).toContain(stderr);
  });

  test.each([
    [['canon', '--to-www', 'add', '--pass', 'fold-www', 'http://a.example/'], 'http://www.a.example/\n'],
    [['canon', '--to-scheme', 'http', '--profile', 'changing', 'https://a.example/'], 'http://a.example/\n'],
    [['canon', '--facts', 'facts.json', '--profile', 'preserving', '--assume', 'www', 'http://www.a/'], 'http://a/\n'],
    [
      ['canon', '--site', 'wikidot', '--profile', 'preserving', '--pass', 'slug-path', 'http://a/A_B'],
      'http://a/a-b\n',
    ],
    [['canon', '--config', 'own.mjs', '--facts', 'facts.json', 'http://www.a/'], 'http://www.a/\n'],
    [['canon', '--config', 'mine.json', 'http://www.a/?x'], 'http://www.a/?x\n'],
    [['dedup', 'a.txt', 'a.csv', '--column', 'link', '-q'], 'http://a/\nhttp://b/\n'],
    [['dedup', 'a.txt', '--against', 'a.csv', '--column', 'link', '-q'], 'http://a/\n'],
    [['dedup', 'empty.txt', '--column', 'link', '-q'], ''],
  ])('but not %j', async (args, printed) => {
    expect(await dustpan(args, '', folder)).toEqual({ code: 0, stdout: printed, stderr: '' });
  });
});

test.each([
  ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\nhttp://a/\n', 'latin1')],
  ['a packed list', brotliCompressSync(Array.from({ length: 500 }, (_, n) => `http://a/${n * n}\n`).join(''))],
])('%s is refused before its bytes reach the terminal', async (_what, bytes) => {
  const { code, stdout, stderr } = await dustpan(['dedup'], bytes);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe('dustpan: standard input: not text; name a list of links, or set --input-format\n');
});

test('a crawl file that is named as a list is refused with the command that prints its URLs', async () => {
  const { code, stderr } = await dustpan(['dedup'], Buffer.concat([Buffer.from('SQLite format 3'), Buffer.alloc(100)]));
  expect(code).toBe(2);
  expect(stderr).toContain('not text; name a list of links, or print the URLs of a crawl: dustpan urls FILE');
});

test('a list with a stray NUL byte is read', async () => {
  const { code, stdout } = await dustpan(['dedup'], `http://a/\0b\n${'http://a/\n'.repeat(20)}`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'http://a/\0b\nhttp://a/\n' });
});

test('npm start reads files from the folder of the caller', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'links.txt'), 'http://a/#x\nhttp://a/\n');
  const root = join(import.meta.dirname, '../..');
  const args = ['start', '--silent', '--prefix', root, '--', 'dedup', '-q', 'links.txt'];
  expect(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })).toBe('http://a/#x\n');
});
