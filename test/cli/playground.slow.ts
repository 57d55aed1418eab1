/** Covers: src/cli/commands/playground.ts, src/cli/jobs/playground-page.ts, src/cli/serve/local-server.ts */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bundlePlayground } from '../../config/tools/bundle-playground.ts';
import { dustpan, type Started, start, temporaryFolder } from './dustpan.ts';

/** The command, once it prints its address. */
async function served(...args: readonly string[]): Promise<Started & { readonly address: string }> {
  const started = start(['playground', ...args]);
  if (started.process.stdout === null) throw new Error('there is no standard output');
  const [line] = await once(createInterface(started.process.stdout), 'line');
  return { ...started, address: String(line) };
}

async function get(address: string, options: object = {}): Promise<{ status?: number; headers: object; body: string }> {
  const [response] = await once(request(address, options).end(), 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test('the page is served to this machine until Ctrl-C', async () => {
  const { address, process: child, ended } = await served();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const page = await get(address);
  expect(page).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
  expect(page.body).toBe(await bundlePlayground());
  expect(await get(`${address}favicon.ico`)).toMatchObject({ status: 404, body: 'Not found. Available: /.\n' });
  expect(await get(address, { method: 'POST' })).toMatchObject({ status: 405 });
  expect(await get(address, { headers: { host: 'evil.example' } })).toMatchObject({ status: 421 });
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, stdout: `${address}\n`, stderr: '\nstopping\n' });
});

test('a port that is taken or is not a port is an error with the remedy', async () => {
  const { address, process: child, ended } = await served();
  const taken = await dustpan(['playground', '--port', new URL(address).port]);
  expect(taken).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/choose another port, or omit --port/),
  });
  expect(await dustpan(['playground', '--port', '65536'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Write a number up to 65535/),
  });
  child.kill('SIGTERM');
  await ended;
});

test('-o writes the page to a file', async () => {
  const folder = temporaryFolder();
  const args = ['playground', '-o', 'page.html'];
  expect(await dustpan(args, '', folder)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(readdirSync(folder)).toEqual(['page.html']);
  expect(readFileSync(join(folder, 'page.html'), 'utf8')).toBe(await bundlePlayground());
  expect(await dustpan([...args, '--port', '80'], '', folder)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/'--port <n>' cannot be used with option '-o, --output <file>'/),
  });
  expect(await dustpan(['playground', '-o', 'no/page.html'], '', folder)).toMatchObject({ code: 2, stdout: '' });
});
