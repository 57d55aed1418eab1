import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import shared from './vitest.config.ts';

/** The slow tests: those that start processes, run Chromium or crawl large sites. */
const config: ViteUserConfig = mergeConfig({ ...shared, test: { ...shared.test, include: [] } }, {
  test: {
    include: ['test/**/*.slow.ts'],
    // Some measure the memory of a process, or change what all of it uses.
    isolate: true,
    // All cores; the default leaves one free for watch mode.
    maxWorkers: '100%',
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
} satisfies ViteUserConfig);

export default config;
