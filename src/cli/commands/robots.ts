import { Command } from 'commander';
import { MAX_BYTES } from '../../../crawler/robots/lines.ts';
import { parseRobots } from '../../../crawler/robots/parse.ts';
import { type Decision, isProductToken } from '../../../crawler/robots/robots-file.ts';
import type { Usage } from '../../../crawler/robots/usage.ts';
import { UrlError } from '../../index.ts';
import { openFile } from '../../lists/source.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { hintAtFile, inputLines, startOfText } from '../io/input.ts';
import { logLine, out } from '../io/output.ts';
import { quoted, shorten } from '../render/printable.ts';

interface Flags {
  readonly robots: string;
  readonly agent: string;
  readonly json?: true;
}

export function robotsCommand(): Command {
  return new Command('robots')
    .description('tell whether a robots.txt (RFC 9309) allows a crawler to fetch each URL, one per line, in order')
    .argument('[url...]', 'URLs of the site; without any, or with -, the lines of standard input')
    .requiredOption('--robots <file>', 'the robots.txt file')
    .requiredOption('--agent <name>', "the crawler's product token, such as ExampleBot; * for the default group")
    .option(
      '--json',
      'print one object per line: url, allowed, the rule that matched, and what the file says about the use of pages',
    )
    .action(run);
}

async function run(urls: readonly string[], { robots, agent, json }: Flags): Promise<void> {
  checkAgent(agent);
  // One byte more than is parsed, to tell whether the file is longer.
  const { head } = await startOfText(await openFile(robots), MAX_BYTES + 1);
  const group = parseRobots(head).groupFor(agent);
  const format = json ? asJson : asText;
  let number = 0;
  for await (const lines of inputLines(urls)) {
    for (const url of lines) {
      number++;
      const decision = group.decide(url);
      if (decision instanceof UrlError) reject(number, url, decision);
      out.line(format(url, decision, group.usageOf(url)));
    }
    await out.flush();
  }
  if (process.exitCode === EXIT.findings) hintAtFile(urls);
}

function checkAgent(agent: string): void {
  if (agent === '*' || isProductToken(agent)) return;
  throw new UsageError(
    `--agent ${quoted(agent)} is not a product token; use letters, _ and - only, such as ExampleBot (without the version), or *`,
  );
}

function asText(url: string, decision: Decision | UrlError): string {
  if (decision instanceof UrlError) return '';
  return `${decision.allowed ? 'allowed' : 'disallowed'}\t${url}`;
}

function asJson(url: string, decision: Decision | UrlError, usage: readonly Usage[]): string {
  if (!(decision instanceof UrlError)) return JSON.stringify({ url, ...decision, ...(usage.length > 0 && { usage }) });
  return JSON.stringify({ url, error: { code: decision.code, message: messageOf(decision) } });
}

function reject(number: number, url: string, error: UrlError): void {
  process.exitCode = EXIT.findings;
  logLine(`line ${number}: ${messageOf(error)} (${error.code}): ${shorten(url)}`);
}

/** The message without the advice to use an option that this command does not have. */
function messageOf({ code, message }: UrlError): string {
  return code === 'no-scheme' ? 'the URL has no scheme (such as https:); write the whole URL' : message;
}
