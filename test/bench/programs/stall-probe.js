// Preloaded into a program: says at its end how long it held its main loop at most, counted from its first request, and
// the most memory that it took.
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const cpu = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [block, work] = [0, 0];
  let [last, lastCpu] = [performance.now(), cpu()];
  let isStarted = false;
  subscribe('undici:request:create', () => {
    // What the start took is no page's fault.
    if (!isStarted) [last, lastCpu] = [performance.now(), cpu()];
    isStarted = true;
  });
  setInterval(() => {
    const [now, nowCpu] = [performance.now(), cpu()];
    if (isStarted) [block, work] = [Math.max(block, now - last), Math.max(work, nowCpu - lastCpu)];
    [last, lastCpu] = [now, nowCpu];
  }, 2).unref();
  process.on('exit', () => {
    // Not as getrusage counts it, which starts with what the parent process had.
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1024;
    writeSync(2, `\n${JSON.stringify({ block, work, peak })}\n`);
  });
}
