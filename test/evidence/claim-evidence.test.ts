import { expect, test } from 'vitest';
import { ClaimIndex, evidenceOf } from '../../src/evidence/claim-evidence.ts';
import { claim } from './claims.ts';
import { evidence } from './evidence.ts';

test('evidence belongs to the claim about the smallest part of the site that holds it', () => {
  const [site, part] = [claim('slash', '/'), claim('slash', '/a/')];
  const www = claim('www', '/');
  const [deep, page, other] = [evidence('slash', '/a/b/c'), evidence('slash', '/a'), evidence('slash', '/ab')];
  const host = evidence('www', '/a/b');
  const none = [
    evidence('slash', '/a', { host: 'example.org' }),
    evidence('case', '/'),
    evidence('slash', '/', { about: '' }),
  ];
  expect(evidenceOf([site, part, www], [deep, page, other, host, ...none])).toEqual(
    new Map([
      [site, [other]],
      [part, [deep, page]],
      [www, [host]],
    ]),
  );
  expect(evidenceOf([part], [other])).toEqual(new Map([[part, []]]));
});

test('an index is empty where there is no claim', () => {
  expect(new ClaimIndex([]).isEmpty).toBe(true);
  expect(new ClaimIndex([claim('slash', '/')]).isEmpty).toBe(false);
});
