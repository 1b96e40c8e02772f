/** Writes the page of `visleaf diff --report`, with pictures of changed places. */

import { createHash } from "node:crypto";
import {
  type DescribedPart,
  type DiffRow,
  describeFile,
  describeParts,
} from "../../analysis/diff/describe-diff.ts";
import { listOutlines, type Outlines } from "../../analysis/diff/places/list-outlines.ts";
import type { ChangedPlace, MapDiff } from "../../analysis/diff/types.ts";
import { formatCount } from "../../content/report/format-bytes.ts";
import type { Limits } from "../../core/limits.ts";
import type { Renderer } from "../../render/renderer-interface.ts";
import { DEFAULT_FOV } from "../../viewer/camera/camera.ts";
import { createChangeLines } from "../../viewer/change-lines.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { readMapWith } from "../files/map-file.ts";
import { writeWhole } from "../files/write-whole.ts";
import { formatShare } from "../format-summary.ts";
import { type Html, html, Html as Markup } from "../html.ts";
import { openHeadlessRenderer } from "../render/headless-renderer.ts";
import { loadMapFile } from "../render/load-map-file.ts";
import { NoGpuError } from "../render/open-gpu.ts";
import { encodePng, writeWarnings } from "../shot/shot-request.ts";
import { say } from "../terminal.ts";
import type { DiffedFiles } from "./diff-files.ts";
import { REPORT_STYLE } from "./report-style.ts";
import { drawTable, type ReportColumn } from "./report-tables.ts";
import { SORT_SCRIPT } from "./sort-script.ts";

// Pictures of changed places in both versions from the same cameras, drawn as by `visleaf shot`.

const PICTURE_WIDTH = 640;
const PICTURE_HEIGHT = 360;

export interface DiffPictures {
  /** Encoded as PNG. */
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  /** Share of pixels, 0 to 1, that differ by more than `SAME_STEPS` of 255 in any channel. */
  readonly changedShare: number;
}

/** Differences in a channel, of 255, that are invisible. */
const SAME_STEPS = 6;

/**
 * Picture of a place, and the same with outlines of the changes, which show even where nothing of
 * them is drawn.
 */
interface DrawnPlace {
  readonly plain: Uint8Array;
  readonly outlined: Uint8Array;
}

/** Draws the places; null, after a message on stderr, if there is no GPU. */
async function drawPlaces(
  paths: readonly [a: string, b: string],
  content: readonly string[],
  places: readonly ChangedPlace[],
  outlines: { readonly a: Outlines; readonly b: Outlines },
  limits: Limits,
): Promise<readonly DiffPictures[] | null> {
  if (places.length === 0) return [];
  const opened = await openContent(content);
  printProblems(opened);
  try {
    const [a, b] = [
      await drawVersion(paths[0], opened.sources, places, outlines.a, limits),
      await drawVersion(paths[1], opened.sources, places, outlines.b, limits),
    ];
    return a.map((place, i) => ({
      a: encodePng(PICTURE_WIDTH, PICTURE_HEIGHT, place.outlined),
      b: encodePng(PICTURE_WIDTH, PICTURE_HEIGHT, b[i].outlined),
      changedShare: shareOfChanged(place.plain, b[i].plain),
    }));
  } catch (error) {
    if (!(error instanceof NoGpuError)) throw error;
    say(`no pictures: ${error.message}`);
    return null;
  }
}

async function drawVersion(
  path: string,
  sources: Parameters<typeof readMapWith>[1],
  places: readonly ChangedPlace[],
  outlines: Outlines,
  limits: Limits,
): Promise<DrawnPlace[]> {
  const map = await readMapWith(path, sources);
  const headless = await openHeadlessRenderer(PICTURE_WIDTH, PICTURE_HEIGHT);
  try {
    const { renderer } = headless;
    const { warnings } = await loadMapFile(headless, map, "hdr", { limits });
    writeWarnings(warnings);
    await renderer.settled();
    const plain = await drawAll(renderer, places);
    renderer.setLines(createChangeLines(outlines).make);
    // The pipelines for lines are created with the first frame that needs them.
    if (places.length > 0) renderer.render({ ...places[0].camera, fov: DEFAULT_FOV }, 0);
    await renderer.settled();
    const outlined = await drawAll(renderer, places);
    await headless.drain();
    return plain.map((pixels, i) => ({ plain: pixels, outlined: outlined[i] }));
  } finally {
    headless.close();
  }
}

async function drawAll(renderer: Renderer, places: readonly ChangedPlace[]): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  for (const { camera } of places) {
    renderer.render({ ...camera, fov: DEFAULT_FOV }, 0);
    pictures.push(Uint8Array.from(await renderer.readPixels()));
  }
  return pictures;
}

