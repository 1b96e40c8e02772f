/** The floor from above, as heat: a click flies to where that was counted. */

import type { CostReport } from "../../viewer/file/index.ts";
import type { Camera } from "../../viewer/index.ts";
import { formatCount, make } from "../dom.ts";

export function drawHeat(report: CostReport, go: (pose: Partial<Camera>) => void): HTMLElement[] {
  const { heat } = report;
  if (heat === null) return [];
  const { width, height, low, high } = heat;
  const canvas = make("canvas", {
    class: "cost-heat",
    width: String(width),
    height: String(height),
    role: "img",
    title: "Fly there",
    "aria-label": `The floor from above, north up: blue where ${formatCount(low)} triangles are drawn, red where ${formatCount(high)} are. The list below has the dearest places.`,
  });
  const image = new ImageData(width, height);
  image.data.set(heat.rgba);
  canvas.getContext("2d")?.putImageData(image, 0, 0);
  canvas.addEventListener("click", ({ offsetX, offsetY }) => {
    const eye = eyeAt(report, offsetX / canvas.clientWidth, offsetY / canvas.clientHeight);
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
