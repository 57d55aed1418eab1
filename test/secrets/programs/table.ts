/**
 * Plants credentials everywhere and prints how many come out: `node test/secrets/programs/table.ts`, with `crawl`,
 * `commands` or `access` for one part, and with `commands 7` for every seventh form, since each takes a process of its own.
 */
import { availableParallelism } from 'node:os';
import setup from '../../temporary-files.ts';
import { searchAccess } from '../access.ts';
import { FORMS } from '../forms.ts';
import { searchCommands, searchCrawl } from '../planted.ts';
import { Secrets } from '../secrets.ts';

const [part, step = '1'] = process.argv.slice(2);
let turn = 0;
const secrets = new Secrets();
const removeFiles = setup();
if (part === undefined || part === 'crawl') await searchCrawl(secrets);
if (part === undefined || part === 'access') await searchAccess(secrets);
if (part === undefined || part === 'commands')
  await searchCommands(secrets, availableParallelism(), () => turn++ % Number(step) === 0);
removeFiles();
const { found, planted } = secrets;
const places = new Set(planted.map(({ place }) => place));
for (const [place, those] of Map.groupBy(found, (each) => each.place)) {
  const where = new Set(those.flatMap((each) => each.where));
  const forms = those.map(({ form }) => form);
  process.stdout.write(`${place}: ${those.length} (${forms.slice(0, 4).join(', ')} …) in ${[...where].join('; ')}\n`);
}
process.stdout.write(
  `${places.size} places, ${FORMS.length} forms, ${planted.length} secrets planted, ${found.length} found\n`,
);
