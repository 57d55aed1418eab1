import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const launcher = join(import.meta.dirname, '../../src/cli/launch.js');
/** Makes the process believe that it is an older Node. */
const pretend = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

test.each(['18.20.0', '20.20.2', '22.18.0'])('Node %s is told in one plain sentence', (version) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', pretend(version), launcher, 'demo'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(`^dustpan needs Node.js 22.19 or newer, but this is ${version.replaceAll('.', '\\.')}\\..*\n$`),
  );
});

test('a Node that is new enough goes on', () => {
  const { status, stdout } = spawnSync(process.execPath, ['--import', pretend('22.19.0'), launcher, '--version'], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
