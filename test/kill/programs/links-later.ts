/**
 * Loaded before the program: a store with a deliberate error. It marks a page as done in one transaction and records
 * its links in a later one, so that a kill in between loses the links.
 */
import { SqliteFrontier } from '../../../db/sqlite.ts';

const LATER = 40;

// oxlint-disable-next-line typescript/unbound-method -- called with its `this` below
const { settle } = SqliteFrontier.prototype;

SqliteFrontier.prototype.settle = async function settleWithoutLinks(run, settlements) {
  await settle.call(
    this,
    run,
    settlements.map((settlement) => ({ ...settlement, found: [] })),
  );
  await new Promise((resolve) => {
    setTimeout(resolve, LATER);
  });
  return { ...(await this.add(settlements.flatMap(({ found }) => found))), spelled: [] };
};
