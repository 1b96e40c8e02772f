/** The floor from above, as heat: a click flies to where that was counted. */

import type { CostReport } from "../../viewer/file/index.ts";
import type { Camera } from "../../viewer/index.ts";
import { formatCount, make } from "../dom.ts";

export function drawHeat(report: CostReport, go: (pose: Partial<Camera>) => void): HTMLElement[] {
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
    "aria-label": `The floor from above, north up: blue where ${formatCount(low)} triangles are drawn, red where ${formatCount(high)} are. The list below has the dearest places.`,
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

/** The part of the grid that somebody stands in, with a step around it: maps are often far larger. */
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

/** Where the eye was that stood at a part of the picture's width and height, from its upper left corner. */
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
