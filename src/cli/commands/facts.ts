import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { type Claim, VERDICTS, type Verdict } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { dayOf } from '../../evidence/claim-wording.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import { type Evidence } from '../../evidence/evidence.ts';
import { judgeAgain } from '../../evidence/judge-again.ts';
import type { Thresholds } from '../../evidence/thresholds.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../facts/claim-kind.ts';
import { wwwPair } from '../../facts/facts.ts';
import type { Fact } from '../../index.ts';
import { counted } from '../../text/number.ts';
import { closing } from '../io/closing.ts';
import { UsageError } from '../io/exit.ts';
import { openCrawl, openForChange } from '../io/open-crawl.ts';
import { noteLine, out } from '../io/output.ts';
import { OutputFiles } from '../io/output-files.ts';
import { addConfigOption, type ConfigFlags, loadThresholds } from '../options/canon-options.ts';
import { CRAWL_ARGUMENT } from '../options/crawl-argument.ts';
import { readGiven } from '../options/given-facts.ts';
import { repeatable } from '../options/list-option.ts';
import { parseDenial, parseFactStatement, parseStatement, type Statement } from '../options/statement.ts';
import { claimsSaid, say, type Words } from '../options/user-words.ts';
import { claimAsJson, describeClaim, describeEvidence, explainOpenOffline } from '../render/claim-lines.ts';
import { factsFile } from '../render/facts-file.ts';
import { commandWord, printable, printableJson } from '../render/printable.ts';
import { table } from '../render/table.ts';

interface Flags extends ConfigFlags, Words {
  readonly verdict?: Verdict;
  readonly kind?: ClaimKind;
  readonly host?: string;
  readonly explain?: true;
  readonly json?: true;
  readonly export?: string;
}

export function factsCommand(): Command {
  const command = new Command('facts')
    .description('list what a crawl learned about its sites, with the evidence; export it or override it')
    .argument('<crawl>', CRAWL_ARGUMENT)
    .addOption(new Option('--verdict <verdict>', 'only claims with this verdict').choices(VERDICTS))
    .addOption(new Option('--kind <kind>', 'only claims of this kind').choices(CLAIM_KINDS))
    .option('--host <host>', 'only claims about this host')
    .option('--explain', 'also print the evidence, one line each: date, requests and answers')
    .option('--json', 'print one object per claim, with its evidence')
    .addOption(
      new Option('--export <file>', 'write the confirmed facts to a file for --facts; - is standard output').conflicts([
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
      words(
        '--confirm <claim>',
        'override: treat this claim as true, whatever the evidence: "slash example.com/docs/ add"',
        parseFactStatement,
      ),
    )
    .addOption(
      words(
        '--refute <claim>',
        'override: treat this claim as false, whatever the evidence: "www example.com"',
        parseDenial,
      ),
    )
    .addOption(
      words('--forget <claim>', 'withdraw your --confirm or --refute, so that evidence decides again', parseStatement),
    );
  return addConfigOption(command).action(run);
}

function words(flags: string, description: string, parse: (text: string) => Statement): Option {
  return repeatable<Statement>(flags, description, (text, before) => [...before, parse(text)]);
}

async function run(database: string, flags: Flags): Promise<void> {
  const needs = await loadThresholds(flags);
  const { confirm, refute, forget } = flags;
  const isSaid = confirm.length + refute.length + forget.length > 0;
  const book = isSaid ? await change(database, { confirm, refute, forget }, needs) : await look(database, needs);
  if (flags.export === undefined) await print(book, flags);
  else await exportFacts(book, flags.export, database);
  if (isSaid) noteLine(`the keys change when you continue the crawl: dustpan crawl --db ${commandWord(database)}`);
}

/** The facts, evidence and claims of a crawl. */
interface Book {
  readonly given: readonly Fact[];
  readonly evidence: readonly Evidence[];
  readonly claims: readonly Claim[];
  /** The claims to print. */
  readonly shown: readonly Claim[];
}

async function look(database: string, needs: Thresholds): Promise<Book> {
  return closing(await openCrawl(database, { readonly: true }), async (frontier) => {
    const evidence = await frontier.evidence();
    const claims = judgeAgain(evidence, needs, await frontier.claims());
    return { given: await readGiven(frontier, database), evidence, claims, shown: claims };
  });
}

/** Stores the user's verdicts, all or none. */
async function change(database: string, said: Words, needs: Thresholds): Promise<Book> {
  return closing(await openForChange(database), async (frontier) => {
    const given = await readGiven(frontier, database);
    const { added, removed, after } = say(said, await frontier.evidence(), Date.now());
    const claims = judgeAgain(after, needs, await frontier.claims());
    const shown = claimsSaid(said, claims, given);
    if (removed.length > 0) await frontier.removeEvidence(removed);
    if (added.length > 0) await frontier.addEvidence(added);
    return { given, evidence: after, claims, shown };
  });
}

async function print({ given, evidence, claims, shown }: Book, flags: Flags): Promise<void> {
  const unused = new Map(factsOf(claims, given).unused.map(({ claim, reason }) => [claim, reason]));
  const known = evidenceOf(claims, evidence);
  const wanted = shown.filter((each) => isWanted(each, flags));
  if (wanted.length === 0) {
    const none = flags.forget.length === 0 ? 'there are no claims' : 'without your verdict, there is no claim about it';
    noteLine(shown.length === 0 ? none : `none of ${counted(shown.length, 'claim')} matches the options`);
  }
  const of = (claim: Claim): readonly Evidence[] => known.get(claim) ?? [];
  const heads = flags.json
    ? []
    : table(wanted.map((claim) => withDay(claim, describeClaim(claim, of(claim), explainOpenOffline))));
  for (const [index, claim] of wanted.entries()) {
    const reason = unused.get(claim);
    if (flags.json) {
      out.line(printableJson({ ...claimAsJson(claim, known), ...(reason !== undefined && { unused: reason }) }));
    } else {
      const notes = reason === undefined ? [] : [printable(`  unused: ${reason}`)];
      const lines = flags.explain ? table(of(claim).map(describeEvidence)).map((line) => `  ${line}`) : [];
      for (const line of [heads[index] ?? '', ...notes, ...lines]) out.line(line);
    }
    if (index % 1000 === 0) await out.flush();
  }
  await out.flush();
}

/** Adds the day of the last evidence, before the last cell, whose length varies. */
function withDay({ lastSeen }: Claim, cells: readonly string[]): readonly string[] {
  return cells.toSpliced(-1, 0, dayOf(lastSeen));
}

function isWanted(claim: Claim, { verdict, kind, host }: Flags): boolean {
  const isOfHost = host === undefined || claim.host === (claim.kind === 'www' ? wwwPair(host)[0] : host);
  return isOfHost && (verdict ?? claim.verdict) === claim.verdict && (kind ?? claim.kind) === claim.kind;
}

async function exportFacts({ given, claims }: Book, path: string, database: string): Promise<void> {
  if (resolve(path) === resolve(database)) {
    throw new UsageError(`${path} is the crawl to read; choose another output file`);
  }
  const { facts, unused } = factsOf(claims, given);
  const outputs = new OutputFiles();
  await outputs.complete(async () => (await outputs.main(path)).text(factsFile(facts)));
  if (unused.length === 0) return;
  const left = unused.length === 1 ? '1 confirmed claim contradicts' : `${unused.length} confirmed claims contradict`;
  noteLine(`${left} the other facts and was left out; dustpan facts ${commandWord(database)} gives the reason`);
}
