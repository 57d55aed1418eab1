/** Longer URLs are not fetched: no server is known to serve them, and traps make them. UTF-16 units. */
export const MAX_URL_LENGTH = 8192;
/** Redirects in a row; browsers give up at 20. */
export const MAX_HOPS = 20;
/** Links of one page that are followed. A page with more is no page for people. */
export const MAX_LINKS = 100_000;
/** Requests to a site after which it is left if its pages still lead to new URLs, where nobody says otherwise. */
export const MAX_ENDLESS = 20_000;
