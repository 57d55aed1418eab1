import { expect, test } from 'vitest';
import type { Finding } from '../../../src/audit/finding.ts';
import { canonical } from '../made-site.ts';
import { adviceFor, type RandomSite, randomSite } from './random-sites.ts';

const itself = ({ url, evidence }: Finding): unknown => evidence['leader'] ?? url;

/** The canonical URL that the remedy of a rule asks a page to name. */
const REMEDIES: Readonly<Record<string, (finding: Finding) => unknown>> = {
  'canonical/missing': itself,
  'canonical/conflicting': itself,
  'target/no-self': itself,
  'target/error': itself,
  'target/noindex': itself,
  'target/soft-404': itself,
  'target/content-differs': itself,
  'target/redirect': ({ url, evidence }) => evidence['end'] ?? url,
  'target/chain': ({ evidence }) => evidence['end'],
};

/** What is wrong after the remedy of each rule is applied to all its findings, one rule at a time. */
async function faults(site: RandomSite): Promise<readonly string[]> {
  const before = await adviceFor(site);
  const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
  const wrong: string[] = [];
  for (const [rule, urlFor] of Object.entries(REMEDIES)) {
    const own = before.findings.filter((finding) => finding.rule === rule);
    if (own.length === 0) continue;
    const named = new Map(own.map((finding) => [finding.url, String(urlFor(finding))]));
    const { findings } = await adviceFor(declaring(site, named));
    const mended = new Set(own.map(({ fingerprint }) => fingerprint));
    for (const { fingerprint, severity, rule: other, url } of findings) {
      if (mended.has(fingerprint)) wrong.push(`site ${site.seed}: ${rule} remains at ${url}`);
      // A page that can be indexed for the first time may turn out to be a copy of another one.
      const isNew = !known.has(fingerprint) && severity === 'error' && !other.startsWith('dup/');
      if (isNew) wrong.push(`site ${site.seed}: the remedy of ${rule} leads to ${other} at ${url}`);
    }
  }
  return wrong;
}

/** The site with other canonical URLs in some pages. */
function declaring({ seed, urls }: RandomSite, named: ReadonlyMap<string, string>): RandomSite {
  return {
    seed,
    urls: urls.map((one) => {
      const url = named.get(one.url);
      if (url === undefined || one.answer.kind !== 'page') return one;
      const head = one.answer.head.replace(/<link rel="canonical"[^>]*>/g, '') + canonical(url);
      return { ...one, answer: { ...one.answer, head } };
    }),
  };
}

test('on 300 random sites, the canonical URL that a finding asks for mends it, and makes no other error', async () => {
  const found: string[] = [];
  for (let seed = 1; seed <= 300; seed++) found.push(...(await faults(randomSite(seed))));
  expect(found).toEqual([]);
});
