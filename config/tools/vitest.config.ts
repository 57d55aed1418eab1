import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const root: string = new URL('../..', import.meta.url).pathname;

/** The sources behind the exports of the package, which the examples import by its name. */
function sources(): { find: RegExp; replacement: string }[] {
  const { exports }: { exports: Readonly<Record<string, { readonly default?: string }>> } = JSON.parse(
    readFileSync(`${root}package.json`, 'utf8'),
  );
  return Object.entries(exports).flatMap(([name, { default: built }]) =>
    built === undefined
      ? []
      : {
          find: new RegExp(`^dustpan${name.slice(1)}$`),
          replacement: built.replace('./dist/', root).replace(/js$/, 'ts'),
        },
  );
}

const config: ViteUserConfig = defineConfig({
  resolve: { alias: sources() },
  test: {
    // Some tests wait for servers most of their time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    root,
    include: ['test/**/*.test.ts'],
    globalSetup: [`${root}test/temporary-files.ts`],
    setupFiles: [`${root}test/same-inputs.ts`],
    // A crawl of a real server may take seconds, and a database server its time to start, on a busy machine. The limits
    // still catch a hang.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Ends before the test does, so that a failure shows what was polled.
    expect: { poll: { timeout: 50_000 } },
    pool: 'threads',
    // All files of a worker share its modules, which saves a quarter of the time. No test may leave anything changed.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    // The many short runs of the command line start twice as fast.
    env: { NODE_COMPILE_CACHE: new URL('../../node_modules/.cache/compiled', import.meta.url).pathname },
  },
});

export default config;
