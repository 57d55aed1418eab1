/**
 * Speed, as ratios against rivals in the same run: `npm run bench`, or `npm run bench -- canon` for one part. Absolute
 * figures are of this machine and this moment.
 */
import { argv, stdout } from 'node:process';

const PARTS: Readonly<Record<string, () => Promise<(print: (line: string) => void) => Promise<void>>>> = {
  start: async () => (await import('./start.ts')).benchStart,
  canon: async () => (await import('./canon.ts')).benchCanon,
  dedup: async () => (await import('./dedup.ts')).benchDedup,
  slug: async () => (await import('./slug.ts')).benchSlug,
  http: async () => (await import('./http.ts')).benchHttp,
  html: async () => (await import('./html.ts')).benchHtml,
  frontier: async () => (await import('./frontier.ts')).benchFrontier,
  shared: async () => (await import('./shared.ts')).benchShared,
  skew: async () => (await import('./skew.ts')).benchSkew,
  hostile: async () => (await import('./hostile.ts')).benchHostile,
  endless: async () => (await import('./endless.ts')).benchEndless,
  crawl: async () => (await import('./crawl.ts')).benchCrawl,
  audit: async () => (await import('./audit.ts')).benchAudit,
  calibration: async () => (await import('./calibration.ts')).benchCalibration,
  archive: async () => (await import('./archive.ts')).benchArchive,
};

const asked = argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);

for (const name of asked.length > 0 ? asked : Object.keys(PARTS)) {
  stdout.write(`\n${name}\n`);
  const run = await PARTS[name]?.();
  await run?.((line) => stdout.write(`  ${line}\n`));
}
