import { createReadStream } from 'node:fs';
import { Command } from 'commander';
import { MAX_BYTES } from '../../../crawler/robots/lines.ts';
import { parse } from '../../../crawler/robots/parse.ts';
import { type Decision, isProductToken } from '../../../crawler/robots/robots-file.ts';
import { UrlError } from '../../index.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { inputLines } from '../io/input.ts';
import { logLine, out } from '../io/output.ts';
import { quoted, shorten } from '../render/printable.ts';

interface Flags {
  readonly robots: string;
  readonly agent: string;
  readonly json?: true;
}

export function robotsCommand(): Command {
  return new Command('robots')
    .description('say whether a robots.txt (RFC 9309) lets a crawler fetch each URL, a line each, in order')
    .argument('[url...]', 'URLs of that site; standard input, one a line, where there are none')
    .requiredOption('--robots <file>', 'the robots.txt')
    .requiredOption('--agent <name>', "the crawler's product token, such as ExampleBot; * for one that no group names")
    .option('--json', 'print an object a line: url, allowed, and the rule that decided')
    .action(run);
}

async function run(urls: readonly string[], { robots, agent, json }: Flags): Promise<void> {
  checkAgent(agent);
  const group = parse(await readRobots(robots)).groupFor(agent);
  const format = json ? asJson : asText;
  let number = 0;
  for await (const lines of inputLines(urls)) {
    for (const url of lines) {
      number++;
      const decision = group.decide(url);
      if (decision instanceof UrlError) reject(number, url, decision);
      out.line(format(url, decision));
    }
    await out.flush();
  }
}

function checkAgent(agent: string): void {
  if (agent === '*' || isProductToken(agent)) return;
  throw new UsageError(
    `--agent ${quoted(agent)} is no product token; name letters, _ and - only, as ExampleBot of ExampleBot/1.0, or *`,
  );
}

/** One byte more than counts, which tells whether the file goes on. */
async function readRobots(file: string): Promise<Uint8Array> {
  try {
    const chunks: Uint8Array[] = [];
    const stream: AsyncIterable<Uint8Array> = createReadStream(file, { end: MAX_BYTES });
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot read the robots.txt ${quoted(file)}: ${quoted(reason)}; check --robots`);
  }
}

function asText(url: string, decision: Decision | UrlError): string {
  if (decision instanceof UrlError) return '';
  return `${decision.allowed ? 'allowed' : 'disallowed'}\t${url}`;
}

function asJson(url: string, decision: Decision | UrlError): string {
  if (!(decision instanceof UrlError)) return JSON.stringify({ url, ...decision });
  const { code, message } = decision;
  return JSON.stringify({ url, error: { code, message } });
}

function reject(number: number, url: string, error: UrlError): void {
  process.exitCode = EXIT.findings;
  logLine(`line ${number}: ${error.message} (${error.code}): ${shorten(url)}`);
}
