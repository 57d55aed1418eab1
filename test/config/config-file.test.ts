/** Covers: config/{read,validate}.ts */
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig, passesIn } from '../../config/config-file.ts';
import { findConfig } from '../../config/find-config.ts';
import { defineConfig } from '../../config/index.ts';
import { fileWith, folderWith, problemsOf } from './files.ts';

const json = (content: unknown): string => fileWith(content, 'dustpan.config.json');

describe('reads', () => {
  const config = defineConfig({
    profile: 'list',
    profiles: { list: { extends: 'usual', pass: ['drop-fragment'], assume: ['www'], toWww: 'add' } },
    params: { drop: ['from', 'x_*'], keep: ['utm_id'] },
    indexNames: ['home.html'],
    defaultScheme: 'https',
    evidence: { slash: { content: 8 }, www: { deep: 0 } },
  });

  test('JSON', async () => {
    expect(await loadConfig(json({ $schema: './config.schema.json', ...config }))).toMatchObject(config);
  });

  test.each(['ts', 'mts', 'js', 'mjs'])('dustpan.config.%s, found in its folder', async (ending) => {
    const name = `dustpan.config.${ending}`;
    const file = fileWith(
      `export default ${JSON.stringify(config)}${name.endsWith('ts') ? ' as object' : ''};\n`,
      name,
    );
    expect(findConfig(dirname(file))).toBe(file);
    expect(await loadConfig(file)).toEqual(config);
  });

  test.each([
    ['ts', "import { basename } from 'node:path';\nexport default { profile: basename('/usual') as string };"],
    ['cjs', "const { basename } = require('node:path');\nmodule.exports = { profile: basename('/usual') };"],
  ])('dustpan.config.%s in a package of type commonjs', async (ending, content) => {
    const folder = folderWith({ 'package.json': '{"type":"commonjs"}', [`dustpan.config.${ending}`]: content });
    expect(await loadConfig(findConfig(folder) ?? '')).toEqual({ profile: 'usual' });
  });

  test('the path of the facts file, relative to its own', async () => {
    const file = json({ facts: 'sites/facts.json' });
    expect(await loadConfig(file)).toEqual({ facts: join(file, '../sites/facts.json') });
    expect(await loadConfig(json({ facts: '/etc/facts.json' }))).toEqual({ facts: '/etc/facts.json' });
  });
});

