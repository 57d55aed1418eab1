import type { RenderMode } from './render-mode.ts';

/**
 * Checks that pages can be rendered, before a crawl is opened. Loads nothing if none are. Before a crawl is deleted, it also
 * starts the browser.
 *
 * @throws {RenderError} if playwright-core or a browser is not installed; with `fresh`, also if the browser does not start
 */
export async function checkRendering({
  render = 'off',
  browser = null,
  fresh = false,
}: {
  readonly render?: RenderMode;
  readonly browser?: string | null;
  readonly fresh?: boolean;
}): Promise<void> {
  if (render === 'off') return;
  const [{ findBrowser }, { loadPlaywright, RunningBrowser }] = await Promise.all([
    import('./find-browser.ts'),
    import('./browser.ts'),
  ]);
  const found = findBrowser(browser);
  await loadPlaywright();
  if (fresh) await (await RunningBrowser.start({ browser: found, userAgent: '' })).close();
}
