/** Covers: src/cli/io/ask-secret.ts */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '../../crawler/web.ts';
import { launcher, temporaryFolder } from '../dustpan.ts';

/** util-linux's, which runs a command on a terminal of its own. */
const SCRIPT = '/usr/bin/script';

/** What the terminal shows of a crawl whose password is typed when it is asked for. */
function typed(url: string, typing: string): Promise<string> {
  const folder = temporaryFolder();
  const command = `'${process.execPath}' '${launcher}' crawl ${url} --user ann --db '${join(folder, 'a.dustpan')}'`;
  const child = spawn(SCRIPT, ['-qec', command, '/dev/null'], { cwd: folder });
  return new Promise((resolve) => {
    let shown = '';
    let hasTyped = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      if (hasTyped || !shown.includes('the password of ann: ')) return;
      hasTyped = true;
      child.stdin.write(typing);
    });
    child.on('close', () => resolve(shown));
  });
}

test.skipIf(!existsSync(SCRIPT))('a password is asked for on a terminal, which does not show it', async () => {
  const seen: (string | undefined)[] = [];
  const web = await serve({
    '/': (request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>t</title>');
    },
  });
  try {
    const shown = await typed(`${web.origin}/`, 's3cretX\u007f pässword\r');
    expect(shown).toContain('1 page');
    expect(shown).not.toMatch(/s3c|pässword/);
    expect(seen).toEqual([`Basic ${Buffer.from('ann:s3cret pässword').toString('base64')}`]);
    expect(await typed(`${web.origin}/`, '\u0003')).toContain('dustpan: the password of ann was not given');
  } finally {
    await web.close();
  }
});
