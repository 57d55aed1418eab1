import type { Rule } from '../../rule.ts';
import { BROOM, DUSTPAN } from '../example-pages.ts';
import { mismatchIssues } from './mismatch-issues.ts';

export const targetLanguage: Rule = {
  id: 'target/language',
  severity: 'warning',
  title: 'canonical URL in another language',
  condition: 'The lang attributes of a page and of its canonical URL name different languages, and their texts differ.',
  why: 'Search engines would show the other language to people who search in this one.',
  remedy: 'Name the page itself, and link the other languages with rel="alternate" and hreflang.',
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  examples: {
    bad: [
      {
        url: 'https://example.com/en',
        body: `<html lang="en"><link rel="canonical" href="https://example.com/de">${BROOM}`,
      },
      {
        url: 'https://example.com/de',
        body: `<html lang="de-CH"><link rel="canonical" href="https://example.com/de">${DUSTPAN}`,
      },
    ],
    good: [
      {
        url: 'https://example.com/en',
        body: `<html lang="en-GB"><link rel="canonical" href="https://example.com/us">${BROOM}`,
      },
      {
        url: 'https://example.com/us',
        body: `<html lang="en-US"><link rel="canonical" href="https://example.com/us">${BROOM}`,
      },
    ],
  },
  checkPage: (page, record, site) =>
    mismatchIssues('language', 'names a canonical URL in another language', page, record, site),
};
