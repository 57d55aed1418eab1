import { hash } from 'node:crypto';
import { runGivingWay } from '../../src/give-way.ts';
import type { FetchResponse } from '../fetch/outcome.ts';
import { documentSteps, htmlSteps, type PageDocument } from './document.ts';

/** A response, and the URL that was requested. */
export interface PageToRead extends Pick<FetchResponse, 'headers' | 'body'> {
  readonly url: string;
}

/** A page that was read, with the hash of its body. */
export interface PageReading extends PageDocument {
  /** The hash of the body, in hex; null if the body was not downloaded. */
  readonly digest: string | null;
}

/** How many bytes of a body are worth freeing before its links are recorded. */
const LARGE = 512 * 1024;

/**
 * Reads a page of any size in steps, so that other work gets its turn in between.
 *
 * @param page its body must not be used afterwards
 */
export async function readWhole({ url, headers, body }: PageToRead): Promise<PageReading> {
  const digest = body === null ? null : digestOf(body);
  const html = await runGivingWay(htmlSteps({ headers, body }));
  if (body !== null && body.length > LARGE && body.buffer instanceof ArrayBuffer) body.buffer.transfer(0);
  return { ...(await runGivingWay(documentSteps(url, { headers }, html))), digest };
}

/** A hash that distinguishes bodies: half of a SHA-256, in hex. */
export function digestOf(body: Uint8Array): string {
  return hash('sha256', body).slice(0, 32);
}
