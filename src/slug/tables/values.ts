/** "removed" in the tables of "document name to URL path segment". */
export const REMOVED = '';

/** "converted into space" there: spaces are merged, those at the ends dropped, and the others become hyphens. */
export const SPACE = ' ';
