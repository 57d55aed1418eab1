/** Covers: src/canon/version.ts */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEY_VERSION } from '../../src/canon/version.ts';
import { type Keys, makeKeys } from './keys.ts';

const file = join(import.meta.dirname, `golden/keys-${KEY_VERSION}.json`);

// Until a release writes its file, a raised version has none.
test.runIf(existsSync(file))(`URLs have the keys of version ${KEY_VERSION}, as released`, () => {
  const released: Keys = JSON.parse(readFileSync(file, 'utf8'));
  const urls = Object.keys(released.keys['standard'] ?? {});
  expect(urls.length).toBeGreaterThan(50);
  expect(
    makeKeys(urls),
    'Crawl files hold such keys, and must not mix them with others: raise KEY_VERSION in src/canon/version.ts.',
  ).toMatchObject(released);
});
