import { hash } from 'node:crypto';
import type { FetchResponse } from '../fetch/outcome.ts';
import { type PageDocument, readDocument } from './document.ts';
import type { FoundLink } from './found-links.ts';

/** A response, and the URL that was requested. */
export interface PageToRead extends Pick<FetchResponse, 'headers' | 'body'> {
  readonly url: string;
}

export interface PageReading extends Omit<PageDocument, 'links'> {
  readonly links: Iterable<FoundLink> & { readonly length: number };
  /** Of the body, in hexadecimal digits; null where it was not downloaded. */
  readonly digest: string | null;
}

export function readWhole(page: PageToRead): PageReading {
  return { ...readDocument(page.url, page), digest: page.body === null ? null : digestOf(page.body) };
}

/** Tells bodies apart; half of a SHA-256 does. */
export function digestOf(body: Uint8Array): string {
  return hash('sha256', body).slice(0, 32);
}
