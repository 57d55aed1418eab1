import { PROFILES, profileNamed } from '../../canon/profiles.ts';
import { copyText } from '../../report/html/client/copy.ts';
import { opening } from '../../report/html/client/disclosure.ts';
import { button, div, el, icon, paragraph, span } from '../../report/html/client/dom.ts';
import { linkTo } from '../state.ts';
import { factsPanel } from './facts.ts';
import { choice, labelled } from './fields.ts';
import { addressProblem, change, currentLink, heldList, state } from './store.ts';

/** What applies to every view: the profile, the facts, and the link to what the page shows. */
export function settings(): { readonly element: HTMLElement; readonly draw: () => void } {
  const profile = choice(
    PROFILES.map(({ name }) => [name, name]),
    (name) => change({ profile: name }),
  );
  const scheme = choice(
    [
      ['', 'are refused'],
      ['https', 'read as https://'],
      ['http', 'read as http://'],
    ],
    (name) => change({ scheme: name }),
  );
  const panel = factsPanel();
  const tally = span('tally');
  const toggle = button({ class: 'plain toggle' }, icon('chevron'), ' Facts about sites', tally);
  const body = div('card facts-card');
  toggle.addEventListener('click', opening({ toggle, body, isOpen: false, content: () => panel.element }));
  const copied = el('span', { class: 'copied', role: 'status' });
  const copy = async (): Promise<void> => {
    await copyText(currentLink());
    copied.textContent = 'Copied';
  };
  const link = button({ class: 'plain', click: () => void copy() }, 'Copy link');
  const summary = paragraph('note');
  const notice = el('div', { class: 'notices', role: 'status' });
  const element = el(
    'section',
    { class: 'settings', 'aria-label': 'Settings' },
    notice,
    div(
      'toolbar',
      labelled('Profile', profile),
      labelled('URLs without a scheme', scheme),
      toggle,
      div('link-part', copied, link),
    ),
    summary,
    body,
  );
  const draw = (): void => {
    const now = state();
    const stated = now.assume.length + now.facts.length;
    profile.value = now.profile;
    scheme.value = now.scheme;
    tally.textContent = stated === 0 ? '' : ` ${stated}`;
    toggle.setAttribute('aria-label', stated === 0 ? 'Facts about sites' : `Facts about sites, ${stated} stated`);
    summary.textContent = sentence(profileNamed(now.profile)?.summary ?? '');
    copied.textContent = '';
    notice.replaceChildren(...notices().map((text) => paragraph('notice', text)));
    panel.draw();
  };
  return { element, draw };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function notices(): readonly string[] {
  const problem = addressProblem();
  const { leftOut } = linkTo(state());
  return [
    ...(problem === null ? [] : [problem]),
    ...(leftOut.includes('credentials')
      ? ['A user name or password is in a URL. The link to this page leaves it out.']
      : []),
    ...(leftOut.includes('list') && heldList() === null
      ? ['The list is too long for a link. The link to this page leaves it out.']
      : []),
  ];
}
