import type { EvidenceValue, Finding } from '../../../audit/finding.ts';
import type { Client } from './client.ts';
import type { Child } from './dom.ts';

export interface FindingDetail {
  /** All that there is to say of a finding. */
  readonly show: (finding: Finding) => HTMLElement;
  /** Why a rule matters, what to do, and where it is written. */
  readonly rule: (id: string) => HTMLElement;
}

export function findingDetail({ dom: { el }, text, route, data }: Client): FindingDetail {
  const MAX_NAME = 60;

  type Fact = readonly [name: string, value: Child];

  /** Without those that have no value. */
  function facts(pairs: readonly Fact[]): HTMLElement {
    const known = pairs.filter(([, content]) => content !== null);
    return el(
      'dl',
      { class: 'facts' },
      ...known.flatMap(([name, content]) => [el('dt', {}, name), el('dd', {}, content)]),
    );
  }

  function value(content: EvidenceValue): Child {
    if (content === null) return el('span', { class: 'none' }, 'none');
    if (typeof content === 'string') return /^https?:/i.test(content) ? text.url(content) : text.foreign(content);
    if (typeof content === 'number') return text.number(content);
    if (typeof content === 'boolean') return content ? 'yes' : 'no';
    return urls(content);
  }

  function urls(list: readonly string[]): HTMLElement {
    return el('ol', { class: 'urls' }, ...list.map((url) => el('li', {}, value(url))));
  }

  function section(title: string, ...content: readonly Child[]): HTMLElement {
    return el('section', {}, el('h4', {}, title), ...content);
  }

  const rule: FindingDetail['rule'] = (id) => {
    const found = data.rule(id);
    if (found === null) return el('div', { class: 'rule-text' });
    return el(
      'div',
      { class: 'rule-text' },
      section('What was looked for', el('p', {}, found.condition)),
      section('Why it matters', el('p', {}, found.why)),
      section('What to do', el('p', {}, found.remedy)),
      section('Reference', el('p', {}, text.reference(found.reference))),
    );
  };

  function evidence({ evidence: seen, line, column, related }: Finding): HTMLElement | null {
    const pairs: readonly Fact[] = [
      ...Object.entries(seen).map(([name, content]): Fact => [shownName(name), value(content)]),
      ['in the markup', place(line, column)],
      ['related', related.length === 0 ? null : urls(related)],
    ];
    return pairs.every(([, content]) => content === null) ? null : section('Evidence', facts(pairs));
  }

  function place(line: number | null, column: number | null): string | null {
    if (line === null) return null;
    return `line ${text.number(line)}${column === null ? '' : `, column ${text.number(column)}`}`;
  }

  /** `finalUrl` as `final URL`. */
  function shownName(name: string): string {
    const words = name.slice(0, MAX_NAME).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return words.replace(/\burl\b/, 'URL');
  }

  function page({ url, key, page: known }: Finding): HTMLElement {
    return section(
      'Page',
      facts([
        ['URL', text.url(url)],
        ['key', key === url ? null : text.plainUrl(key)],
        ['passes', known.passes.length === 0 ? null : known.passes.join(', ')],
        ['status', text.status(known.status)],
        ['depth', text.count(known.depth, 'link from a seed', 'links from a seed')],
        ['linked from', known.inlinks === 0 ? 'no other page' : text.count(known.inlinks, 'page')],
        ['such as', known.referrers.length === 0 ? null : urls(known.referrers)],
        ['text', known.text === null ? null : el('code', {}, text.foreign(known.text))],
      ]),
    );
  }

  const show: FindingDetail['show'] = (finding) =>
    el(
      'div',
      { class: 'finding-detail' },
      el('div', { class: 'about' }, evidence(finding), page(finding)),
      rule(finding.rule),
      el(
        'p',
        { class: 'fingerprint' },
        el('a', { href: route.href({ tab: 'findings', finding: finding.fingerprint }) }, 'Link to this finding'),
        el('code', {}, text.foreign(finding.fingerprint)),
      ),
    );

  return { show, rule };
}