describe('says what is wrong, where, and what to do', () => {
  test.each<[string, unknown, readonly string[]]>([
    [
      'a slip in a key',
      { profil: 'usual' },
      [
        'unknown key "profil"; did you mean "profile"? (choose from $schema, profile, profiles, params, indexNames, facts, audit, defaultScheme, evidence)',
      ],
    ],
    [
      'needs that are none',
      { evidence: { slas: {}, slash: { content: 0 }, www: { user: 1 }, param: { log: 1.5, deep: -1 } } },
      [
        'evidence.slash.content: must be 1 or more; write how many pairs of URLs confirm a claim',
        expect.stringMatching(/^evidence\.www: unknown key "user"; choose from permanent-redirect, declaration, /),
        'evidence.param.log: is a number; write a whole number',
        'evidence.param.deep: must be 0 or more; write how many pairs must lie deeper than /',
        expect.stringMatching(/^evidence: unknown key "slas"; did you mean "slash"\? \(choose from www, scheme, /),
      ],
    ],
    [
      'a slip in a profile',
      { profiles: { mine: { extends: 'usuall', pass: ['sort-querry'], asume: [] } } },
      [
        'profiles.mine.extends: "usuall" is not allowed here; did you mean "usual"? (choose from preserving, usual, standard, changing, whatwg)',
        expect.stringMatching(
          /^profiles\.mine\.pass\[0\]: "sort-querry" is not allowed here; did you mean "sort-query"\?/,
        ),
        'profiles.mine: unknown key "asume"; did you mean "assume"? (choose from extends, pass, noPass, assume, toWww, toScheme)',
      ],
    ],
    [
      'the name of a built-in profile',
      { profiles: { usual: {} } },
      ['profiles.usual: is the name of a built-in profile; choose another name'],
    ],
    [
      'a scheme with its colon',
      { defaultScheme: 'https:' },
      ['defaultScheme: "https:" is not a valid scheme; write it without the colon, such as https'],
    ],
    [
      'a name for a profile that no command line takes',
      { profiles: { 'My own': {} } },
      ['profiles["My own"]: must start with a lowercase letter and contain only lowercase letters, digits and hyphens'],
    ],
    [
      'an unknown profile',
      { profile: 'mini', profiles: { mine: {} } },
      [
        'profile: unknown profile "mini"; did you mean "mine"? (choose from preserving, usual, standard, changing, whatwg, mine)',
      ],
    ],
    [
      'parameters in another spelling',
      { params: { drop: ['a b', '*', ''], keep: ['q=1'] } },
      [
        'params.drop[0]: "a b" is not in canonical form; write "a%20b"',
        'params.drop[1]: matches every parameter; write a longer name',
        'params.drop[2]: is missing; write a parameter name',
        'params.keep[0]: "q=1" is not just a name; write the part before the "="',
      ],
    ],
    [
      'an index page that may be a folder',
      { indexNames: ['home', 'a/b.html'] },
      [
        'indexNames[0]: "home" has no dot, so it may be a folder; state it as a fact about the site that uses it',
        'indexNames[1]: "a/b.html" is not a file name; write a name such as index.html',
      ],
    ],
  ])('%s', async (_, content, problems) => {
    const expected = problems.map((line) => (typeof line === 'string' ? `dustpan.config.json: ${line}` : line));
    const found = await problemsOf(json(content), loadConfig);
    expect(found.map((line, index) => (typeof expected[index] === 'string' ? line : line.slice(21)))).toEqual(expected);
  });

  test.each([
    ['a getter', 'export default { get passes() { throw new Error("a") } }', 'a'],
    ['a proxy', 'export default new Proxy({}, { get() { throw new Error("a") } })', 'a'],
    ['a promise', 'export default { then() { throw new Error("a") } }', 'a'],
    ['an error without a message', 'throw { toString: null }', 'a value without a text'],
    ['control characters', 'throw "\\x1b[2J\\u202e"', '\\x1b[2J\\u202e'],
  ])('what the code throws: %s', async (_, code, reason) => {
    const expected = [`dustpan.config.mjs: throws an error (${reason}); fix the file`];
    expect(await problemsOf(fileWith(code, 'dustpan.config.mjs'), loadConfig)).toEqual(expected);
  });

  test('a file that throws, and one without a default export, or with one that is not an object', async () => {
    const named = (text: string): Promise<readonly string[]> =>
      problemsOf(fileWith(text, 'dustpan.config.js'), loadConfig);
    expect(await named('throw new Error("not\\ntoday")')).toEqual([
      'dustpan.config.js: throws an error (not today); fix the file',
    ]);
    expect(await named('export const config = {}')).toEqual([
      'dustpan.config.js: has no default export; write: export default { … }',
    ]);
    expect(await named('export default null')).toEqual(['dustpan.config.js: is null; write an object in { }']);
    expect(await named('export default () => ({})')).toEqual([
      'dustpan.config.js: is a function; write an object in { }',
    ]);
  });

  test('a name that tells no format, no file, and a folder', async () => {
    expect(await problemsOf(fileWith('', 'dustpan.yaml'), loadConfig)).toEqual([
      'dustpan.yaml: is not a configuration file; use a file that ends in .ts, .js or .json',
    ]);
    expect(await problemsOf('/nowhere/a.config.ts', loadConfig)).toEqual([
      'a.config.ts: does not exist; check the path',
    ]);
    const folder = `${folderWith({})}.config.ts`;
    mkdirSync(folder);
    expect(await problemsOf(folder, loadConfig)).toEqual([`${basename(folder)}: is a folder; name a file`]);
  });
});

describe('finds', () => {
  test('one file, or none', () => {
    expect(findConfig(folderWith({}))).toBeNull();
    const folder = folderWith({ 'dustpan.config.js': '' });
    expect(findConfig(folder)).toBe(join(folder, 'dustpan.config.js'));
  });

  test('no more than one: two are refused by their names', async () => {
    const folder = folderWith({ 'dustpan.config.ts': '', 'dustpan.config.json': '{}' });
    const problems = await problemsOf(`${folder}/`, async () => findConfig(folder));
    expect(problems).toEqual([
      'dustpan.config.ts: dustpan.config.json exists too; keep one of them, or choose one with --config (in a program: pass its path to loadConfig)',
    ]);
  });
});

describe('custom passes', () => {
  const pass = `{ name: 'drop-print', class: 'changing', summary: 'x', apply: (url) => url }`;

  test('are read, and profiles may name them', async () => {
    const content = `export default { passes: [${pass}], profiles: { ours: { noPass: ['drop-print'] } } };`;
    const config = await loadConfig(fileWith(content, 'dustpan.config.mjs'));
    expect(config).toMatchObject({
      passes: [{ name: 'drop-print', version: '1', needs: null }],
      profiles: { ours: { noPass: ['drop-print'] } },
    });
    expect(config.passes?.[0]?.apply).toBeTypeOf('function');
  });

  test.each([
    [`passes: [${pass.replace('drop-print', 'sort-query')}]`, 'passes[0]: sort-query is the name of a built-in pass'],
    [`passes: [${pass}, ${pass}]`, 'passes[1]: another custom pass has the name drop-print too'],
    [`passes: [${pass.replace('changing', 'loose')}]`, 'passes[0]: the pass drop-print has no valid class'],
    [`passes: [${pass.replace('apply', 'aply')}]`, 'passes[0]: unknown option "aply" of definePass'],
    ['passes: [null]', 'passes[0]: the options of definePass are not an object'],
    ['passes: {}', 'passes: is not a list'],
    [`passes: [${pass}], profiles: { ours: { noPass: ['drop-prin'] } }`, 'did you mean "drop-print"?'],
  ])('%s is refused', async (content, message) => {
    const file = fileWith(`export default { ${content} };`, 'dustpan.config.mjs');
    await expect(loadConfig(file)).rejects.toThrow(message);
  });

  test('are found among the exports of a module', async () => {
    const content = `export const one = ${pass}; export default { passes: [one, ${pass.replace('print', 'amp')}] };`;
    const found = await passesIn(fileWith(content, 'passes.mjs'));
    expect(found.map(({ name }) => name)).toEqual(['drop-print', 'drop-amp']);
    expect(await passesIn(json({ profile: 'usual' }))).toEqual([]);
    const throwing = fileWith('export const a = { get passes() { throw new Error("b") } }', 'passes.mjs');
    expect(await problemsOf(throwing, passesIn)).toEqual(['passes.mjs: throws an error (b); fix the file']);
  });
});
