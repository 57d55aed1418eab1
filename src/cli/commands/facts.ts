import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { openSqliteFrontier } from '../../../db/index.ts';
import { type Claim, VERDICTS, type Verdict } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { dayOf } from '../../evidence/claim-wording.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import { type Evidence } from '../../evidence/evidence.ts';
import { needsWith, type Thresholds } from '../../evidence/thresholds.ts';
import { adjudicate } from '../../evidence/verdict.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../facts/claim-kind.ts';
import { wwwPair } from '../../facts/facts.ts';
import type { Fact } from '../../index.ts';
import { encodeBytes } from '../../text/bytes.ts';
import { DedupOutputs } from '../io/dedup-outputs.ts';
import { UsageError } from '../io/exit.ts';
import { openForChange } from '../io/open-crawl.ts';
import { logLine, out } from '../io/output.ts';
import { addConfigOption, type ConfigFlags, loadConfiguration } from '../options/canon-options.ts';
import { readGiven } from '../options/given-facts.ts';
import { parseDenial, parseFactStatement, parseStatement, type Statement } from '../options/statement.ts';
import { claimsSaid, say, type Words } from '../options/user-words.ts';
import { claimAsJson, describeClaim, describeEvidence } from '../render/claim-lines.ts';
import { printable, printableJson, quoted } from '../render/printable.ts';
import { table } from '../render/table.ts';

interface Flags extends ConfigFlags {
  readonly verdict?: Verdict;
  readonly kind?: ClaimKind;
  readonly host?: string;
  readonly explain?: true;
  readonly json?: true;
  readonly export?: string;
  readonly confirm: readonly Statement[];
  readonly refute: readonly Statement[];
  readonly forget: readonly Statement[];
}

export function factsCommand(): Command {
  const command = new Command('facts')
    .description(
      'list what a crawl learned of its sites and on what evidence; write it to a facts file; have the last word',
    )
    .argument('<db>', "the crawl's file")
    .addOption(new Option('--verdict <verdict>', 'only these').choices(VERDICTS))
    .addOption(new Option('--kind <kind>', 'only claims of this kind').choices(CLAIM_KINDS))
    .option('--host <host>', 'only claims about this host')
    .option('--explain', 'print the evidence as well, a line each: when, what was asked, and each answer')
    .option('--json', 'print an object a claim, with its evidence')
    .addOption(
      new Option('--export <file>', 'write the facts that hold, for --facts; - for standard output').conflicts([
        'verdict',
        'kind',
        'host',
        'explain',
        'json',
        'confirm',
        'refute',
        'forget',
      ]),
    )
    .addOption(
      words('--confirm <claim>', 'it holds, whatever was seen: "slash example.com/docs/ add"', parseFactStatement),
    )
    .addOption(words('--refute <claim>', 'it does not hold, whatever was seen: "www example.com"', parseDenial))
    .addOption(words('--forget <claim>', 'go by what was seen again, in place of your word', parseStatement));
  return addConfigOption(command).action(run);
}

function words(flags: string, description: string, parse: (text: string) => Statement): Option {
  return new Option(flags, `${description}; may be repeated`)
    .argParser((text: string, before: readonly Statement[]) => [...before, parse(text)])
    .default([], 'none');
}

async function run(database: string, flags: Flags): Promise<void> {
  const needs = needsWith((await loadConfiguration(flags)).evidence ?? {});
  const { confirm, refute, forget } = flags;
  const isSaid = confirm.length + refute.length + forget.length > 0;
  const book = isSaid ? await change(database, { confirm, refute, forget }, needs) : await look(database, needs);
  if (flags.export === undefined) await print(book, flags);
  else await exportFacts(book, flags.export, database);
  if (isSaid) logLine(`the keys follow when this crawl goes on: dustpan crawl --db ${quoted(database)}`);
}

/** What is known of the sites of a crawl. */
interface Book {
  readonly given: readonly Fact[];
  readonly evidence: readonly Evidence[];
  readonly claims: readonly Claim[];
  /** The claims to print. */
  readonly shown: readonly Claim[];
}

async function look(database: string, needs: Thresholds): Promise<Book> {
  const frontier = await openSqliteFrontier(database, { readonly: true });
  try {
    const evidence = await frontier.evidence();
    const claims = adjudicate(evidence, needs);
    return { given: await readGiven(frontier, database), evidence, claims, shown: claims };
  } finally {
    await frontier.close();
  }
}

/** Keeps what the user says, if all of it can count. */
async function change(database: string, said: Words, needs: Thresholds): Promise<Book> {
  const frontier = await openForChange(database);
  try {
    const given = await readGiven(frontier, database);
    const { added, removed, after } = say(said, await frontier.evidence(), Date.now());
    const claims = adjudicate(after, needs);
    const shown = claimsSaid(said, claims, given);
    if (removed.length > 0) await frontier.removeEvidence(removed);
    if (added.length > 0) await frontier.addEvidence(added);
    return { given, evidence: after, claims, shown };
  } finally {
    await frontier.close();
  }
}

async function print({ given, evidence, claims, shown }: Book, flags: Flags): Promise<void> {
  const unused = new Map(factsOf(claims, given).unused.map(({ claim, reason }) => [claim, reason]));
  const known = evidenceOf(claims, evidence);
  const wanted = shown.filter((each) => isWanted(each, flags));
  const of = (claim: Claim): readonly Evidence[] => known.get(claim) ?? [];
  const heads = flags.json ? [] : table(wanted.map((claim) => withDay(claim, describeClaim(claim, of(claim)))));
  for (const [index, claim] of wanted.entries()) {
    const reason = unused.get(claim);
    if (flags.json) {
      out.line(printableJson({ ...claimAsJson(claim, of(claim)), ...(reason !== undefined && { unused: reason }) }));
    } else {
      const notes = reason === undefined ? [] : [printable(`  not used: ${reason}`)];
      const lines = flags.explain ? table(of(claim).map(describeEvidence)).map((line) => `  ${line}`) : [];
      for (const line of [heads[index] ?? '', ...notes, ...lines]) out.line(line);
    }
    if (index % 1000 === 0) await out.flush();
  }
  await out.flush();
}

/** What was learned may be old: the day stands before the last cell, which is as long as it is. */
function withDay({ lastSeen }: Claim, cells: readonly string[]): readonly string[] {
  return cells.toSpliced(-1, 0, dayOf(lastSeen));
}

function isWanted(claim: Claim, { verdict, kind, host }: Flags): boolean {
  const isOfHost = host === undefined || claim.host === (claim.kind === 'www' ? wwwPair(host)[0] : host);
  return isOfHost && (verdict ?? claim.verdict) === claim.verdict && (kind ?? claim.kind) === claim.kind;
}

async function exportFacts({ given, claims }: Book, path: string, database: string): Promise<void> {
  if (resolve(path) === resolve(database)) {
    throw new UsageError(`${path} is the crawl that is read; name another file to write to`);
  }
  const { facts, unused } = factsOf(claims, given);
  const outputs = new DedupOutputs();
  try {
    const output = await outputs.main(path === '-' ? undefined : path);
    output.text(encodeBytes(`${JSON.stringify({ version: 1, facts }, null, 2)}\n`));
    await outputs.close();
  } catch (error) {
    await outputs.discard();
    throw error;
  }
  if (unused.length === 0) return;
  const left = unused.length === 1 ? 'a confirmed claim does' : `${unused.length} confirmed claims do`;
  logLine(`${left} not go together with the rest; left out, and listed by dustpan facts with the reason`);
}
