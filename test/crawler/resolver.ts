import { isIP, type LookupFunction } from 'node:net';

/** A DNS resolver for tests. */
export interface Resolver {
  readonly lookup: LookupFunction;
  /** The requested names, in order. */
  readonly asked: readonly string[];
}

/**
 * Answers each lookup of a name with the next list of addresses, finally always with the last one. It knows no other
 * names.
 */
export function resolver(answers: Readonly<Record<string, readonly (readonly string[])[]>>): Resolver {
  const asked: string[] = [];
  const lookup: LookupFunction = (host, _options, callback) => {
    const lists = answers[host] ?? [];
    const times = asked.filter((name) => name === host).length;
    asked.push(host);
    const addresses = lists[Math.min(times, lists.length - 1)];
    if (addresses === undefined) callback(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' }), []);
    else
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
  };
  return { lookup, asked };
}
