import type { ClaimRow } from '../../../audit/report.ts';
import type { Evidence } from '../../../evidence/evidence.ts';
import type { Client, View } from './client.ts';
import type { Child } from './dom.ts';

/** The tab of claims: what was found out about which URLs are one page. */
export function ledger({ dom: { el, icon }, text, data: { lists }, listing }: Client): View {
  const MAX_EVIDENCE = 20;

  /** What a claim says, in words. */
  function words({ kind, host, about }: ClaimRow): readonly Child[] {
    const site = text.foreign(host);
    const named = el('code', {}, text.foreign(about ?? ''));
    switch (kind) {
      case 'www':
        return ['www.', site, ' and ', text.foreign(host), ' are one site'];
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
        return [named, ' is what is shown without it on ', site];
      case 'ip':
        return ['The address ', site, ' is ', named];
      default:
        return [text.foreign(kind), ' on ', site];
    }
  }

  function observation({ source, supports, url, page, hops, seen, by, at }: Evidence): HTMLElement {
    return el(
      'li',
      { class: supports ? 'confirmed' : 'refuted' },
      el(
        'p',
        {},
        icon(supports ? 'confirmed' : 'refuted'),
        el('strong', {}, supports ? 'for' : 'against'),
        ` · ${source.replaceAll('-', ' ')} · `,
        text.foreign(seen.replaceAll('-', ' ')),
        ` · ${by} · `,
        el('time', {}, text.date(at)),
      ),
      url === null ? null : el('p', {}, text.url(url)),
      ...hops.map(hop),
      page === null ? null : el('p', { class: 'note' }, 'compared with ', text.url(page)),
    );
  }

  function hop({ status, location }: Evidence['hops'][number]): HTMLElement {
    return el('p', { class: 'hop' }, text.status(status), ...(location === null ? [] : [' → ', text.url(location)]));
  }

  function detail({
    evidence,
    reason,
    firstSeen,
    lastSeen,
    expires,
    target,
    source,
    contradictions,
  }: ClaimRow): HTMLElement {
    const facts: readonly (readonly [string, Child])[] = [
      ['form in use', target === null ? '–' : text.foreign(target)],
      ['source', source === null ? '–' : source.replaceAll('-', ' ')],
      ['against', text.number(contradictions)],
      ['seen', `${text.date(firstSeen)} to ${text.date(lastSeen)}`],
      ['check again', expires === null ? 'never' : text.date(expires)],
      ...(reason === null ? [] : [['reason', text.foreign(reason.replaceAll('-', ' '))] as const]),
    ];
    const left = evidence.length - MAX_EVIDENCE;
    return el(
      'div',
      { class: 'finding-detail claim-detail' },
      el(
        'section',
        {},
        el('h4', {}, 'Claim'),
        el('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
      ),
      el(
        'section',
        {},
        el('h4', {}, 'Evidence'),
        el('ol', { class: 'evidence' }, ...evidence.slice(0, MAX_EVIDENCE).map(observation)),
        left > 0 ? el('p', { class: 'note' }, `${text.number(left)} more`) : null,
      ),
    );
  }

  return listing.view<ClaimRow>({
    tab: 'ledger',
    name: 'claims',
    intro:
      'What was found out about URLs that may be one page, and what it rests on. Only confirmed claims merge URLs.',
    rows: () => lists.claims,
    haystack: ({ kind, host, about, path, verdict }) => `${kind} ${host} ${about ?? ''} ${path} ${verdict}`,
    detail,
    columns: [
      {
        id: 'claim',
        title: 'Claim',
        kind: 'main',
        sortBy: ({ kind }) => kind,
        cell: (claim) =>
          el(
            'div',
            { class: 'described' },
            el('div', {}, ...words(claim)),
            claim.path === '/' ? null : el('div', { class: 'note' }, 'below ', text.plainUrl(claim.path)),
          ),
      },
      {
        id: 'verdict',
        title: 'Verdict',
        kind: 'short',
        sortBy: ({ verdict }) => verdict,
        cell: ({ verdict }) => el('span', { class: `verdict ${verdict}` }, icon(verdict), verdict),
      },
      {
        id: 'samples',
        title: 'Samples',
        kind: 'wide number',
        sortBy: ({ samples }) => samples,
        cell: ({ samples, contradictions }) => `${text.number(samples)} of ${text.number(samples + contradictions)}`,
      },
    ],
  });
}
