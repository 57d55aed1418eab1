import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher, temporaryFolder } from './dustpan.ts';

test.each([
  ['the clone reads files relative to the folder of the caller', 'dustpan', 'caller'],
  ['another project reads files relative to its own folder', 'shop', 'project'],
])('npm start of %s', (_, project, expected) => {
  const [caller, folder] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(caller, 'links.txt'), 'http://caller/\n');
  writeFileSync(join(folder, 'links.txt'), 'http://project/\n');
  const { stdout } = spawnSync(process.execPath, [launcher, 'dedup', '--quiet', 'links.txt'], {
    cwd: folder,
    env: { ...process.env, npm_lifecycle_event: 'start', npm_package_name: project, INIT_CWD: caller },
    encoding: 'utf8',
  });
  expect(stdout).toBe(`http://${expected}/\n`);
});
