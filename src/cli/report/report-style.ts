/** Style sheet of reports, for light and dark mode and for the width of a phone. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --paper: #fbfaf7; --ink: #1d2126; --soft: #5c6670; --line: #d9d6cf; --accent: #b45309;
  --geometry: #a8c5e8; --light: #f4d58a; --visibility: #b9dcc0; --solids: #d5c4e8;
  --things: #f2bfa6; --materials: #e6b8cf; --pakfile: #c9d3a2; --rest: #d3d3d3 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171c; --ink: #e8eaed; --soft: #a5adb8; --line: #2b3038; --accent: #ff9f40;
    --geometry: #2f5580; --light: #7a5c14; --visibility: #2c6140; --solids: #57427a;
    --things: #84452a; --materials: #78385a; --pakfile: #56612a; --rest: #464b52 } }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 3rem; background: var(--paper); color: var(--ink) }
h1 { margin: 0 0 1rem; font-size: 1.6rem; overflow-wrap: anywhere }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem }
p { margin: 0.3rem 0; color: var(--soft) }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.75rem 1rem; margin: 0 }
dt { color: var(--soft); font-size: 0.8rem }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
svg { display: block; width: 100%; height: auto; font-size: 12px }
svg rect { stroke: var(--paper); stroke-width: 1 }
svg text { fill: var(--ink) }
svg .size { fill: var(--ink); opacity: 0.75 }
svg .frame { filter: brightness(0.92) }
${["geometry", "light", "visibility", "solids", "things", "materials", "pakfile", "rest"]
  .map((kind) => `.${kind} { fill: var(--${kind}); --swatch: var(--${kind}) }`)
  .join("\n")}
.narrow { display: none }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0.5rem 0 0; padding: 0; list-style: none; font-size: 0.85rem }
.legend i { display: inline-block; width: 0.8em; height: 0.8em; margin-right: 0.4em; background: var(--swatch) }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: 0.88rem }
th, td { padding: 0.3rem 0.5rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
th { border-top: 0; color: var(--soft); font-weight: 600; white-space: nowrap }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
th button { padding: 0; border: 0; background: none; color: inherit; font: inherit; cursor: pointer }
th button::after { content: " ↕"; opacity: 0.45 }
th[aria-sort=ascending] button::after { content: " ↑"; opacity: 1 }
th[aria-sort=descending] button::after { content: " ↓"; opacity: 1 }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
td.name { min-width: 9.5em; overflow-wrap: anywhere }
.fault { color: var(--accent); overflow-wrap: anywhere }
meter { width: 6rem; height: 0.8rem }
@media (max-width: 640px) {
  .wide { display: none } .narrow { display: block }
  table { font-size: 0.78rem } th, td { padding: 0.3rem 0.2rem } td.name { min-width: 8em } .minor { display: none }
  th:not([aria-sort]) button::after { content: none } meter { width: 3.5rem } }
`;
