/** What the playground has beside the frame of the report. */
export const PLAYGROUND: string = `
:root {
  --gone: light-dark(#fbe4e1, #4d2724);
  --new: light-dark(#dcefe1, #1f4029);
}
main { padding-top: 1.25rem; }
footer { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem 3rem; color: var(--quiet); font-size: .8125rem; }
footer pre { max-height: 20rem; margin: .75rem 0 0; padding: 1rem; overflow: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; }
.plain { color: inherit; text-align: left; }
.primary { border-color: var(--text); background: var(--text); color: var(--ground); }
.primary:hover { border-color: var(--text); opacity: .9; }
.text { width: 100%; padding: .5rem .75rem; border: 1px solid var(--strong-line); border-radius: 7px; background: var(--surface); color: var(--text); font: .9375rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.text::placeholder { color: var(--quiet); opacity: 1; }
textarea { display: block; resize: vertical; field-sizing: content; min-height: 5.5rem; max-height: 24rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.dedup textarea { min-height: 10rem; }
label, legend { color: var(--quiet); font-size: .875rem; }
legend { padding: 0; font-weight: 600; color: var(--text); }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
.labelled { display: grid; gap: .25rem; min-width: 0; }
.labelled > label { font-size: .8125rem; }
.settings { margin-bottom: 1.5rem; }
.settings > .toolbar { align-items: end; margin-bottom: .4rem; }
.link-part { display: flex; flex: 1; gap: .75rem; align-items: center; justify-content: end; }
[role=tabpanel]:focus { outline: 0; }
.toggle > .icon-chevron { width: 12px; height: 12px; color: var(--quiet); transition: transform .12s; }
.toggle[aria-expanded=true] > .icon-chevron { transform: rotate(90deg); }
.notice { margin-bottom: .9rem; padding: .6rem .9rem; border: 1px solid var(--line); border-left: 3px solid var(--warning-fill); border-radius: 7px; background: var(--mark); }
.card { padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.facts-card { margin-top: .75rem; }
.facts-panel > .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem 2.5rem; margin-top: 1rem; }
.check { display: flex; flex-wrap: wrap; gap: .3rem .6rem; align-items: center; min-height: 2.1rem; }
.check label { flex: 1; min-width: 12rem; color: var(--text); }
.check input { width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--accent); }
.check select { min-height: 1.9rem; padding-top: 0; padding-bottom: 0; font-size: .875rem; }
.fact-form { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; align-items: end; margin-top: .6rem; }
.fact-form .wide { grid-column: 1 / -1; }
.fact-form select { width: 100%; max-width: none; }
.fact-form .text { min-height: 2.25rem; padding: .25rem .75rem; }
.fact-form > .plain { justify-self: start; }
.stated, .examples, .plain-list, .members { padding: 0; list-style: none; }
.stated li { display: flex; gap: .6rem; align-items: center; justify-content: space-between; border-bottom: 1px solid var(--line); padding: .2rem 0; }
.stated code { color: var(--text); }
.stated + .plain, .note + .plain { margin-top: .7rem; }
.plain + .members { margin-top: .5rem; }
.examples li + li { margin-top: .8rem; }
.list-input > label, .pair label { display: block; margin-bottom: .3rem; }
.list-input > .toolbar { margin-top: .6rem; }
.held { padding: .9rem 1rem; border: 1px dashed var(--strong-line); border-radius: 7px; background: var(--surface); overflow-wrap: anywhere; }
.pair { display: grid; gap: .75rem; margin-bottom: 1rem; }
.results { display: grid; gap: 1rem; margin-top: 1rem; }
.results > * { min-width: 0; }
.results > .toolbar { margin: 0; }
.results h3, .results h4 { margin-bottom: .5rem; font-weight: 600; }
.results h4 { margin-top: .9rem; font-size: .875rem; }
.card section + section, .trace > section + section, .card > p + section { margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }

.line { font: .9375rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
.line del, .line ins, .line mark { padding: .05em .1em; border-radius: 3px; color: var(--text); }
.line del { background: var(--gone); text-decoration: line-through; }
.line ins { background: var(--new); text-decoration: underline; text-underline-offset: .2em; }
.line mark { background: var(--mark); text-decoration: underline; text-underline-offset: .2em; }
.with-button { display: flex; gap: .75rem; align-items: start; justify-content: space-between; }
.with-button > .line { min-width: 0; padding-top: .3rem; font-size: 1.0625rem; }
.with-button > .copy { flex: none; }
.result > h3:nth-of-type(2) { margin-top: .9rem; }
.steps { padding: 0; list-style: none; counter-reset: step; }
.steps > li { display: grid; gap: .3rem; padding: .75rem 0; }
.steps > li + li { border-top: 1px solid var(--line); }
.steps > li:first-child { padding-top: .25rem; }
.steps > li:last-child { padding-bottom: 0; }
.step-head { display: flex; gap: .2rem .75rem; align-items: baseline; }
.pass-name { font-weight: 600; white-space: nowrap; }
.class { display: inline-flex; gap: .4rem; align-items: center; font-size: .8125rem; white-space: nowrap; }
.step-head > .class { flex: none; min-width: 6.2rem; }
.step-head > .note { flex: 1; min-width: 12rem; }
.step-head > .reference { flex: none; max-width: 40%; min-width: 0; text-align: right; }
.class::before { content: ''; width: .65rem; height: .65rem; border-radius: 3px; background: var(--other); }
.class.preserving::before { background: var(--preserving); border-radius: 50%; }
.class.usual::before { background: var(--usual); }
.class.changing::before { background: var(--changing); transform: rotate(45deg); border-radius: 1px; }
.fact-button { justify-self: start; min-height: 2rem; font-size: .875rem; }
.missing + .plain { margin-top: 1rem; }
.keys { width: 100%; border-spacing: 0; }
.keys th, .keys td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: baseline; }
.keys thead th { padding-top: 0; border-top: 0; color: var(--quiet); font-size: .8125rem; font-weight: 500; }
.keys tbody th { width: 1%; font-weight: 500; white-space: nowrap; }
.keys .chosen th { font-weight: 650; }
.keys .line { font-size: .875rem; }
.keys .verdict { width: 1%; padding-right: 1.25rem; white-space: nowrap; }
.reasons { width: auto; }
.reasons .number { padding-right: 1rem; text-align: right; }
.reasons td:nth-child(2) { padding-right: 1.5rem; }
.verdict .icon { width: 12px; height: 12px; }
.verdict.confirmed { color: var(--pass); }
.verdict-card > .verdict { font-size: 1.35rem; font-weight: 650; }
.verdict-card > .verdict .icon { width: 17px; height: 17px; }
.sentence { max-width: 60rem; }
.verdict-card > .note { margin-top: .4rem; }
.severity { color: var(--tone); }
.severity:empty { display: none; }
.problem { display: grid; gap: .6rem; justify-items: start; }
.problem + .problem { margin-top: 1rem; }

.list { overflow: clip; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.list + .plain { margin-top: .75rem; }
.row + .row { border-top: 1px solid var(--line); }
.row > h3, .row > h4 { margin: 0; font-size: inherit; font-weight: 400; }
.row > * > .toggle { display: flex; gap: .75rem; align-items: baseline; width: 100%; padding: .6rem 1rem; border: 0; background: none; text-align: left; }
.row > * > .toggle:hover { background: var(--sunken); }
.row > * > .toggle:focus-visible { outline-offset: -2px; }
.row-number { flex: none; min-width: 2rem; color: var(--quiet); font-size: .8125rem; text-align: right; }
.row-urls { display: grid; flex: 1; min-width: 0; font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.row-input { color: var(--quiet); }
.row-note { flex: none; max-width: 45%; color: var(--quiet); font-size: .8125rem; text-align: right; }
.row-note.severity { color: var(--tone); }
.row > .body { padding: .5rem 1rem 1.25rem 3.75rem; border-top: 1px solid var(--line); background: var(--sunken); }
.groups .row > .body { padding-left: 1rem; }
.members > li { display: flex; gap: .75rem; align-items: baseline; padding: .35rem 0; }
.members > li + li { border-top: 1px solid var(--line); }

.figures { display: grid; grid-template-columns: repeat(4, 1fr); padding: 0; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); list-style: none; }
.figures li + li { border-left: 1px solid var(--line); }
.figures li > * { padding: 1.1rem 1.25rem; }
.figures strong { display: block; font-size: 1.9rem; line-height: 1.15; font-weight: 600; letter-spacing: -.02em; }
.figures span { color: var(--quiet); font-size: .875rem; }
.groups > h3 { margin-bottom: .6rem; }
[role=tabpanel].dedup > .toolbar { align-items: end; margin-top: 1rem; }
[role=tabpanel].dedup > .toolbar .count { padding-bottom: .4rem; }

@media (max-width: 45rem) {
  header, .tabs > *, main, footer { padding-left: 1rem; padding-right: 1rem; }
  header { padding-top: 1.25rem; }
  [role=tablist] { gap: 1.1rem; }
  h1 { font-size: 1.3rem; }
  .theme .name { display: none; }
  .card { padding: 1rem; }
  .settings > .toolbar { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .settings > .toolbar > *, .settings > .toolbar select { width: 100%; max-width: none; }
  .settings > .toolbar > .toggle { align-self: stretch; padding: .25rem .6rem; white-space: nowrap; }
  .link-part { flex-direction: column-reverse; gap: 0; align-items: start; }
  .link-part > .plain { width: 100%; }
  .step-head { flex-wrap: wrap; }
  .step-head > .note.note { flex: 1 0 100%; max-width: none; text-align: left; }
  .facts-panel > .columns { grid-template-columns: minmax(0, 1fr); }
  .with-button { flex-direction: column; gap: .5rem; }
  .figures { grid-template-columns: repeat(2, 1fr); }
  .figures li:nth-child(3) { border-left: 0; }
  .figures li:nth-child(n + 3) { border-top: 1px solid var(--line); }
  .figures li > * { padding: .8rem .9rem; }
  .figures strong { font-size: 1.5rem; }
  .keys thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .keys:not(.reasons), .keys:not(.reasons) :is(tbody, tr, th, td) { display: block; width: auto; }
  .keys:not(.reasons) tr { padding: .6rem 0; border-top: 1px solid var(--line); }
  .keys:not(.reasons) :is(th, td) { padding: 0 0 .15rem; border: 0; }
  .row > * > .toggle, .members > li { flex-wrap: wrap; padding-left: .75rem; padding-right: .75rem; }
  .members > li { padding-left: 0; padding-right: 0; }
  .row-urls { flex-basis: 60%; }
  .row-note { max-width: none; padding-left: 2.75rem; flex-basis: 100%; text-align: left; }
  .groups .toggle > .row-note { padding-left: 1.5rem; }
  .row > .body { padding-left: 1rem; }
}
@media print {
  .tabs, .actions, .settings .toolbar, .list-input .toolbar, .plain, .copy, .clear, footer { display: none !important; }
  .card, .steps > li, .row { break-inside: avoid; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
