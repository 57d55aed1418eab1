import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTokens, readTree } from './read-twice.ts';

it.for([
  { name: 'PostgreSQL', root: '/usr/share/doc/postgresql-doc-15/html', every: 8 },
  { name: 'Python', root: '/usr/share/doc/python3.11/html', every: 20 },
  { name: 'Rust', root: '/usr/share/doc/rust-doc/html', every: 200 },
])('the documentation of $name agrees with parse5, one page in $every', ({ name, root, every }, { skip }) => {
  if (!existsSync(root)) skip(`the ${name} documentation is not installed at ${root}`);
  const files = globSync('**/*.html', { cwd: root }).toSorted();
  expect(files.length).toBeGreaterThan(every);
  for (let at = 0; at < files.length; at += every) {
    const file = join(root, files[at] ?? '');
    const html = readFileSync(file, 'utf8');
    expect({ file, ...readTokens(html) }).toEqual({ file, ...readTree(html) });
  }
});
