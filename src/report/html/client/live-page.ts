import { counted, number } from '../../../text/number.ts';
import type { Progress } from '../progress.ts';
import { head } from './data.ts';
import { button, el, span } from './dom.ts';
import { start } from './start.ts';
import { foreign } from './text.ts';

/**
 * The script of the report as `dustpan serve` shows it: with a bar that says how far the crawl is, and offers the new
 * report once there is one.
 */

/** Milliseconds between two questions to the server, and after one without an answer. */
const PAUSE = 2000;
const LONG_PAUSE = 10_000;

const shown = document.querySelector<HTMLMetaElement>('meta[name=revision]')?.content;
const meter = el('progress', { max: 1, value: 0, 'aria-label': 'Fetched of the URLs known so far' });
const figures = span('figures-now');
const offer = button(
  { class: 'plain', hidden: true, click: () => location.reload() },
  'The crawl has gone on: show the new report',
);
const bar = el(
  'aside',
  { class: 'live', 'aria-label': 'Crawl' },
  meter,
  figures,
  el('span', { role: 'status' }, offer),
);

start();
document.body.append(bar);
void ask();

async function ask(): Promise<void> {
  let pause = PAUSE;
  try {
    const response = await fetch('/progress');
    draw(await response.json());
  } catch {
    bar.classList.remove('writing');
    figures.textContent = 'The server does not answer: dustpan serve has ended.';
    offer.hidden = true;
    pause = LONG_PAUSE;
  }
  setTimeout(() => void ask(), pause);
}

function draw(now: Progress): void {
  const { done = 0, failed = 0 } = now.states;
  meter.max = Math.max(1, done + failed + now.queued);
  meter.value = done + failed;
  bar.classList.toggle('writing', now.isWriting);
  figures.replaceChildren(now.problem === null ? describe(now) : foreign(now.problem));
  offer.hidden = now.problem !== null || now.revision === shown;
}

function describe({ isWriting, pages, rate, queued, failed }: Progress): string {
  return [
    isWriting ? 'Crawling' : 'No crawl is running',
    counted(pages, 'page'),
    ...(rate === null ? [] : [`${number(Math.round(rate))}/s`]),
    `${number(queued)} queued`,
    `${number(failed)} failed`,
    `report of ${new Date(head.createdAt).toLocaleTimeString('en-GB')}`,
  ].join(' · ');
}
