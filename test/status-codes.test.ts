import { expect, test } from 'vitest';
import {
  isOverloaded,
  isPart,
  isPermanent,
  isRedirect,
  isSuccess,
  isTemporary,
  statusIn,
} from '../src/status-codes.ts';

const STATUSES = [
  null,
  199,
  200,
  204,
  206,
  299,
  300,
  301,
  302,
  303,
  304,
  305,
  307,
  308,
  404,
  428,
  429,
  430,
  502,
  503,
  504,
];

test.each([
  ['successful', isSuccess, [200, 204, 206, 299]],
  ['a part', isPart, [206]],
  ['a permanent redirect', isPermanent, [301, 308]],
  ['a temporary redirect', isTemporary, [302, 303, 307]],
  ['of overload', isOverloaded, [429, 503]],
  ['a redirect that clients follow', isRedirect, [301, 302, 303, 307, 308]],
])('which statuses are %s', (_, is, expected) => {
  expect(STATUSES.filter(is)).toEqual(expected);
});

test('the status in a failure reason', () => {
  expect(['http-404', 'http-999', 'http-004', 'http-4040', 'timeout'].map(statusIn)).toEqual([
    404,
    999,
    null,
    null,
    null,
  ]);
});
