// Preloaded into a program: says at its end how much memory it held over time.
import { stderr } from 'node:process';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const samples = [];
  const timer = setInterval(() => samples.push(process.memoryUsage.rss()), 250);
  timer.unref();
  process.on('exit', () => {
    const mib = samples.map((bytes) => Math.round(bytes / 1024 ** 2));
    const at = (share) => mib[Math.floor(share * (mib.length - 1))] ?? 0;
    const quarters = [0.25, 0.5, 0.75, 1].map((share) => `${at(share)} MiB`).join(', ');
    stderr.write(`at most ${Math.max(...mib)} MiB; after each quarter of the time ${quarters}\n`);
  });
}
