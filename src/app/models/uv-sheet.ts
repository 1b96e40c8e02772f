/** A sheet of the model's triangles on its textures. */

import type { ModelViewer } from "../../viewer/model/index.ts";
import { make } from "../dom.ts";
import { makeFold } from "./model-rows.ts";

/** Pixels, sharp on a screen of two for one. */
const SIZE = 592;

/** Drawn when it is opened, and when another material is chosen. */
export function makeUvSheet(viewer: ModelViewer): HTMLElement {
  const select = make("select", { "aria-label": "Material" });
  const canvas = make("canvas", { class: "model-uv", width: String(SIZE), height: String(SIZE) });
  const draw = (): void => {
    const sheets = viewer.uvEdges();
    const chosen = Math.max(
      0,
      sheets.findIndex(({ material }) => material === select.value),
    );
    select.replaceChildren(
      ...sheets.map(({ material }) =>
        make("option", { value: material }, material.split("/").at(-1) as string),
      ),
    );
    select.selectedIndex = sheets.length === 0 ? -1 : chosen;
    drawSheet(canvas, sheets[chosen]?.edges ?? new Float32Array(0));
  };
  select.addEventListener("change", draw);
  const fold = makeFold(
    "Texture coordinates",
    make("label", { class: "model-choice" }, make("span", {}, "Material"), select),
    canvas,
  );
  const details = fold.querySelector("details") as HTMLDetailsElement;
  details.addEventListener("toggle", () => {
    if (details.open) draw();
  });
  return fold;
}

/** All of what lies on the texture, and the texture itself as a square. */
function drawSheet(canvas: HTMLCanvasElement, edges: Float32Array): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  let [least, most] = [0, 1];
  for (const value of edges) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const place = (value: number) => ((value - least) / (most - least)) * (SIZE - 2) + 1;
  context.clearRect(0, 0, SIZE, SIZE);
  context.fillStyle = "#1c2026";
  context.fillRect(place(0), place(0), place(1) - place(0), place(1) - place(0));
  context.strokeStyle = "#ffa340";
  context.lineWidth = 1;
  context.beginPath();
  for (let i = 0; i < edges.length; i += 4) {
    context.moveTo(place(edges[i]), place(edges[i + 1]));
    context.lineTo(place(edges[i + 2]), place(edges[i + 3]));
  }
  context.stroke();
}
