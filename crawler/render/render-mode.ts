/** Which pages a browser renders: none, those that scripts may build or change, or all. */
export type RenderMode = 'off' | 'auto' | 'always';

/** All modes. */
export const RENDER_MODES: readonly RenderMode[] = ['off', 'auto', 'always'];
