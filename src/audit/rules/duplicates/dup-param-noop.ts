import { quote } from '../../../text/wording.ts';
import { Confirmations } from '../../duplicates/confirmations.ts';
import { duplicatesOf } from '../../duplicates/duplicates.ts';
import type { Rule } from '../../rule.ts';

/** URLs that are named. */
const MAX_NAMED = 5;

export const dupParamNoop: Rule = {
  id: 'dup/param-noop',
  severity: 'info',
  title: 'a parameter that changes nothing',
  condition: 'Wherever URLs of a site differ in one parameter alone, five times at least, they show the same text.',
  why: 'Each of its values is fetched as a page of its own.',
  remedy: 'Leave it out of links, or let crawls ignore it with a fact about this parameter.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  examples: {
    bad: [
      {
        url: 'https://example.com/',
        body: '<a href="/a">A</a> <a href="/a?from=1">B</a> <a href="/a?from=2">C</a> <a href="/a?from=3">D</a> <a href="/a?from=4">E</a> <a href="/a?from=5">F</a>',
      },
      ...['', '?from=1', '?from=2', '?from=3', '?from=4', '?from=5'].map((query) => ({
        url: `https://example.com/a${query}`,
        body: '<p>This broom sweeps floors, stairs and yards, in summer as in winter.',
      })),
    ],
    good: [
      {
        url: 'https://example.com/',
        body: '<a href="/a">A</a> <a href="/a?from=1">B</a> <a href="/a?from=2">C</a> <a href="/a?from=3">D</a> <a href="/a?from=4">E</a> <a href="/a?from=5">F</a>',
      },
      ...['', '?from=1', '?from=2', '?from=3', '?from=4'].map((query) => ({
        url: `https://example.com/a${query}`,
        body: '<p>This broom sweeps floors, stairs and yards, in summer as in winter.',
      })),
      {
        url: 'https://example.com/a?from=5',
        body: '<p>Brooms from the fifth of our shops, in the old town by the river.',
      },
    ],
  },
  *checkSite(site) {
    const confirmations = new Confirmations(site.claims, site.evidence);
    for (const { name, pairs } of duplicatesOf(site).idleParams) {
      const [page] = pairs[0] ?? [];
      if (page === undefined) continue;
      const claim = confirmations.claim('param', page.key, name);
      yield {
        key: page.key,
        message: `has a parameter, ${quote(name)}, that changes nothing`,
        evidence: {
          param: name,
          pass: 'drop-unused-params',
          class: 'changing',
          samples: pairs.length,
          contradictions: 0,
          evidence: claim === null ? 'all show the same text' : confirmations.cite(claim),
        },
        related: pairs.slice(0, MAX_NAMED).flatMap(([one, other]) => [one.url, other.url]),
        cause: `${page.entry.site} ${name}`,
      };
    }
  },
};
