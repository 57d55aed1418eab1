/** Prints the results of probing every site: verdicts, truth, and number of requests. */
import { stdout } from 'node:process';
import { table } from '../../../../src/cli/render/table.ts';
import { falselyConfirmed, missedVerdicts, probeServed, serveSite, subjectName } from '../probing.ts';
import { SITES } from '../sites.ts';

const rows: string[][] = [['site', 'truly one', 'verdicts', 'requests']];
let [wrong, missed] = [0, 0];
for (const site of SITES) {
  const served = await serveSite(site.answer);
  const report = await probeServed(served.connectTo);
  await served.close();
  const falsely = falselyConfirmed(site, report);
  const others = missedVerdicts(site, report);
  wrong += falsely.length;
  missed += others.length;
  const kinds = new Set([...site.same, ...Object.keys(site.verdicts)].map((subject) => subject.split(' ', 1)[0]));
  const verdicts = report.claims
    .filter(({ kind, verdict }) => kinds.has(kind) || verdict === 'confirmed')
    .map((claim) => `${subjectName(claim)} ${claim.verdict}${claim.reason === null ? '' : ` (${claim.reason})`}`);
  const marks = [...falsely.map((subject) => `FALSE: ${subject}`), ...others.map((subject) => `MISSED: ${subject}`)];
  rows.push([
    [...marks, site.name].join(' '),
    site.same.join(', ') || 'nothing',
    verdicts.join(', '),
    String(report.requests.pages),
  ]);
}
stdout.write(`${table(rows).join('\n')}\n\n`);
stdout.write(`${SITES.length} sites, falsely confirmed: ${wrong}, other verdicts than expected: ${missed}\n`);
