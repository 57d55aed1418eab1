import type { AuditEntry } from './entry.ts';
import { SharedTexts } from './shared-texts.ts';

/** The fields of an entry that an audit keeps: all but the JSON of its record. */
export interface KeptEntry extends Omit<AuditEntry, 'details'> {
  /** Facts about the fetched page; null if there are none. */
  readonly details: Omit<NonNullable<AuditEntry['details']>, 'record'> | null;
}

const NONE: readonly never[] = [];

/** Copies entries without fields that an audit does not use, and keeps equal texts once: a store returns each anew. */
export class EntryKeeper {
  readonly #texts = new SharedTexts();

  /** The entry as an audit keeps it. */
  keep(entry: AuditEntry): KeptEntry {
    const { id, key, url, details, foundOn, aliasOf, spellings, listings } = entry;
    return {
      id,
      key,
      url: url === key ? key : url,
      finalUrl: entry.finalUrl,
      site: this.#texts.one(entry.site),
      state: this.#texts.one(entry.state),
      status: entry.status,
      depth: entry.depth,
      contentType: this.#texts.one(entry.contentType),
      digest: entry.digest,
      role: this.#texts.one(entry.role),
      source: this.#texts.one(entry.source),
      foundOn: this.#texts.one(foundOn),
      aliasOf: this.#texts.one(aliasOf),
      aliasBy: this.#texts.one(entry.aliasBy),
      reason: this.#texts.one(entry.reason),
      details: details && {
        text: this.#texts.one(details.text),
        sketch: this.#texts.one(details.sketch),
        lastModified: this.#texts.one(details.lastModified),
      },
      spellings:
        spellings.length === 0
          ? NONE
          : spellings.map(({ url: text, pass }) => ({ url: text, pass: this.#texts.one(pass) })),
      listings: listings.length === 0 ? NONE : listings,
    };
  }
}
