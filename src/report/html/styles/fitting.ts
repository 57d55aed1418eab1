/** Styles for narrow screens, for print, and for readers who prefer less motion. */
export const FITTING: string = `
@media (max-width: 60rem) {
  .figures { grid-template-columns: repeat(3, 1fr); }
  .figures li:nth-child(4) { border-left: 0; }
  .figures li:nth-child(n + 4) { border-top: 1px solid var(--line); }
  .card.third { grid-column: span 3; }
  .card.steps:has(+ .third) { grid-column: 1 / -1; }
  .card.tall { grid-column: 1 / -1; }
}
@media (max-width: 45rem) {
  header, .tabs > *, main { padding-left: 1rem; padding-right: 1rem; }
  header { flex-wrap: wrap; padding-top: 1.25rem; }
  .masthead { flex: 1; }
  header > .field { order: 1; flex: 1 0 100%; }
  /* All tabs in sight: none hides behind the edge. */
  .tabs { position: static; }
  [role=tablist] { flex-wrap: wrap; gap: 0 1.1rem; }
  [role=tab] { padding: .55rem 0 .4rem; }
  h1 { font-size: 1.2rem; }
  main { padding-top: 1.1rem; }
  .card { grid-column: 1 / -1 !important; }
  .figures li > * { padding: .8rem .9rem; }
  .figures strong { font-size: 1.5rem; }
  .field, .filter { width: 100%; }
  .findings .field:has(select) { flex: 1; }
  .findings select { width: 100%; max-width: none; }
  .severities { flex-wrap: wrap; width: 100%; }
  .severities button { flex: 1; justify-content: center; gap: .3rem; padding: .25rem .3rem; font-size: .875rem; }
  .theme .name, .rows .wide, td .severity .name { display: none; }
  .rows > thead th.icon button { font-size: 0; }
  .rows > thead th.icon .arrow { font-size: .8125rem; }
  .arrow::after { margin-left: 0; }
  .rows > thead th, .rows td { padding-left: .5rem; padding-right: .5rem; }
  .rows td.main { width: auto; }
  .rows td.short { min-width: 6rem; }
  .rows .opens > .main { padding-left: 2rem; }
  td.main > .toggle { left: .15rem; }
  .finding-detail { grid-template-columns: minmax(0, 1fr); padding: .5rem .25rem; gap: 1.1rem; }
  .finding-detail > * + .part { margin-top: 0; }
  .facts { grid-template-columns: 5.5rem minmax(0, 1fr); gap: .3rem .75rem; }
  .cluster > h3 > .toggle, .rule-group > h3 > .toggle { flex-wrap: wrap; padding: .7rem .75rem; }
  .rule-group > h3 .title { flex: 1; min-width: 60%; }
  .rule-group > h3 code { order: 2; flex-basis: 100%; padding-left: 1.4rem; }
  .cluster > h3 .kinds { order: 2; flex-basis: 100%; justify-content: start; padding-left: 1.4rem; }
  .rule-group > .body, .cluster > .body { padding-left: .75rem; padding-right: .75rem; }
  .rule-group .rule-text { padding-left: 0; }
  .pager button { flex: 1; padding: .25rem .4rem; }
  .pager span { order: -1; flex-basis: 100%; }
}
@media (max-width: 26rem) {
  .figures { grid-template-columns: repeat(2, 1fr); }
  .figures li:nth-child(odd) { border-left: 0; }
  .figures li:nth-child(4) { border-left: 1px solid var(--line); }
  .figures li:nth-child(3) { border-top: 1px solid var(--line); }
  .trend .legend td, .trend .legend th.number { padding-left: .4rem; }
}
@media print {
  :root { --ground: #fff; --sunken: #fff; --surface: #fff; }
  body { font-size: 10pt; }
  .tabs, .actions, .filters, .toolbar .field, .segments, .copy, .copied, .pager, .more, .intro, .search, .graph, .back, dialog, .fingerprint, .about > * + .part { display: none !important; }
  header, main { max-width: none; padding: 0; }
  header { padding-bottom: 1rem; }
  a { color: inherit; }
  [role=tabpanel] > h2.hidden { position: static; width: auto; height: auto; margin: 1.5rem 0 .75rem; clip-path: none; break-after: avoid; }
  .toggle > .icon-chevron { display: none; }
  .card, tr, li, .cluster { break-inside: avoid; }
  .paged { overflow: visible; }
  svg, .control { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .node.leader { background: #fff; color: #000; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
