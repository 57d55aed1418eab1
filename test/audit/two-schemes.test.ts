import { expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { isListable } from '../../src/audit/decision/decision.ts';
import { RULES } from '../../src/audit/rules/index.ts';
import { compile } from '../../src/index.ts';
import { auditSite } from './example-site.ts';
import { canonical, prose } from './made-site.ts';

/** Pages that are served over http and https, and name their http URL. The texts of two requests differ a little. */
const paths = Array.from({ length: 6 }, (_, at) => `/${at}`);
const links = paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
const served = ['https', 'http'].flatMap((scheme) =>
  ['/', ...paths].map((path) => ({
    url: `${scheme}://example.com${path}`,
    body: `${canonical(`http://example.com${path}`)}<title>${path}</title>${links}${prose(90, path)}<p>${scheme}`,
  })),
);

test('a site on http and https that names http is listed and preferred over https, each page once', async () => {
  const site = await auditSite(served);
  expect(
    site.pages
      .filter((page) => isListable(page, site))
      .map(({ url }) => url)
      .toSorted(),
  ).toEqual(['/', ...paths].map((path) => `https://example.com${path}`).toSorted());
  const found = await audit(site, { rules: RULES, canonicalizer: compile() });
  const rules = new Set(found.flatMap(({ rule, severity }) => (severity === 'pass' ? [] : [rule])));
  expect(rules).toContain('target/downgrade');
  expect([...rules].filter((rule) => rule.startsWith('sitemap/'))).toEqual([]);
});
