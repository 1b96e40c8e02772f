/** The panel of rendering costs by place. */

import "./cost.css";
import type {
  CannotTell,
  Closing,
  Closings,
  CostReport,
  Hint,
  PlaceCost,
  PlaceSample,
} from "../../viewer/file/index.ts";
import type { Camera, Viewer } from "../../viewer/index.ts";
import { type FloorPaint, paintFloors } from "../../viewer/marks/index.ts";
import { readMoment } from "../../viewer/simulation/index.ts";
import { formatCount, make } from "../dom.ts";
import {
  createReportPanel,
  type OpenReport,
  type ReportPanel,
  type ReportPanelOptions,
} from "./report-panel.ts";

// Costs of one place: its visible parts and possible savings, with links to fly there.

/** Number of savings listed of each kind, largest first. */
const MOST = 5;

type Go = (pose: Partial<Camera>) => void;

const isUnknown = (answer: object): answer is CannotTell => "because" in answer;

const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;

function drawPlace(place: PlaceCost | CannotTell, go: Go): HTMLElement[] {
  if (isUnknown(place)) return [untold("The cost of this place", place)];
  const { cost, sees, sample, closings, hints } = place;
  const whole = cost.world + cost.brushEntities + cost.displacements + cost.props;
  const head = `${formatCount(whole)} triangles and ${formatCount(cost.batches)} batches in ${formatCount(sees)} clusters.`;
  const parts = [
    make("p", {}, head),
    isUnknown(sample) ? untold("The share that is never visible", sample) : drawSample(sample),
  ];
  if (isUnknown(closings)) return [...parts, untold("Possible savings", closings)];
  if (closings.floodSaves > 0) {
    parts.push(
      make(
        "p",
        {},
        `A full vvis would save ${formatCount(closings.floodSaves)} triangles: the map was compiled with -fast.`,
      ),
    );
  }
  parts.push(...drawClosings(closings, whole, go));
  parts.push(
    ...(isUnknown(hints) ? [untold("Savings by a hint", hints)] : drawHints(hints, whole, go)),
  );
  return parts;
}

const untold = (what: string, { because }: CannotTell): HTMLElement =>
  make("p", { class: "note" }, `${what}: unknown, because ${because}.`);

function drawSample(sample: PlaceSample): HTMLElement {
  const { triangles, neverSeen, neverSeenLow, neverSeenHigh } = sample;
  const range = `${percent(neverSeenLow, triangles)} to ${percent(neverSeenHigh, triangles)}`;
  return make(
    "p",
    {},
    `${percent(neverSeen, triangles)} of it is never seen from here (95 %: ${range}).`,
  );
}

function drawClosings({ closings, openings, doorways }: Closings, whole: number, go: Go) {
  if (closings.length === 0) {
    const text = `Closing a doorway would save nothing: sight passes ${formatCount(openings)} openings, ${formatCount(doorways)} of them doorways.`;
    return [make("p", { class: "note" }, text)];
  }
  const rows = closings.slice(0, MOST).map((closing) => {
    const { box, middle, normal } = closing.opening;
    const [x, y, z] = [0, 1, 2].map((axis) => Math.round(box[axis + 3] - box[axis]));
    const size = `${x} by ${y} by ${z} at ${middle.map(Math.round).join(" ")}`;
    const text = `${formatCount(closing.triangles)} (${percent(closing.triangles, whole)}), ${size}: ${howTo(closing)}`;
    return drawRow(text, lookAt(middle, normal), go);
  });
  return [
    make("h3", {}, "Triangles that a closed doorway saves"),
    make("ul", { class: "cost-list" }, ...rows),
  ];
}

function howTo({ isDoor, companion }: Closing): string {
  if (isDoor) return "an area portal may stand there";
  if (companion === null) return "other ways lead around";
  return `with a second area portal, ${formatCount(companion.triangles)} together`;
}

