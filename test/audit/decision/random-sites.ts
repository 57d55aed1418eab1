import { audit } from '../../../src/audit/audit.ts';
import { decisionsOf, isListable } from '../../../src/audit/decision/decision.ts';
import type { SuggestedRedirect } from '../../../src/audit/decision/suggested-redirects.ts';
import { suggestedRedirects } from '../../../src/audit/decision/suggested-redirects.ts';
import type { Finding } from '../../../src/audit/finding.ts';
import { RULES } from '../../../src/audit/rules/index.ts';
import type { AuditEntry, PageLinks } from '../../../src/audit/site/entry.ts';
import type { AuditSite } from '../../../src/audit/site/site.ts';
import { preferredUrl } from '../../../src/audit/site/spellings.ts';
import { compile } from '../../../src/index.ts';
import { canonical, entry, madeSite, page, prose, redirect } from '../made-site.ts';

/** A made-up site: what each URL answers, links to, and whether the sitemap lists it. */
export interface RandomSite {
  readonly seed: number;
  readonly urls: readonly RandomUrl[];
}

interface RandomUrl {
  readonly url: string;
  readonly answer: Answer;
  /** The indexes of the linked URLs. */
  readonly links: readonly number[];
  readonly isListed: boolean;
}

type Answer =
  | { readonly kind: 'page'; readonly text: string; readonly head: string }
  | { readonly kind: 'redirect'; readonly to: string; readonly status: number }
  | { readonly kind: 'error' };

const SITEMAPS = ['https://example.com/sitemap.xml', 'https://www.example.com/sitemap.xml'] as const;
const canonicalizer = compile();

/** The ways in which one document is addressed. */
const FORMS: readonly ((name: string) => string)[] = [
  (name) => `https://example.com/${name}`,
  (name) => `http://example.com/${name}`,
  (name) => `https://www.example.com/${name}`,
  (name) => `http://www.example.com/${name}/`,
  (name) => `https://example.com/${name}/`,
  (name) => `https://example.com/${name}/index.html`,
  (name) => `https://example.com/${name.toUpperCase()}`,
  (name) => `https://example.com//${name}`,
  (name) => `https://example.com/${name}?view=1`,
  (name) => `https://example.com/${name}?b=1&a=2`,
  (name) => `https://example.com/${name}?a=2&b=1`,
  (name) => `https://example.com/${name}?k=`,
  (name) => `https://example.com/copy/${name}`,
];

/** The site of a number, always the same. */
export function randomSite(seed: number): RandomSite {
  const below = numbers(seed);
  const pick = <T>(those: readonly T[]): T => {
    const one = those[below(those.length)];
    if (one === undefined) throw new TypeError('nothing to pick from');
    return one;
  };
  const documents = Array.from({ length: 3 + below(6) }, (_, at) => {
    const forms = FORMS.filter(() => below(4) === 0);
    return (forms.length === 0 ? FORMS.slice(0, 1) : forms).map((form) => form(`d${at}`));
  });
  const all = documents.flat();
  const answerOf = (url: string, forms: readonly string[], document: number): Answer => {
    const text = prose(20, `t${document}x`);
    const chance = below(100);
    if (chance < 15 && forms.length > 1) {
      return { kind: 'redirect', to: pick(forms), status: pick([301, 301, 301, 302]) };
    }
    if (chance < 18) return { kind: 'redirect', to: pick(all), status: 301 };
    if (chance < 22) return { kind: 'error' };
    const heads = [
      ...Array.from({ length: 12 }, () => ''),
      canonical(url),
      canonical(url),
      canonical(pick(forms)),
      canonical(pick(forms)),
      canonical(pick(all)),
      canonical('https://example.com/never-fetched'),
      canonical(url) + canonical(pick(all)),
      '<meta name="robots" content="noindex">',
      '<title>Page not found</title>',
      `<link rel="alternate" hreflang="de" href="${pick(all)}"><link rel="alternate" hreflang="x-default" href="${url}">`,
      `<link rel="amphtml" href="${pick(all)}">`,
      `<link rel="next" href="${pick(all)}">`,
    ];
    return { kind: 'page', text, head: pick(heads) };
  };
  const urls = documents.flatMap((forms, document) =>
    forms.map((url) => ({
      url,
      answer: answerOf(url, forms, document),
      links: Array.from({ length: below(4) }, () => below(all.length)),
      isListed: below(3) === 0,
    })),
  );
  return { seed, urls };
}

