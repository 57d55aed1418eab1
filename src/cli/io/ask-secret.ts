import { stdin } from 'node:process';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './exit.ts';
import { printLine } from './output.ts';

/**
 * Gets a secret that must not be an argument: every user of the machine sees those. It is taken out of the environment,
 * which child processes would inherit, or else asked for on the terminal, which does not show it.
 *
 * @param what names it, for the question
 * @param variable the environment variable that may hold it
 * @throws {UsageError} if there is neither
 */
export async function askSecret(what: string, variable: string): Promise<string> {
  const given = process.env[variable];
  Reflect.deleteProperty(process.env, variable);
  if (given !== undefined) return given;
  if (!stdin.isTTY) throw new UsageError(`${what} is missing; set ${variable}, or type it on a terminal`);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: hidden, terminal: true });
  printLine(`${what}: `);
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new UsageError(`${what} was not given`)));
    });
  } finally {
    lines.close();
    printLine('\n');
  }
}
