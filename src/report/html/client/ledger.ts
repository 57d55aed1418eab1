import type { ClaimRow } from '../../../audit/report.ts';
import type { Evidence } from '../../../evidence/evidence.ts';
import { TOP_PAGES, WHOLE_SITE } from '../../../facts/site-part.ts';
import { number } from '../../../text/number.ts';
import { lists } from './data.ts';
import { type Child, div, el, facts, icon, paragraph, section, span } from './dom.ts';
import { HAYSTACKS } from './haystacks.ts';
import { listing } from './listing.ts';
import type { View } from './tabs.ts';
import { day, foreign, linkedUrl, plainUrl, spaced, statusCode } from './text.ts';

const MAX_EVIDENCE = 20;

/** The tab of claims: which URLs are one page, and what shows it. */
export const ledger: View = listing({
  noun: 'claim',
  intro: 'What was found out about URLs that may be one page, and what it rests on. Only confirmed claims merge URLs.',
  rows: lists.claims,
  haystack: HAYSTACKS.claims,
  details: { show: detail },
  columns: [
    { id: 'claim', title: 'Claim', kind: 'main', sortBy: ({ kind }) => kind, cell: described },
    {
      id: 'verdict',
      title: 'Verdict',
      kind: 'short',
      sortBy: ({ verdict }) => verdict,
      cell: ({ verdict }) => span(`verdict ${verdict}`, icon(verdict), verdict),
    },
    {
      id: 'samples',
      title: 'Samples',
      kind: 'wide number',
      sortBy: ({ samples }) => samples,
      cell: ({ samples, contradictions }) => `${number(samples)} of ${number(samples + contradictions)}`,
    },
  ],
});

function described(claim: ClaimRow): HTMLElement {
  const part = claim.path === WHOLE_SITE ? null : div('note', ...partOf(claim.path));
  return div('described', el('div', {}, ...words(claim)), part);
}

/** The part of the site that a claim is about, in words. */
function partOf(path: string): readonly Child[] {
  if (path === TOP_PAGES) return ['the pages directly below the root'];
  return path.endsWith('$') ? ['the page ', plainUrl(path.slice(0, -1))] : ['below ', plainUrl(path)];
}

/** What a claim says. */
function words({ kind, host, about }: ClaimRow): readonly Child[] {
  const site = foreign(host);
  const named = el('code', {}, foreign(about ?? ''));
  switch (kind) {
    case 'www':
      return ['www.', site, ' and ', foreign(host), ' are one site'];
    case 'scheme':
      return ['http and https are one site on ', site];
    case 'slash':
      return ['A slash at the end makes no difference on ', site];
    case 'index':
      return [named, ' and its folder are one page on ', site];
    case 'case':
      return ['Capital letters make no difference on ', site];
    case 'slashes':
      return ['Repeated slashes make no difference on ', site];
    case 'order':
      return ['The order of parameters makes no difference on ', site];
    case 'param':
      return ['The parameter ', named, ' makes no difference on ', site];
    case 'default-param':
      return [named, ' makes no difference on ', site];
    case 'ip':
      return ['The address ', site, ' is ', named];
    default:
      return [foreign(kind), ' on ', site];
  }
}

function detail(claim: ClaimRow): HTMLElement {
  const { evidence, reason, firstSeen, lastSeen, expires, target, source, contradictions } = claim;
  const left = evidence.length - MAX_EVIDENCE;
  return div(
    'finding-detail claim-detail',
    section(
      'Claim',
      facts([
        ['form in use', target === null ? '–' : foreign(target)],
        ['source', source === null ? '–' : spaced(source)],
        ['against', number(contradictions)],
        ['seen', `${day(firstSeen)} to ${day(lastSeen)}`],
        ['check again', expires === null ? 'never' : day(expires)],
        ['reason', reason === null ? null : foreign(spaced(reason))],
      ]),
    ),
    section(
      'Evidence',
      el('ol', { class: 'evidence' }, ...evidence.slice(0, MAX_EVIDENCE).map(observation)),
      left > 0 ? paragraph('note', `${number(left)} more`) : null,
    ),
  );
}

/** What was seen of a URL. */
export function observation({ source, supports, url, page, hops, seen, by, at }: Evidence): HTMLElement {
  const side = supports === null ? 'undecided' : supports ? 'confirmed' : 'refuted';
  return el(
    'li',
    { class: side },
    el(
      'p',
      {},
      icon(side),
      el('strong', {}, supports === null ? 'unclear' : supports ? 'for' : 'against'),
      ` · ${spaced(source)} · `,
      foreign(spaced(seen)),
      ` · ${by} · `,
      el('time', {}, day(at)),
    ),
    url === null ? null : el('p', {}, linkedUrl(url)),
    ...hops.map(hop),
    page === null ? null : paragraph('note', 'compared with ', linkedUrl(page)),
  );
}

function hop({ status, location }: Evidence['hops'][number]): HTMLElement {
  return paragraph('hop', statusCode(status), ...(location === null ? [] : [' → ', linkedUrl(location)]));
}
