import type { Issue } from '../../finding.ts';
import type { Rule } from '../../rule.ts';
import { addressesOf, isAbsolute, registrableDomainOf, withoutWww } from '../../site/address.ts';
import { countedCanonicals } from '../../site/counted-canonicals.ts';
import { folderOf } from '../../site/folder.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { canonicalTarget } from '../../site/target.ts';
import { canonicalTo } from '../example-pages.ts';
import { rounded } from '../issues.ts';

/** The fewest pages, and the smallest share of them, that establish a norm. */
const LEAST_PAGES = 10;
const LEAST_SHARE = 0.7;

/** How a page writes one part of its canonical URL. */
interface Form {
  readonly page: AuditPage;
  /** The part, and the pages to compare with: `slash example.com/docs`. */
  readonly group: string;
  readonly form: string;
}

export const canonicalFormDrift: Rule = {
  id: 'canonical/form-drift',
  severity: 'warning',
  title: 'canonical URL in an inconsistent form',
  condition:
    'At least 70 percent of ten or more pages agree on the scheme, the www prefix or the trailing slash of their canonical URLs, and this page differs. Pages that name https are not reported where most name http.',
  why: 'One template differs from the others, so its pages declare canonical URLs that nothing links to.',
  remedy: 'Generate the canonical URLs of all templates in one place.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: formExample('https://example.com/docs/9'),
    good: formExample('https://example.com/docs/9/'),
  },
  *checkSite(site) {
    const groups = Map.groupBy(formsOf(site), ({ group }) => group);
    for (const [group, forms] of groups) yield* issuesOf(group, forms, site);
  },
};

function* issuesOf(group: string, forms: readonly Form[], site: AuditSite): Generator<Issue> {
  const counts = [...Map.groupBy(forms, ({ form }) => form)].map(([form, { length }]) => ({ form, count: length }));
  const norm = counts.reduce((most, one) => (one.count > most.count ? one : most));
  const share = norm.count / forms.length;
  // Where most pages name http, those that name https are right; target/downgrade and dup/scheme report the others.
  if (forms.length < LEAST_PAGES || share < LEAST_SHARE || share === 1 || norm.form === 'http') return;
  for (const { page, form } of forms) {
    if (form === norm.form || !isWritten(page, site)) continue;
    yield {
      key: page.key,
      message: `has a canonical URL with ${form}, but most pages have ${norm.form}`,
      evidence: {
        target: page.canonical?.url ?? null,
        form,
        norm: norm.form,
        share: rounded(share),
        compared: forms.length,
      },
      cause: group,
    };
  }
}

/** target/tracking reports tracking parameters. */
function* formsOf(site: AuditSite): Generator<Form> {
  const pages = site.pages.filter((page) => isJudged(page, site));
  const folders = new Set(pages.map((page) => folderOf(addressesOf(page)?.named.path ?? '')));
  for (const page of pages) {
    const addresses = addressesOf(page);
    if (addresses === null) continue;
    const { own, named } = addresses;
    if (registrableDomainOf(own) !== registrableDomainOf(named)) continue;
    const bare = withoutWww(named.asciiHost);
    // target/downgrade and target/host-variant report pages that differ in this from their own canonical URL.
    if (own.protocol === named.protocol) yield { page, group: `scheme ${bare}`, form: named.protocol };
    if (own.asciiHost === named.asciiHost)
      yield { page, group: `www ${bare}`, form: named.asciiHost === bare ? 'no www.' : 'www.' };
    const section = sectionOf(named.path, folders);
    if (section === null) continue;
    const form = named.path.endsWith('/') ? 'a trailing slash' : 'no trailing slash';
    yield { page, group: `slash ${bare}${section}`, form };
  }
}

/** canonical/relative reports relative canonical URLs. */
function isWritten(page: AuditPage, site: AuditSite): boolean {
  return countedCanonicals(site.record(page)?.canonicals ?? []).every(({ href }) => isAbsolute(href));
}

/** Other rules report canonical URLs that redirect or cannot be fetched. */
function isJudged(page: AuditPage, site: AuditSite): boolean {
  if (!page.allowsIndexing || page.canonical === null) return false;
  const target = canonicalTarget(page, site);
  return target === null || target.isPage;
}

/** The section of a path; null if a trailing slash matters, as for files, sections and folders with pages. */
function sectionOf(path: string, folders: ReadonlySet<string>): string | null {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  const end = bare.indexOf('/', 1);
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  return end < 0 || name.includes('.') || folders.has(`${bare}/`) ? null : bare.slice(0, end);
}

function formExample(last: string): Rule['examples']['bad'] {
  const urls = Array.from({ length: LEAST_PAGES }, (_, at) => `https://example.com/docs/${at}/`);
  const links = urls.map((url) => `<a href="${url}">A broom</a>`).join(' ');
  return [
    { url: 'https://example.com/', body: canonicalTo('https://example.com/', links) },
    ...urls.map((url) => ({
      url,
      body: canonicalTo(url === 'https://example.com/docs/9/' ? last : url),
    })),
    { url: 'https://example.com/docs/9', body: canonicalTo(last) },
  ];
}
