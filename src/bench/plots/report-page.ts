/** Reports as one file to open in any browser: no script, nothing from elsewhere. */

import type { BenchReport } from "../report/report.ts";
import { type MarkupNode, node, toMarkup } from "./markup.ts";
import { PLOT_STYLE } from "./plot-style.ts";
import { buildReportBody } from "./report-body.ts";

const WIDTH = 1000;
/** Of a screen of 540. */
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
 * A whole HTML document. Its own policy lets it load nothing and run nothing: it holds its one style
 * sheet by that sheet's hash. At least one report.
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
    // The sheet is the code's own and has no character that would need escaping.
    `<style>${style}</style>`,
    "</head>",
    `<body class="plots">${toMarkup(main)}</body>`,
    "</html>",
    "",
  ].join("\n");
}
