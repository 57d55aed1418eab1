import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    // All cores: by default one is left to whoever watches.
    maxWorkers: '100%',
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: [new URL('../../test/temporary-files.ts', import.meta.url).pathname],
    // A crawl of a real server on a busy machine may take seconds; a hang is still caught.
    testTimeout: 30_000,
    pool: 'threads',
  },
});

export default config;
