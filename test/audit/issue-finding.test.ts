import { expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import type { CustomRule } from '../../src/audit/rule.ts';
import { compile } from '../../src/index.ts';
import { madeSite, page } from './made-site.ts';

const RULE: CustomRule = {
  id: 'ours/all',
  severity: 'warning',
  title: 'a',
  condition: 'b',
  why: 'c',
  remedy: 'd',
  reference: 'e',
  *checkPage({ key }) {
    yield { key, message: 'is a page', line: 7 };
  },
};

test('a finding is written with all its fields, in the order of the type', async () => {
  const site = await madeSite(
    [page('https://EXAMPLE.com/a1', '<p>A broom.', { depth: 2 }), page('https://example.com/b', '<p>A mop.')],
    { links: [{ from: 2, to: [{ id: 1, url: null }] }] },
  );
  const [finding] = await audit(site, { rules: [RULE], canonicalizer: compile() });
  expect(JSON.parse(JSON.stringify(finding))).toEqual({
    rule: 'ours/all',
    severity: 'warning',
    key: 'https://example.com/a1',
    url: 'https://EXAMPLE.com/a1',
    message: 'is a page',
    evidence: {},
    related: [],
    line: 7,
    column: null,
    cause: 'example.com/*',
    fingerprint: finding?.fingerprint,
    page: {
      status: 200,
      depth: 2,
      inlinks: 1,
      referrers: ['https://example.com/b'],
      text: site.pages[0]?.text,
      passes: ['lowercase-host'],
    },
  });
  expect(Object.keys(JSON.parse(JSON.stringify(finding)))[3]).toBe('url');
  expect(finding?.fingerprint).toMatch(/^[\da-f]{16}$/);
});
