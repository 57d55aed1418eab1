import { KEEP_RULES, type LinkGroup } from '../../dedup.ts';
import { IF_KNOWN } from '../../facts/assumption-wording.ts';
import { saveFile } from '../../report/html/client/copy.ts';
import { disclosure } from '../../report/html/client/disclosure.ts';
import { button, type Child, div, el, icon, paragraph, span } from '../../report/html/client/dom.ts';
import type { View } from '../../report/html/client/tabs.ts';
import { plainUrl } from '../../report/html/client/text.ts';
import { counted, number } from '../../text/number.ts';
import type { Line } from '../lines.ts';
import { optionsOf, type State } from '../state.ts';
import { groupLines, type RejectedLine, type Swept, sweep, type Undecided } from '../sweep.ts';
import { choice, labelled } from './fields.ts';
import { listInput, listText } from './list-input.ts';
import { classMark, headedTable, passName } from './marks.ts';
import { change, heldList, keepingFocus, state } from './store.ts';
import { problemOf, schemeButton } from './trace.ts';

/** The view that removes duplicates from a list. */

const GROUPS_AT_ONCE = 50;
const MEMBERS = 100;
const REJECTS = 50;
/** Milliseconds without a key before a typed list is read. */
const PAUSE = 150;

const KEEP_WORDS: Readonly<Record<State['keep'], string>> = {
  first: 'the first',
  last: 'the last',
  shortest: 'the shortest',
  https: 'the first with https',
  canonical: 'the first that is its own key',
};

/** Fills the panel; returns the function that draws what is shown now. */
export const dedupView: View = (panel) => {
  const input = listInput('Links, one per line', 6);
  const keep = choice(
    KEEP_RULES.map((rule) => [rule, KEEP_WORDS[rule]]),
    (name) => change({ keep: KEEP_RULES.find((rule) => rule === name) ?? 'first' }),
  );
  const status = el('p', { class: 'count', role: 'status' });
  const results = div('results');
  panel.append(input.element, div('toolbar', labelled('Of duplicates, keep', keep), status), results);
  const work = sweeper(
    (text) => (status.textContent = text),
    (...shown) => keepingFocus(() => results.replaceChildren(...shown)),
  );
  return () => {
    input.draw();
    keep.value = state().keep;
    work(listText());
  };
};

/** Sweeps the list that is shown, once for each change, and ends the work that a change makes useless. */
function sweeper(
  say: (text: string) => void,
  show: (...shown: readonly HTMLElement[]) => void,
): (text: string) => void {
  let running = new AbortController();
  let last: readonly unknown[] = [];
  const run = async (text: string, { signal }: AbortController): Promise<void> => {
    const canon = optionsOf(state());
    try {
      const onProgress = (lines: number): void => say(`Reading: ${counted(lines, 'line')} so far`);
      const swept = await sweep(text, { canon, keep: state().keep, signal, onProgress });
      show(...resultOf(swept));
      say(sentence(swept));
    } catch (error) {
      if (!signal.aborted) say(error instanceof Error ? error.message : String(error));
    }
  };
  return (text) => {
    const now = [text, JSON.stringify(optionsOf(state())), state().keep];
    if (now.every((each, at) => each === last[at])) return;
    last = now;
    running.abort();
    const own = new AbortController();
    running = own;
    if (text === '') {
      say('');
      show(paragraph('empty', 'Paste a list or drop a file, to see which of its links are duplicates.'));
      return;
    }
    say('Reading');
    setTimeout(() => own.signal.aborted || void run(text, own), PAUSE);
  };
}

/** The counts, as the summary of `dustpan dedup` has them. */
function sentence({ tally }: Swept): string {
  return `${number(tally.entries)} in = ${number(tally.groups)} kept + ${number(tally.merged)} merged + ${number(tally.rejected)} not ${tally.rejected === 1 ? 'a URL' : 'URLs'}`;
}

function resultOf(swept: Swept): readonly HTMLElement[] {
  const merged = swept.groups.filter(({ members }) => members.length > 1);
  return [
    figures(swept),
    downloads(swept, merged),
    ...(swept.rejected.length > swept.groups.length ? [wrongFormat()] : []),
    ...(swept.undecided.length === 0 ? [] : [undecided(swept.undecided)]),
    ...(swept.tally.merged === 0 ? [] : [reasons(swept)]),
    ...(merged.length === 0 ? [] : [groupsOf(merged)]),
    ...(swept.rejected.length === 0 ? [] : [rejects(swept.rejected)]),
  ];
}

function figures({ tally }: Swept): HTMLElement {
  const all: readonly (readonly [number, string])[] = [
    [tally.entries, 'in the list'],
    [tally.groups, 'kept'],
    [tally.merged, 'merged'],
    [tally.rejected, 'not URLs'],
  ];
  return el(
    'ul',
    { class: 'figures' },
    ...all.map(([count, name]) => el('li', {}, el('div', {}, el('strong', {}, number(count)), span('', name)))),
  );
}

