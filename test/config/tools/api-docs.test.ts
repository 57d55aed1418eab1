import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writePages } from '../../../config/tools/api/markdown.ts';
import { stale, undocumented } from '../../../config/tools/api/problems.ts';
import { type ApiEntry, readApi } from '../../../config/tools/api/read-api.ts';

/** Reads a package with these sources; `src/index.ts` is its entry point. */
function read(files: Readonly<Record<string, string>>): readonly ApiEntry[] {
  const root = mkdtempSync(join(tmpdir(), 'api-'));
  const exports = {
    '.': { default: './dist/src/index.js' },
    ...('src/more.ts' in files ? { './more': { default: './dist/src/more.js' } } : {}),
    './package.json': './package.json',
  };
  for (const [name, text] of Object.entries({
    'package.json': JSON.stringify({ name: 'sample', exports }),
    ...files,
  })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return readApi(root);
}

/** The page of an entry point with these sources. */
function page(files: Readonly<Record<string, string>>, name = 'canon.md'): string | undefined {
  return writePages(read(files), '../..').get(name);
}

const MODULE = '/**\n * A sample.\n *\n * @packageDocumentation\n */\n';

describe('exports', () => {
  test('follow re-exports under other names to the declaration, in the order of the index file', () => {
    const [entry] = read({
      'src/index.ts': "export type { Name } from './a.ts';\nexport * from './b.ts';\nexport const last: number = 3;\n",
      'src/a.ts': "import type { Original } from './deep/c.ts';\nexport type { Original as Name };\n",
      'src/b.ts': "export { run as start } from './deep/c.ts';\n",
      'src/deep/c.ts':
        '/** A name. */\nexport type Original = string;\n\n/** Runs. */\nexport function run(): void {}\n',
    });
    expect(entry?.exports).toMatchObject([
      { name: 'Name', kind: 'type', file: 'src/deep/c.ts', line: 2, doc: { description: 'A name.' } },
      { name: 'start', kind: 'function', file: 'src/deep/c.ts', line: 5, doc: { description: 'Runs.' } },
      { name: 'last', kind: 'constant', file: 'src/index.ts', doc: null },
    ]);
  });

  test('by type alone have no constants, functions, constructors and static members', () => {
    const [entry] = read({
      'src/index.ts': "export type * from './a.ts';\nexport { type Open } from './b.ts';\n",
      'src/a.ts': 'export const limit = 1;\nexport function run(): void {}\nexport interface Shape {}\n',
      'src/b.ts': 'export class Open {\n  static of(): void {}\n  constructor() {}\n  close(): void {}\n}\n',
    });
    expect(entry?.exports.map(({ name, members }) => [name, members.map((member) => member.name)])).toEqual([
      ['Shape', []],
      ['Open', ['close']],
    ]);
  });

  test.each([
    'export default 1;',
    'export enum Side { Left }',
    "export * as all from './a.ts';",
    "export * from 'zod';",
  ])('that are not read are refused: %s', (text) => {
    expect(() => read({ 'src/index.ts': text, 'src/a.ts': '' })).toThrow(/not supported/);
  });
});

describe('a missing comment', () => {
  const missing = (text: string): readonly string[] => undocumented(read({ 'src/index.ts': `${MODULE}${text}` }));

  test('is named with its file and line', () => {
    expect(missing('export interface Box {\n  /** In pixels. */\n  width: number;\n  height: number;\n}\n')).toEqual([
      'src/index.ts:6: Box has no doc comment',
      'src/index.ts:9: Box.height has no doc comment',
    ]);
    expect(undocumented(read({ 'src/index.ts': '/** A size. */\nexport const size = 1;\n' }))).toEqual([
      'src/index.ts:1: has no doc comment with @packageDocumentation',
    ]);
  });

  test('of a member of a union counts, one of a private member or of an unexported type does not', () => {
    expect(missing('/** A or B. */\nexport type Either = { a: 1 } | { /** Two. */ b: 2 };\n')).toEqual([
      'src/index.ts:7: Either.a has no doc comment',
    ]);
    expect(
      missing(
        'interface Inner { a: 1 }\n/** A class. */\nexport class A {\n  #a = 1;\n  private b = 2;\n  c: Inner;\n}\n',
      ),
    ).toEqual(['src/index.ts:11: A.c has no doc comment']);
  });

  test('is not made good by another declaration, an ordinary comment or a tag without text', () => {
    expect(missing('/** Another. */\nconst a = 1;\nexport const b = 2;\n')).toHaveLength(1);
    for (const comment of ['// A number.', '//* A number.', '/* A number. */']) {
      expect(missing(`${comment}\nexport const b = 2;\n`)).toHaveLength(1);
    }
    expect(missing('/** @internal */\nexport const b = 2;\n')).toHaveLength(1);
    expect(missing('/** A number. */\n// for the linter\nexport const b = 2;\n')).toEqual([]);
  });

  test('of a member is made good by the interface that the class implements, or the class that it extends', () => {
    const files = {
      'src/index.ts': `${MODULE}import { type Base, Root } from './base.ts';\n/** Does. */\nexport class A extends Root implements Base {\n  run(): void {}\n  code = 'a';\n  own(): void {}\n}\n`,
      'src/base.ts':
        'export interface Base {\n  /** Runs. */\n  run(): void;\n}\nexport class Root {\n  /** For programs. */\n  code: string;\n}\n',
    };
    expect(undocumented(read(files))).toEqual(['src/index.ts:11: A.own has no doc comment']);
  });
});

describe('a page', () => {
  test('has signatures as importers see them, without bodies and default values', () => {
    const text = page({
      'src/index.ts': `${MODULE}
/** Takes. */
export async function take<T>({ a, b = 1 }: Options = {}, c: T = make(), ...rest: readonly T[]): Promise<T> { return c; }
/** Sides. */
export const SIDES = ['left', 'right'] as const;
/** A set. */
export const set: ReadonlySet<string> = new Set();
/** Reads. */
export class Reader<T> extends Base {
  readonly #text = '';
  /** Its size. */
  get size(): number { return 1; }
  /** Reads it. */
  async read(limit = 3): Promise<T | null> { return null; }
  /** Whether it is open. */
  readonly isOpen: boolean = true;
}
`,
    });
    for (const signature of [
      'function take<T>({ a, b }?: Options, c?: T, ...rest: readonly T[]): Promise<T>\n',
      "const SIDES = ['left', 'right'] as const\n",
      'const set: ReadonlySet<string>\n',
      'class Reader<T> extends Base\n',
      '- `get size(): number`\n',
      '- `read(limit = 3): Promise<T | null>`\n',
      '- `readonly isOpen: boolean`\n',
    ]) {
      expect(text).toContain(signature);
    }
  });

  test('turns {@link} into links to exports, on the page and on others, and into code if there is no such export', () => {
    const text = page({
      'src/index.ts': `${MODULE}
/** See {@link Other.member}, {@link run|the runner}, {@link Nowhere} and \`{@link run}\` for <b>. */
export const a = 1;
/**
 * Runs.
 *
 * @param limit of rounds,
 *   at least {@link a}
 * @returns the {@link Other}
 * @throws {Other} if not
 */
export function run(limit: number): Other {}
`,
      'src/more.ts': `${MODULE}/** Another. */\nexport interface Other { /** A member. */ member: 1 }\n`,
    });
    expect(text).toContain(
      'See [`Other.member`](more.md#other), [the runner](#run), `Nowhere` and `{@link run}` for \\<b>.\n',
    );
    expect(text).toContain('Parameters:\n\n- `limit`: of rounds,\n    at least [`a`](#a)\n');
    expect(text).toContain('Returns the [`Other`](more.md#other)\n');
    expect(text).toContain('Throws:\n\n- [`Other`](more.md#other): if not\n');
  });

  test('numbers headings that differ only in case, as GitHub does', () => {
    const text = page({ 'src/index.ts': `${MODULE}export const key = 1;\nexport type Key = 1;\n` });
    expect(text).toContain('[key](#key), [Key](#key-1)');
  });

  test('of the index lists the entry points with their first sentences', () => {
    const files = { 'src/index.ts': MODULE, 'src/more.ts': '/** More of it. And more. @packageDocumentation */\n' };
    expect(page(files, 'README.md')).toContain(
      '- [`sample`](canon.md): A sample.\n- [`sample/more`](more.md): More of it.\n',
    );
  });
});

test('pages are out of date if they differ, are missing, or are left over', () => {
  const wanted = new Map([
    ['same.md', 'a'],
    ['changed.md', 'a'],
    ['missing.md', 'a'],
  ]);
  const present = new Map([
    ['same.md', 'a'],
    ['changed.md', 'b'],
    ['left.md', 'a'],
  ]);
  expect(stale(wanted, present)).toEqual(['changed.md', 'missing.md', 'left.md']);
});
