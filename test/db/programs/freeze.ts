/** A program that stops itself inside a transaction which nobody else may write beside. Usage: freeze.ts STORE. */
import { argv, pid, stdout } from 'node:process';
import { openFrontier } from '../../../db/index.ts';

const frontier = await openFrontier(argv[2] ?? '');
let attempts = 0;
await frontier.updateMeta('frozen', (before) => {
  if (attempts++ === 0) process.kill(pid, 'SIGSTOP');
  return `${before ?? ''}x`;
});
await frontier.close();
stdout.write(`${attempts} attempts\n`);
