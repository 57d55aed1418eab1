import type { FetchResult } from '../fetch/fetch-result.ts';
import { header } from '../fetch/response.ts';

/** How many bytes of scripts are kept. */
const MAX_BYTES = 32 * 1024 * 1024;

interface Script {
  readonly result: Promise<FetchResult>;
  /** In bytes; 0 until it is fetched. */
  size: number;
}

/** Keeps the script files of a site, which nearly every page loads again. Each page has an empty browser profile. */
export class ScriptCache {
  /** Those used longest ago first. */
  readonly #scripts = new Map<string, Script>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** The script at that URL, fetched once, also if several pages ask for it at the same time. */
  async get(url: string, fetch: () => Promise<FetchResult>): Promise<FetchResult> {
    const known = this.#scripts.get(url);
    const script = known ?? { result: fetch(), size: 0 };
    this.#scripts.delete(url);
    this.#scripts.set(url, script);
    const result = await script.result;
    // It may have been dropped meanwhile.
    if (known === undefined && this.#scripts.get(url) === script) this.#keep(url, script, sizeOf(result));
    return result;
  }

  #keep(url: string, script: Script, size: number): void {
    if (size > this.#maxBytes) {
      this.#scripts.delete(url);
      return;
    }
    script.size = size;
    this.#bytes += size;
    for (const [oldest, { size: freed }] of this.#scripts) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#bytes -= freed;
      this.#scripts.delete(oldest);
    }
  }
}

/** Infinity if it must not be kept. */
function sizeOf(result: FetchResult): number {
  if (result.kind === 'failure' || result.status !== 200) return Number.POSITIVE_INFINITY;
  const isPassing = /\bno-store\b/i.test(header(result, 'cache-control') ?? '');
  return isPassing ? Number.POSITIVE_INFINITY : (result.body?.length ?? 0);
}
