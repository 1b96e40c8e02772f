/** Builds a report page: one HTML file without scripts or external resources. */

import type { BenchReport } from "../report/report.ts";
import { type MarkupNode, node, toMarkup } from "./markup.ts";
import { buildReportBody } from "./report-body.ts";

// The style sheet of charts, for the page and for files. The colours are Okabe and Ito's, which are
// distinguishable with common colour blindness; yellow is darker for white paper, blue lighter for
// dark screens.

interface Scheme {
  readonly series: readonly string[];
  readonly ink: string;
  readonly muted: string;
  readonly grid: string;
  readonly minor: string;
  readonly ground: string;
  readonly raised: string;
  readonly budget: string;
  readonly hitch: string;
  readonly better: string;
  readonly worse: string;
}

const LIGHT: Scheme = {
  series: [
    ...["#0072b2", "#d55e00", "#009e73", "#cc79a7"],
    ...["#b88a00", "#3f9fd8", "#5e4fa2", "#7d7d7d"],
  ],
  ink: "#1b1e22",
  muted: "#5b636c",
  grid: "#d9dde1",
  minor: "#eceef0",
  ground: "#ffffff",
  raised: "#f4f5f7",
  budget: "#6a727b",
  hitch: "#b3261e",
  better: "#00684c",
  worse: "#a84300",
};

const DARK: Scheme = {
  series: [
    ...["#56b4e9", "#f0843c", "#2fc79a", "#e59ac5"],
    ...["#f0d442", "#3d86d8", "#a99bf0", "#9aa1a9"],
  ],
  ink: "#ece9e4",
  muted: "#a3a9b1",
  grid: "#343a42",
  minor: "#23272d",
  ground: "#101215",
  raised: "#181b20",
  budget: "#8c949d",
  hitch: "#ff7a6b",
  better: "#4fd6ab",
  worse: "#ffa05c",
};

function declare({ series, ...rest }: Scheme): string {
  const colors = series.map((color, i) => `--plot-s${i}:${color};`);
  const names = Object.entries(rest).map(([name, color]) => `--plot-${name}:${color};`);
  return [...colors, ...names].join("");
}

