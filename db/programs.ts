/** A program that was silent for this long is gone, in milliseconds by the store's clock. */
export const SILENCE = 30_000;

/** How often a program says that it is there, in milliseconds. */
export const HEARTBEAT = 10_000;
