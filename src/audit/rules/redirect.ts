import { isRedirect, isTemporary } from '../../status-codes.ts';
import { advisedReplacement, decisionsOf, reasonOver } from '../decision/decision.ts';
import { VARIATION_PASSES, variationBetween, variationsOf } from '../duplicates/variation.ts';
import type { Rule } from '../rule.ts';
import { isDowngrade, isWeb } from '../site/address.ts';
import { type FailedUrl, failedUrl } from '../site/lasting-failure.ts';
import type { AuditPage } from '../site/page.ts';
import { firstPage } from '../site/page-order.ts';
import { type AuditSite, locationOf } from '../site/site.ts';
import { redirectTarget } from '../site/spellings.ts';
import { changeBetween } from '../site/template.ts';
import { canonicalTo } from './example-pages.ts';

/** How many URLs of a loop a finding names. */
const MAX_NAMED = 20;

export const REDIRECT_RULES: readonly Rule[] = [
  {
    id: 'redirect/chain',
    severity: 'warning',
    title: 'redirect chain',
    condition:
      'A URL redirects to a URL that redirects again. Not reported if the last URL is an error, or http after https: redirect/error and redirect/downgrade report what to mend first.',
    why: 'Each hop slows visitors down, and crawlers give up after several.',
    remedy: 'Redirect directly to the last URL.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/site-move-with-url-changes',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
        { url: 'https://example.com/a', status: 301, headers: { location: '/b' } },
        { url: 'https://example.com/b', status: 301, headers: { location: '/c' } },
        { url: 'https://example.com/c', body: '<p>Brooms.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/a">Brooms</a> <a href="/b">Brooms</a>' },
        { url: 'https://example.com/a', status: 301, headers: { location: '/c' } },
        { url: 'https://example.com/b', status: 301, headers: { location: '/c' } },
        { url: 'https://example.com/c', body: '<p>Brooms.' },
      ],
    },
    *checkSite(site) {
      const all = [...redirects(site)];
      const targets = new Set(all.map(({ target }) => target));
      for (const { page } of all) {
        // Reports a chain once, where it starts; redirect/loop reports chains without an end.
        const { page: last, chain, urls, url: lastUrl } = site.end(page);
        if (targets.has(page) || last === null) continue;
        const answered = redirectTarget(lastUrl, last, site);
        const end = answered ?? last;
        const url = answered?.url ?? lastUrl;
        const hops = chain.length - (answered === null ? 1 : 0);
        if (hops < 2) continue;
        // A direct redirect to such an end would repeat the mistake.
        if (failedUrl(end, url, site) !== null || chain.some(({ key }) => isDowngrade(key, end.key))) continue;
        yield {
          key: page.key,
          message: `redirects ${answered === null ? '' : 'at least '}${hops} times in a row`,
          evidence: {
            hops,
            statuses: chain.slice(0, -1).map(({ entry }) => String(entry.status)),
            end: url,
          },
          related: answered === null ? urls : [...urls, url],
        };
      }
    },
  },
  {
    id: 'redirect/loop',
    severity: 'error',
    title: 'redirect loop',
    condition:
      'Redirects lead back to an earlier URL, or never end. They may depend on a cookie: a crawl sends cookies only if asked to, and does not store which answers set one.',
    why: 'Nobody reaches a page, or only clients that send back a cookie. Search engines do not.',
    remedy: 'Have one of the URLs answer with a page, also to clients without cookies.',
    reference: 'RFC 9110 15.4',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
        { url: 'https://example.com/a', status: 302, headers: { location: '/b' } },
        { url: 'https://example.com/b', status: 302, headers: { location: '/a' } },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
        { url: 'https://example.com/a', status: 302, headers: { location: '/b' } },
        { url: 'https://example.com/b', body: '<p>Brooms.' },
      ],
    },
    *checkSite(site) {
      const sources = Map.groupBy(redirects(site), ({ target }) => target);
      for (const page of site.pages) {
        // The frontier stores no loops: the redirect that would close one is a failure. Which one that is depends on the
        // order of the answers, so the finding is about the first of all pages that lead to it.
        const { reason } = page.entry;
        if (reason !== 'redirect-loop' && reason !== 'too-many-redirects') continue;
        const chain = stationsTo(page, sources);
        const loop = chain.length === 1 ? 'redirects to itself' : 'redirects in a loop';
        const first = reason === 'redirect-loop' ? firstPage(pagesLeadingTo(page, sources)) : page;
        yield {
          key: (first ?? page).key,
          message:
            reason === 'redirect-loop'
              ? `${loop}, at least without cookies`
              : 'is where a crawl stops following redirects that do not end',
          evidence: { status: page.entry.status, hops: chain.length },
          related: chain.map(({ url }) => url),
        };
      }
    },
  },
  {
    id: 'redirect/error',
    severity: 'error',
    title: 'redirect to an error',
    condition:
      'A URL redirects to a URL that answers with status 400 or above, cannot be fetched, or is not http or https; or it redirects without a target. Failures that may pass, such as status 503 or a timeout, do not count.',
    why: 'Links to the old URL are lost, and visitors see an error.',
    remedy:
      'Redirect to a page that exists, or answer the old URL with status 404 or 410. Link to mail and app addresses directly.',
    reference: 'RFC 9110 15.5',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
        { url: 'https://example.com/a', status: 301, headers: { location: '/b' } },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/a">Brooms</a> <a href="/b">Gone</a>' },
        { url: 'https://example.com/a', status: 301, headers: { location: '/c' } },
        { url: 'https://example.com/c', body: '<p>Brooms.' },
      ],
    },
    *checkSite(site) {
      for (const { page, target, to } of redirects(site)) {
        const failed = failedUrl(target, to, site);
        const ending = isWeb(target.key) ? endingOf(failed) : 'is not a valid http or https URL';
        if (ending === null) continue;
        yield {
          key: page.key,
          message: `redirects to a URL that ${ending}`,
          evidence: {
            status: page.entry.status,
            end: to,
            endStatus: failed === null ? target.entry.status : failed.status,
          },
          related: [to],
        };
      }
      for (const { key, entry } of site.pages) {
        const { state, status, aliasOf } = entry;
        if (state !== 'done' || aliasOf !== null || !isRedirect(status)) continue;
        yield { key, message: 'answers with a redirect that names no target', evidence: { status } };
      }
    },
  },
  {
    id: 'redirect/temporary',
    severity: 'warning',
    title: 'temporary redirect between two forms of a URL',
    condition:
      'A redirect with status 302, 303 or 307 leads to another form of the same URL: scheme, www, trailing slash, directory index or letter case.',
    why: 'A temporary redirect tells search engines to keep the old form.',
    remedy: 'Use status 301 or 308.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a>' },
        { url: 'https://example.com/brooms', status: 302, headers: { location: '/brooms/' } },
        { url: 'https://example.com/brooms/', body: '<p>Brooms.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/brooms">Brooms</a>' },
        { url: 'https://example.com/brooms', status: 302, headers: { location: '/brooms/2026' } },
        { url: 'https://example.com/brooms/2026', body: '<p>Brooms.' },
      ],
    },
    *checkSite(site) {
      const variations = variationsOf(site.canon);
      for (const { page, target, to } of redirects(site)) {
        const { status } = page.entry;
        const kind = isTemporary(status) ? variationBetween(page.key, target.key, variations) : null;
        if (kind === null) continue;
        yield {
          key: page.key,
          message: `redirects with status ${status ?? ''} to another form of its URL`,
          evidence: { status, target: to, pass: VARIATION_PASSES[kind].join(', ') },
          related: [to],
          twin: to,
          cause: `${page.entry.site} ${kind}`,
        };
      }
    },
  },
  {
    id: 'redirect/downgrade',
    severity: 'error',
    title: 'redirect from https to http',
    condition: 'An https URL redirects to an http URL.',
    why: 'Anyone on the network path can read and change what follows.',
    remedy: 'Redirect to the https URL.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
        { url: 'https://example.com/a', status: 301, headers: { location: 'http://example.com/b' } },
        { url: 'http://example.com/b', body: '<p>Brooms.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="http://example.com/a">Brooms</a>' },
        { url: 'http://example.com/a', status: 301, headers: { location: 'https://example.com/b' } },
        { url: 'https://example.com/b', body: '<p>Brooms.' },
      ],
    },
    *checkSite(site) {
      for (const { page, to } of redirects(site)) {
        if (!/^https:/i.test(page.url) || !/^http:/i.test(to)) continue;
        yield {
          key: page.key,
          message: 'redirects from https to http',
          evidence: { status: page.entry.status, target: to },
          related: [to],
        };
      }
    },
  },
  {
    id: 'redirect/to-noncanonical',
    severity: 'warning',
    title: 'redirect to a page that is not canonical',
    condition:
      'A redirect ends at a page that names another page as its canonical URL. Not reported if another rule asks to change that canonical URL.',
    why: 'Two strong signals name different URLs, and search engines may follow either one.',
    remedy: 'Redirect to the canonical URL.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/old">Brooms</a>' },
        { url: 'https://example.com/old', status: 301, headers: { location: '/b' } },
        { url: 'https://example.com/b', body: canonicalTo('https://example.com/c', '<p>Brooms.') },
        { url: 'https://example.com/c', body: canonicalTo('https://example.com/c', '<p>Brooms.') },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/old">Brooms</a>' },
        { url: 'https://example.com/old', status: 301, headers: { location: '/c' } },
        { url: 'https://example.com/b', body: canonicalTo('https://example.com/c', '<p>Brooms.') },
        { url: 'https://example.com/c', body: canonicalTo('https://example.com/c', '<p>Brooms.') },
      ],
    },
    prepare: decisionsOf.steps,
    *checkSite(site) {
      for (const { page } of redirects(site)) {
        const { page: end, chain, url } = site.end(page);
        const decision = end?.isPage ? advisedReplacement(end, site) : null;
        if (end === null || decision === null) continue;
        yield {
          key: page.key,
          message: 'redirects to a page that names another canonical URL',
          evidence: {
            status: page.entry.status,
            end: url,
            leader: decision.url,
            leaderReason: reasonOver(end, decision),
            hops: chain.length - 1,
          },
          related: [url, decision.url],
          cause: changeBetween(page.url, decision.url),
        };
      }
    },
  },
];

