import type { Server } from 'node:http';
import { DustpanError } from '../../error.ts';
import { LIVE } from '../../report/html/page.ts';
import type { Progress } from '../../report/html/progress.ts';
import { counted } from '../../text/number.ts';
import { quotedMessage } from '../render/printable.ts';
import type { CrawlProgress } from './crawl-progress.ts';
import type { LiveReport } from './live-report.ts';
import { type Answer, HTML, localServer, policyHeader, TEXT } from './local-server.ts';
import { PROBLEM, problemPage, RETRY } from './problem-page.ts';

/** Milliseconds until a browser is told that the report is being made. */
const PATIENCE = 1000;

/** The data that the server shows. */
export interface ServerOptions {
  readonly report: LiveReport;
  readonly progress: () => Promise<CrawlProgress>;
}

/** Serves the report and the progress of a crawl. */
export async function reportServer({ report, progress }: ServerOptions): Promise<Server> {
  const problemHeaders = { ...HTML, ...(await policyHeader(PROBLEM)) };

  async function answer(path: string): Promise<Answer | null> {
    if (path === '/') return reportAnswer();
    if (path === '/progress') return progressAnswer();
    return path === '/health' ? healthAnswer() : null;
  }

  async function reportAnswer(): Promise<Answer> {
    try {
      const patience = new Promise<null>((resolve) => void setTimeout(resolve, PATIENCE, null));
      const page = await Promise.race([report.page(), patience]);
      return page === null ? await waitAnswer() : { status: 200, headers: HTML, body: page.parts };
    } catch (error) {
      if (!(error instanceof DustpanError)) throw error;
      return {
        status: 503,
        headers: problemHeaders,
        body: [problemPage('The report is not available', error.message)],
      };
    }
  }

  /** Asks the browser to wait. For a crawl of a million pages, it would show a blank page for two minutes. */
  async function waitAnswer(): Promise<Answer> {
    const { states } = await progress();
    const entries = Object.values(states).reduce((sum, count) => sum + count, 0);
    const text = `It covers ${counted(entries, 'URL')} and has taken ${report.seconds()} s so far.`;
    const headers = { ...problemHeaders, 'retry-after': String(RETRY) };
    return { status: 202, headers, body: [problemPage('The report is being made', text)] };
  }

  async function progressAnswer(): Promise<Answer> {
    const now: Progress = {
      ...(await progress()),
      revision: await report.revision(),
      reportCreatedAt: report.createdAt(),
    };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: [JSON.stringify(now)] };
  }

  /** For programs that watch the server: whether it can read the crawl. */
  async function healthAnswer(): Promise<Answer> {
    const { problem } = await progress();
    return problem === null
      ? { status: 200, headers: TEXT, body: ['ok\n'] }
      : { status: 503, headers: TEXT, body: [`${quotedMessage(problem)}\n`] };
  }

  return localServer({ answer, paths: ['/', '/progress', '/health'], headers: await policyHeader(LIVE) });
}
