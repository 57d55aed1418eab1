import { detached } from '../../src/text/detached.ts';
import { isAlphanumeric } from './html/html-bytes.ts';

/** At most so many folders are remembered. */
const FOLDERS = 4;
/** At most so many references of a folder are remembered. */
const REFERENCES = 2000;
/** The longest URL or reference to remember, in characters. */
const LONGEST = 500;

/**
 * URLs that were resolved before, by folder and reference: pages of one folder have most references in common, such as
 * those of their menu. (In a crawl of a documentation of 21,635 pages, three of four are known.)
 */
export class FolderUrls {
  readonly #folders = new Map<string, Map<string, string>>();

  /**
   * @param folder the origin and the path up to its last slash
   * @param reference one that {@link isOfFolder}
   */
  find(folder: string, reference: string): string | undefined {
    return this.#folders.get(folder)?.get(reference);
  }

  /** Remembers a URL until four newer folders follow. Long URLs and those of a full folder are not remembered. */
  note(folder: string, reference: string, url: string): void {
    if (url.length > LONGEST || reference.length > LONGEST) return;
    const urls = this.#folders.get(folder) ?? this.#begin(folder);
    if (urls.size < REFERENCES) urls.set(detached(reference), url);
  }

  #begin(folder: string): Map<string, string> {
    const [oldest] = this.#folders.keys();
    if (oldest !== undefined && this.#folders.size >= FOLDERS) this.#folders.delete(oldest);
    const urls = new Map<string, string>();
    this.#folders.set(folder, urls);
    return urls;
  }
}

const DOT = 0x2e;
const SLASH = 0x2f;

/**
 * Whether a reference surely leads to the same URL from all pages of a folder. False for those that depend on the page
 * (`?a`, `#a`, empty), and for all that may have a scheme.
 */
export function isOfFolder(reference: string): boolean {
  const first = reference.charCodeAt(0);
  return first === DOT || first === SLASH || (isAlphanumeric(first) && !reference.includes(':'));
}
