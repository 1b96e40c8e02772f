/** Formats the page of `visleaf inspect MAP --report`, which is self-contained. */

import { createHash } from "node:crypto";
import { buildFileTree, type FileTreeNode, KINDS } from "../../content/report/file-tree.ts";
import { formatBytes, formatCount } from "../../content/report/format-bytes.ts";
import { labelCell, round } from "../../content/report/label-cells.ts";
import { type Cell, layoutTreemap } from "../../content/report/layout-treemap.ts";
import { type Html, html, Html as Markup } from "../html.ts";
import type { MapReport } from "./read-map-report.ts";
import { REPORT_STYLE } from "./report-style.ts";
import {
  drawFileTable,
  drawGameLumpTable,
  drawLimitTable,
  drawLumpTable,
  SHOWN_FILES,
} from "./report-tables.ts";
import { SORT_SCRIPT } from "./sort-script.ts";

/** Draws an SVG that fills its container; its letters have their normal size at `width` pixels. */
function drawTreemap(root: FileTreeNode, width: number, height: number, name: string): Html {
  const cells = layoutTreemap(root, { x: 0, y: 0, width, height });
  return html`<svg class="${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="What the file's bytes are, as areas; the table of lumps has the same as numbers">
${cells.map(drawCell)}</svg>
`;
}

function drawCell(cell: Cell): Html {
  const { x, y, width, height, kind, isFrame, path, byteLength } = cell;
  const at = html`x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
  const labels = labelCell(cell).map(({ x, y, text, isSize }) =>
    isSize
      ? html`<text x="${x}" y="${y}" class="size">${text}</text>`
      : html`<text x="${x}" y="${y}">${text}</text>`,
  );
  return html`<g><title>${path}: ${formatBytes(byteLength)}</title><rect ${at} class="${isFrame ? `${kind} frame` : kind}"/>${labels}</g>
`;
}

const WIDE = { width: 1120, height: 560 };
const NARROW = { width: 360, height: 480 };

/**
 * Formats the page. Names from the file are escaped, and the policy allows only the page's own
 * script.
 */
export function formatReport(report: MapReport): string {
  const tree = buildFileTree(report);
  const hash = createHash("sha256").update(SORT_SCRIPT).digest("base64");
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`;
  const kinds = Object.entries(KINDS).map(
    ([kind, title]) => html`<li><i class="${kind}"></i>${title}</li>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${report.name} – lumps</title>
<style>${new Markup(REPORT_STYLE)}</style>
</head>
<body>
<h1>${report.name}</h1>
${drawFacts(report)}
${report.faults.map((fault) => html`<p class="fault">${fault}</p>`)}
<h2>The file's bytes</h2>
${drawTreemap(tree, WIDE.width, WIDE.height, "wide")}${drawTreemap(tree, NARROW.width, NARROW.height, "narrow")}<ul class="legend">${kinds}</ul>
<h2>Lumps</h2>
${drawLumpTable(report)}
${drawGameLumps(report)}
${drawFiles(report)}
${drawLimits(report)}
<script>${new Markup(SORT_SCRIPT)}</script>
</body>
</html>
`.text;
}

function drawFacts({ summary, files }: MapReport): Html {
  const { lumps, counts } = summary;
  const present = lumps.filter(({ length }) => length !== 0);
  const facts: readonly (readonly [string, string])[] = [
    ["Version", String(summary.version)],
    ["Dialect", summary.dialect],
    ["Byte order", `${summary.endian}-endian`],
    ["Directory", summary.headerOrder],
    ["Map revision", String(summary.mapRevision)],
    ["File", formatBytes(summary.byteLength)],
    ["Lumps in use", `${present.length} of ${lumps.length}`],
    ["Packed lumps", String(lumps.filter(({ compressed }) => compressed).length)],
    ["In no lump", `${formatCount(summary.unused)} B`],
    ["In more than one", `${formatCount(summary.overlapping)} B`],
    ["Entities", formatCount(counts.entities)],
    ["Static props", formatCount(counts.staticProps)],
    ["Files in the pakfile", formatCount(files.length)],
  ];
  return html`<dl>${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
  )}</dl>`;
}

const drawGameLumps = (report: MapReport): Html =>
  report.gameLumps.length === 0 ? html`` : html`<h2>Game lumps</h2>${drawGameLumpTable(report)}`;

function drawLimits(report: MapReport): Html {
  const { limitsOf } = report.summary;
  if (limitsOf === null) return html``;
  return html`<h2>Limits of the engine</h2>
<p>Those of ${limitsOf}.</p>
${drawLimitTable(report)}`;
}

function drawFiles(report: MapReport): Html {
  const { length } = report.files;
  if (length === 0) return html``;
  const shown =
    length > SHOWN_FILES ? html`<p>The largest ${SHOWN_FILES} of ${length}.</p>` : html``;
  return html`<h2>Files in the pakfile</h2>${shown}${drawFileTable(report)}`;
}
