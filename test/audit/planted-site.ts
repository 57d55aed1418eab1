import { readFileSync } from 'node:fs';
import { wikidot } from '../../config/sites/wikidot.ts';
import { audit } from '../../src/audit/audit.ts';
import type { Finding } from '../../src/audit/finding.ts';
import type { ExamplePage } from '../../src/audit/rule.ts';
import { RULES } from '../../src/audit/rules/index.ts';
import { compile, parseUrl, UrlError } from '../../src/index.ts';
import { CLEAN_PAGES } from './clean-site.ts';
import { auditSite } from './example-site.ts';

/** For the hosts of the clean site, and for `*.bad-aa.example.com` and `*.good-aa.example.com` up to `dz`. */
const CERTIFICATE = readFileSync(new URL('planted-cert.pem', import.meta.url), 'utf8');

/** The results of a rule on the site with all examples. */
export interface RuleScore {
  readonly rule: string;
  /** The seed of its bad example. */
  readonly planted: string;
  /** The URLs of its findings in the bad example. */
  readonly found: readonly string[];
  /** The URLs of its findings in good examples and on the clean site. */
  readonly falseAlarms: readonly string[];
}

/** Bad and good examples, each on its own hosts, so that they do not affect each other. */
const PLANTED = RULES.map(({ id, examples }, index) => ({
  rule: id,
  bad: onHosts(`bad-${lettersOf(index)}`, examples.bad),
  good: onHosts(`good-${lettersOf(index)}`, examples.good),
}));

/** Crawls all examples as one site, and counts findings by rule. */
export async function scores(): Promise<readonly RuleScore[]> {
  const examples = PLANTED.flatMap(({ bad, good }) => [bad.pages, good.pages]);
  const canon = { sites: [{ ...wikidot, hosts: PLANTED.flatMap(wikis) }] };
  const site = await auditSite([...CLEAN_PAGES, ...examples.flat()], {
    seeds: [CLEAN_PAGES, ...examples].flatMap((pages) => pages.slice(0, 1).map(({ url }) => url)),
    certificate: CERTIFICATE,
    canon,
  });
  const findings = Map.groupBy(await audit(site, { rules: RULES, canonicalizer: compile(canon) }), ({ rule }) => rule);
  return PLANTED.map(({ rule, bad, good }): RuleScore => {
    const own = findings.get(rule) ?? [];
    const isFalse = (finding: Finding): boolean => {
      const part = partOf(finding.url);
      return part === good.name || (part === CLEAN && finding.severity !== 'pass');
    };
    return {
      rule,
      planted: bad.pages[0]?.url ?? '',
      found: urlsOf(own.filter(({ url }) => partOf(url) === bad.name)),
      falseAlarms: urlsOf(own.filter(isFalse)),
    };
  });
}

function urlsOf(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ url }) => url).toSorted();
}

const CLEAN = 'clean';

function wikis({ bad, good }: (typeof PLANTED)[number]): readonly string[] {
  return [bad, good].map(({ name }) => `wiki.${name}.example.com`);
}

/** `bad-aa`, `good-aa`, or the clean site. */
function partOf(url: string): string {
  const parsed = parseUrl(url);
  const host = parsed instanceof UrlError ? '' : (parsed.asciiHost ?? '');
  return /(?:bad|good)-[a-z]{2}(?=\.example)/.exec(host)?.[0] ?? CLEAN;
}

/** Two letters: hosts that differ only in numbers look like a crawler trap. */
function lettersOf(index: number): string {
  return String.fromCharCode(0x61 + Math.floor(index / 26), 0x61 + (index % 26));
}

interface Planted {
  readonly name: string;
  readonly pages: readonly ExamplePage[];
}

/** The pages of an example on their own hosts and with their own words. */
function onHosts(name: string, pages: readonly ExamplePage[]): Planted {
  const onHost = (text: string): string => text.replace(/\bexample\.(?=com|org)/gi, `${name}.example.`);
  const moved = pages.map(({ url, headers, body, rendered, ...page }) => ({
    ...page,
    url: onHost(url),
    ...(headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([field, value]) => [field, onHost(value)])),
    }),
    ...(body !== undefined && { body: onHost(isPage(url) ? inWordsOf(name, body) : body) }),
    ...(rendered !== undefined && { rendered: onHost(inWordsOf(name, rendered)) }),
  }));
  return { name, pages: moved };
}

function isPage(url: string): boolean {
  return !/\.(?:xml|txt)$/.test(url);
}

/** Adds an ending to each word: texts that are equal within an example stay equal, and differ from all others. */
function inWordsOf(name: string, html: string): string {
  return html.replace(
    /(<title>[^<]*)|(?<=>)[^<]+/g,
    (text: string, title?: string) => title ?? text.replace(/[a-z]{2,}/gi, (word) => word + name.replace('-', '')),
  );
}
