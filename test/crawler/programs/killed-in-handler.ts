/** Crawls `SEED` into the file `DB`, prints the path of each page, and kills itself in the handler of `/b`. */
import { argv, kill, pid, stdout } from 'node:process';
import { crawl } from '../../../crawler/index.ts';

const [seed = '', db = ''] = argv.slice(2);
for await (const page of crawl(seed, { db })) {
  stdout.write(`${new URL(page.url).pathname}\n`);
  if (page.url.endsWith('/b')) kill(pid, 'SIGKILL');
}
