/** Marks a place with a box and a plumb line that are visible through everything. */

import { createLineLayers } from "../../render/lines/line-layers.ts";
import { LineRows, lineColor } from "../../render/lines/line-rows.ts";
import { addLines, type LinesViewer } from "../frame/lines-board.ts";

/** Half of the box's edge, and the length of the lines out of its sides, inches. */
const HALF = 8;
const REACH = 24;
const COLOR = lineColor(1, 0.62, 0.2);

export interface Pointer {
  /** World space, inches; `null` hides it. */
  show(place: readonly [x: number, y: number, z: number] | null): void;
  /** Removes it permanently. */
  remove(): void;
}

export function pointAt(viewer: LinesViewer): Pointer {
  const layers = createLineLayers();
  const layer = layers.addLayer(true);
  layer.isShown = false;
  const remove = addLines(viewer, layers.make);
  return {
    show(place) {
      layer.isShown = place !== null;
      if (place !== null) layer.write(rowsAround(place));
    },
    remove,
  };
}

function rowsAround(place: readonly number[]): LineRows {
  const rows = new LineRows();
  const add = (from: readonly number[], to: readonly number[]): void =>
    rows.add(from[0], from[1], from[2], to[0], to[1], to[2], COLOR);
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const at = (along: number, beside: number, above: number): number[] => {
      const point = [...place];
      point[axis] += along;
      point[u] += beside;
      point[v] += above;
      return point;
    };
    for (const beside of [-HALF, HALF]) {
      for (const above of [-HALF, HALF]) add(at(-HALF, beside, above), at(HALF, beside, above));
    }
    add(at(HALF, 0, 0), at(REACH, 0, 0));
    add(at(-HALF, 0, 0), at(-REACH, 0, 0));
  }
  return rows;
}
