import type { EvidenceValue, Finding } from '../../../../audit/finding.ts';
import { counted, number } from '../../../../text/number.ts';
import { evidenceName } from '../../../audit/evidence-words.ts';
import { ruleOf } from '../data.ts';
import { type Child, div, el, type Fact, facts, paragraph, section, span, urlList } from '../dom.ts';
import { addressOf, storyOf } from '../story-link.ts';
import { foreign, linkedUrl, plainUrl, referenceLink, statusCode } from '../text.ts';

const MAX_NAME = 60;

/** Evidence may be a fraction, such as a similarity. */
const FRACTIONS = new Intl.NumberFormat('en');

/** All that the report knows about a finding. */
export function findingDetail(finding: Finding): HTMLElement {
  return div(
    'finding-detail',
    div('about', evidence(finding), page(finding)),
    ruleDetail(finding.rule),
    paragraph(
      'fingerprint',
      el('a', { href: addressOf(finding) }, 'Link to this finding'),
      el('code', {}, foreign(finding.fingerprint)),
    ),
  );
}

/** What a rule looks for, why that matters, what to do, and where to read more. */
export function ruleDetail(id: string): HTMLElement {
  const rule = ruleOf(id);
  if (rule === null) return div('rule-text');
  return div(
    'rule-text',
    section('What was looked for', el('p', {}, rule.condition)),
    section('Why it matters', el('p', {}, rule.why)),
    section('What to do', el('p', {}, rule.remedy)),
    section('Reference', el('p', {}, referenceLink(rule.reference))),
  );
}

/** The facts behind a finding; null if there are none. */
export function evidence({ evidence: seen, line, column, related }: Finding): HTMLElement | null {
  const pairs: readonly Fact[] = [
    ...Object.entries(seen).map(([name, content]): Fact => [evidenceName(name.slice(0, MAX_NAME)), value(content)]),
    ['in the markup', position(line, column)],
    ['related', related.length === 0 ? null : urlList(related, value)],
  ];
  return pairs.every(([, content]) => content === null) ? null : section('Evidence', facts(pairs));
}

function value(content: EvidenceValue): Child {
  if (content === null || (typeof content === 'object' && content.length === 0)) return span('none', 'none');
  if (typeof content === 'string') return /^https?:/i.test(content) ? linkedUrl(content) : foreign(content);
  if (typeof content === 'number') return FRACTIONS.format(content);
  if (typeof content === 'boolean') return content ? 'yes' : 'no';
  return urlList(content, value);
}

function position(line: number | null, column: number | null): string | null {
  if (line === null) return null;
  return `line ${number(line)}${column === null ? '' : `, column ${number(column)}`}`;
}

function page({ url, key, page: known }: Finding): HTMLElement {
  const { passes, status, depth, inlinks, referrers, text } = known;
  return section(
    'Page',
    facts([
      ['URL', linkedUrl(url)],
      ['more', el('a', { href: storyOf(url) }, 'All about this URL')],
      ['key', key === url ? null : plainUrl(key)],
      ['passes', passes.length === 0 ? null : passes.join(', ')],
      ['status', statusCode(status)],
      ['depth', `${counted(depth, 'link')} from a seed`],
      ['linked from', inlinks === 0 ? 'no other page' : counted(inlinks, 'page')],
      ['such as', referrers.length === 0 ? null : urlList(referrers, value)],
      ['text', text === null ? null : el('code', {}, foreign(text))],
    ]),
  );
}
