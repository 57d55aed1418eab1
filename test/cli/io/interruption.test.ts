import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = new URL('../../../src/cli/io/interruption.ts', import.meta.url).href;
/** A program that does not end by itself, and prints what it notices. */
const PROGRAM = `
  import { interruption } from ${JSON.stringify(MODULE)};
  const signal = interruption('stopping');
  signal.addEventListener('abort', () => console.log('aborted'));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => console.log('survived ' + name));
  setInterval(() => {}, 1000);
  console.log('ready');
`;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'the first signal, %s, stops the work; a second one ends the program, unless the terminal was closed',
  async (first) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close');
    let message = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      message += text;
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const line = async (): Promise<unknown> => (await lines.next()).value;
    expect(await line()).toBe('ready');
    child.kill(first);
    expect(await line()).toBe('aborted');
    expect(await line()).toBe(`survived ${first}`);
    child.kill('SIGHUP');
    expect(await line()).toBe('survived SIGHUP');
    child.kill('SIGINT');
    expect(await line()).toBeUndefined();
    expect(await ended).toEqual([130, null]);
    expect(message).toBe('\nstopping\n');
  },
);