/** Linear congruential numbers below a limit. */
function numbers(seed: number): (limit: number) => number {
  let state = seed * 2_654_435_761;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** What an audit says about a site. */
export interface Advice {
  readonly site: AuditSite;
  readonly findings: readonly Finding[];
  readonly redirects: readonly SuggestedRedirect[];
  /** The URLs of the suggested sitemap. */
  readonly sitemap: readonly string[];
}

export async function adviceFor({ urls }: RandomSite): Promise<Advice> {
  const entries: AuditEntry[] = urls.map(entryOf);
  const links = urls.map(
    ({ links: to }, from): PageLinks => ({
      from: from + 1,
      to: to.map((index) => ({ id: index + 1, url: null })),
    }),
  );
  const files = SITEMAPS.map((url) => entry(url, { role: 'sitemap', contentType: 'application/xml' }));
  const site = await madeSite([...closed(entries), ...files], { links });
  const findings = await audit(site, { rules: RULES, canonicalizer });
  return {
    site,
    findings: findings.filter(({ severity }) => severity !== 'pass'),
    redirects: suggestedRedirects(site),
    sitemap: site.pages.filter((one) => isListable(one, site)).map((one) => preferredUrl(one, site)),
  };
}

function entryOf({ url, answer, isListed }: RandomUrl): AuditEntry {
  const sitemap = entry(SITEMAPS[url.includes('://www.') ? 1 : 0]).key;
  const listings = isListed ? [{ sitemap, url, lastmod: null }] : [];
  if (answer.kind === 'redirect') return redirect(url, answer.to, { status: answer.status, listings });
  if (answer.kind === 'error') return entry(url, { state: 'failed', status: 404, reason: 'http-404', listings });
  return page(url, answer.head + answer.text, { listings });
}

/** A frontier stores no loops: the redirect that would close one is a failure. */
function closed(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const byKey = new Map(entries.map((one) => [one.key, one]));
  for (const start of entries) {
    const way = new Set<AuditEntry['key']>();
    for (let at = byKey.get(start.key); at !== undefined && at.aliasOf !== null; at = byKey.get(at.aliasOf)) {
      way.add(at.key);
      if (!way.has(at.aliasOf)) continue;
      byKey.set(at.key, { ...at, state: 'failed', reason: 'redirect-loop', aliasOf: null, aliasBy: null });
      break;
    }
  }
  return entries.map((one) => byKey.get(one.key) ?? one);
}

/** The site after its owner followed the advice: redirects, links to the preferred URLs, and the sitemap. */
export function followed({ seed, urls }: RandomSite, { site, redirects, sitemap }: Advice): RandomSite {
  const moved = new Map(redirects.map(({ from, to }) => [from, to]));
  const listed = new Set(sitemap);
  const preferred = (index: number): number => {
    const to = moved.get(urls[index]?.url ?? '');
    if (to !== undefined) return urls.findIndex(({ url }) => url === to);
    const own = site.pages[index];
    const leader = own === undefined ? null : decisionsOf(site).of(own)?.leader;
    // A redirect to an error is to be corrected, not followed.
    const at = leader?.isPage ? site.pages.indexOf(leader) : index;
    return at < urls.length ? at : index;
  };
  return {
    seed,
    urls: urls.map(({ url, answer, links }) => {
      const to = moved.get(url);
      return {
        url,
        answer: to === undefined ? answer : { kind: 'redirect', to, status: 301 },
        links: to === undefined ? links.map(preferred) : [],
        isListed: listed.has(url),
      };
    }),
  };
}