function drawHints(hints: readonly Hint[], whole: number, go: Go): HTMLElement[] {
  const told = hints.filter(
    ({ here }, i) => !hints.slice(0, i).some((better) => better.here === here),
  );
  if (told.length === 0)
    return [make("p", { class: "note" }, "A hint across the leaf would save nothing.")];
  const rows = told.slice(0, MOST).map(({ axis, at, box, here, there }) => {
    const text = `${formatCount(here)} (${percent(here, whole)}) here, ${formatCount(there)} beyond: ${axis} = ${Math.round(at)}`;
    const middle = [0, 1, 2].map((i) => (box[i] + box[i + 3]) / 2);
    const normal = ["x", "y", "z"].map((name) => (name === axis ? 1 : 0));
    return drawRow(text, lookAt(middle, normal), go);
  });
  return [
    make("h3", {}, "Triangles that a hint saves"),
    make("ul", { class: "cost-list" }, ...rows),
  ];
}

function drawRow(text: string, place: Partial<Camera>, go: Go): HTMLElement {
  const button = make("button", { type: "button", title: "Fly there" }, text);
  button.addEventListener("click", () => go(place));
  return make("li", {}, button);
}

/** Returns a pose in the middle of a plane, looking through it. */
function lookAt(middle: readonly number[], normal: readonly number[]): Partial<Camera> {
  const [x, y, z] = middle;
  const isLevel = Math.abs(normal[2]) < 0.9;
  const yaw = (Math.atan2(normal[1], normal[0]) * 180) / Math.PI;
  return isLevel ? { x, y, z, pitch: 0, yaw } : { x, y, z };
}

// Draws the floor from above as a heat map; a click flies to the measured eye.

function drawHeat(report: CostReport, go: (pose: Partial<Camera>) => void): HTMLElement[] {
  const { heat } = report;
  if (heat === null) return [];
  const { width, height, scale, low, high } = heat;
  const shown = stoodIn(report);
  const [left, top] = [shown.column * scale, height - (shown.row + shown.rows) * scale];
  const canvas = make("canvas", {
    class: "cost-heat",
    width: String(shown.columns * scale),
    height: String(shown.rows * scale),
    role: "img",
    title: "Fly there",
    "aria-label": `The floor from above, north up: blue where ${formatCount(low)} triangles are drawn, red where ${formatCount(high)} are. The list below has the most expensive places.`,
  });
  const image = new ImageData(width, height);
  image.data.set(heat.rgba);
  canvas.getContext("2d")?.putImageData(image, -left, -top);
  canvas.addEventListener("click", ({ offsetX, offsetY }) => {
    const right = (left + (offsetX / canvas.clientWidth) * canvas.width) / width;
    const eye = eyeAt(
      report,
      right,
      (top + (offsetY / canvas.clientHeight) * canvas.height) / height,
    );
    if (eye !== null) go({ ...eye, pitch: 0 });
  });
  const legend = make(
    "p",
    { class: "cost-legend" },
    make("span", {}, formatCount(low)),
    make("span", { class: "ramp" }),
    make("span", {}, formatCount(high)),
  );
  return [canvas, legend];
}

/**
 * Returns the part of the grid with measured cells, and a margin of one cell. Maps are often far
 * larger.
 */
export function stoodIn({ eyes, columns }: Pick<CostReport, "eyes" | "columns">) {
  const rows = eyes.length / 3 / columns;
  const edges = { left: columns, right: -1, bottom: rows, top: -1 };
  for (let cell = 0; cell < columns * rows; cell++) {
    if (!Number.isFinite(eyes[cell * 3])) continue;
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    edges.left = Math.min(edges.left, column);
    edges.right = Math.max(edges.right, column);
    edges.bottom = Math.min(edges.bottom, row);
    edges.top = Math.max(edges.top, row);
  }
  const column = Math.max(0, edges.left - 1);
  const row = Math.max(0, edges.bottom - 1);
  return {
    ...{ column, row },
    columns: Math.min(columns, edges.right + 2) - column,
    rows: Math.min(rows, edges.top + 2) - row,
  };
}

/**
 * Returns the measured eye at a point of the picture. `right` and `down` are shares of its size
 * from the upper left corner. `null` if there is no measurement.
 */
export function eyeAt(
  { heat, eyes, columns }: Pick<CostReport, "heat" | "eyes" | "columns">,
  right: number,
  down: number,
): { readonly x: number; readonly y: number; readonly z: number } | null {
  if (heat === null) return null;
  const rows = heat.height / heat.scale;
  const column = Math.floor(right * columns);
  const row = rows - 1 - Math.floor(down * rows);
  if (column < 0 || column >= columns || row < 0 || row >= rows) return null;
  const at = (row * columns + column) * 3;
  return Number.isFinite(eyes[at]) ? { x: eyes[at], y: eyes[at + 1], z: eyes[at + 2] } : null;
}

