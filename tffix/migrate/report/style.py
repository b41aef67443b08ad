"""How the page of a report looks: on a screen, on a phone, on paper."""

STYLE = """
:root {
  --ink: #1d2329; --soft: #5b6670; --line: #d9dee3; --paper: #fff; --tint: #f4f6f8;
  --done: #1a7f4b; --todo: #9fb3c8; --aside: #c77700; --failed: #b3261e; --undone: #7a5ea8; --left: #e3e8ec;
  --add: #e2f5e9; --drop: #fde7e6; --hunk: #5a6acf;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e8ec; --soft: #9aa6b2; --line: #38424c; --paper: #14181c; --tint: #1d2329;
    --done: #3fb37a; --todo: #5a7086; --aside: #e0a044; --failed: #ec7a72; --undone: #a58bd3; --left: #323b44;
    --add: #12351f; --drop: #431d1b; --hunk: #98a4f5;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
p { margin: .4rem 0; }
.soft { color: var(--soft); }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .86em; }
code, td, li, summary { overflow-wrap: anywhere; }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0;
  padding: 0; }
.totals div { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .8rem; }
.totals dd { margin: 0; font-size: 1.4rem; font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.25; }
.totals dt { color: var(--soft); font-size: .85rem; }
.bar { display: flex; height: .8rem; min-width: 6rem; border-radius: .4rem; overflow: hidden; background: var(--left); }
.bar i { display: block; min-width: 2px; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.done { background: var(--done); } .planned { background: var(--todo); } .aside { background: var(--aside); }
.failed { background: var(--failed); } .undone { background: var(--undone); } .left_only { background: var(--left); }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; margin: .6rem 0; list-style: none;
  font-size: .85rem; }
.key i { display: inline-block; width: .8em; height: .8em; border-radius: .2em; margin-right: .35em;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; font-size: .8rem; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.progress { width: 22%; padding-top: .7rem; }
details { border-bottom: 1px solid var(--line); }
summary { cursor: pointer; padding: .45rem 0; }
summary:focus-visible { outline: 2px solid var(--hunk); outline-offset: 2px; }
details ul { margin: 0 0 .75rem; padding-left: 1.2rem; font-size: .9rem; }
.risks { padding-left: 1.1rem; } .risks li { margin: .5rem 0; }
.tag { display: inline-block; padding: 0 .45em; border: 1px solid currentColor; border-radius: .9em; font-size: .75rem;
  white-space: nowrap; }
.tag.is-aside, .tag.is-unsafe { color: var(--aside); } .tag.is-failed { color: var(--failed); }
.tag.is-done, .tag.is-ready { color: var(--done); } .tag.is-undone { color: var(--undone); }
.diff { margin: 0 0 1rem; padding: .5rem 0; background: var(--tint); border-radius: .4rem; overflow-x: auto;
  line-height: 1.4; tab-size: 4; }
.diff span { display: block; padding: 0 .75rem; width: max-content; min-width: 100%; white-space: pre; }
.diff .a { background: var(--add); } .diff .d { background: var(--drop); } .diff .h { color: var(--hunk); }
@media (max-width: 40rem) {
  body { font-size: 15px; }
  main { padding: 1rem .9rem 3rem; }
  .totals { grid-template-columns: repeat(2, 1fr); }
  table, tbody, tr { display: block; }
  thead { display: none; }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td { display: inline; border: 0; padding: 0; }
  td:first-child { display: block; font-weight: 600; }
  td.what { display: block; color: var(--soft); }
  td.progress { display: block; width: 100%; padding: .35rem 0; }
  td.n { text-align: left; margin-right: .8rem; }
  td.n::after { content: "\\00a0" attr(data-label); color: var(--soft); font-size: .8rem; }
  td.zero { display: none; }
}
@media print {
  :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --tint: #fff; color-scheme: light; }
  body { font-size: 10pt; } main { max-width: none; padding: 0; }
  .totals { grid-template-columns: repeat(6, 1fr); gap: .4rem; } .totals dd { font-size: 1.05rem; }
  h2 { break-after: avoid; } tr, li, .totals div { break-inside: avoid; }
  .diffs, .screen { display: none; }
  details.unfold::details-content { content-visibility: visible; display: block; block-size: auto; }
  .diff span { white-space: pre-wrap; width: auto; }
}
@media not print { .paper { display: none; } }
"""
