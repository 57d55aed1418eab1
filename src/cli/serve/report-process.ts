/** The process started by `render.ts`: writes the report of a crawl to standard output. */
import { text } from 'node:stream/consumers';
import { DustpanError } from '../../error.ts';
import { livePage } from '../../report/html/page.ts';
import { EXIT } from '../io/exit.ts';
import { logLine, out, quitQuietlyOnClosedPipe } from '../io/output.ts';
import { auditReport } from '../jobs/audit-report.ts';
import { chooseRules } from '../jobs/audit-rules.ts';
import { loadConfiguration } from '../options/canon-options.ts';
import { COMPLAINT, type ReportOrder } from './report-order.ts';

quitQuietlyOnClosedPipe();
const encoder = new TextEncoder();
const { database, given, revision, createdAt }: ReportOrder = JSON.parse(await text(process.stdin));
try {
  const chosen = chooseRules([], [], await loadConfiguration(given));
  const { report, ruleErrors } = await auditReport(
    { database, given, chosen, fetching: null, createdAt: new Date(createdAt) },
    new AbortController().signal,
  );
  for (const { message } of ruleErrors) logLine(`${COMPLAINT}${message}`);
  for await (const part of livePage(report, revision)) {
    out.bytes(encoder.encode(part));
    await out.flush();
  }
} catch (error) {
  if (!(error instanceof DustpanError)) throw error;
  logLine(error.message);
  process.exitCode = EXIT.usage;
}
