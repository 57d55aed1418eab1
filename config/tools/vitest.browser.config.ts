import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import shared from './vitest.config.ts';

/** The tests that need Chromium. */
const config: ViteUserConfig = mergeConfig({ ...shared, test: { ...shared.test, include: [] } }, {
  test: { include: ['test/**/*.browser.ts'] },
} satisfies ViteUserConfig);

export default config;
