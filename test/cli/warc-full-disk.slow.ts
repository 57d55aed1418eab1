/** Covers: crawler/warc/warc-file.ts */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WarcArchive } from '../../crawler/warc/warc-archive.ts';
import { filesIn } from '../crawler/warc/records-in.ts';
import { links, site } from '../crawler/web.ts';
import { dustpan, temporaryFolder } from './dustpan.ts';

const disk = mkdtempSync(join(tmpdir(), 'dustpan-disk-'));
const mount = (options: string): void => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'pipe' });
};
const unmount = (): Buffer => execFileSync('umount', [disk], { stdio: 'pipe' });

/** Why there can be no disk of the test's own; null if there can. */
function problem(): string | null {
  try {
    mount('size=1m');
    unmount();
    return null;
  } catch (error) {
    return String(error).split('\n')[0] ?? '';
  }
}

test.skipIf(problem() !== null)(
  'a full disk ends the crawl in one line, and it goes on when there is room',
  async () => {
    const names = Array.from({ length: 200 }, (_, at) => `/${at}`);
    const noise = (target: string): string =>
      Array.from({ length: 1000 }, (_, at) => Math.sin(at + Number(target.slice(1))).toString(36)).join('');
    const web = await site((target) => (target === '/' ? links(...names) : links() + noise(target)));
    const command = [
      'crawl',
      `${web.origin}/`,
      '--db',
      join(temporaryFolder(), 'a.dustpan'),
      '--warc',
      join(disk, 'w'),
    ];
    mount('size=1m');
    try {
      const { code, stdout, stderr } = await dustpan(command);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        /^dustpan: .* cannot be written, because the disk is full; make room, and resume the crawl\n$/,
      );
      const archive = await WarcArchive.open(
        filesIn(join(disk, 'w'), '.open').filter((file) => file.includes('.warc.')),
      );
      await archive.close();
      expect(archive.counts).toMatchObject({ unreadable: 0, wrongDigests: 0 });
      expect(archive.counts.captures).toBeGreaterThan(10);
      mount('remount,size=50m');
      expect((await dustpan(command)).code).toBe(0);
      expect(filesIn(join(disk, 'w'), '.open')).toEqual([]);
      expect(filesIn(join(disk, 'w'), '.warc.gz')).toHaveLength(2);
    } finally {
      unmount();
      rmSync(disk, { recursive: true });
    }
  },
);
