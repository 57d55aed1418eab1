/** What an archive holds of a URL at one time. */
export interface Seen {
  /** In seconds since the epoch. */
  readonly time: number;
  /** 200 for a page, 404 or 410 for none, 301 or 308 for a redirect. */
  readonly status: number;
  /** A hash of the digest of a page. */
  readonly content: number;
  /** Whether the site shows the page at other places as well, as it does an error page. */
  readonly isCommon?: boolean;
  /** What is known of the target of a redirect: it is the other URL in another form, the root of a site, or neither. */
  readonly leads?: 'to-page' | 'to-root' | 'elsewhere';
}

/**
 * - `same-digest`: the pages were the same
 * - `other-digest`, `not-found`, `redirects-elsewhere`, `loses-path`: one URL was the same page before and after the
 *   other one was something else
 * - `changing`: they were different, but so was one of them from itself
 * - `unclear`: they were different; one may have changed in between
 * - `error-page`: one was an error page, which the site may show for a while
 */
export type Comparison =
  | 'same-digest'
  | 'other-digest'
  | 'not-found'
  | 'redirects-elsewhere'
  | 'loses-path'
  | 'changing'
  | 'unclear'
  | 'error-page';

/**
 * Compares what an archive holds of two URLs.
 *
 * @param url captures of the URL that was tried, in order of time
 * @param page captures of the page that it may equal, in order of time
 * @param window how far apart two captures may be, in seconds
 * @returns null if no two captures are near enough, or if they say nothing
 */
export function compareCaptures(url: readonly Seen[], page: readonly Seen[], window: number): Comparison | null {
  let isEqual = false;
  let isOther = false;
  let isError = false;
  for (const a of url) {
    for (const b of page) {
      if (Math.abs(a.time - b.time) > window || (a.status !== 200 && b.status !== 200)) continue;
      if (isSame(a, b)) isEqual = true;
      else if (differenceOf(a, b) === null) continue;
      else if (a.isCommon || b.isCommon) isError = true;
      else isOther = true;
    }
  }
  if (!isEqual && !isOther) return isError ? 'error-page' : null;
  const isChanging = changes(url, window) || changes(page, window);
  const proof = isOther && !isChanging ? (within(page, url, window) ?? within(url, page, window)) : null;
  // Both happened: one URL was something else for a while.
  if (isEqual) return proof === null ? 'same-digest' : 'changing';
  return proof ?? (isChanging ? 'changing' : 'unclear');
}

function isSame(a: Seen, b: Seen): boolean {
  return a.status === 200 && b.status === 200 && a.content === b.content && a.isCommon !== true;
}

/** How the answers differ; null if they may still be those of one page. */
function differenceOf(a: Seen, b: Seen): Comparison | null {
  if (a.status === 200 && b.status === 200) return a.content === b.content ? null : 'other-digest';
  const { status, leads } = a.status === 200 ? b : a;
  if (status === 404 || status === 410) return 'not-found';
  if (leads === 'to-page') return null;
  return leads === 'to-root' ? 'loses-path' : 'redirects-elsewhere';
}

/** Whether a URL showed two different pages. */
function changes(captures: readonly Seen[], window: number): boolean {
  const pages = captures.filter(({ status }) => status === 200);
  return pages.some(({ time, content }, at) => {
    const before = pages[at - 1];
    return before !== undefined && before.content !== content && time - before.time <= window;
  });
}

/** How the other URL differed while one URL was the same page before and after. */
function within(steady: readonly Seen[], other: readonly Seen[], window: number): Comparison | null {
  const pages = steady.filter(({ status }) => status === 200);
  for (const [at, after] of pages.entries()) {
    const before = pages[at - 1];
    if (
      before === undefined ||
      before.isCommon ||
      before.content !== after.content ||
      after.time - before.time > window
    )
      continue;
    for (const between of other) {
      // The site may show the archive an error page for a while.
      if (between.isCommon) continue;
      const isBetween = before.time <= between.time && between.time <= after.time;
      const found = isBetween ? differenceOf(between, before) : null;
      if (found !== null) return found;
    }
  }
  return null;
}
