import { compile, type Trace } from '../../canon/canonicalizer.ts';
import type { CanonOptions } from '../../canon/options.ts';
import { disclosure } from '../../report/html/client/disclosure.ts';
import { button, div, el, paragraph, span } from '../../report/html/client/dom.ts';
import type { View } from '../../report/html/client/tabs.ts';
import { plainUrl } from '../../report/html/client/text.ts';
import { counted, number } from '../../text/number.ts';
import { UrlError } from '../../url/error.ts';
import { type Line, linesOf } from '../lines.ts';
import { EMPTY, linkTo, optionsOf, type State } from '../state.ts';
import { listInput, listText } from './list-input.ts';
import { state } from './store.ts';
import { problemOf, type Traced, traced, traceView } from './trace.ts';

/** The view that canonicalizes: all passes of one URL, or a list whose rows open. */

const ROWS_AT_ONCE = 100;

/** A URL on which most passes have something to do. */
const SHOWN = 'HTTP://www.Example.com:80/%7Eann/./index.html?utm_source=x&b=%c3%a9#top';

const EXAMPLES: readonly (readonly [name: string, note: string, part: Partial<State>])[] = [
  ['All passes of a URL', SHOWN, { urls: SHOWN }],
  [
    'The same URL, with facts about the site',
    'www.example.com is example.com, and http is https',
    {
      urls: SHOWN,
      facts: [
        { kind: 'www', host: 'example.com', value: 'remove' },
        { kind: 'scheme', host: 'example.com', value: 'https' },
      ],
    },
  ],
  [
    'Two URLs compared',
    'which passes and facts make them equal',
    { view: 'compare', a: 'http://example.com/docs', b: 'https://www.example.com/docs/?utm_source=mail' },
  ],
  [
    'A list without its duplicates',
    'what is merged, what facts would merge, and what is not a URL',
    {
      view: 'dedup',
      urls: 'https://example.com/news?utm_source=mail\nhttps://example.com/about\nhttps://EXAMPLE.com/news#latest\nhttp://example.com/about/\nexample.com/news',
    },
  ],
];

/** Fills the panel; returns the function that draws what is shown now. */
export const urlsView: View = (panel) => {
  const input = listInput('URLs, one per line', 3);
  const results = div('results');
  const status = el('p', { class: 'hidden', role: 'status' });
  panel.append(input.element, status, results);
  const open = new Set<number>();
  let shown = ROWS_AT_ONCE;
  let drawn = '';
  const draw = (): void => {
    input.draw();
    const text = listText();
    const options = optionsOf(state());
    const content = JSON.stringify([text.length > 1000 ? text.length : text, options, shown]);
    if (content === drawn && text.length <= 1000) return;
    drawn = content;
    const lines = firstLines(text, shown + 1);
    const [first, second] = lines;
    status.textContent = '';
    if (first === undefined) results.replaceChildren(examples());
    else if (second === undefined) {
      const trace = traced(first.url, compile(options));
      status.textContent = trace === null ? '' : outcome(trace);
      results.replaceChildren(div('card', traceView(first.url, trace, options)));
    } else {
      const all = list(lines.slice(0, shown), options, open);
      results.replaceChildren(all, ...(lines.length > shown ? [more(text)] : []));
    }
  };
  const more = (text: string): HTMLElement =>
    button(
      { class: 'plain', click: () => ((shown += ROWS_AT_ONCE), draw()) },
      `The first ${number(shown)} of ${counted(text.split('\n').length, 'line')} are shown. Show ${ROWS_AT_ONCE} more`,
    );
  return draw;
};

function firstLines(text: string, most: number): readonly Line[] {
  const lines: Line[] = [];
  for (const line of linesOf(text)) {
    lines.push(line);
    if (lines.length === most) break;
  }
  return lines;
}

/** What screen readers say once a URL is canonicalized. */
function outcome(trace: Trace | UrlError): string {
  return trace instanceof UrlError ? 'Not a valid URL' : counted(trace.changes.length, 'change');
}

function examples(): HTMLElement {
  const items = EXAMPLES.map(([name, note, part]) =>
    el('li', {}, el('a', { href: linkTo({ ...EMPTY, ...part }).fragment }, name), paragraph('note', plainUrl(note))),
  );
  return el('section', { class: 'card' }, el('h3', {}, 'Examples'), el('ul', { class: 'examples' }, ...items));
}

/** @param open the numbers of the rows that are open */
function list(lines: readonly Line[], options: CanonOptions, open: Set<number>): HTMLElement {
  const canonicalizer = compile(options);
  return div('list', ...lines.map((line) => row(line, traced(line.url, canonicalizer), options, open)));
}

function row({ url, number: at }: Line, trace: Traced, options: CanonOptions, open: Set<number>): HTMLElement {
  const [result, note] =
    trace === null
      ? ['', 'too long to be shown']
      : trace instanceof UrlError
        ? ['', problemOf(trace.message, trace.code)]
        : [trace.url, trace.changes.length === 0 ? 'unchanged' : counted(trace.changes.length, 'change')];
  return disclosure({
    className: 'row',
    level: 'h3',
    heading: [
      span('row-number', String(at)),
      span(
        'row-urls',
        span(result === url ? 'row-only' : 'row-input', plainUrl(url)),
        ...(result === '' || result === url ? [] : [plainUrl(result)]),
      ),
      span(result === '' ? 'row-note severity error' : 'row-note', note),
    ],
    isOpen: open.has(at),
    onToggle: (isOpen) => (isOpen ? open.add(at) : open.delete(at)),
    content: () => traceView(url, trace, options),
  });
}
