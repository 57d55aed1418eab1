import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ConnectTo, ConnectToError, parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import type { FetcherOptions } from '../../../crawler/fetch/fetcher.ts';
import { UsageError } from '../io/exit.ts';
import { version } from '../version.ts';
import { duration, size } from './units.ts';

/** What the options of every command that fetches hold. */
export interface FetchFlags {
  readonly delay?: number;
  readonly robots: boolean;
  readonly timeout: number;
  readonly maxSize: number;
  readonly userAgent: string;
  readonly header: readonly (readonly [string, string])[];
  readonly connectTo: readonly ConnectTo[];
  readonly ca?: string;
  readonly allowPrivate?: true;
}

/** Adds the options that say how to fetch. */
export function addFetchOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--delay <time>',
        'between two fetches of one host (default: none on loopback, else 1s; a crawl that goes on keeps its own)',
      ).argParser(duration),
    )
    .option('--no-robots', 'fetch also what robots.txt forbids')
    .addOption(new Option('--timeout <time>', 'for a whole fetch').argParser(duration).default(30_000, '30s'))
    .addOption(
      new Option('--max-size <size>', 'largest page that is read whole').argParser(size).default(10 * 1024 ** 2, '10M'),
    )
    .addOption(new Option('--user-agent <text>', 'who we say we are').default(`dustpan/${version}`))
    .addOption(
      new Option(
        '--header <field>',
        'send it with every request, "Name: value"; Authorization and Cookie to the seeds\' origins only',
      )
        .argParser(header)
        .default([], 'none'),
    )
    .addOption(
      new Option('--connect-to <rule>', 'HOST:PORT:ADDR:PORT, connect there instead, as in curl')
        .argParser(connectTo)
        .default([], 'none'),
    )
    .addOption(
      new Option('--allow-private', "reach private addresses (this machine, its network) beyond the seeds' own"),
    )
    .addOption(new Option('--ca <file>', 'trust these certificates too (PEM)').argParser(readCa));
}

function header(text: string, before: FetchFlags['header']): FetchFlags['header'] {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Write a header as "Name: value".');
  return [...before, [match[1] ?? '', match[2] ?? '']];
}

function connectTo(text: string, before: readonly ConnectTo[]): readonly ConnectTo[] {
  try {
    return [...before, parseConnectTo(text)];
  } catch (error) {
    if (error instanceof ConnectToError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `cannot read the certificates in ${file}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

export function fetcherOptions(flags: FetchFlags): FetcherOptions {
  const { userAgent, header: headers, timeout, maxSize, connectTo: rules, allowPrivate = false, ca } = flags;
  return {
    userAgent,
    headers,
    timeout,
    maxBytes: maxSize,
    connectTo: rules,
    allowPrivate,
    ...(ca !== undefined && { ca }),
  };
}
