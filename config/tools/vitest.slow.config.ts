import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import shared from './vitest.config.ts';

/** The tests that take long: those in Chromium, and those of a server over a crawl. */
const config: ViteUserConfig = mergeConfig({ ...shared, test: { ...shared.test, include: [] } }, {
  test: { include: ['test/**/*.slow.ts'], testTimeout: 180_000 },
} satisfies ViteUserConfig);

export default config;
