import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { failureOf, timedOut } from '../../../crawler/fetch/failure.ts';

const context = { place: 'example.com:443', timeout: 1000, stage: 'sent' } as const;

function systemError(code: string): Error {
  return Object.assign(new Error(`connect ${code} 192.0.2.1:443\n    at Socket`), { code });
}

describe('an error becomes a typed failure of one printable line', () => {
  test.each([
    ['ENOTFOUND', 'dns-not-found', false, 'check the spelling of the host, or your network'],
    ['EAI_AGAIN', 'dns-failed', true, 'check your network'],
    ['private-address', 'private-address', false, 'set the option allowPrivate'],
    ['ECONNREFUSED', 'connection-refused', true, 'nothing is listening at example.com:443'],
    ['ECONNRESET', 'connection-reset', true, 'try again'],
    ['EPIPE', 'connection-reset', true, 'try again'],
    ['EHOSTUNREACH', 'unreachable', true, 'check your network'],
    ['ENETUNREACH', 'unreachable', true, 'check your network'],
    ['ETIMEDOUT', 'timeout', true, 'raise the timeout'],
    ['EMFILE', 'connection-failed', true, 'lower the concurrency'],
    ['ESOMETHING', 'connection-failed', true, 'ESOMETHING'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls-failed', false, 'the option ca'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls-failed', false, 'the option ca'],
    ['CERT_HAS_EXPIRED', 'tls-failed', false, 'has expired'],
    ['CERT_NOT_YET_VALID', 'tls-failed', false, 'your clock'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-failed', false, 'another host'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-failed', false, 'speaks TLS'],
    ['EPROTO', 'tls-failed', false, 'speaks TLS'],
  ])('%s: %s', (code, expected, retryable, remedy) => {
    const result = failureOf(systemError(code), context);
    expect(result).toMatchObject({ code: expected, retryable, message: expect.stringContaining(remedy) });
    expect(result.message).toMatch(/^[ -~]{20,300}$/);
  });

  test('a time limit that ends before there is a connection is a failure of its own', () => {
    const connecting = { ...context, stage: 'connecting' } as const;
    const expected = { code: 'connect-timeout', retryable: true, message: expect.stringContaining('firewall') };
    expect(timedOut(connecting)).toMatchObject(expected);
    expect(failureOf(systemError('ETIMEDOUT'), connecting)).toMatchObject(expected);
    expect(failureOf(systemError('UND_ERR_CONNECT_TIMEOUT'), context)).toMatchObject(expected);
    expect(timedOut(context)).toMatchObject({ code: 'timeout' });
  });

  test('the first error counts for a host of several addresses', () => {
    const error = new AggregateError([systemError('ENETUNREACH'), systemError('ECONNREFUSED')]);
    expect(failureOf(error, context)).toMatchObject({ code: 'unreachable' });
  });

  test('text of the server is stripped of control characters and cut', () => {
    const error = new errors.HTTPParserError(`\u001b[2J\r\n${'x'.repeat(1000)}`);
    expect(failureOf(error, context).message).toMatch(/^[ -~]{20,300}$/);
  });

  test.each([new Error('odd\u0007'), 'a string', null, undefined])('%j becomes a failure too', (error) => {
    expect(failureOf(error, context)).toMatchObject({ code: 'connection-failed' });
    expect(failureOf(error, context).message).toMatch(/^[ -~]{20,300}$/);
  });
});
