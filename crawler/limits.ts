/**
 * The longest URL that is fetched, in UTF-16 units. No server is known to need longer ones, and crawler traps produce
 * them.
 */
export const MAX_URL_LENGTH = 8192;
/** How many consecutive redirects are followed. Browsers give up at 20. */
export const MAX_HOPS = 20;
/** How many links of one page are followed. */
export const MAX_LINKS = 100_000;
/**
 * How many requests a site gets, by default, before it is given up as endless because its pages still lead to new URLs.
 */
export const MAX_ENDLESS = 20_000;
/** The longest time of a timer, in milliseconds. Node's timers fire immediately for longer times. */
export const MAX_TIMEOUT: number = 2 ** 31 - 1;