/** Redirects by their targets. */
type Sources = ReadonlyMap<AuditPage, readonly DirectRedirect[]>;

/** The redirects that lead to the page, in order; of several to one URL, the first. */
function stationsTo(page: AuditPage, sources: Sources): readonly AuditPage[] {
  const stations = [page];
  for (let from = sources.get(page)?.[0]; from !== undefined && stations.length < MAX_NAMED; ) {
    stations.unshift(from.page);
    from = sources.get(from.page)?.[0];
  }
  return stations;
}

/** The page and all pages that redirect to it, directly or through others. */
function pagesLeadingTo(page: AuditPage, sources: Sources): ReadonlySet<AuditPage> {
  const all = new Set([page]);
  // The set grows.
  for (const target of all) for (const source of sources.get(target) ?? []) all.add(source.page);
  return all;
}

interface DirectRedirect {
  readonly page: AuditPage;
  readonly target: AuditPage;
  /** The URL of the target that the redirect leads to. */
  readonly to: string;
}

/** Entries that redirect to another entry, each with its direct target. */
function* redirects(site: AuditSite): Generator<DirectRedirect> {
  for (const page of site.pages) {
    const { aliasBy, aliasOf } = page.entry;
    const target = aliasBy === 'redirect' && aliasOf !== null ? site.page(aliasOf) : null;
    if (target !== null) yield { page, target, to: locationOf(page, target) };
  }
}

function endingOf(failed: FailedUrl | null): string | null {
  if (failed === null) return null;
  return failed.reason.startsWith('http-') ? 'answers with an error' : 'cannot be fetched';
}
