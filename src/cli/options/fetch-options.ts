import { type Command, InvalidArgumentError, Option } from 'commander';
import { hasCertificate } from '../../../crawler/fetch/certificate.ts';
import { type ConnectTo, ConnectToError, parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import type { FetcherOptions } from '../../../crawler/fetch/fetcher.ts';
import { checkHeader } from '../../../crawler/fetch/headers.ts';
import { version } from '../../version.ts';
import { UsageError } from '../io/exit.ts';
import { quoted } from '../render/printable.ts';
import { type Access, addAccessOptions, readFileOf } from './access-options.ts';
import { repeatable } from './list-option.ts';
import { duration, size, timeLimit } from './units.ts';

/** The options of every command that fetches. */
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
  /** Set before the command runs. */
  readonly access?: Access;
}

/** The heading of the options that limit the load on a host, here and in other files. */
export const POLITENESS = 'Speed and politeness:';

/**
 * Adds the options for politeness and requests, each under its heading.
 *
 * @param kept what the help says about the delay of an earlier crawl
 */
export function addFetchOptions(command: Command, kept = ''): Command {
  command
    .optionsGroup(POLITENESS)
    .option(
      '--delay <time>',
      `time between the starts of two fetches from a host, such as 500ms (default: none on loopback, else 1s${kept})`,
      duration,
    )
    .addOption(
      new Option('--timeout <time>', 'maximum time for a complete fetch').argParser(timeLimit).default(30_000, '30s'),
    )
    .option('--no-robots', 'also fetch URLs that robots.txt disallows')
    .optionsGroup('Requests:')
    .option('--user-agent <text>', 'the User-Agent to send', userAgentOf, `dustpan/${version}`)
    .addOption(
      repeatable(
        '--header <field>',
        'send this header, "Name: value"; Authorization and Cookie go only to the origins of the seeds',
        header,
      ),
    )
    .addOption(
      new Option('--max-size <size>', 'read at most this much of a page')
        .argParser(size)
        .default(10 * 1024 ** 2, '10M'),
    )
    .option('--ca <file>', 'also trust these certificates (PEM)', readCa)
    .addOption(
      repeatable('--connect-to <rule>', 'HOST:PORT:ADDR:PORT, connect to ADDR:PORT instead, as in curl', connectTo),
    )
    .option(
      '--allow-private',
      'allow private addresses (this machine and its network); by default only those of the seeds',
    );
  return addAccessOptions(command);
}

function userAgentOf(text: string): string {
  checkHeader(['User-Agent', text]);
  return text;
}

function header(text: string, before: FetchFlags['header']): FetchFlags['header'] {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/.exec(text);
  // Repeats nothing of it, because it may be a secret.
  if (match === null) throw new UsageError('--header: write a header as "Name: value"');
  const given = [match[1] ?? '', match[2] ?? ''] as const;
  checkHeader(given);
  return [...before, given];
}

function connectTo(text: string, before: readonly ConnectTo[]): readonly ConnectTo[] {
  try {
    return [...before, parseConnectTo(text)];
  } catch (error) {
    if (error instanceof ConnectToError) {
      throw new InvalidArgumentError(error.message.replace(/^./, (letter) => letter.toUpperCase()));
    }
    throw error;
  }
}

function readCa(file: string): string {
  const text = readFileOf(file, '--ca');
  if (hasCertificate(text)) return text;
  throw new UsageError(`${quoted(file)} has no certificate; give a certificate as PEM (--ca)`);
}

/** The fetcher's settings. */
export function fetcherOptions(flags: FetchFlags): FetcherOptions {
  return { ...requestOptions(flags), ...networkOptions(flags) };
}

/** The settings that also hold where an archive takes the place of the network. */
export function requestOptions({
  userAgent,
  header: headers,
  timeout,
  maxSize,
  access,
}: FetchFlags): Pick<FetcherOptions, 'userAgent' | 'headers' | 'timeout' | 'maxBytes'> {
  return { userAgent, headers: [...headers, ...(access?.authorization ?? [])], timeout, maxBytes: maxSize };
}

/** How to reach servers, and who asks them. */
export type NetworkOptions = Pick<FetcherOptions, 'connectTo' | 'allowPrivate' | 'ca'> & Omit<Access, 'authorization'>;

/** The settings of the network. */
export function networkOptions({ connectTo: rules, allowPrivate, ca, access }: FetchFlags): NetworkOptions {
  const { authorization: _, ...others } = access ?? { authorization: [] };
  return { ...others, connectTo: rules, allowPrivate: allowPrivate ?? false, ...(ca !== undefined && { ca }) };
}
