import type { Thresholds } from '../src/evidence/thresholds.ts';
import type { LoopOptions } from './crawl-loop.ts';
import type { CrawlOptions } from './crawl-options.ts';
import type { DocumentReaderOptions } from './document-reader.ts';
import type { CustomFetch } from './fetch/custom-fetch.ts';
import type { FetcherOptions } from './fetch/fetcher.ts';
import type { RenderMode } from './render/render-mode.ts';
import type { NetworkOptions, PageRenderer } from './render/rendering.ts';
import type { ScopeOptions } from './scope/scope.ts';
import type { Selectors } from './selection/selectors.ts';
import type { WarcWriterOptions } from './warc/warc-writer.ts';

/** Options that the session passes to its crawl unchanged. */
type Handed =
  | 'frontier'
  | 'concurrency'
  | 'retries'
  | 'run'
  | 'signal'
  | 'isOffline'
  | 'onProgress'
  | 'onFailure'
  | 'onOutcome'
  | 'onWait';

/** The options of a crawl session. */
export interface SessionOptions
  extends Pick<LoopOptions, Handed>,
    Required<Pick<CrawlOptions, 'canon' | 'robots' | 'probe' | 'onProbe'>> {
  /** The evidence that confirms a claim. */
  readonly needs: Thresholds;
  /**
   * The number of pages after which all programs that share the frontier stop, apart from the pages that this program
   * read in earlier sessions with this frontier; null for no limit.
   */
  readonly maxPages: number | null;
  /** Where to start. If empty, the session continues with the seeds of earlier sessions. */
  readonly seeds: readonly string[];
  /** Which URLs are fetched. */
  readonly scope: ScopeOptions;
  /** How URLs are fetched. */
  readonly fetch: FetcherOptions;
  /** Sends the requests instead of the built-in fetcher, if it is not null. */
  readonly customFetch: CustomFetch | null;
  /** The web archive to write; null for none. */
  readonly warc: ArchiveTarget | null;
  /**
   * The delay between two fetches from one site, in milliseconds. Null for the delay of an earlier session; without
   * one, there is no delay on loopback and a polite delay elsewhere.
   */
  readonly delay: number | null;
  /**
   * The number of fetches at a time from one site. Null for the number of an earlier session; without one, one fetch if
   * there is a delay, and no limit otherwise.
   */
  readonly perSite: number | null;
  /** What to take from pages. A resumed crawl keeps its selectors. */
  readonly selectors: Selectors;
  /** Hands each page to the program before it is recorded; null if the program wants none. */
  readonly visit: DocumentReaderOptions['visit'];
  /** Whether links that a page marks as nofollow are recorded but not fetched. */
  readonly obeysNofollow: boolean;
  /** Sitemaps to read, as absolute URLs. */
  readonly sitemaps: readonly string[];
  /** Whether to read the sitemaps that robots.txt names too. */
  readonly robotsSitemaps: boolean;
  /** Which pages a browser renders (null for those of an earlier session, or none), and how it is started. */
  readonly rendering: {
    readonly mode: RenderMode | null;
    readonly start: (network: Omit<NetworkOptions, 'scripts'>) => Promise<PageRenderer>;
  };
  /**
   * Fetches pages again whose last fetch is at least this many milliseconds ago, or continues a recrawl that was
   * stopped. Null to fetch nothing again.
   */
  readonly recrawl: number | null;
}

/** A web archive to write. */
export type ArchiveTarget = Pick<WarcWriterOptions, 'folder' | 'maxFileSize' | 'recordsAll'>;
