/** Adds URLs to the frontier named on the command line until that fails; prints the error's code and message. */
import { openSqliteFrontier, StoreError } from '../../../db/index.ts';
import { found } from '../helpers.ts';

const frontier = await openSqliteFrontier(process.argv[2] ?? '');
try {
  for (let batch = 0; ; batch++) {
    await frontier.add(Array.from({ length: 100 }, (_, n) => found(`http://a/${batch}/${n}`)));
  }
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  process.stdout.write(`${error.code}: ${error.message}\n`);
} finally {
  await frontier.close();
}
