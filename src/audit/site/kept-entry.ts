import type { AuditEntry } from './entry.ts';

/** The fields of an entry that an audit keeps: all but the JSON of its record. */
export interface KeptEntry extends Omit<AuditEntry, 'details'> {
  /** Facts about the fetched page; null if there are none. */
  readonly details: Omit<NonNullable<AuditEntry['details']>, 'record'> | null;
}

const NONE: readonly never[] = [];

/** Copies entries without fields that an audit does not use, and keeps equal texts once: a store returns each anew. */
export class EntryKeeper {
  readonly #texts = new Map<string, string>();

  /** The entry as an audit keeps it. */
  keep(entry: AuditEntry): KeptEntry {
    const { id, key, url, details, foundOn, aliasOf, spellings, listings } = entry;
    return {
      id,
      key,
      url: url === key ? key : url,
      finalUrl: entry.finalUrl,
      site: this.#one(entry.site),
      state: this.#one(entry.state),
      status: entry.status,
      depth: entry.depth,
      contentType: this.#one(entry.contentType),
      digest: entry.digest,
      role: this.#one(entry.role),
      source: this.#one(entry.source),
      foundOn: this.#one(foundOn),
      aliasOf: this.#one(aliasOf),
      aliasBy: this.#one(entry.aliasBy),
      reason: this.#one(entry.reason),
      details: details && {
        text: this.#one(details.text),
        sketch: this.#one(details.sketch),
        lastModified: this.#one(details.lastModified),
      },
      spellings:
        spellings.length === 0 ? NONE : spellings.map(({ url: text, pass }) => ({ url: text, pass: this.#one(pass) })),
      listings: listings.length === 0 ? NONE : listings,
    };
  }

  #one<Text extends string | null>(text: Text): Text {
    if (text === null) return text;
    const known = this.#texts.get(text);
    if (known === undefined) {
      this.#texts.set(text, text);
      return text;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- equal texts have equal types
    return known as Text;
  }
}
