/** Styles of the frame: text, controls, the head, tabs. */
export const FRAME: string = `
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 2.9rem; scrollbar-gutter: stable; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Open Sans', sans-serif;
  font-variant-numeric: tabular-nums;
}
header, .tabs > *, main { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
header { display: flex; justify-content: space-between; gap: 1rem; padding-top: 2rem; padding-bottom: 1.25rem; }
main { padding-top: 1.75rem; padding-bottom: 5rem; }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 650; letter-spacing: -.015em; }
h2 { font-size: 1.15rem; }
h3, h4, .subtitle { font-size: inherit; font-weight: inherit; }
a { color: var(--accent); text-decoration: none; text-underline-offset: .2em; }
a:hover { text-decoration: underline; }
code, kbd { font: .875em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
code { color: var(--quiet); }
kbd { min-width: 1.5em; padding: .1em .4em; border: 1px solid var(--line); border-radius: 4px; background: var(--surface); color: var(--quiet); text-align: center; }
bdi { unicode-bidi: isolate; }
.url, .foreign, code { overflow-wrap: anywhere; }
/* Marks that are piled up on a letter do not reach out of their place. */
h1, td, th, dd, .title { overflow: clip; overflow-clip-margin: 3px; }
.foreign { white-space: pre-line; }
.control { margin: 0 .15em; padding: 0 .3em; border-radius: 3px; background: var(--mark); color: var(--text); font: .75em/1.5 ui-monospace, Menlo, Consolas, monospace; }
.cut, .note, .none, .meta, .intro, .empty { color: var(--quiet); }
.note { font-size: .8125rem; }
.intro { max-width: 46rem; margin-bottom: 1rem; }
.empty { padding: 2rem 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { flex: none; fill: currentColor; vertical-align: -.15em; }
.eyebrow { margin-bottom: .3rem; color: var(--quiet); font-size: .8125rem; }
.masthead { min-width: 0; flex: 1; }
.meta { margin-top: .35rem; font-size: .875rem; }
.actions { display: flex; flex: none; gap: .5rem; align-items: start; }

button, select, input { font: inherit; color: inherit; }
button { cursor: pointer; }
button:disabled { cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.plain, .copy, .clear, .more, .pager button, .segments button, .severities button, select, .filter, .help > button {
  min-height: 2.25rem;
  padding: .25rem .75rem;
  border: 1px solid var(--line);
  border-radius: 7px;
  background: var(--surface);
}
.plain:hover, .copy:hover, .clear:hover, .more:hover, .pager button:not(:disabled):hover, .severities button:hover, select:hover, .filter:hover { border-color: var(--strong-line); }
.theme { display: flex; gap: .45rem; align-items: center; }

.tabs { position: sticky; top: 0; z-index: 2; border-bottom: 1px solid var(--line); background: var(--ground); }
[role=tablist] { display: flex; gap: 1.6rem; overflow-x: auto; scrollbar-width: none; }
[role=tab] { flex: none; padding: .7rem 0 .6rem; border: 0; border-bottom: 2px solid transparent; background: none; color: var(--quiet); }
[role=tab]:hover { color: var(--text); }
[role=tab][aria-selected=true] { border-color: var(--text); color: var(--text); font-weight: 600; }
[role=tab]:focus-visible { outline-offset: -2px; }
.tally { color: var(--quiet); font-size: .8125rem; font-weight: 400; }
[role=tab] .tally { margin-left: .4rem; }

.csv { display: inline-flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.hits { margin-top: 1rem; }
.hits ul { padding-left: 1.2rem; }
.hits li { padding: .2rem 0; overflow-wrap: anywhere; }
.story > h3 { margin: .3rem 0 .9rem; font-size: 1.25rem; font-weight: 650; overflow-wrap: anywhere; }
.story > .card { margin-top: 1.25rem; }
.story h4 { margin-bottom: .6rem; font-weight: 600; }
.told + .told { margin-top: 1.1rem; padding-top: 1.1rem; border-top: 1px solid var(--line); }
.told .facts { margin: .4rem 0; }
.told .subtitle { display: none; }

.toolbar, .filters { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
.toolbar { margin-bottom: .9rem; }
.filters { margin-bottom: .9rem; }
.field { position: relative; min-width: 0; }
.filter { width: 20rem; max-width: 100%; padding-right: 2.25rem; }
.filter::placeholder { color: var(--quiet); opacity: 1; }
.field kbd { position: absolute; top: .5rem; right: .55rem; pointer-events: none; }
.filter:focus + kbd, .filter:not(:placeholder-shown) + kbd { display: none; }
.filter:not(:placeholder-shown) { padding-right: .75rem; }
select { max-width: 15rem; text-overflow: ellipsis; }
.clear { border-color: transparent; background: none; color: var(--accent); }
.count { color: var(--quiet); font-size: .875rem; }
.findings .count { flex: 1; min-width: 12rem; }
.copied:not(:empty) { color: var(--pass); font-size: .875rem; }
.severities { display: flex; gap: .4rem; }
.severities button { display: flex; gap: .45rem; align-items: center; color: var(--text); }
.severities [aria-pressed=true], .segments [aria-pressed=true] { border-color: var(--text); background: var(--text); color: var(--ground); }
.severities [aria-pressed=true] .tally, .severities [aria-pressed=true] .icon { color: inherit; }
.segments { display: flex; }
.segments button + button { margin-left: -1px; border-radius: 0 7px 7px 0; }
.segments button:first-child { border-radius: 7px 0 0 7px; }
.error { --tone: var(--error); --tone-fill: var(--error-fill); }
.warning { --tone: var(--warning); --tone-fill: var(--warning-fill); }
.info { --tone: var(--info); --tone-fill: var(--info-fill); }
.pass { --tone: var(--pass); --tone-fill: var(--pass-fill); }
.severity .icon { color: var(--tone-fill); }

.help { max-width: 24rem; padding: 1.5rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: inherit; }
.help::backdrop { background: rgb(0 0 0 / 40%); }
.help dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1.25rem; margin: 1rem 0 1.25rem; }
noscript p { padding: 2rem; }
`;
