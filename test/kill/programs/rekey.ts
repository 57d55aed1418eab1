/**
 * Rekeys the frontier named on the command line without end, by a claim and by none in turn, until it is killed.
 * A `(` on standard output says that it begins, a `)` that it is done.
 */
import { writeSync } from 'node:fs';
import { stdout } from 'node:process';
import { openSqliteFrontier } from '../../../db/index.ts';
import { NO_WWW, rekeying } from '../../db/claims.ts';

const frontier = await openSqliteFrontier(process.argv[2] ?? '');
let claims = await frontier.claims();
for (;;) {
  claims = claims.length === 0 ? [NO_WWW] : [];
  writeSync(stdout.fd, '(');
  await frontier.rekey(rekeying(claims));
  writeSync(stdout.fd, ')');
}
