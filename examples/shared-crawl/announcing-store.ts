/** A store of your own: any other store, which also announces each recorded outcome, to a queue for example. */
import type { EntryId, Frontier, Outcome } from 'dustpan/frontier';

export function announcing(store: Frontier, announce: (url: string, outcome: Outcome) => Promise<void>): Frontier {
  const leased = new Map<EntryId, string>();
  const own: Pick<Frontier, 'lease' | 'settle'> = {
    lease: async (request) => {
      const leases = await store.lease(request);
      for (const { id, url } of leases) leased.set(id, url);
      return leases;
    },
    settle: async (run, settlements) => {
      const counts = await store.settle(run, settlements);
      // After the transaction: what is announced is recorded, even if the process is killed here.
      for (const { id, outcome } of settlements) {
        await announce(leased.get(id) ?? '', outcome);
        leased.delete(id);
      }
      return counts;
    },
  };
  return new Proxy(store, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
