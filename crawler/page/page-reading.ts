import { hash } from 'node:crypto';
import { runGivingWay } from '../../src/give-way.ts';
import type { FetchResponse } from '../fetch/outcome.ts';
import { documentSteps, type PageDocument } from './document.ts';

/** A response, and the URL that was requested. */
export interface PageToRead extends Pick<FetchResponse, 'headers' | 'body'> {
  readonly url: string;
}

/** A page that was read, with the hash of its body. */
export interface PageReading extends PageDocument {
  /** The hash of the body, in hex; null if the body was not downloaded. */
  readonly digest: string | null;
}

/** Reads a page of any size in steps, so that other work gets its turn in between. */
export async function readWhole(page: PageToRead): Promise<PageReading> {
  const digest = page.body === null ? null : digestOf(page.body);
  return { ...(await runGivingWay(documentSteps(page.url, page))), digest };
}

/** A hash that distinguishes bodies: half of a SHA-256, in hex. */
export function digestOf(body: Uint8Array): string {
  return hash('sha256', body).slice(0, 32);
}
