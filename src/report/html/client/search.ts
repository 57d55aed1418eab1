import { counted, number } from '../../../text/number.ts';
import { countLine, showValue } from './controls.ts';
import { isComplete, lists, ruleOf } from './data.ts';
import { type Child, div, el, newId, paragraph } from './dom.ts';
import { HAYSTACKS } from './haystacks.ts';
import { filtered } from './listing.ts';
import { go, goQuietly, hrefOf, place } from './route.ts';
import { addressOf, storyLink, storyOf } from './story-link.ts';
import type { View } from './tabs.ts';
import { foreign, plainUrl, severityMark } from './text.ts';

/** Searches all tabs at once. */

const TAB = 'search';
/** Rows of a tab to show. */
const MAX_ROWS = 5;

/** What one tab has. */
interface Hits {
  readonly tab: string;
  readonly name: string;
  readonly count: number;
  readonly rows: readonly Child[];
}

const field = el('input', {
  id: newId(),
  type: 'search',
  class: 'filter everything',
  placeholder: 'Search everything',
  autocomplete: 'off',
  spellcheck: 'false',
  input: () => {
    // The first letter is a step that the way back undoes.
    if (place().tab === TAB) goQuietly({ q: field.value });
    else go({ tab: TAB, q: field.value });
  },
});

/** The field in the head of the page. */
export function searchEverything(): HTMLElement {
  return el('search', { class: 'field' }, el('label', { for: field.id, class: 'hidden' }, 'Search all tabs'), field);
}

/** The tab of what the search finds. */
export const search: View = (panel) => {
  const line = countLine();
  const results = div('results');
  panel.append(line, results);
  return () => {
    const { q } = place();
    showValue(field, q);
    const found = q === '' ? [] : hitsOf(q).filter(({ count }) => count > 0);
    const total = found.reduce((sum, { count }) => sum + count, 0);
    line.textContent =
      q === ''
        ? 'Type into the field above.'
        : `${counted(total, 'row')} with “${q.slice(0, 100)}”${isComplete() ? '' : ', reading'}`;
    results.replaceChildren(...found.map((one) => group(one, q)));
  };
};

function group({ tab, name, count, rows }: Hits, q: string): HTMLElement {
  return el(
    'section',
    { class: 'card hits' },
    el('h3', {}, el('a', { href: hrefOf({ tab, q }) }, `${number(count)} in ${name}`)),
    el('ul', {}, ...rows.map((row) => el('li', {}, row))),
  );
}

function hitsOf(q: string): readonly Hits[] {
  return [
    hits('findings', 'Findings', lists.findings, q, HAYSTACKS.findings, (finding) =>
      div(
        '',
        el(
          'a',
          { href: addressOf(finding) },
          severityMark(finding.severity, foreign(ruleOf(finding.rule)?.title ?? finding.rule)),
        ),
        paragraph('note', plainUrl(finding.url)),
      ),
    ),
    hits('urls', 'URLs', lists.entries, q, HAYSTACKS.entries, ({ url }) => storyLink(url)),
    hits('clusters', 'Clusters', lists.clusters, q, HAYSTACKS.clusters, ({ leader }) =>
      el('a', { href: hrefOf({ tab: 'clusters', q: leader }) }, plainUrl(leader)),
    ),
    hits('redirects', 'Redirects', lists.redirects, q, HAYSTACKS.redirects, ({ from }) =>
      el('a', { href: storyOf(from) }, plainUrl(from)),
    ),
    hits('sitemap', 'Sitemap', lists.sitemap, q, HAYSTACKS.sitemap, ({ url }) => storyLink(url)),
    hits('skipped', 'Skipped', lists.skipped, q, HAYSTACKS.skipped, ({ means }) => foreign(means)),
    hits('ledger', 'Claims', lists.claims, q, HAYSTACKS.claims, ({ kind, host }) => foreign(`${kind} on ${host}`)),
  ];
}

function hits<Row>(
  tab: string,
  name: string,
  rows: readonly Row[],
  q: string,
  haystack: (row: Row) => string,
  show: (row: Row) => Child,
): Hits {
  const found = filtered(rows, q, haystack);
  return { tab, name, count: found.length, rows: found.slice(0, MAX_ROWS).map(show) };
}
