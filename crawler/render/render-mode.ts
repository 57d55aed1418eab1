import type { Frontier } from '../../db/store.ts';

/** Which pages a browser renders: none, those that scripts may build or change, or all. */
export type RenderMode = 'off' | 'auto' | 'always';

/** All modes. */
export const RENDER_MODES: readonly RenderMode[] = ['off', 'auto', 'always'];

/** Stores the given mode for the next session, and returns it; without one, returns that of the last session. */
export async function agreeOnRendering(
  frontier: Pick<Frontier, 'getMeta' | 'setMeta'>,
  given: RenderMode | null,
): Promise<RenderMode> {
  const kept = await keptRendering(frontier);
  if (given !== null && given !== kept) await frontier.setMeta('render', given);
  return given ?? kept;
}

/** Which pages a browser rendered in the last session of a crawl. */
export async function keptRendering(frontier: Pick<Frontier, 'getMeta'>): Promise<RenderMode> {
  const kept = await frontier.getMeta('render');
  return RENDER_MODES.find((mode) => mode === kept) ?? 'off';
}
