import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../config/files.ts';
import { links, serve } from '../crawler/web.ts';
import { dustpan, type Ended, ndjson } from './dustpan.ts';

/** Runs in a folder with these files. */
function inFolder(files: Readonly<Record<string, unknown>>, ...args: readonly string[]): Promise<Ended> {
  const texts = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  return dustpan(args, '', folderWith(Object.fromEntries(texts)));
}

const facts = { version: 1, facts: [{ kind: 'www', host: 'example.com', value: 'remove' }] };

describe('--facts', () => {
  test('canon, explain and compare know what it states', async () => {
    const url = 'http://www.example.com/';
    expect(await inFolder({ 'f.json': facts }, 'canon', '--facts', 'f.json', url)).toEqual({
      code: 0,
      stdout: 'http://example.com/\n',
      stderr: '',
    });
    const { stdout } = await inFolder({ 'f.json': facts }, 'explain', '--json', '--facts', 'f.json', url);
    expect(JSON.parse(stdout)).toMatchObject({ changes: [{ pass: 'fold-www' }] });
    const compared = await inFolder({ 'f.json': facts }, 'compare', '--facts', 'f.json', url, 'http://example.com/');
    expect(compared).toMatchObject({ code: 0, stdout: expect.stringContaining('fold-www') });
  });

  test('what is wrong in it is told with its place, and exit 2', async () => {
    const wrong = { version: 1, facts: [{ kind: 'www', host: 'example.com', value: 'romove' }] };
    expect(await inFolder({ 'f.json': wrong }, 'canon', '--facts', 'f.json', 'http://a/')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'dustpan: f.json: facts[0].value: "romove" is not allowed here; did you mean "remove"? (choose from add, remove)\n',
    });
  });
});

describe('the configuration file', () => {
  const config = {
    profile: 'mine',
    profiles: { mine: { noPass: ['drop-fragment'], assume: ['slash', 'index'] } },
    params: { drop: ['from'], keep: ['utm_id'] },
    indexNames: ['home.html'],
    facts: 'f.json',
    defaultScheme: 'http',
  };
  const files = { 'dustpan.config.json': config, 'f.json': facts };

  test('is found in the working directory', async () => {
    const { stdout } = await inFolder(files, 'canon', 'www.example.com/a/home.html?from=1&utm_id=2&gclid=3#x');
    expect(stdout).toBe('http://example.com/a/?utm_id=2#x\n');
  });

  test('or named, and then the one that is found does not count', async () => {
    const both = { ...files, 'other.json': { defaultScheme: 'https' } };
    const { stdout } = await inFolder(both, 'canon', '--config', 'other.json', 'www.example.com/?from#x');
    expect(stdout).toBe('https://www.example.com/?from\n');
  });

  test('in TypeScript it is run', async () => {
    const text = `export default { params: { drop: ['from' as string] } };\n`;
    const { stdout } = await inFolder({ 'dustpan.config.ts': text }, 'canon', 'http://a/?from=1');
    expect(stdout).toBe('http://a/\n');
  });

  test('its passes can be left out by name, like the built-in ones', async () => {
    const text = `export default { passes: [{ name: 'own', class: 'usual', summary: 'x',
      apply: (url) => url.path === '/a' ? { ...url, path: '/b' } : url }] };`;
    const canon = (name: string): Promise<Ended> =>
      inFolder({ 'dustpan.config.mjs': text }, 'canon', '--no-pass', name, 'http://a/a#x');
    expect(await canon('drop-fragment')).toEqual({ code: 0, stdout: 'http://a/b#x\n', stderr: '' });
    expect(await canon('own')).toEqual({ code: 0, stdout: 'http://a/a\n', stderr: '' });
    expect(await canon('owm')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'dustpan: unknown pass "owm"; did you mean "own"? `dustpan passes` lists all\n',
    });
  });

  test('the command line goes before it', async () => {
    const none = { version: 1, facts: [] };
    const flags = ['--profile', 'standard', '--facts', 'none.json', '--default-scheme', 'https'];
    const { stdout } = await inFolder({ ...files, 'none.json': none }, 'canon', ...flags, 'www.example.com/a#x');
    expect(stdout).toBe('https://www.example.com/a\n');
  });

  test('two of them are refused by their names', async () => {
    const two = { 'dustpan.config.json': {}, 'dustpan.config.js': '' };
    expect(await inFolder(two, 'canon', 'http://a/')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'dustpan: dustpan.config.js: dustpan.config.json exists too; keep one of them, or choose one with --config (in a program: pass its path to loadConfig)\n',
    });
  });

  test.each([
    ['awaits', 'canon', 'await new Promise(() => {}); export default {};'],
    ['exports', 'canon', 'export default new Promise(() => {});'],
    ['awaits', 'check-pass', 'await new Promise(() => {}); export default {};'],
  ])('one that %s a promise that never settles is named by %s', async (_, command, text) => {
    const args = command === 'canon' ? ['canon', '--config', 'my.config.mjs', 'http://a/'] : [command, 'my.config.mjs'];
    expect(await inFolder({ 'my.config.mjs': text }, ...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'dustpan: my.config.mjs: awaits a promise that never settles; fix the file\n',
    });
  });

  test('its profiles are listed, and taken where one is compared', async () => {
    const { stdout } = await inFolder(files, 'profiles', '--json');
    expect(ndjson(stdout).at(-1)).toMatchObject({
      name: 'mine',
      passes: expect.arrayContaining(['drop-tracking-params', 'add-trailing-slash']),
    });
    const compared = await inFolder(files, 'compare', 'http://a.com/b', 'http://a.com/b/');
    expect(compared).toMatchObject({ code: 0, stdout: expect.stringContaining('under the profile mine') });
  });

  test('a profile with a form is listed without what the form needs, which an option may assume', async () => {
    const own = { 'dustpan.config.json': { profiles: { mine: { toWww: 'add' } } } };
    const { stdout } = await inFolder(own, 'profiles', '--json');
    expect(ndjson(stdout).at(-1)).toMatchObject({ name: 'mine' });
    const { stdout: url } = await inFolder(own, 'canon', '--profile', 'mine', '--assume', 'www', 'http://a.com/');
    expect(url).toBe('http://www.a.com/\n');
  });

  test('a profile that there is not is refused with a suggestion and what there is', async () => {
    expect(await inFolder(files, 'canon', '--profile', 'mime', 'http://a/')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'dustpan: unknown profile "mime"; did you mean "mine"? (choose from preserving, usual, standard, changing, whatwg, mine)\n',
    });
  });
});

