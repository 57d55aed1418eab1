import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import shared from './vitest.config.ts';

/** The slow tests: those that start processes, run Chromium or crawl large sites. */
const config: ViteUserConfig = mergeConfig({ ...shared, test: { ...shared.test, include: [] } }, {
  test: { include: ['test/**/*.slow.ts'], testTimeout: 180_000 },
} satisfies ViteUserConfig);

export default config;
