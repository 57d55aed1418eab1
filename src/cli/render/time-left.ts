/** With less done, an estimate would be far off. */
const LEAST = 0.01;

/**
 * The share of work done and the estimated time left: `40% · 2:05 min left`.
 *
 * @param done the share done, from 0 to 1
 * @param started when the work began, as `performance.now()`
 */
export function timeLeft(done: number, started: number): string {
  const percent = `${Math.floor(done * 100)}%`;
  if (done < LEAST) return percent;
  const seconds = (performance.now() - started) / 1000;
  return `${percent} · ${done < 1 ? `${clock((seconds / done) * (1 - done))} left` : 'finishing'}`;
}

function clock(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}
