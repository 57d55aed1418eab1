import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { isPrivateAddress } from './private-address.ts';

/** The addresses of a host that a connection may be opened to. A host that is an IP address has that one address. */
export type Admit = (host: string, addresses: readonly string[]) => readonly string[];

/** Explains why a connection was not opened. It becomes a `FetchFailure`, whose message adds what to do. */
class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly code = 'private-address';

  constructor(addresses: readonly string[]) {
    const [first = '', ...others] = addresses;
    super(others.length === 0 ? `its address ${first} is private` : `its addresses are private, such as ${first}`);
  }
}

/** For hosts named by a page or a server: allows only public addresses. */
export const onlyPublic: Admit = (_host, addresses) => addresses.filter((address) => !isPrivateAddress(address));

/**
 * For hosts named by the user: allows the private addresses of the first lookup if all its addresses are private, and
 * otherwise only public ones. So a public host cannot turn private later, and a private one cannot reach other private
 * hosts.
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
 * Resolves names like `resolve`, and returns only the allowed addresses. The connection is opened to these addresses
 * without another lookup, so they cannot change between check and use.
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

/** Answers in the form that the caller requested. */
function give(addresses: LookupAddress[], all: boolean, callback: Parameters<LookupFunction>[2]): void {
  const [first] = addresses;
  if (all || first === undefined) callback(null, addresses);
  else callback(null, first.address, first.family);
}

/** Checks hosts that are IP addresses, for which no lookup happens. */
export function guardLiterals(connect: buildConnector.connector, admit: Admit): buildConnector.connector {
  return (options, callback) => {
    const refused = refusal(options.hostname, admit);
    if (refused === null) return connect(options, callback);
    // Asynchronous like every other connection failure, because undici finishes its own work after this returns.
    queueMicrotask(() => callback(refused, null));
  };
}

/** Why a host that is an IP address is not connected to; null if it is, or if it is a name. */
export function refusal(host: string, admit: Admit): Error | null {
  return isIP(host) === 0 || admit(host, [host]).length > 0 ? null : new PrivateAddressError([host]);
}
