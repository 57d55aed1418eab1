import type { Progress } from '../progress.ts';
import type { Client } from './client.ts';

/** The bar that says how far the crawl is, and offers the new report once there is one. */
export function live({ dom: { el }, text, data: { head } }: Client): void {
  /** Milliseconds between two looks, and until the next one where the server did not answer. */
  const PAUSE = 2000;
  const LONG_PAUSE = 10_000;

  const shown = document.querySelector<HTMLMetaElement>('meta[name=revision]')?.content;
  const meter = el('progress', { max: 1, value: 0, 'aria-label': 'Fetched of the URLs known so far' });
  const figures = el('span', { class: 'figures-now' });
  const offer = el(
    'button',
    { type: 'button', class: 'plain', hidden: true, click: () => location.reload() },
    'The crawl has gone on: show the new report',
  );
  const bar = el(
    'aside',
    { class: 'live', 'aria-label': 'Crawl' },
    meter,
    figures,
    el('span', { role: 'status' }, offer),
  );

  function describe({ isWriting, pages, rate, queued, failed }: Progress): string {
    return [
      isWriting ? 'Crawling' : 'No crawl is running',
      text.count(pages, 'page'),
      ...(rate === null ? [] : [`${text.number(Math.round(rate))}/s`]),
      `${text.number(queued)} queued`,
      `${text.number(failed)} failed`,
      `report of ${new Date(head.createdAt).toLocaleTimeString('en-GB')}`,
    ].join(' · ');
  }

  function draw(now: Progress): void {
    const { done = 0, failed = 0 } = now.states;
    meter.max = Math.max(1, done + failed + now.queued);
    meter.value = done + failed;
    bar.classList.toggle('writing', now.isWriting);
    if (now.problem === null) figures.textContent = describe(now);
    else figures.replaceChildren(text.foreign(now.problem));
    offer.hidden = now.problem !== null || now.revision === shown;
  }

  async function look(): Promise<void> {
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
    setTimeout(() => void look(), pause);
  }

  document.body.append(bar);
  void look();
}
