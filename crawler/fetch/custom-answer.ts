import { printableJson } from '../../src/text/printable.ts';
import type { BodyShare } from './body-room.ts';
import { ByteCollector } from './bytes.ts';
import type { Decoded } from './decode.ts';
import type { WantBody } from './exchange.ts';
import { isFailureCode } from './failure.ts';
import type { FetchClock } from './fetch-clock.ts';
import type { FetchFailure, FetchResponse } from './fetch-result.ts';

/** A program's own fetch returned something else than a response. The message names it, and says what to return. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/** How the answer of a program's own fetch is read. */
export interface Reading {
  /** Decides whether to read the body. */
  readonly wantBody: WantBody;
  /** The largest body, in bytes. The rest is not read. */
  readonly maxBytes: number;
  /** The body's share of the room for all bodies. */
  readonly share: BodyShare;
  /** The time limit, which waiting for room does not count for. */
  readonly clock: FetchClock;
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}

/**
 * Reads the answer of a program's own fetch: a `Response` of the Fetch Standard, or a result of `Fetcher`.
 *
 * @throws {AnswerError} for anything else
 * @throws the error of a body that breaks off
 */
export async function readAnswer(
  answer: unknown,
  reading: Reading,
): Promise<FetchFailure | Omit<FetchResponse, 'elapsed'>> {
  if (typeof answer !== 'object' || answer === null) throw new AnswerError('no response; return a Response');
  const part = (name: string): unknown => Reflect.get(answer, name);
  if (part('kind') === 'failure') return failureIn(part);
  const status = part('status');
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 999) {
    throw new AnswerError('a response without a status; return a Response');
  }
  if (part('redirected') === true) {
    throw new AnswerError("the end of a redirect; pass redirect: 'manual' on, so that the crawl sees the redirect");
  }
  const headers = headersOf(part('headers'));
  if (part('body') === undefined) throw new AnswerError('a response without a body; return a Response, or body: null');
  const isWanted = reading.wantBody(status, headers);
  const body = await readBody(part('body'), isWanted, reading);
  return {
    kind: 'response',
    status,
    headers,
    body: isWanted ? body.bytes : null,
    truncated: isWanted && (body.truncated || part('truncated') === true),
  };
}

function failureIn(part: (name: string) => unknown): FetchFailure {
  const [code, message, retryable] = [part('code'), part('message'), part('retryable')];
  // Only the crawl cancels a fetch: an entry without an outcome would stay leased.
  const isComplete = isFailureCode(code) && code !== 'cancelled';
  if (!isComplete || typeof message !== 'string' || typeof retryable !== 'boolean') {
    throw new AnswerError('a failure without a known code, a message or retryable; throw an error instead');
  }
  return { kind: 'failure', code, message: printableJson(message).slice(1, -1), retryable };
}

/** Header fields by lower-case name, from a `Headers` object or a record. */
function headersOf(given: unknown): FetchResponse['headers'] {
  const headers = new Map<string, string | string[]>();
  for (const [name, value] of fieldsOf(given)) {
    const values = Array.isArray(value) ? value : [value];
    if (typeof name !== 'string' || !values.every(isFieldValue)) {
      throw new AnswerError('headers that are not text in Latin-1; return a Response');
    }
    const before = headers.get(name.toLowerCase()) ?? [];
    const all = [...(typeof before === 'string' ? [before] : before), ...values];
    const [only = ''] = all;
    headers.set(name.toLowerCase(), all.length === 1 ? only : all);
  }
  return Object.fromEntries(headers);
}

function fieldsOf(given: unknown): Iterable<readonly unknown[]> {
  if (given === undefined || given === null) return [];
  if (typeof given !== 'object') throw new AnswerError('headers that are not an object; return a Response');
  return isHeaders(given) ? given.entries() : Object.entries(given);
}

/** `Headers` of any implementation: those of the runtime, and those of a package such as undici. */
function isHeaders(given: object): given is { entries(): Iterable<readonly unknown[]> } {
  return 'entries' in given && typeof given.entries === 'function';
}

function isFieldValue(value: unknown): value is string {
  return typeof value === 'string' && /^[\0-\xff]*$/.test(value);
}

async function readBody(body: unknown, isWanted: boolean, reading: Reading): Promise<Decoded> {
  const { maxBytes, share, clock, signal } = reading;
  const bytes = new ByteCollector(isWanted ? maxBytes : 0);
  if (body === undefined || body === null) return { bytes: bytes.bytes(), truncated: false };
  if (body instanceof Uint8Array) return { bytes: body.subarray(0, maxBytes), truncated: body.length > maxBytes };
  if (!isStream(body)) throw new AnswerError('a body that is neither bytes nor a stream of bytes; return a Response');
  if (!isWanted) void cancel(body);
  else {
    for await (const chunk of body) {
      if (signal.aborted) break;
      if (!(chunk instanceof Uint8Array))
        throw new AnswerError('a stream of something else than bytes; return a Response');
      // Leaving the loop cancels the stream.
      if (!bytes.append(chunk)) return { bytes: bytes.bytes(), truncated: true };
      const wait = share.reach(bytes.length);
      if (wait !== null) await clock.pauseFor(wait);
    }
  }
  return { bytes: bytes.bytes(), truncated: false };
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

async function cancel(body: AsyncIterable<unknown>): Promise<void> {
  try {
    await body[Symbol.asyncIterator]().return?.();
  } catch {
    // Nobody waits for it.
  }
}
