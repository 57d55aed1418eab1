import { compile } from '../../src/canon/canonicalizer.ts';
import type { Hop, Subject } from '../../src/facts/evidence.ts';
import { isAddress, splitPort } from '../../src/facts/spelling.ts';
import type { Asker } from './asker.ts';
import { impossibleName } from './controls.ts';
import { hostOf, pathOf } from './differences.ts';
import { type Finding, redirected } from './examine.ts';
import { originOf } from './samples.ts';

/** A URL at an address and the one at the domain that it redirects to. */
interface AddressFinding {
  readonly pair: { readonly subject: Subject; readonly tried: string; readonly page: string };
  readonly finding: Finding;
}

/**
 * Whether an address stands for a domain: by redirects of its own alone, which keep the path of any URL. Equal content
 * would show that the server has the domain's pages, and not that they are to be found at the address.
 */
export async function examineAddress(asker: Asker, start: string): Promise<readonly AddressFinding[]> {
  const origin = originOf(start) ?? '';
  const [name, deep] = [impossibleName(), impossibleName()];
  const found: AddressFinding[] = [];
  for (const path of ['/', `/${name}`, `/${name}/${deep}`]) {
    const one = await examineOne(asker, `${origin}${path}`);
    found.push(one);
    if (one.finding.evidence.length === 0) break;
  }
  return found;
}

async function examineOne(asker: Asker, tried: string): Promise<AddressFinding> {
  const answer = await asker.ask(tried);
  const host = hostOf(tried);
  const none = (reason: string): AddressFinding => ({
    pair: { subject: { kind: 'ip', host, about: null }, tried, page: tried },
    finding: { evidence: [], reason },
  });
  if (answer.kind === 'none') return none(answer.reason);
  const { location, status } = answer;
  if (location === null) return none('no-redirect');
  const domain = splitPort(hostOf(location))[0];
  if (domain === '' || isAddress(domain) || !isOnlyAddress(tried, location, domain)) return none('several-changes');
  const subject: Subject = { kind: 'ip', host, about: domain };
  const hop: Hop = { url: tried, status, location };
  return {
    pair: { subject, tried, page: location },
    finding: { evidence: [redirected(subject, hop, location)], reason: null },
  };
}

/** Whether two URLs differ in nothing but the address and the domain. */
function isOnlyAddress(url: string, page: string, domain: string): boolean {
  const { key } = compile({ facts: [{ kind: 'ip', host: hostOf(url), value: domain }] });
  return key(url) === key(page) && pathOf(url) === pathOf(page);
}
