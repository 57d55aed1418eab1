import { AccessLogEvidence, type LogCounts } from '../../../crawler/evidence/access-log.ts';
import { boundedLines } from '../../../crawler/evidence/bounded-lines.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { giveWay } from '../../give-way.ts';
import { ListError } from '../../lists/error.ts';
import { UsageError } from '../io/exit.ts';
import { openInput } from '../io/standard-input.ts';
import { quoted } from '../render/printable.ts';
import { ReadingProgress } from '../render/reading-progress.ts';

/** What access logs say. */
export interface LogLesson {
  readonly evidence: readonly Evidence[];
  readonly counts: LogCounts;
}

/**
 * Learns from access logs, and shows progress.
 *
 * @param host the site of logs that do not name it
 * @throws {ListError} if no line has the format of a log
 * @throws {UsageError} if a log does not name its site
 */
export async function readLogs(files: readonly string[], host: string | null, signal: AbortSignal): Promise<LogLesson> {
  const learner = new AccessLogEvidence(host);
  const sources = await Promise.all(files.map(openInput));
  const progress = new ReadingProgress(sources, 'lines');
  try {
    for (const source of sources) {
      for await (const lines of boundedLines(source)) {
        for (const line of lines) learner.add(line);
        if (learner.lacksHost) throw new UsageError(NO_HOST);
        progress.entries = learner.counts.lines;
        await giveWay(signal);
      }
    }
    if (learner.counts.requests === 0) {
      throw new ListError(
        'mixed-formats',
        `${files.map(quoted).join(', ')}: no line is in an access log format; use common, combined or vhost_combined`,
      );
    }
    return { evidence: await learner.finish(signal), counts: learner.counts };
  } finally {
    progress.stop();
  }
}

const NO_HOST = 'the log does not name its site; add --host, such as --host example.com';
