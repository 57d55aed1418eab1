import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { describeCommands } from '../../config/tools/reference/commands.ts';
import { manPage } from '../../config/tools/reference/man-page.ts';

const HAS_GROFF = spawnSync('groff', ['--version']).status === 0;

test.skipIf(!HAS_GROFF)(
  `the man page shows every option and example as written${HAS_GROFF ? '' : ' (skipped: no groff)'}`,
  async () => {
    const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou', '-rLL=1000n'], {
      input: await manPage(),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    for (const { items } of await describeCommands()) {
      for (const { options, examples } of items) {
        for (const { term } of options.flatMap((group) => group.items)) expect(stdout).toContain(term);
        for (const example of examples) expect(stdout).toContain(example);
      }
    }
  },
);
