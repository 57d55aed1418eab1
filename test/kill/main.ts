/**
 * Kills the crawl a thousand times and reports what was lost: `npm run test:kill`, or `npm run test:kill -- KILLS
 * SEED`. First, one process has its file alone. Then three share a file, with a quarter as many kills. Then three share a
 * crawl on a PostgreSQL server, which is killed as well, with a sixteenth as many.
 */
import { argv, stdout } from 'node:process';
import { startServer } from '../db/postgres/server.ts';
import { crawlUnderKills, type KillReport } from './kill.ts';

const kills = Number(argv[2] ?? 1000);
const seed = Number(argv[3] ?? Date.now() % 2 ** 32);
stdout.write(`seed ${seed}\n`);

const onServer = await startServer();
for (const { processes, share, server } of [
  { processes: 1, share: 1, server: null },
  { processes: 3, share: 1 / 4, server: null },
  { processes: 3, share: 1 / 16, server: onServer },
]) {
  const started = performance.now();
  const report = await crawlUnderKills({
    kills: Math.ceil(kills * share),
    seed,
    processes,
    preload: null,
    server,
    onCrawl: ({ kills: so, crawls }) => void (stdout.isTTY && stdout.write(`\r${so} kills in ${crawls} crawls`)),
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  stdout.write(
    `${stdout.isTTY ? '\r' : ''}${describe(processes, report)}${server === null ? '' : ', on PostgreSQL'}, in ${seconds} s\n`,
  );
  for (const line of [...report.lost, ...report.differences, ...report.integrityFailures]) stdout.write(`  ${line}\n`);
  const hasFailed = report.lost.length + report.differences.length + report.integrityFailures.length > 0;
  if (hasFailed || report.refetches > report.bound) process.exitCode = 1;
}

await onServer.close();

function describe(processes: number, report: KillReport): string {
  const { lost, differences, integrityFailures, refetches, bound, early, spread } = report;
  return [
    `${processes} at a time: ${report.kills} kills (${early} before a process had asked for a page; ${spread.join(', ')} by fifths of the crawl)`,
    `${report.crawls} crawls`,
    `${lost.length} pages lost`,
    `${differences.length} differences`,
    `${integrityFailures.length} integrity failures`,
    `${refetches} fetched again of ${bound} allowed`,
  ].join(', ');
}
