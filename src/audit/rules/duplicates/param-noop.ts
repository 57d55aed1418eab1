import { quote } from '../../../text/wording.ts';
import { paramName, paramsIn } from '../../../url/query.ts';
import { Confirmations } from '../../duplicates/confirmations.ts';
import { duplicatesOf } from '../../duplicates/duplicates.ts';
import type { Rule } from '../../rule.ts';
import { firstPage } from '../../site/page-order.ts';
import { FLOOR_BROOM } from '../example-pages.ts';

/** How many pairs of URLs a finding names. */
const MAX_NAMED = 5;

export const dupParamNoop: Rule = {
  id: 'dup/param-noop',
  severity: 'info',
  title: 'parameter that changes nothing',
  condition:
    'At least five pairs of URLs of a site differ only in one parameter, and the URLs of every such pair show the same text. Not reported if a page may be found only from URLs with the parameter: its own URL lacks the parameter, fewer than five URLs link to it, and the first three of these have the parameter.',
  why: 'Crawlers fetch each of its values as a separate page.',
  remedy:
    'Leave the parameter out of links. If its other values change nothing either, state in a facts file that crawls can ignore it.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  examples: {
    bad: [
      {
        url: 'https://example.com/',
        body: '<a href="/a">A</a> <a href="/a?from=1">B</a> <a href="/a?from=2">C</a> <a href="/a?from=3">D</a> <a href="/a?from=4">E</a> <a href="/a?from=5">F</a>',
      },
      ...['', '?from=1', '?from=2', '?from=3', '?from=4', '?from=5'].map((query) => ({
        url: `https://example.com/a${query}`,
        body: FLOOR_BROOM,
      })),
    ],
    good: [
      {
        url: 'https://example.com/',
        body: '<a href="/a">A</a> <a href="/a?from=1">B</a> <a href="/a?from=2">C</a> <a href="/a?from=3">D</a> <a href="/a?from=4">E</a> <a href="/a?from=5">F</a>',
      },
      ...['', '?from=1', '?from=2', '?from=3', '?from=4'].map((query) => ({
        url: `https://example.com/a${query}`,
        body: FLOOR_BROOM,
      })),
      {
        url: 'https://example.com/a?from=5',
        body: '<p>Brooms from the fifth of our shops, in the old town by the river.',
      },
    ],
  },
  prepare: duplicatesOf.steps,
  *checkSite(site) {
    const confirmations = new Confirmations(site.claims, site.evidence);
    for (const { name, pairs } of duplicatesOf(site).idleParams) {
      // Which page of a pair came first depends on the crawl, and one of them may not have the parameter.
      const pages = pairs.flat();
      const page = firstPage(pages.filter(({ key }) => paramsOf(key, name).length > 0));
      if (page === undefined) continue;
      const values = new Set(pages.flatMap(({ key }) => paramsOf(key, name)));
      const [value = name] = values;
      const claim = confirmations.claim('param', page.key, name);
      yield {
        key: page.key,
        message:
          values.size > 1
            ? `has a parameter that changes nothing: ${quote(name)}`
            : `has a parameter that changes nothing with the only value found: ${quote(value)}`,
        evidence: {
          param: name,
          values: values.size,
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

/** The parameters of a key with this name, with their values. */
function paramsOf(key: string, name: string): readonly string[] {
  return paramsIn(key).filter((param) => paramName(param) === name);
}
