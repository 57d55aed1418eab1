import type { Issue } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { countedCanonicals } from '../site/counted-canonicals.ts';
import type { AuditPage, AuditRecord } from '../site/page.ts';
import type { ServedVersion } from '../site/page-record.ts';
import { AUDITED_ROBOT, robotsDirectives } from '../site/robots-directives.ts';
import type { AuditSite } from '../site/site.ts';
import { MOP } from './example-pages.ts';
import { pageIssue } from './issues.ts';

const REFERENCE = 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics';
const URL = 'https://example.com/a';
/** Fewer links than these may be a menu. */
const FEW_LINKS = 5;
const LINKS = ['b', 'c', 'd', 'e', 'f'].map((name) => `<a href="/${name}">${name}</a>`).join('');

/** Rules about what scripts change. They find something only in crawls with `--render`. */
export const RENDERED_RULES: readonly Rule[] = [
  {
    id: 'canonical/rendered-differs',
    severity: 'warning',
    title: 'canonical URL changed by scripts',
    condition:
      'The canonical URL that the server sends is another one in the browser, or is gone; a notice if scripts add one to a page without any.',
    why: 'Search engines that run scripts late or not at all use another canonical URL than the others.',
    remedy: 'Send the right canonical URL in the HTML, and let no script change it.',
    reference: REFERENCE,
    examples: {
      bad: [
        {
          url: URL,
          body: `<link rel="canonical" href="${URL}"><script>document.querySelector('link').href = 'https://example.com/b';</script>${MOP}`,
          rendered: `<link rel="canonical" href="https://example.com/b">${MOP}`,
        },
      ],
      good: [
        {
          url: URL,
          body: `<link rel="canonical" href="${URL}"><script>document.querySelector('link').href = '/%61';</script>${MOP}`,
          rendered: `<link rel="canonical" href="/%61">${MOP}`,
        },
      ],
    },
    checkPage(page, record, site) {
      const before = record.served?.canonicals;
      if (before === undefined) return [];
      const after = countedCanonicals(record.canonicals).flatMap(({ url }) => url ?? []);
      const keysOf = (urls: readonly string[]): string => urls.map((url) => site.keys.key(url) ?? url).join(' ');
      if (keysOf(before) === keysOf(after)) return [];
      return changed(page, 'canonical URL', [before, after], {
        ...(before.length === 0 && { severity: 'info' }),
        related: [...before, ...after],
      });
    },
  },
  {
    id: 'page/rendered-noindex',
    severity: 'warning',
    title: 'noindex changed by scripts',
    condition: 'The server sends a page with noindex that scripts remove, or without noindex and scripts add it.',
    why: 'Google does not run the scripts of a page with noindex, and other search engines may index a page before its scripts add it.',
    remedy: 'Decide on the server whether the page is indexed.',
    reference: `${REFERENCE}#use-meta-robots-tags-carefully`,
    examples: {
      bad: [
        {
          url: URL,
          body: `<meta name="robots" content="noindex"><script>document.querySelector('meta').content = 'all';</script>${MOP}`,
          rendered: `<meta name="robots" content="all">${MOP}`,
        },
      ],
      good: [
        {
          url: URL,
          body: `<meta name="robots" content="noarchive"><script>document.querySelector('meta').content = 'all';</script>${MOP}`,
          rendered: `<meta name="robots" content="all">${MOP}`,
        },
      ],
    },
    checkPage(page, record) {
      const robots = record.served?.robots;
      if (robots === undefined) return [];
      const before = robotsDirectives({ robots }, AUDITED_ROBOT).noindex;
      if (before === page.noindex) return [];
      const message = before ? 'is sent with noindex, which its scripts remove' : 'gets noindex from its scripts';
      return pageIssue(page, { message, evidence: { served: before, rendered: page.noindex } });
    },
  },
  {
    id: 'page/rendered-title',
    severity: 'info',
    title: 'title changed by scripts',
    condition: 'The title that the server sends is another one in the browser.',
    why: 'Search engines and previews of links that run no scripts show the title that the server sends.',
    remedy: 'Send the title of the page in the HTML.',
    reference: 'https://developers.google.com/search/docs/appearance/title-link',
    examples: {
      bad: [
        {
          url: URL,
          body: `<title>Shop</title><script>document.title = 'Mops of cotton';</script>${MOP}`,
          rendered: `<title>Mops of cotton</title>${MOP}`,
        },
      ],
      good: [
        {
          url: URL,
          body: `<title>Mops of cotton</title><script>document.title = ' Mops of  cotton ';</script>${MOP}`,
          rendered: `<title> Mops of  cotton </title>${MOP}`,
        },
      ],
    },
    checkPage(page, { title, served }) {
      if (served?.title === undefined || served.title === title) return [];
      const cause = `${page.entry.site} ${served.title}`;
      return changed(page, 'title', [texts(served.title), texts(title)], { cause });
    },
  },
  {
    id: 'hreflang/rendered-differs',
    severity: 'warning',
    title: 'versions in other languages changed by scripts',
    condition: 'The versions in other languages that the server sends are other ones in the browser.',
    why: 'Search engines that run scripts late or not at all know other versions than the others.',
    remedy: 'Send the versions in the HTML, in a Link header or in a sitemap.',
    reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    examples: {
      bad: [
        {
          url: URL,
          body: `<link rel="alternate" hreflang="de" href="/de"><script>document.querySelector('link').remove();</script>${MOP}`,
          rendered: MOP,
        },
      ],
      good: [
        {
          url: URL,
          body: `<link rel="alternate" hreflang="de" href="/de"><script>document.querySelector('link').href += '';</script>${MOP}`,
          rendered: `<link rel="alternate" hreflang="de" href="https://example.com/de">${MOP}`,
        },
      ],
    },
    checkPage(page, record, site) {
      const served = record.served?.alternates;
      if (served === undefined) return [];
      const before = versionsOf(served, site);
      const after = versionsOf(record.alternates, site);
      return before.join(' ') === after.join(' ') ? [] : changed(page, 'list of versions', [before, after]);
    },
  },
  {
    id: 'links/rendered-only',
    severity: 'info',
    title: 'links added by scripts',
    condition: `A page of ${FEW_LINKS} or more links gets more than half of them from its scripts.`,
    why: 'Crawlers that run no scripts do not find the pages behind these links.',
    remedy: 'Send the links in the HTML, or list the pages in a sitemap.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    examples: {
      bad: [
        {
          url: URL,
          body: `${MOP}<script>document.body.insertAdjacentHTML('beforeend', '${LINKS}');</script>`,
          rendered: MOP + LINKS,
        },
      ],
      good: [
        {
          url: URL,
          body: `${MOP}${LINKS}<script>document.body.insertAdjacentHTML('beforeend', '<a href="/g">g</a>');</script>`,
          rendered: `${MOP}${LINKS}<a href="/g">g</a>`,
        },
      ],
    },
    checkPage(page, { served }) {
      if (served === null || served.added.links < FEW_LINKS || served.added.links <= served.links) return [];
      return pageIssue(page, {
        message: `gets ${served.added.links} links from its scripts`,
        evidence: { served: served.links, added: served.added.links, first: served.added.first },
        cause: page.entry.site,
      });
    },
  },
];

/** An issue about something that is a list of texts in both versions. */
function changed(
  page: AuditPage,
  what: string,
  [served, rendered]: readonly [served: readonly string[], rendered: readonly string[]],
  more: Partial<Issue> = {},
): readonly Issue[] {
  const isGone = served.length > 0 && rendered.length === 0;
  const change = isGone ? `loses its ${what} by scripts` : `has another ${what} in the browser than in its HTML`;
  const message = served.length === 0 ? `gets its ${what} from scripts` : change;
  return pageIssue(page, { message, evidence: { served, rendered }, ...more });
}

function texts(text: string | null): readonly string[] {
  return text === null ? [] : [text];
}

function versionsOf(
  alternates: AuditRecord['alternates'] | ServedVersion['alternates'],
  site: AuditSite,
): readonly string[] {
  return (alternates ?? [])
    .map(({ language, url }) => `${language.toLowerCase()} ${site.keys.key(url) ?? url}`)
    .toSorted();
}
