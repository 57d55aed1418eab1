import type { FetchResult } from '../fetch/fetch-result.ts';
import { header } from '../fetch/response.ts';

/** How many bytes of scripts are kept. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Keeps the script files of a site, which nearly every page loads again. Each page has an empty browser profile. */
export class ScriptCache {
  /** Those used longest ago first. */
  readonly #scripts = new Map<string, Promise<FetchResult>>();
  readonly #sizes = new Map<string, number>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** The script at that URL, fetched once, also if several pages ask for it at the same time. */
  async get(url: string, fetch: () => Promise<FetchResult>): Promise<FetchResult> {
    const known = this.#scripts.get(url);
    const script = known ?? fetch();
    this.#scripts.delete(url);
    this.#scripts.set(url, script);
    const result = await script;
    if (known === undefined) this.#keep(url, result);
    return result;
  }

  #keep(url: string, result: FetchResult): void {
    const size = result.kind === 'response' && result.status === 200 ? (result.body?.length ?? 0) : Infinity;
    if (size > this.#maxBytes || (result.kind === 'response' && isPassing(header(result, 'cache-control')))) {
      this.#scripts.delete(url);
      return;
    }
    this.#sizes.set(url, size);
    this.#bytes += size;
    for (const oldest of this.#scripts.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#bytes -= this.#sizes.get(oldest) ?? 0;
      this.#sizes.delete(oldest);
      this.#scripts.delete(oldest);
    }
  }
}

function isPassing(cacheControl: string | null): boolean {
  return cacheControl !== null && /\bno-store\b/i.test(cacheControl);
}
