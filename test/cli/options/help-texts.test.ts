/** Covers: src/cli/options/units.ts */
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../../src/cli/program.ts';

async function commandNamed(name: string): Promise<Command> {
  const command = (await createProgram(name)).commands.find((each) => each.name() === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return command.configureOutput({ getOutHelpWidth: () => 1000, writeErr: () => {}, outputError: () => {} });
}

async function recrawl(...args: readonly string[]): Promise<unknown> {
  const command = await commandNamed('crawl');
  command.action(() => {}).parse(['--recrawl', ...args], { from: 'user' });
  return command.opts()['recrawl'];
}

test('--recrawl takes an age, or all', async () => {
  expect(await recrawl('all')).toBe(0);
  expect(await recrawl('24h')).toBe(86_400_000);
  expect(await recrawl()).toBe(true);
  await expect(recrawl('http://a.example/')).rejects.toThrow('--recrawl alone goes behind the URL');
});

test('the help of --render says in words what it does without a mode', async () => {
  const help = (await commandNamed('crawl')).helpInformation();
  expect(help).toMatch(
    /--render \[mode\] .*always, or no mode.*\(default: as in the last run of the crawl, or off\)$/m,
  );
});

test('the help of learn names all its exit codes, and the unit of a window without one', async () => {
  const command = await commandNamed('learn');
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  expect(help.match(/^ {2}\d+ .*/gm)?.map((line) => line.trim().split(' ')[0])).toEqual(['0', '1', '2', '130']);
  expect(help).toMatch(/--window .*a number alone is seconds/);
});
