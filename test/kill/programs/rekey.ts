/**
 * Rekeys the frontier named on the command line until it is killed, alternating between one claim and none. It writes
 * `(` to standard output before each rekeying and `)` after it.
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
