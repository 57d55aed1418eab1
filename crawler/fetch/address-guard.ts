import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { isPrivateAddress } from './private-address.ts';

/** Which of a host's addresses a connection may be opened to. A host that is an address itself has that one. */
export type Admit = (host: string, addresses: readonly string[]) => readonly string[];

/** Why a connection was not opened; becomes a `FetchFailure`, which has the remedy. */
class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'private-address';

  constructor(addresses: readonly string[]) {
    const [first = '', ...others] = addresses;
    super(others.length === 0 ? `its address ${first} is private` : `its addresses are private, such as ${first}`);
  }
}

/** For hosts that a page or a server has named. */
export const onlyPublic: Admit = (_host, addresses) => addresses.filter((address) => !isPrivateAddress(address));

/**
 * For hosts that the user has named: one whose addresses are all private at the first look keeps those, and no other
 * private ones. So a public host does not turn private later, and a private one does not walk through a network.
 */
export function ownAddresses(): Admit {
  const firstSeen = new Map<string, readonly string[]>();
  return (host, addresses) => {
    const open = onlyPublic(host, addresses);
    const own = firstSeen.get(host) ?? (open.length === 0 ? addresses : []);
    if (addresses.length > 0) firstSeen.set(host, own);
    return addresses.filter((address) => own.includes(address) || open.includes(address));
  };
}

/**
 * Resolves names as `resolve` does and leaves only what is admitted. The connection is opened to what this gives,
 * without another question to the resolver, so that there is no time between check and use.
 */
export function guardLookup(resolve: LookupFunction, admit: Admit): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, answer, family) => {
      if (error !== null) return callback(error, []);
      const found = typeof answer === 'string' ? [{ address: answer, family: family ?? isIP(answer) }] : answer;
      const names = found.map(({ address }) => address);
      const admitted = admit(hostname, names);
      if (admitted.length === 0 && names.length > 0) return callback(new PrivateAddressError(names), []);
      give(
        found.filter(({ address }) => admitted.includes(address)),
        options.all === true,
        callback,
      );
    });
  };
}

/** Answers in the form that was asked for. */
function give(addresses: LookupAddress[], all: boolean, callback: Parameters<LookupFunction>[2]): void {
  const [first] = addresses;
  if (all || first === undefined) callback(null, addresses);
  else callback(null, first.address, first.family);
}

/** Refuses hosts that are addresses themselves, for which no lookup is ever made. */
export function guardLiterals(connect: buildConnector.connector, admit: Admit): buildConnector.connector {
  return (options, callback) => {
    const { hostname } = options;
    if (isIP(hostname) === 0 || admit(hostname, [hostname]).length > 0) return connect(options, callback);
    // Later, as every other failure to connect: undici is not done with its own part before it returns from here.
    queueMicrotask(() => callback(new PrivateAddressError([hostname]), null));
  };
}
