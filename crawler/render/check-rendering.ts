import type { RenderMode } from './render-mode.ts';

/**
 * Checks that pages can be rendered, before a crawl is opened. Loads nothing if none are.
 *
 * @throws {RenderError} if playwright-core or a browser is not installed
 */
export async function checkRendering({
  render = 'off',
  browser = null,
}: {
  readonly render?: RenderMode;
  readonly browser?: string | null;
}): Promise<void> {
  if (render === 'off') return;
  const [{ findBrowser }, { loadPlaywright }] = await Promise.all([
    import('./find-browser.ts'),
    import('./browser.ts'),
  ]);
  findBrowser(browser);
  await loadPlaywright();
}
