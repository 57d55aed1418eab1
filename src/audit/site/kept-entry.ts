import type { AuditEntry } from './entry.ts';
import { SharedTexts } from './shared-texts.ts';

/** The fields of an entry that an audit keeps: all but the JSON of its record and the time. */
export interface KeptEntry extends Omit<AuditEntry, 'details' | 'fetchedAt'> {
  /** Facts about the fetched page; null if there are none. */
  readonly details: Omit<NonNullable<AuditEntry['details']>, 'record'> | null;
}

type KeptDetails = NonNullable<KeptEntry['details']>;

const NONE: readonly never[] = [];

/** Copies entries without fields that an audit does not use, and keeps equal texts once: a store returns each anew. */
export class EntryKeeper {
  readonly #sites = new SharedTexts();
  readonly #states = new SharedTexts();
  readonly #contentTypes = new SharedTexts();
  readonly #roles = new SharedTexts();
  readonly #sources = new SharedTexts();
  readonly #pages = new SharedTexts();
  readonly #targets = new SharedTexts();
  readonly #kinds = new SharedTexts();
  readonly #reasons = new SharedTexts();
  readonly #dates = new SharedTexts();
  /** The details of the first page with each text. */
  readonly #details = new Map<string, KeptDetails>();
  readonly #passes = new SharedTexts();

  /** The entry as an audit keeps it. */
  keep(entry: AuditEntry): KeptEntry {
    const { id, key, url, details, foundOn, aliasOf, spellings, listings } = entry;
    return {
      id,
      key,
      url: url === key ? key : url,
      finalUrl: entry.finalUrl,
      firstFailure: this.#reasons.one(entry.firstFailure),
      site: this.#sites.one(entry.site),
      state: this.#states.one(entry.state),
      status: entry.status,
      depth: entry.depth,
      contentType: this.#contentTypes.one(entry.contentType),
      digest: entry.digest,
      role: this.#roles.one(entry.role),
      source: this.#sources.one(entry.source),
      foundOn: this.#pages.one(foundOn),
      aliasOf: this.#targets.one(aliasOf),
      aliasBy: this.#kinds.one(entry.aliasBy),
      location: entry.location,
      reason: this.#reasons.one(entry.reason),
      details: details && this.#detailsOf(details),
      spellings:
        spellings.length === 0
          ? NONE
          : spellings.map(({ url: text, pass }) => ({ url: text, pass: this.#passes.one(pass) })),
      listings: listings.length === 0 ? NONE : listings,
    };
  }

  /** Pages with the same text mostly have the same sketch and date. */
  #detailsOf({ text, sketch, lastModified }: KeptDetails): KeptDetails {
    const known = text === null ? undefined : this.#details.get(text);
    if (known !== undefined && known.sketch === sketch) {
      return known.lastModified === lastModified ? known : { ...known, lastModified: this.#dates.one(lastModified) };
    }
    const details = { text, sketch, lastModified: this.#dates.one(lastModified) };
    if (text !== null) this.#details.set(text, details);
    return details;
  }
}
