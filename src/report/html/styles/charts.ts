/** Styles of the summary and of the clusters' graphs. */
export const CHARTS: string = `
.figures { display: grid; grid-template-columns: repeat(6, 1fr); margin-bottom: 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); list-style: none; }
.figures li + li { border-left: 1px solid var(--line); }
.figures li > * { display: block; padding: 1.1rem 1.25rem; color: inherit; }
.figures a:hover { text-decoration: none; }
.figures a:hover > span { text-decoration: underline; }
.figures strong { display: block; font-size: 1.9rem; line-height: 1.15; font-weight: 600; letter-spacing: -.02em; }
.figures span { color: var(--quiet); font-size: .875rem; }
.figures .severity { display: inline-flex; gap: .4rem; align-items: center; }
.figures .icon { width: 13px; height: 13px; }

.cards { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 1.25rem; }
.card { padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.card.third { grid-column: span 2; }
.card.steps { grid-column: 1 / -1; }
.card.steps:has(+ .third) { grid-column: span 4; }
.card.wide { grid-column: 1 / -1; }
.step-list { padding-left: 1.4rem; }
.step-list li + li { margin-top: .7rem; }
.step-list .note { overflow-wrap: anywhere; }
:is(.step-list, .since, .trend, .hits, .told, .tally) .severity .icon { margin-right: .4rem; }
.card.half { grid-column: span 3; }
.card.tall { grid-row: span 2; grid-column: span 4; }
.chart > h3 { margin-bottom: .8rem; font-weight: 600; }
.legend { width: 100%; border-spacing: 0; font-size: .875rem; }
.legend th { padding: .28rem 0; font-weight: 400; text-align: left; overflow-wrap: anywhere; }
.legend th a { color: inherit; }
.legend td { width: 1%; padding: .28rem 0 .28rem 1.1rem; text-align: right; vertical-align: top; white-space: nowrap; }
.legend .share { min-width: 4rem; color: var(--quiet); }
.legend .note { margin-left: .6rem; }
.number { text-align: right; }
.earlier > * + * { margin-top: 1.5rem; }
.trend .subtitle { margin: 1rem 0 .2rem; font-size: .875rem; }
.trend .legend td { vertical-align: middle; }
.trend .severity { white-space: nowrap; }
.trend .legend .spark { width: 45%; }
.trend .legend th { padding-right: .5rem; }
.trend .legend th.number { padding-right: 0; padding-left: 1.1rem; text-align: right; white-space: nowrap; }
.trend > .toggle { margin-top: .8rem; padding: 0; border: 0; background: none; color: var(--accent); font-size: .875rem; }
.trend > .toggle > .icon { margin-right: .35rem; }
.trend > .toggle:hover { text-decoration: underline; }
.bar, .split, .columns { display: block; overflow: hidden; }
.bar { margin-top: .3rem; }
.dot { margin-right: .55rem; }
.split { margin-bottom: .7rem; border-radius: 4px; }
.split rect + rect { stroke: var(--surface); stroke-width: 1; }
.track { fill: var(--sunken); }
svg .error { fill: var(--error-fill); } svg .warning { fill: var(--warning-fill); } svg .info { fill: var(--info-fill); } svg .pass { fill: var(--pass-fill); }
svg .accent { fill: var(--info-fill); } svg .other { fill: var(--other); }
svg .preserving { fill: var(--preserving); } svg .usual { fill: var(--usual); } svg .changing { fill: var(--changing); }
.columns text { fill: var(--text); font-size: 12px; }
.columns .axis { fill: var(--quiet); }

.cluster, .rule-group { border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.cluster + .cluster, .rule-group + .rule-group { margin-top: .6rem; }
.cluster > h3 > .toggle, .rule-group > h3 > .toggle, .cause > h4 > .toggle { display: flex; gap: .65rem; align-items: center; width: 100%; padding: .7rem 1rem; border: 0; background: none; text-align: left; }
.cluster > .body { padding: .25rem 1rem 1rem; }
.cluster .title { flex: 1; min-width: 40%; font-weight: 600; }
.kinds { display: flex; flex-wrap: wrap; gap: .2rem .9rem; justify-content: end; color: var(--quiet); font-size: .8125rem; }
.graph { margin: .75rem 0 1.25rem; overflow-x: auto; }
.graph svg { display: block; }
.graph .more { margin-top: .75rem; }
.node { display: flex; align-items: center; width: 100%; height: 100%; padding: 0 .65rem; overflow: hidden; border: 1px solid var(--strong-line); border-radius: 7px; background: var(--surface); font-size: 12.5px; line-height: 1.25; }
.node .url { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.node.leader { border-color: var(--text); background: var(--text); color: var(--ground); font-weight: 600; }
.node .control { color: var(--text); }
.edge { fill: none; stroke: var(--strong-line); stroke-width: 1.5; }
.head { fill: var(--strong-line); }
.edge.by-canonical { stroke-dasharray: 6 4; }
.edge.by-same-text { stroke-dasharray: 2 4; }
.pill rect { fill: var(--surface); stroke: var(--line); }
.pill text { fill: var(--quiet); font-size: 11.5px; }
`;