describe('--params', () => {
  test('drops what several lists name, and says on standard error what was read', async () => {
    const lists = { 'a.txt': 'from\n', 'b.txt': '||example.com^$removeparam=via\n$script,removeparam=x\n' };
    const { stdout, stderr } = await inFolder(
      lists,
      'canon',
      '--json',
      '--params=a.txt',
      '--params=b.txt',
      'http://example.com/?from&via&x',
    );
    expect(ndjson(stdout)).toMatchObject([{ url: 'http://example.com/?x' }]);
    expect(stderr).toBe(
      'a.txt: 1 plain rule read\nb.txt: 1 AdGuard rule read, 1 skipped: 1 for other requests than pages\n',
    );
  });

  test('a file in no known format is refused', async () => {
    const { code, stderr } = await inFolder({ 'a.txt': 'not a list\n' }, 'canon', '--params', 'a.txt', 'http://a/');
    expect(code).toBe(2);
    expect(stderr).toContain('a.txt: line 1: "not a list" is not a parameter name');
  });
});

describe('crawl', () => {
  test('makes its keys by facts, lists and configuration, and goes on by the same alone', async () => {
    const web = await serve({ '/': links('/a', '/a/', '/a?from=1', '/a?via=2'), '/a': 'x', '/a/': 'x' });
    try {
      const known = (value: string): string =>
        JSON.stringify({ version: 1, facts: [{ kind: 'slash', host: `127.0.0.1:${web.port}`, value }] });
      const folder = folderWith({
        'dustpan.config.json': '{"params": {"drop": ["from"]}}',
        'f.json': known('remove'),
        'p.txt': 'via\n',
      });
      const args = ['crawl', `${web.origin}/`, '--db', 'a.dustpan', '--facts', 'f.json', '--params', 'p.txt', '--json'];
      const first = await dustpan(args, '', folder);
      expect(JSON.parse(first.stdout)).toMatchObject({
        pages: 2,
        duplicatesByPass: { 'add-trailing-slash': 1, 'drop-tracking-params': 2 },
      });
      expect((await dustpan(args, '', folder)).code).toBe(0);
      writeFileSync(join(folder, 'f.json'), known('add'));
      expect(await dustpan(args, '', folder)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/made with other options \(facts: another list\): use the same options/),
      });
    } finally {
      await web.close();
    }
  });

  test('its custom passes are needed again to read it, in the same version', async () => {
    const web = await serve({ '/': links('/a', '/a/print'), '/a': 'x' });
    try {
      const config = (version: string): string =>
        `export default { passes: [{ name: 'drop-print', class: 'changing', version: '${version}', summary: 'x',
          apply: (url) => url.path.endsWith('/print') ? { ...url, path: url.path.replace(/(?:.print)+$/, '') } : url }] };`;
      const folder = folderWith({ 'dustpan.config.mjs': config('1') });
      const crawl = ['crawl', `${web.origin}/`, '--db', 'a.dustpan', '--json'];
      expect(JSON.parse((await dustpan(crawl, '', folder)).stdout)).toMatchObject({
        pages: 2,
        duplicatesByPass: { 'drop-print': 1 },
      });
      const why = ['why', 'a.dustpan', `${web.origin}/a/print`, '--json'];
      expect(JSON.parse((await dustpan(why, '', folder)).stdout)).toMatchObject({ key: `${web.origin}/a` });
      expect((await dustpan(['audit', 'a.dustpan', '--format', 'json'], '', folder)).stderr).not.toContain('dustpan:');
      writeFileSync(join(folder, 'dustpan.config.mjs'), config('2'));
      expect(await dustpan(why, '', folder)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('used custom passes (drop-print version 1); pass the same configuration'),
      });
      expect((await dustpan(crawl, '', folder)).stderr).toContain('made with other options');
    } finally {
      await web.close();
    }
  });

  test('options that make no sense leave the frontier as it is, --fresh or not', async () => {
    const folder = folderWith({});
    const { code } = await dustpan(
      ['crawl', 'http://127.0.0.1:1/', '--db', 'a.dustpan', '--fresh', '--pass', 'x'],
      '',
      folder,
    );
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'a.dustpan'))).toBe(false);
  });
});
