/** Styles of the progress bar of a running crawl. */
export const LIVE: string = `
.live { position: fixed; inset: auto 0 0; z-index: 3; display: flex; flex-wrap: wrap; gap: .25rem .9rem; align-items: center; min-height: 2.5rem; padding: .2rem 1.5rem; border-top: 1px solid var(--line); background: var(--surface); color: var(--quiet); font-size: .875rem; }
.live progress { width: 8rem; height: .4rem; accent-color: var(--quiet); }
.live.writing progress { accent-color: var(--pass-fill); }
.figures-now { overflow-wrap: anywhere; }
.live .plain { min-height: 1.75rem; padding: 0 .75rem; color: var(--accent); }
@media print { .live { display: none; } }
`;
