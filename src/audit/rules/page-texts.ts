import { nearDuplicates } from '../duplicates/near-duplicates.ts';
import { ownPages, SHORT_TEXTS, sharedTexts } from '../duplicates/page-texts.ts';
import type { Rule } from '../rule.ts';
import { BROOM, DUSTPAN } from './example-pages.ts';

/** How many pages a finding names. */
const MAX_NAMED = 20;
const HOME = { url: 'https://example.com/', body: '<title>Home</title><a href="/a">A</a> <a href="/b">B</a>' };
const TITLES = 'https://developers.google.com/search/docs/appearance/title-link';

export const PAGE_TEXT_RULES: readonly Rule[] = [
  {
    id: 'page/title-missing',
    severity: 'warning',
    title: 'page without a title',
    condition: 'An indexable page has no title element, or an empty one.',
    why: 'Search results, bookmarks and tabs show a text that nobody chose, or the URL.',
    remedy: 'Give the page a title of its own.',
    reference: TITLES,
    examples: {
      bad: [HOME, { url: 'https://example.com/a', body: `<title> </title>${BROOM}` }],
      good: [HOME, { url: 'https://example.com/a', body: `<title>Brooms</title>${BROOM}` }],
    },
    prepare: ownPages.steps,
    *checkSite(site) {
      for (const page of ownPages(site)) {
        const record = site.record(page);
        if (record === null || record.words === null || record.title?.trim()) continue;
        yield { key: page.key, message: 'has no title', evidence: { words: page.words } };
      }
    },
  },
  sharedTextRule('title-duplicate', 'title', {
    why: 'Search results show several pages that nobody can tell apart, and some of them may be unwanted duplicates.',
    reference: TITLES,
    bad: (text) => [
      { url: 'https://example.com/a', body: `<title>Brooms</title>${text}` },
      { url: 'https://example.com/b', body: `<title>Brooms</title>${DUSTPAN}` },
    ],
    good: (text) => [
      { url: 'https://example.com/a', body: `<title>Brooms</title>${text}` },
      { url: 'https://example.com/b', body: `<title>Dustpans</title>${DUSTPAN}` },
    ],
  }),
  sharedTextRule('description-duplicate', 'description', {
    why: 'Search engines ignore descriptions that do not describe the page, and some of the pages may be unwanted duplicates.',
    reference: 'https://developers.google.com/search/docs/appearance/snippet',
    bad: (text) => [
      {
        url: 'https://example.com/a',
        body: `<meta name="description" content="Everything that you need to sweep a house.">${text}`,
      },
      {
        url: 'https://example.com/b',
        body: `<meta name="description" content="Everything that you need to sweep a house.">${DUSTPAN}`,
      },
    ],
    good: (text) => [
      {
        url: 'https://example.com/a',
        body: `<meta name="description" content="Brooms with handles of ash, for floors and yards.">${text}`,
      },
      {
        url: 'https://example.com/b',
        body: `<meta name="description" content="Dustpans with a lip of natural rubber.">${DUSTPAN}`,
      },
    ],
  }),
  sharedTextRule('h1-duplicate', 'first heading', {
    why: 'Visitors cannot tell the pages apart, and some of them may be unwanted duplicates.',
    reference: TITLES,
    bad: (text) => [
      { url: 'https://example.com/a', body: `<h1>Brooms</h1>${text}` },
      { url: 'https://example.com/b', body: `<h1>Brooms</h1>${DUSTPAN}` },
    ],
    good: (text) => [
      { url: 'https://example.com/a', body: `<h1>Brooms</h1>${text}` },
      { url: 'https://example.com/b', body: `<h1>Dustpans</h1>${DUSTPAN}` },
    ],
  }),
];

/** The parts in which the rules about short texts differ. */
interface SharedTextWords {
  readonly why: string;
  readonly reference: string;
  readonly bad: (text: string) => Rule['examples']['bad'];
  readonly good: (text: string) => Rule['examples']['good'];
}

/** A rule about pages with the same text of one kind, such as the same title. */
function sharedTextRule(
  name: string,
  what: keyof typeof SHORT_TEXTS,
  { why, reference, bad, good }: SharedTextWords,
): Rule {
  return {
    id: `page/${name}`,
    severity: 'info',
    title: `several pages with one ${what}`,
    condition: `Indexable pages of a site with different texts have the same ${what}; versions in other languages and later pages of a list may share it. Not reported if all pages of a group of near-duplicates share it: dup/near reports those.`,
    why,
    remedy: `Give each page a ${what} of its own, or name one of the pages as canonical.`,
    reference,
    examples: { bad: [HOME, ...bad(BROOM)], good: [HOME, ...good(BROOM)] },
    *prepare(site) {
      yield* ownPages.steps(site);
      yield* nearDuplicates.steps(site);
    },
    *checkSite(site) {
      for (const { text, pages } of sharedTexts(site, SHORT_TEXTS[what])) {
        const [first] = pages;
        if (first === undefined) continue;
        yield {
          key: first.key,
          message: `has the same ${what} as ${pages.length === 2 ? 'another page' : `${pages.length - 1} other pages`}`,
          evidence: { text, pages: pages.length },
          related: pages.slice(0, MAX_NAMED).map(({ url }) => url),
        };
      }
    },
  };
}
