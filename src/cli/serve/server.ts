import type { Server } from 'node:http';
import { DustpanError } from '../../error.ts';
import { LIVE } from '../../report/html/page.ts';
import type { Progress } from '../../report/html/progress.ts';
import type { CrawlProgress } from './crawl-progress.ts';
import type { LiveReport } from './live-report.ts';
import { type Answer, HTML, localServer, policyHeader } from './local-server.ts';
import { PROBLEM, problemPage } from './problem-page.ts';

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
    return path === '/progress' ? progressAnswer() : null;
  }

  async function reportAnswer(): Promise<Answer> {
    try {
      const { parts } = await report.page();
      return { status: 200, headers: HTML, body: parts };
    } catch (error) {
      if (!(error instanceof DustpanError)) throw error;
      return { status: 503, headers: problemHeaders, body: [problemPage(error.message)] };
    }
  }

  async function progressAnswer(): Promise<Answer> {
    const now: Progress = {
      ...(await progress()),
      revision: await report.revision(),
      reportCreatedAt: report.createdAt(),
    };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: [JSON.stringify(now)] };
  }

  return localServer({ answer, paths: ['/', '/progress'], headers: await policyHeader(LIVE) });
}