function downloads({ parts }: Swept, merged: readonly LinkGroup<Line>[]): HTMLElement {
  const name = heldList()?.name ?? 'list';
  const canon = optionsOf(state());
  const saveGroups = async (): Promise<void> => {
    saveFile('groups.ndjson', 'application/x-ndjson', await Array.fromAsync(groupLines(merged, canon, name)));
  };
  return div(
    'toolbar',
    button(
      { class: 'plain primary', click: () => saveFile('unique.txt', 'text/plain', parts()) },
      'Save the list without duplicates',
    ),
    merged.length === 0
      ? null
      : button({ class: 'plain', click: () => void saveGroups() }, 'Save the groups as NDJSON'),
  );
}

function wrongFormat(): HTMLElement {
  return paragraph(
    'notice',
    'Most lines are not URLs. This page reads one URL per line; dustpan dedup also reads bookmarks, CSV, Markdown and other formats.',
  );
}

function undecided(all: readonly Undecided[]): HTMLElement {
  const items = all.map(({ kinds, count }) =>
    el(
      'li',
      {},
      `${counted(count, 'more duplicate')} if ${kinds.map((kind) => IF_KNOWN[kind]).join(', and ')} `,
      button(
        {
          class: 'clear',
          'aria-label': `${assumeText(kinds)}: ${kinds.join(' and ')}`,
          click: () => change({ assume: [...state().assume, ...kinds] }),
        },
        assumeText(kinds),
      ),
    ),
  );
  return el(
    'section',
    { class: 'card' },
    el('h3', {}, 'Facts would merge more'),
    el('ul', { class: 'plain-list' }, ...items),
  );
}

function assumeText({ length }: Undecided['kinds']): string {
  return length === 1 ? 'Assume it' : 'Assume all of this';
}

function reasons({ tally }: Swept): HTMLElement {
  const rows = [
    ...(tally.copies === 0 ? [] : [reasonRow(tally.copies, el('strong', {}, 'identical'), null)]),
    ...tally
      .byPass()
      .map(({ count, name, class: passClass }) => reasonRow(count, passName(name), classMark(passClass))),
  ];
  return el(
    'section',
    { class: 'card' },
    el('h3', {}, 'What was merged'),
    headedTable('keys reasons', ['Merged', 'by', 'class'], rows),
  );
}

function reasonRow(count: number, name: HTMLElement, mark: HTMLElement | null): HTMLElement {
  return el('tr', {}, el('td', { class: 'number' }, number(count)), el('td', {}, name), el('td', {}, mark));
}

function groupsOf(groups: readonly LinkGroup<Line>[]): HTMLElement {
  const list = div('list');
  const more = button({ class: 'plain', click: () => add() });
  let shown = 0;
  const add = (): void => {
    list.append(...groups.slice(shown, shown + GROUPS_AT_ONCE).map(groupRow));
    shown = Math.min(groups.length, shown + GROUPS_AT_ONCE);
    more.hidden = shown === groups.length;
    more.textContent = `${number(shown)} of ${counted(groups.length, 'group')} are shown. Show ${GROUPS_AT_ONCE} more`;
  };
  add();
  return el(
    'section',
    { class: 'groups' },
    el('h3', {}, counted(groups.length, 'group'), ' with duplicates'),
    list,
    more,
  );
}

function groupRow({ key, kept, members }: LinkGroup<Line>): HTMLElement {
  return disclosure({
    className: 'row',
    level: 'h4',
    heading: [span('row-urls', plainUrl(key)), span('row-note', counted(members.length, 'link'))],
    isOpen: false,
    content: () =>
      el(
        'ul',
        { class: 'members' },
        ...members
          .slice(0, MEMBERS)
          .map(({ link, pass }) =>
            lineItem(
              link,
              link === kept ? span('verdict confirmed', icon('confirmed'), ' kept') : null,
              ' ',
              ...(pass === null ? [] : [passName(pass.name), ' ', classMark(pass.class)]),
            ),
          ),
        members.length > MEMBERS ? el('li', { class: 'note' }, `and ${number(members.length - MEMBERS)} more`) : null,
      ),
  });
}

function rejects(rejected: readonly RejectedLine[]): HTMLElement {
  const isSchemeMissing = rejected.some(({ error }) => error.code === 'no-scheme');
  const shown = rejected
    .slice(0, REJECTS)
    .map(({ line, error }) => lineItem(line, problemOf(error.message, error.code)));
  return el(
    'section',
    { class: 'card' },
    el('h3', {}, rejected.length === 1 ? '1 line is not a URL' : `${number(rejected.length)} lines are not URLs`),
    paragraph('note', rejected.length === 1 ? 'It stays in the list.' : 'They stay in the list.'),
    isSchemeMissing ? schemeButton() : null,
    el('ul', { class: 'members' }, ...shown),
    rejected.length > REJECTS ? paragraph('note', `and ${number(rejected.length - REJECTS)} more`) : null,
  );
}

function lineItem({ number: at, url }: Line, ...note: readonly Child[]): HTMLElement {
  return el('li', {}, span('row-number', String(at)), span('row-urls', plainUrl(url)), span('row-note', ...note));
}
