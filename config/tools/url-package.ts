/** Makes the package `dustpan-url` out of the built one: the pure modules, and what they need. */
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const NAME = 'dustpan-url';
/** The modules that a program can import. */
const ENTRIES = { '.': 'index', './lazy': 'lazy', './slug': 'slug' };
/** What the modules may import besides each other. No module of Node: they run in browsers. */
const DEPENDENCIES = ['tldts', 'tr46'] as const;
/** The licences of packages inside its modules. */
const LICENCES = 'lazy/LICENSES.txt';

/** The fields of the manifest of `dustpan` that both packages share. */
type Shared = Readonly<
  Record<'version' | 'license' | 'homepage' | 'bugs', string> &
    Record<'repository' | 'engines' | 'dependencies', Readonly<Record<string, string>>>
>;

/**
 * Writes the package.
 *
 * @param root the folder of the repository, whose `dist` is built
 * @param out the folder of the package
 * @throws if a module imports anything but the dependencies and modules of `src`
 */
export function writeUrlPackage(root: string, out: string): void {
  const source = join(root, 'dist/src');
  for (const file of modulesFrom(source)) {
    const target = join(out, relative(source, file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(out, file));
  cpSync(join(source, LICENCES), join(out, LICENCES));
  cpSync(join(root, 'docs/dustpan-url.md'), join(out, 'README.md'));
  const shared: Shared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(shared), null, 2)}\n`);
}

function manifest({ version, license, homepage, repository, bugs, engines, dependencies }: Shared): object {
  return {
    name: NAME,
    version,
    description: 'Canonicalizes and compares URLs, in browsers too. The part of dustpan without crawler and database.',
    keywords: ['url', 'canonical', 'canonicalization', 'normalization', 'dedup', 'tracking-parameters', 'slug', 'surt'],
    license,
    homepage,
    repository,
    bugs,
    type: 'module',
    engines,
    exports: {
      ...Object.fromEntries(
        Object.entries(ENTRIES).map(([path, name]) => [path, { types: `./${name}.d.ts`, default: `./${name}.js` }]),
      ),
      './package.json': './package.json',
    },
    files: ['**/*.js', '**/*.d.ts', LICENCES, 'CHANGELOG.md'],
    sideEffects: false,
    dependencies: Object.fromEntries(DEPENDENCIES.map((name) => [name, dependencies[name]])),
  };
}

/** The entries and all files that they import, with their types. */
function modulesFrom(source: string): ReadonlySet<string> {
  const found = new Set(
    Object.values(ENTRIES).flatMap((name) => ['js', 'd.ts'].map((end) => join(source, `${name}.${end}`))),
  );
  // A set visits what is added on the way.
  for (const file of found) for (const imported of importsOf(file, source)) found.add(imported);
  return found;
}

/** @throws if an import is not allowed */
function importsOf(file: string, source: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => {
    if (DEPENDENCIES.some((name) => fileName === name || fileName.startsWith(`${name}/`))) return [];
    const path = join(dirname(file), fileName);
    if (!fileName.startsWith('.') || relative(source, path).startsWith('..')) {
      throw new Error(`${relative(source, file)} imports ${fileName}, which is not for ${NAME}; import it elsewhere`);
    }
    return [file.endsWith('.d.ts') ? path.replace(/\.[jt]s$/, '.d.ts') : path];
  });
}
