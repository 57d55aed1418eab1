/** "removed" in the tables of "document name to URL path segment". */
export const REMOVED = '';

/** "converted into space" in these tables. Spaces are merged, dropped at both ends, and become hyphens elsewhere. */
export const SPACE = ' ';
