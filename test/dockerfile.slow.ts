import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from './cli/dustpan.ts';
import { site } from './crawler/web.ts';
import { stagesOf } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '..');

/** What `.dockerignore` leaves of the project. */
function context(folder: string): void {
  const kept = readFileSync(join(ROOT, '.dockerignore'), 'utf8').match(/(?<=^!).*/gm) ?? [];
  for (const file of kept) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  }
}

test('the stages that make the program, run in an empty folder, leave one that crawls', async () => {
  const [files, work] = [temporaryFolder(), temporaryFolder()];
  context(files);
  const steps = stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
    .filter(({ name }) => name === 'packages' || name === 'build')
    .flatMap((stage) => stage.steps);
  for (const { keyword, text } of steps) {
    const words = text.split(' ');
    if (keyword === 'COPY') {
      for (const file of words.slice(0, -1)) cpSync(join(files, file), join(work, file), { recursive: true });
    } else if (keyword === 'RUN') execFileSync('sh', ['-ec', text], { cwd: work, stdio: 'pipe' });
    else expect([keyword, text]).toEqual(['WORKDIR', '/dustpan']);
  }
  expect(existsSync(join(work, 'node_modules/vitest'))).toBe(false);
  expect(readdirSync(join(work, 'node_modules/better-sqlite3/prebuilds'))).toEqual([`linux-${process.arch}.node`]);
  // What the image copies out of that folder.
  const image = temporaryFolder();
  for (const name of ['package.json', 'node_modules', 'dist'])
    cpSync(join(work, name), join(image, name), { recursive: true });
  const web = await site({ '/': '<title>Brooms</title><p>Brooms of birch.' });
  const args = [join(image, 'dist/src/cli/launch.js'), 'crawl', `${web.origin}/`, '--db', join(image, 'a.dustpan')];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^1 page /);
}, 600_000);
