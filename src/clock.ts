/** The time in milliseconds since the epoch. It never jumps when somebody changes the system clock. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}
