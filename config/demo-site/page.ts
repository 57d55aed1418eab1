/** The form that the site uses: http, without www. */
export const ORIGIN = 'http://broom.example';

/** A page of the site under its one canonical URL. No two have the same text. */
export interface Page {
  /** Path and query. */
  readonly path: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Paths of the pages that it links to. */
  readonly links: readonly string[];
  /** Whether it declares its own URL with rel=canonical. */
  readonly declaresItself?: true;
  /** Fragments for which a script shows separate views; the server does not see them. */
  readonly routes?: readonly Route[];
}

interface Route {
  /** Starts with `#!`. */
  readonly fragment: string;
  readonly title: string;
  readonly text: string;
}