function shareOfChanged(a: Uint8Array, b: Uint8Array): number {
  let changed = 0;
  for (let i = 0; i < a.length; i += 4) {
    const apart = Math.max(
      Math.abs(a[i] - b[i]),
      Math.abs(a[i + 1] - b[i + 1]),
      Math.abs(a[i + 2] - b[i + 2]),
    );
    if (apart > SAME_STEPS) changed++;
  }
  return changed / (a.length / 4);
}

// Page of a diff: changes by part, and pictures of places. Self-contained.

/** Styles added to those of a report: the list of parts, and pictures side by side or wiped. */
const DIFF_STYLE = `
h3 { margin: 0 0 0.4rem; font-size: 1rem }
.parts { grid-template-columns: 1fr; gap: 0.15rem }
.parts div { display: grid; grid-template-columns: 9rem 1fr; gap: 0.75rem; align-items: baseline }
.parts dt { font-size: 0.9rem }
.parts .same dd { color: var(--soft) }
.parts .other dt { color: var(--ink); font-weight: 600 }
.place { margin: 1.25rem 0 1.75rem }
.place ul { margin: 0.4rem 0 0; padding-left: 1.2rem; font-size: 0.9rem; overflow-wrap: anywhere }
.place code { font-size: 0.8rem; overflow-wrap: anywhere }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; position: relative }
figure { margin: 0 }
figcaption { color: var(--soft); font-size: 0.8rem; overflow-wrap: anywhere }
.pair img { display: block; width: 100%; height: auto; border-radius: 3px }
.edges { margin-left: 0.75rem; font-size: 0.85rem }
.edges i { display: inline-block; width: 1.1em; height: 3px; margin: 0 0.35em 0 0.75em; vertical-align: middle; background: #ffd24d }
.edges .added { background: #4de66b }
.edges .removed { background: #ff5a4d }
.wipe { display: none; width: 100%; margin: 0.25rem 0; accent-color: var(--accent) }
.wiping .wipe { display: block }
.wiping .pair { display: block }
.wiping .pair .b { position: absolute; inset: 0; clip-path: inset(0 0 0 calc(var(--at, 50) * 1%)) }
.wiping .pair .b figcaption { text-align: right }
.mode { padding: 0.3rem 0.8rem; border: 1px solid var(--line); border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer }
.mode[aria-pressed=true] { border-color: var(--accent); color: var(--accent) }
@media (max-width: 640px) { .pair { grid-template-columns: 1fr } .parts div { grid-template-columns: 1fr; gap: 0 } }
`;

/** Script of the page: shows pictures side by side, or one wiped over the other by a slider. */
const WIPE_SCRIPT = `
{
  const mode = document.querySelector("button.mode");
  const set = (isWiping) => {
    document.body.classList.toggle("wiping", isWiping);
    mode.setAttribute("aria-pressed", String(isWiping));
  };
  if (mode !== null) {
    mode.addEventListener("click", () => set(!document.body.classList.contains("wiping")));
    if (matchMedia("(max-width: 640px)").matches) set(true);
  }
  for (const slider of document.querySelectorAll("input.wipe")) {
    const pair = slider.previousElementSibling;
    const show = () => pair.style.setProperty("--at", 100 - Number(slider.value));
    slider.addEventListener("input", show);
    show();
  }
}
`;

/** Rows shown of a part's table. */
const SHOWN_ROWS = 100;

/** @param pictures of the first places; null if there was no GPU */
function formatDiffPage(diff: MapDiff, pictures: readonly DiffPictures[] | null): string {
  const script = `${SORT_SCRIPT}${WIPE_SCRIPT}`;
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`;
  const parts = describeParts(diff, SHOWN_ROWS);
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
${parts.filter(({ rowCount }) => rowCount > 0).map(drawPart)}
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
  // Console command that a game accepts.
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

function drawPart({ title, line, rows, rowCount }: DescribedPart): Html {
  const more =
    rowCount > SHOWN_ROWS ? html`<p>The first ${SHOWN_ROWS} of ${rowCount}.</p>` : html``;
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
<p>The layout of a file does not count as a difference.</p>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
${limitRows.length > 0 ? drawRows("What is used of the engine's limits", limitRows) : html``}
${lumpRows.length > 0 ? drawRows("Lumps of different length, unpacked", lumpRows) : html``}`;
}

export interface DiffReport {
  readonly out: string;
  readonly content: readonly string[];
  /** Maximum number of places drawn. */
  readonly pictureCount: number;
  readonly limits: Limits;
}

export async function writeDiffReport(
  diff: MapDiff,
  [a, b]: DiffedFiles["files"],
  { out, content, pictureCount, limits }: DiffReport,
): Promise<void> {
  const drawn = diff.places.slice(0, pictureCount);
  const pictures = await drawPlaces(
    ...([[a.path, b.path], content, drawn, listOutlines(diff), limits] as const),
  );
  await writeWhole(out, formatDiffPage(diff, pictures));
}
