/** Milliseconds since the epoch, by a clock that nobody sets back or forward while the process runs. */
export function clock(): number {
  return performance.timeOrigin + performance.now();
}
