import { expect, test } from 'vitest';
import { explainReason } from '../../../src/cli/render/reasons.ts';
import { URL_ERROR_MESSAGES } from '../../../src/url/error.ts';

test.each(Object.entries(URL_ERROR_MESSAGES))('a link that is not a URL: %s is told in words', (code, message) => {
  expect(explainReason(code).means).toBe(message);
});
