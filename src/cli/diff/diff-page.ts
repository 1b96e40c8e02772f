/** The page of a diff: what changed, part by part, and pictures of where. It needs nothing else. */

import { createHash } from "node:crypto";
import {
  type DescribedPart,
  type DiffRow,
  describeFile,
  describeParts,
} from "../../analysis/diff/describe-diff.ts";
import type { ChangedPlace, MapDiff } from "../../analysis/diff/types.ts";
import { formatCount } from "../../content/report/format-bytes.ts";
import { formatShare } from "../format-summary.ts";
import { type Html, html, Html as Markup } from "../html.ts";
import { REPORT_STYLE } from "../report/report-style.ts";
import { drawTable, type ReportColumn } from "../report/report-tables.ts";
import { SORT_SCRIPT } from "../report/sort-script.ts";
import { DIFF_STYLE } from "./diff-style.ts";
import { type DiffPictures, PICTURE_HEIGHT, PICTURE_WIDTH } from "./draw-places.ts";
import { WIPE_SCRIPT } from "./wipe-script.ts";

/** Rows of a part's table. */
const SHOWN_ROWS = 100;

/** @param pictures of the first places; null: there was nothing to draw with */
export function formatDiffPage(diff: MapDiff, pictures: readonly DiffPictures[] | null): string {
  const script = `${SORT_SCRIPT}${WIPE_SCRIPT}`;
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`;
  const parts = describeParts(diff);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${diff.a} → ${diff.b}</title>
<style>${new Markup(REPORT_STYLE)}${new Markup(DIFF_STYLE)}</style>
</head>
<body>
<h1>${diff.a} → ${diff.b}</h1>
${diff.isSame ? html`<p>No difference was found.</p>` : html``}
${drawSummary(parts)}
${drawProblems(diff)}
${drawPictures(diff, pictures)}
${parts.filter(({ rows }) => rows.length > 0).map(drawPart)}
${drawFile(diff)}
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

function drawSummary(parts: readonly DescribedPart[]): Html {
  return html`<dl class="parts">${parts.map(
    ({ title, line, isSame }) =>
      html`<div class="${isSame ? "same" : "other"}"><dt>${title}</dt><dd>${line}</dd></div>
`,
  )}</dl>`;
}

const drawProblems = ({ a, b, problemsA, problemsB }: MapDiff): Html =>
  html`${[
    ...problemsA.map((problem) => html`<p class="fault">${a}: ${problem}</p>`),
    ...problemsB.map((problem) => html`<p class="fault">${b}: ${problem}</p>`),
  ]}`;

function drawPictures(diff: MapDiff, pictures: readonly DiffPictures[] | null): Html {
  const { places, morePlaces } = diff;
  if (places.length === 0) return html``;
  const without =
    pictures === null
      ? html`<p class="fault">No pictures: there is no adapter to draw with.</p>`
      : html``;
  const button =
    pictures === null || pictures.length === 0
      ? html``
      : html`<p><button type="button" class="mode" aria-pressed="false">Wipe one over the other</button> <span class="edges"><i class="added"></i>added <i class="removed"></i>removed <i class="changed"></i>changed</span></p>`;
  const more = morePlaces > 0 ? html`<p>And ${formatCount(morePlaces)} more places.</p>` : html``;
  return html`<h2>Places that changed</h2>
${without}${button}
${places.map((place, i) => drawPlace(diff, place, i, pictures?.[i] ?? null))}
${more}`;
}

function drawPlace(
  { a, b }: MapDiff,
  { camera, words, count }: ChangedPlace,
  index: number,
  pictures: DiffPictures | null,
): Html {
  const { x, y, z, pitch, yaw } = camera;
  const place = [x, y, z].map((n) => n.toFixed(0)).join(" ");
  // As a game takes it when it is typed.
  const setpos = `setpos ${place}; setang ${pitch} ${yaw} 0`;
  const share =
    pictures === null ? html`` : html`, ${formatShare(pictures.changedShare)} of the pixels`;
  const said = words.map((text) => html`<li>${text}</li>`);
  const image = (bytes: Uint8Array, name: string) =>
    html`<img src="data:image/png;base64,${Buffer.from(bytes).toString("base64")}" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" alt="Place ${index + 1} in ${name}">`;
  const shown =
    pictures === null
      ? html``
      : html`<div class="pair"><figure class="a">${image(pictures.a, a)}<figcaption>${a}</figcaption></figure><figure class="b">${image(pictures.b, b)}<figcaption>${b}</figcaption></figure></div>
<input type="range" class="wipe" min="0" max="100" value="50" aria-label="How much of ${b} is shown at place ${index + 1}">
`;
  return html`<section class="place"><h3>${index + 1}. ${formatCount(count)} ${count === 1 ? "change" : "changes"}${share}</h3>
${shown}<ul>${said}</ul><p><code>${setpos}</code></p></section>
`;
}

function drawPart({ title, line, rows }: DescribedPart): Html {
  const more =
    rows.length > SHOWN_ROWS ? html`<p>The first ${SHOWN_ROWS} of ${rows.length}.</p>` : html``;
  return html`<h2>${title}</h2><p>${line}</p>${more}${drawRows(title, rows.slice(0, SHOWN_ROWS))}`;
}

function drawRows(label: string, rows: readonly DiffRow[]): Html {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map(
    (title): ReportColumn => ({
      title,
      isNumber: rows.every((row) => typeof row[title] === "number" || row[title] === "–"),
    }),
  );
  const cells = rows.map((row) =>
    names.map((name) => {
      const value = row[name] ?? "";
      const shown = typeof value === "number" ? value.toLocaleString("en-US") : value;
      return { shown, value: value === "–" ? -1 : value };
    }),
  );
  return drawTable(label, columns, cells);
}

function drawFile(diff: MapDiff): Html {
  const lines = describeFile(diff);
  const { lumps, limits } = diff.file;
  if (lines.length + limits.length === 0) return html``;
  const limitRows = limits.map(({ name, a, b, limitA, limitB }) => ({
    ...{ "of what": name, before: a, after: b },
    limit: limitB ?? limitA ?? "–",
  }));
  const lumpRows = lumps.map(({ name, a, b }) => ({
    ...{ lump: name.replace(/^LUMP_/, ""), before: a, after: b, bytes: b - a },
  }));
  return html`<h2>The files</h2>
<p>How a map is written is no difference of it.</p>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
${limitRows.length > 0 ? drawRows("What is used of the engine's limits", limitRows) : html``}
${lumpRows.length > 0 ? drawRows("Lumps of another length, unpacked", lumpRows) : html``}`;
}
