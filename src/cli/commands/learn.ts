import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { AccessLogEvidence, type LogCounts } from '../../../crawler/evidence/access-log.ts';
import type { Candidate } from '../../../crawler/evidence/candidates.ts';
import { logLines } from '../../../crawler/evidence/log-lines.ts';
import { passiveEvidence } from '../../../crawler/evidence/passive.ts';
import type { Frontier } from '../../../db/index.ts';
import type { Claim } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { needsWith, type Thresholds } from '../../evidence/thresholds.ts';
import { adjudicate, subjectKey } from '../../evidence/verdict.ts';
import { ListError } from '../../lists/error.ts';
import { openFile } from '../../lists/source.ts';
import { counted, number } from '../../text/number.ts';
import { refuseToOverwriteDatabase } from '../io/databases.ts';
import { UsageError } from '../io/exit.ts';
import { openForChange } from '../io/open-crawl.ts';
import { noteLine, out } from '../io/output.ts';
import { addConfigOption, type ConfigFlags, loadConfiguration } from '../options/canon-options.ts';
import { claimAsJson, describeClaim, scopeOf } from '../render/claim-lines.ts';
import { printable, printableJson, quoted } from '../render/printable.ts';
import { table } from '../render/table.ts';

interface Flags extends ConfigFlags {
  readonly log?: readonly string[];
  readonly host?: string;
  readonly facts?: string;
  readonly json?: true;
}

/** The evidence of one run. */
interface Lesson {
  readonly evidence: readonly Evidence[];
  /** Claims that only a probe could decide. */
  readonly candidates: readonly Candidate[];
  readonly notes: readonly string[];
}

export function learnCommand(): Command {
  const command = new Command('learn')
    .description(
      'learn which URLs of a site are duplicates from a finished crawl or from access logs, without requests',
    )
    .argument('[crawl]', 'the crawl file; stores the evidence found')
    .addOption(
      new Option(
        '--log <file...>',
        'learn from access logs instead (common, combined, vhost_combined; may be gzipped); weak evidence',
      ),
    )
    .option('--host <host>', 'the site of the log, if the log does not name it, such as example.com')
    .option('--facts <file>', 'write the confirmed claims to a facts file')
    .option('--json', 'print one object per claim, with its evidence');
  return addConfigOption(command).action(run);
}

async function run(database: string | undefined, flags: Flags): Promise<void> {
  if ((database === undefined) === (flags.log === undefined)) {
    throw new UsageError('give either a crawl file or logs: dustpan learn --log access.log --host example.com');
  }
  if (flags.facts !== undefined) await refuseToOverwriteDatabase(flags.facts, database === undefined ? [] : [database]);
  const needs = needsWith((await loadConfiguration(flags)).evidence ?? {});
  const { evidence, candidates, notes } = await lesson(database, flags);
  const claims = adjudicate(evidence, needs);
  const known = evidenceOf(claims, evidence);
  const of = (claim: Claim): readonly Evidence[] => known.get(claim) ?? [];
  if (flags.json) for (const claim of claims) out.line(printableJson(claimAsJson(claim, of(claim))));
  else for (const line of table(claims.map((claim) => describeClaim(claim, of(claim))))) out.line(line);
  await out.flush();
  for (const line of undecided(candidates, claims, needs)) noteLine(line);
  if (flags.facts !== undefined) await writeFacts(flags.facts, claims);
  for (const note of notes) noteLine(note);
}

async function lesson(database: string | undefined, { log = [], host }: Flags): Promise<Lesson> {
  if (database === undefined) return fromLogs(log, host ?? null);
  const frontier = await openForChange(database);
  try {
    return await fromCrawl(frontier);
  } finally {
    await frontier.close();
  }
}

async function fromCrawl(frontier: Frontier): Promise<Lesson> {
  const { evidence, candidates, isPartial } = await passiveEvidence(frontier);
  await frontier.addEvidence(evidence);
  const all = await frontier.evidence();
  const notes = [
    `found ${number(evidence.length)} pieces of evidence in the crawl, ${number(all.length)} in total; the next crawl into this file uses the confirmed claims`,
    ...(isPartial ? ['the crawl is large; only part of its entries was read'] : []),
  ];
  return { evidence: all, candidates, notes };
}

async function fromLogs(files: readonly string[], host: string | null): Promise<Lesson> {
  const learner = new AccessLogEvidence(host);
  let tooLong = 0;
  for (const file of files) {
    for await (const line of logLines(await openFile(file))) {
      if (line === null) tooLong++;
      else learner.add(line);
    }
  }
  if (learner.lacksHost) throw new UsageError('the log does not name its site; add --host, such as --host example.com');
  if (learner.counts.requests === 0) {
    throw new ListError(
      'mixed-formats',
      `${files.map(quoted).join(', ')}: no line is in an access log format; use common, combined or vhost_combined`,
    );
  }
  return { evidence: await learner.finish(), candidates: [], notes: [describeCounts(learner.counts, tooLong)] };
}

function describeCounts({ lines, requests, unreadable, passedOver }: LogCounts, tooLong: number): string {
  const parts = [
    `read ${number(lines + tooLong)} lines, used ${number(requests)} requests`,
    ...(unreadable + tooLong > 0 ? [`skipped ${number(unreadable + tooLong)} lines in an unknown format`] : []),
    ...(passedOver > 0 ? [`skipped ${number(passedOver)} requests because of too many or too long URLs`] : []),
  ];
  return parts.join('; ');
}

/** Claims that a probe could decide; the most gain first. */
function undecided(candidates: readonly Candidate[], claims: readonly Claim[], needs: Thresholds): readonly string[] {
  const decided = new Set(claims.filter(({ verdict }) => verdict !== 'undecided').map(subjectKey));
  return candidates
    .filter((candidate) => !decided.has(subjectKey(candidate)))
    .slice(0, MAX_SHOWN)
    .map((candidate) => {
      const { kind, pairs } = candidate;
      const { content = 0, deep } = needs[kind];
      const where = deep > 0 ? `, ${deep} of them below the home page` : '';
      const seen = `${counted(pairs, 'pair')} of URLs found`;
      const scope = scopeOf({ ...candidate, path: '/' });
      return printable(
        `candidate  ${kind}  ${scope}  ${seen}; a probe would compare ${counted(content, 'pair')}${where}`,
      );
    });
}

const MAX_SHOWN = 20;

async function writeFacts(file: string, claims: readonly Claim[]): Promise<void> {
  const { facts } = factsOf(claims, []);
  await writeFile(file, `${JSON.stringify({ version: 1, facts }, null, 2)}\n`).catch((error: unknown) => {
    const problem = error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot write ${quoted(file)}: ${quoted(problem)}; check the path given to --facts`);
  });
  noteLine(`wrote ${counted(facts.length, 'fact')} to ${quoted(file)}`);
}
