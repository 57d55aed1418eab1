import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Admit, guardLookup, onlyPublic, ownAddresses } from '../../../crawler/fetch/address-guard.ts';
import { hostAndPort } from '../../../crawler/fetch/connect.ts';
import { resolver } from '../resolver.ts';

/** The answer to a connection: its addresses, or the reason why there are none. */
function ask(lookup: LookupFunction, all = true): Promise<LookupAddress[] | string> {
  return new Promise((resolve, reject) => {
    lookup('a.example', { all }, (error, address) => (error === null ? resolve(address) : reject(error)));
  });
}

function guarded(...answers: readonly (readonly string[])[]): LookupFunction {
  return guardLookup(resolver({ 'a.example': answers }).lookup, onlyPublic);
}

describe('the addresses from the resolver', () => {
  test('if all are public, are allowed in order', async () => {
    expect(await ask(guarded(['8.8.8.8', '2606:4700::1']))).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
  });

  test('if some are public, are reduced to those', async () => {
    const mixed = ['127.0.0.1', '8.8.8.8', '::1', '::ffff:10.0.0.1', '2606:4700::1', '64:ff9b::a9fe:a9fe'];
    expect(await ask(guarded(mixed))).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    expect(await ask(guarded(mixed), false)).toBe('8.8.8.8');
  });

  test('if all are private, are an error that names the first', async () => {
    await expect(ask(guarded(['10.0.0.1']))).rejects.toMatchObject({
      code: 'private-address',
      message: 'its address 10.0.0.1 is private',
    });
    await expect(ask(guarded(['fd00::1', '10.0.0.1']))).rejects.toThrow('such as fd00::1');
  });

  test('are checked even if the resolver returns a single one', async () => {
    const single = (address: string): LookupFunction =>
      guardLookup((_host, _options, callback) => callback(null, address, 4), onlyPublic);
    await expect(ask(single('10.0.0.1'))).rejects.toThrow('10.0.0.1');
    expect(await ask(single('8.8.8.8'))).toEqual([{ address: '8.8.8.8', family: 4 }]);
  });

  test('are replaced by its error, if any', async () => {
    const failing: LookupFunction = (_host, _options, callback) => callback(new Error('no answer'), []);
    await expect(ask(guardLookup(failing, onlyPublic))).rejects.toThrow('no answer');
  });

  test('are requested once', async () => {
    const { lookup, asked } = resolver({ 'a.example': [['8.8.8.8'], ['127.0.0.1']] });
    await ask(guardLookup(lookup, onlyPublic));
    expect(asked).toEqual(['a.example']);
  });
});

describe('the own addresses of a host that the user names', () => {
  test.each<readonly [string, readonly (readonly string[])[], readonly (readonly string[])[]]>([
    ['stay, where they are private', [['10.0.0.1'], ['10.0.0.1']], [['10.0.0.1'], ['10.0.0.1']]],
    [
      'are those of the first answer',
      [['10.0.0.1'], ['10.0.0.2'], ['10.0.0.2', '10.0.0.1']],
      [['10.0.0.1'], [], ['10.0.0.1']],
    ],
    ['may turn public', [['10.0.0.1'], ['8.8.8.8']], [['10.0.0.1'], ['8.8.8.8']]],
    ['may not turn private', [['8.8.8.8'], ['10.0.0.1'], ['8.8.8.8', '10.0.0.1']], [['8.8.8.8'], [], ['8.8.8.8']]],
    ['are the public ones, where there are any', [['8.8.8.8', '10.0.0.1'], ['10.0.0.1']], [['8.8.8.8'], []]],
    ['are not known from an empty answer', [[], ['10.0.0.1']], [[], ['10.0.0.1']]],
  ])('%s', (_, answers, admitted) => {
    const admit: Admit = ownAddresses();
    expect(answers.map((addresses) => admit('a.example', addresses))).toEqual(admitted);
  });

  test('do not include those of another host', () => {
    const admit = ownAddresses();
    admit('a.example', ['10.0.0.1']);
    admit('b.example', ['8.8.8.8']);
    expect(admit('b.example', ['10.0.0.1'])).toEqual([]);
  });
});

test('a site is a host with port; http and https at their default ports are one', () => {
  expect(hostAndPort('a.example', 443)).toBe(hostAndPort('a.example', 80));
  expect(hostAndPort('[::1]', 8080)).toBe(hostAndPort('::1', 8080));
  expect(
    new Set([hostAndPort('a.example', 80), hostAndPort('a.example', 8080), hostAndPort('b.example', 80)]).size,
  ).toBe(3);
});
