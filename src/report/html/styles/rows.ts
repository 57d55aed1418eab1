/** Styles of tables and their rows. */
export const ROWS: string = `
.paged { overflow: clip; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.rows { width: 100%; border-spacing: 0; }
.rows > thead th { padding: .55rem .75rem; border-bottom: 1px solid var(--line); color: var(--quiet); font-size: .8125rem; font-weight: 500; text-align: left; white-space: nowrap; }
.rows th button { padding: 0; border: 0; background: none; color: inherit; font-weight: inherit; }
.rows th button:hover, .rows th[aria-sort] { color: var(--text); }
.arrow::after { content: '↑'; margin-left: .3em; visibility: hidden; }
.arrow.ascending::after { visibility: visible; }
.arrow.descending::after { content: '↓'; visibility: visible; }
.rows th.number .arrow::after { margin-left: .15em; }
.rows td { padding: .6rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
.rows tbody tr:last-child > td, .rows tbody tr:nth-last-child(2):has(+ [hidden]) > td { border-bottom: 0; }
.rows .number { text-align: right; white-space: nowrap; }
.rows td.main { position: relative; width: 100%; }
.rows td.wide:not(.number) { min-width: 13rem; }
.rows .opens { cursor: pointer; }
.opens .described > div { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 4; }
.rows .opens:hover { background: var(--sunken); }
.rows .opens > .main { padding-left: 2.4rem; }
td.main > .toggle { position: absolute; left: .45rem; top: .5rem; width: 1.75rem; height: 1.75rem; padding: 0; border: 0; background: none; color: var(--quiet); }
.toggle > .icon-chevron { width: 12px; height: 12px; color: var(--quiet); transition: transform .12s; }
.toggle[aria-expanded=true] > .icon-chevron { transform: rotate(90deg); }
.rows td.short { min-width: 9rem; }
.severity { color: var(--tone); }
td .severity { display: inline-flex; gap: .45rem; align-items: center; }
.message { color: var(--quiet); }
.status-4, .status-5 { font-weight: 600; }
.status-none { color: var(--quiet); }
.from-to { display: grid; gap: .15rem; }
.arrow-to { display: flex; gap: .4rem; color: var(--quiet); }
.verdict { display: inline-flex; gap: .4rem; align-items: center; }
.verdict.confirmed, .evidence .confirmed .icon { color: var(--pass); }
.verdict.refuted { font-weight: 600; }
.verdict.undecided { color: var(--quiet); }

.pager { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; padding: .6rem .75rem; border-top: 1px solid var(--line); font-size: .875rem; }
.pager span { flex: 1; color: var(--quiet); text-align: center; }
.pager button:disabled { color: var(--quiet); opacity: .55; }
.cluster ~ .pager { border-top: 0; padding: 1rem 0; }

.detail > td { background: var(--sunken); }
.finding-detail { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.5rem 2.5rem; padding: .75rem 1.65rem 1rem; font-size: .9375rem; }
.finding-detail .part + .part { margin-top: 1.1rem; }
.finding-detail > .part + .part { margin-top: 0; }
.subtitle { margin-bottom: .3rem; font-size: .8125rem; font-weight: 600; }
.facts { display: grid; grid-template-columns: minmax(5rem, auto) minmax(0, 1fr); gap: .3rem 1.25rem; }
.facts dt { color: var(--quiet); overflow-wrap: anywhere; }
.url-list { padding-left: 1.4rem; }
.url-list li::marker { color: var(--quiet); font-size: .8125rem; }
.fingerprint { display: flex; flex-wrap: wrap; gap: .25rem 1rem; grid-column: 1 / -1; align-items: baseline; padding-top: .8rem; border-top: 1px solid var(--line); font-size: .875rem; }
.claim-detail { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
.evidence { list-style: none; }
time { white-space: nowrap; }
.evidence li + li { margin-top: .9rem; }
.evidence .icon { width: 12px; height: 12px; margin-right: .4rem; }
.hop { padding-left: 1rem; }

.rule-group > h3 .title { font-weight: 600; }
.rule-group > h3 code { flex: 1; }
.rule-group > .body { padding: 0 1rem 1rem; }
.rule-group .rule-text { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .9rem 2rem; margin: .25rem 0 1.1rem; padding: 0 0 1rem 1.45rem; font-size: .9375rem; }
.cause { border-top: 1px solid var(--line); }
.cause > h4 > .toggle { padding: .5rem 0; }
.cause .title { flex: 1; min-width: 0; }
.cause .body { padding-bottom: .75rem; }
.rule-group .detail .rule-text { display: none; }
.rule-group .finding-detail { grid-template-columns: minmax(0, 1fr); }
.rule-group .about { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.1rem 2.5rem; }
.rule-group .about .part + .part { margin-top: 0; }
.causes > .more { margin-top: .75rem; }
`;