// Builds the summary above the numbers.

type Counted = Pick<CostReport, "clusters" | "stoodIn" | "missingProps" | "isWhole">;

export function sayCosts({ clusters, stoodIn, missingProps, isWhole }: Counted): string {
  const sentences = [
    clusters === 0
      ? "The map was never run through vvis: everything is drawn from everywhere."
      : `${formatCount(clusters)} clusters, ${formatCount(stoodIn)} of them with floor to stand on.`,
  ];
  if (!isWhole) {
    sentences.push(
      "The search for floors reached its limit: some places are known only by their middles.",
    );
  }
  if (missingProps > 0) {
    sentences.push(`${formatCount(missingProps)} props are not counted: their models are missing.`);
  }
  return sentences.join(" ");
}

export interface CostPanelOptions extends ReportPanelOptions {
  readonly viewer: Viewer;
  readonly cameraOf: () => Readonly<Camera>;
}

export function createCostPanel(options: CostPanelOptions): ReportPanel {
  return createReportPanel(
    {
      id: "cost",
      title: "Cost",
      closeLabel: "Close the costs",
      progressLabel: "Progress of the count",
      run(question, open) {
        const { reader, onProgress } = open;
        open.say("Counting triangles …");
        void open.follow(reader.ask("cost", question, onProgress), (report) =>
          showReport(report, open, options),
        );
      },
    },
    options,
  );
}

function showReport(
  report: CostReport,
  open: OpenReport,
  { go, viewer, cameraOf }: CostPanelOptions,
): void {
  open.say(sayCosts(report));
  const paint = paintFloors(viewer, report.floors);
  paint.isShown = true;
  open.closed.addEventListener("abort", () => paint.remove());
  const why = make("div", { class: "cost-place", "aria-live": "polite" });
  const measure = make(
    "button",
    { type: "button", class: "cost-measure" },
    "Measure the place where I am",
  );
  measure.addEventListener("click", () => {
    const { x, y, z } = cameraOf();
    why.replaceChildren(
      make("p", { class: "note" }, "Searching for triangles that are never visible …"),
    );
    measure.disabled = true;
    const moment = readMoment(viewer);
    const place = { x, y, z, ...(moment && { moment }) };
    const asked = open.reader.ask("costPlace", place, open.onProgress);
    void open
      .follow(asked, (place) => why.replaceChildren(...drawPlace(place, go)))
      .finally(() => {
        measure.disabled = false;
      });
  });
  open.body.replaceChildren(
    ...drawHeat(report, go),
    ...(report.floors.count === 0 ? [] : [makePaintSwitch(paint)]),
    measure,
    why,
    make("h3", {}, "Places from which most is drawn"),
    drawWorst(report, go),
  );
}

/** Makes the switch that hides the painted floor, because the paint covers the map's surfaces. */
function makePaintSwitch(paint: FloorPaint): HTMLElement {
  const input = make("input", { type: "checkbox", role: "switch" });
  input.checked = paint.isShown;
  input.addEventListener("change", () => {
    paint.isShown = input.checked;
  });
  return make("label", { class: "cost-paint" }, input, "Paint it on the floors");
}

function drawWorst({ worst }: CostReport, go: ReportPanelOptions["go"]): HTMLElement {
  if (worst.length === 0) return make("p", { class: "note" }, "No place can be stood in.");
  const rows = worst.map(({ camera, triangles, props, translucentSurfaces, batches }) => {
    const place = [camera.x, camera.y, camera.z].map(Math.round).join(" ");
    const button = make(
      "button",
      { type: "button", title: "Fly there" },
      make("span", {}, `${formatCount(triangles)} triangles at ${place}`),
      make(
        "span",
        { class: "parts" },
        `${formatCount(props)} of props, ${formatCount(batches)} batches, ${formatCount(translucentSurfaces)} blended`,
      ),
    );
    button.addEventListener("click", () => go({ ...camera }));
    return make("li", {}, button);
  });
  return make("ol", { class: "cost-list" }, ...rows);
}
