import { hash } from 'node:crypto';
import { runGivingWay } from '../../src/give-way.ts';
import type { FetchResponse } from '../fetch/outcome.ts';
import { documentSteps, type PageDocument } from './document.ts';

/** A response, and the URL that was requested. */
export interface PageToRead extends Pick<FetchResponse, 'headers' | 'body'> {
  readonly url: string;
}

export interface PageReading extends PageDocument {
  /** Of the body, in hexadecimal digits; null where it was not downloaded. */
  readonly digest: string | null;
}

/** Reads a page of any size; gives way to others meanwhile. */
export async function readWhole(page: PageToRead): Promise<PageReading> {
  const digest = page.body === null ? null : digestOf(page.body);
  return { ...(await runGivingWay(documentSteps(page.url, page))), digest };
}

/** Tells bodies apart; half of a SHA-256 does. */
export function digestOf(body: Uint8Array): string {
  return hash('sha256', body).slice(0, 32);
}
