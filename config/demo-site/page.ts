/** The site's own form: http, without www. */
export const ORIGIN = 'http://broom.example';

/** A page of the site under its one canonical URL. No two have the same text. */
export interface Page {
  /** Path and query. */
  readonly path: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Paths of the pages that it leads on to. */
  readonly links: readonly string[];
  /** Whether it names its own URL with rel=canonical. */
  readonly declaresItself?: true;
  /** Fragments that a script shows as views of their own; the server knows nothing of them. */
  readonly routes?: readonly Route[];
}

interface Route {
  /** Starts with `#!`. */
  readonly fragment: string;
  readonly title: string;
  readonly text: string;
}