/** Styles scoped to `.plots`; `.plots-dark` forces the dark scheme. */
export const PLOT_STYLE = `
.plots{${declare(LIGHT)}color:var(--plot-ink)}
@media (prefers-color-scheme:dark){.plots{${declare(DARK)}}}
.plots.plots-dark{${declare(DARK)}}
${LIGHT.series.map((_, i) => `.plots .c${i}{--c:var(--plot-s${i})}`).join("\n")}
.plots .c${LIGHT.series.length}{--c:var(--plot-grid)}
.plots figure{margin:0 0 36px;padding:0}
.plots figcaption h3{margin:0 0 2px;font-size:16px;font-weight:650}
.plots figcaption p{margin:0 0 8px;color:var(--plot-muted);font-size:13px;max-width:76ch}
.plot-scroll{overflow-x:auto;max-width:100%}
.plots .plot-picture{display:block;width:auto;height:auto;max-width:100%;stroke:none;fill:none;border-radius:4px}
.plots .plot-picture.is-wide{min-width:660px}
.plots .plot-swatch{stroke:none;flex:none;width:auto;height:12px}
.plots .plot-legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 18px;margin:0 0 8px;padding:0;font-size:13px}
.plot-legend li{display:flex;align-items:center;gap:7px;min-width:0}
.plot-legend span{overflow-wrap:anywhere}
.plot-choice{display:flex;gap:16px;margin:0 0 6px;font-size:13px;color:var(--plot-muted)}
.plot-choice label{display:flex;gap:6px;align-items:center;cursor:pointer}
.plot-choice input{margin:0;accent-color:var(--plot-s0)}
.plot-frame-time .plot-on-linear{display:none}
.plot-frame-time:has(.plot-choose-linear:checked) .plot-on-linear{display:block}
.plot-frame-time:has(.plot-choose-linear:checked) .plot-on-log{display:none}
.plot-text{fill:var(--plot-ink);font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}
.plot-text.is-tick,.plot-text.is-unit,.plot-muted{fill:var(--plot-muted)}
.plot-text.is-unit{font-size:11.5px}
.plot-text.is-panel{font-weight:600;font-size:13px}
.plot-text.is-small{font-size:11px}
.plot-text.is-limit{fill:var(--plot-budget);font-size:11px;paint-order:stroke;stroke:var(--plot-ground);stroke-width:3px}
.plot-text.is-readout{font-size:12.5px}
.plot-text.is-on-bar{fill:var(--plot-ground);font-weight:600;font-size:11px}
.plot-text.is-on-bar.on-c${LIGHT.series.length}{fill:var(--plot-ink);font-weight:400}
.plot-grid{stroke:var(--plot-grid);stroke-width:1;shape-rendering:crispEdges}
.plot-grid.is-minor{stroke:var(--plot-minor)}
.plot-limit{stroke:var(--plot-budget);stroke-width:1;stroke-dasharray:2 3;shape-rendering:crispEdges}
.plot-limit.is-hitch{stroke:var(--plot-hitch)}
.plot-one{stroke:var(--plot-ink);stroke-width:1.2;shape-rendering:crispEdges}
.plot-line{stroke:var(--c);fill:none;stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}
.plot-line.is-dashed{stroke-dasharray:6 4}
.plot-line.is-thin{stroke-width:1.4}
.plot-fill{fill:var(--c);fill-opacity:.16}
.plot-bar,.plot-point{fill:var(--c)}
.plot-point{stroke:var(--plot-ground);stroke-width:1.5}
.plot-bar:hover,.plot-point:hover{fill-opacity:.8}
.plot-same{fill:var(--plot-muted)}
.plot-better{fill:var(--plot-better);font-weight:600}
.plot-worse{fill:var(--plot-worse);font-weight:600}
.plot-hit rect{fill:transparent;stroke:none}
.plot-hit .plot-cursor,.plot-hit circle,.plot-hit .plot-text{opacity:0;pointer-events:none}
.plot-hit:hover>*,.plot-hit.is-current>*{opacity:1}
.plot-hits:has(.plot-hit:hover) .is-current:not(:hover)>*{opacity:0}
.plot-cursor{stroke:var(--plot-ink);stroke-opacity:.55;stroke-width:1}
.plot-hit circle{fill:var(--c);stroke:var(--plot-ground);stroke-width:1.5}
.plot-empty{padding:18px;border:1px dashed var(--plot-grid);border-radius:8px;color:var(--plot-muted)}
.plot-facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,230px),1fr));gap:8px 22px;margin:0 0 24px;padding:0}
.plot-facts div{min-width:0}
@media (min-width:700px){.plot-facts .is-long{grid-column:span 2}}
.plot-facts dt{color:var(--plot-muted);font-size:12px}
.plot-facts dd{margin:0;overflow-wrap:anywhere}
.plot-heads{margin:0 0 24px}
.plot-heads table{border-collapse:collapse;font-size:13px;width:100%}
.plot-heads th,.plot-heads td{padding:5px 16px 5px 0;text-align:left;vertical-align:top;min-width:130px;overflow-wrap:anywhere;font-weight:400}
.plot-heads tbody th{color:var(--plot-muted);min-width:110px}
.plot-heads thead th{font-weight:650}
.plot-heads .plot-equal td{color:var(--plot-muted)}
.plot-partial{margin:0 0 16px;padding:10px 14px;border:1px solid var(--plot-hitch);border-radius:8px}
.plot-map>h2{margin:44px 0 16px;padding:0 0 8px;border-bottom:1px solid var(--plot-grid);font-size:20px;overflow-wrap:anywhere}
.plot-map>h2 small{color:var(--plot-muted);font-size:13px;font-weight:400}
.plot-figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:10px;margin:0 0 28px}
.plot-figures div{padding:10px 14px;background:var(--plot-raised);border-radius:8px}
.plot-figures dt{color:var(--plot-muted);font-size:12px}
.plot-figures dd{margin:0;font-size:21px;font-weight:650;font-variant-numeric:tabular-nums}
.plot-busy{margin:0 0 16px;padding:10px 14px;border:2px solid var(--plot-hitch);border-radius:8px;font-weight:600}
.plot-tables{display:flex;flex-wrap:wrap;align-items:flex-start;gap:0 28px;margin:0 0 8px}
.plot-table{margin:0 0 24px;max-width:100%}
.plot-table table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}
.plot-table th,.plot-table td{padding:6px 12px;text-align:right;white-space:nowrap;border-bottom:1px solid var(--plot-grid)}
.plot-table td small{display:block;color:var(--plot-muted);font-size:11.5px}
.plot-table thead th{color:var(--plot-muted);font-weight:600;font-size:12px;vertical-align:bottom;white-space:normal;overflow-wrap:anywhere;min-width:108px;max-width:180px}
.plot-table tbody th{font-weight:400}
.plot-table thead th:first-child{color:var(--plot-ink);font-size:13px;white-space:nowrap;max-width:none}
.plot-table th:first-child{position:sticky;left:0;text-align:left;background:var(--plot-ground);min-width:0}
.plot-rounds{margin:0 0 24px}
.plot-rounds summary{margin:0 0 8px;cursor:pointer;font-weight:650}
`.trim();

const WIDTH = 1000;
/** Width of charts in pixels on a narrow screen of 540. */
const NARROW_WIDTH = 490;

const PAGE_STYLE = `
:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif}
body{margin:0}
main{max-width:${WIDTH + 48}px;margin:0 auto;padding:28px 24px 60px;background:var(--plot-ground)}
body.plots{background:var(--plot-ground)}
h1{margin:0 0 20px;font-size:26px}
dl,p{padding:0}
.plot-at-narrow{display:none}
@media (max-width:700px){.plot-at-wide{display:none}.plot-at-narrow{display:block}}
`.trim();

function describe(reports: readonly BenchReport[]): string {
  const maps = new Set(reports.flatMap((report) => report.runs.map((run) => run.map)));
  return maps.size === 1 ? `${[...maps][0]}: visleaf benchmark` : "visleaf benchmark";
}

async function hashStyle(style: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/**
 * Builds an HTML document from at least one report. Its policy allows no loading and no scripts;
 * the only style sheet is allowed by its hash.
 */
export async function buildReportPage(reports: readonly BenchReport[]): Promise<string> {
  const style = `${PAGE_STYLE}\n${PLOT_STYLE}`;
  const title = describe(reports);
  const policy = `default-src 'none'; style-src 'sha256-${await hashStyle(style)}'`;
  const head: MarkupNode[] = [
    node("meta", { charset: "utf-8" }),
    node("meta", { "http-equiv": "Content-Security-Policy", content: policy }),
    node("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    node("meta", { name: "color-scheme", content: "light dark" }),
    node("title", {}, title),
  ];
  const main = node(
    "main",
    {},
    node("h1", {}, title),
    ...buildReportBody(reports, WIDTH, NARROW_WIDTH),
  );
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    ...head.map(toMarkup),
    // The sheet comes from this code and has no characters to escape.
    `<style>${style}</style>`,
    "</head>",
    `<body class="plots">${toMarkup(main)}</body>`,
    "</html>",
    "",
  ].join("\n");
}
