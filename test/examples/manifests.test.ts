import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, readPage } from '../docs/markdown.ts';

const EXAMPLES = readdirSync(join(ROOT, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
  .map(({ name }) => name);

test('the table of examples has each of them, in the order of the page', () => {
  const listed = [...readPage('examples/README.md').matchAll(/^\| \[([\w-]+)\]\(\1\/README\.md\) \|/gm)].map(
    ([, name = '']) => name,
  );
  expect(listed.toSorted()).toEqual(EXAMPLES.toSorted());
});

describe.each(EXAMPLES)('examples/%s', (name) => {
  test('is a project that needs this version of dustpan, has a start script, and is tested', () => {
    const own = JSON.parse(readPage('package.json'));
    const {
      dependencies = {},
      devDependencies = {},
      ...manifest
    } = JSON.parse(readPage(`examples/${name}/package.json`));
    expect(manifest).toMatchObject({ name: `example-${name}`, private: true, type: 'module', engines: own.engines });
    expect(manifest.scripts.start).toBeTypeOf('string');
    const needed: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies };
    const ours = Object.entries(needed).filter(([each]) => each.startsWith('dustpan'));
    expect(ours).toEqual([[expect.any(String), `^${own.version}`]]);
    expect(Object.values(needed).filter((range) => !/^\^\d/.test(range))).toEqual([]);
    expect(readPage(`test/examples/${name}.slow.ts`)).toContain(`copyOf('${name}')`);
  });

  test('has a page that says how to run it', () => {
    expect(readPage(`examples/${name}/README.md`)).toMatch(/^# .+\n\n[^]*```sh\nnpm install\n[^]*npm start/);
  });
});
