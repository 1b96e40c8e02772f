/** Paints floors by rendering cost: squares over the map, in clusters visible from the camera. */

import type { FloorHeat } from "../../analysis/cost/heat-map.ts";
import { hasBit } from "../../core/bit-set.ts";
import { createMarkLayers } from "../../render/lines/mark-layers.ts";
import type { SolidRows } from "../../render/lines/solid-rows.ts";
import { addLines, type LinesViewer } from "../frame/lines-board.ts";
import { rowColor } from "./fill-marks.ts";

/** Alpha, of 255; the floor stays visible. */
const ALPHA = 100;
/** Height above the floor in inches, to cover slightly uneven floors. */
const LIFT = 1.5;
/** Drawn fraction of a square's edge; the gap shows the grid. */
const PART = 0.94;

export interface FloorPaint {
  isShown: boolean;
  /** Removes it permanently. */
  remove(): void;
}

export function paintFloors(viewer: LinesViewer, heat: FloorHeat): FloorPaint {
  const layers = createMarkLayers(({ visible }, { solids }) => {
    for (let row = 0; row < heat.count; row++) {
      const cluster = heat.cluster[row];
      if (visible === null || cluster < 0 || hasBit(visible, cluster)) addRow(heat, row, solids);
    }
  });
  const remove = addLines(viewer, layers.make);
  return {
    get isShown() {
      return layers.isShown;
    },
    set isShown(isShown) {
      layers.isShown = isShown;
    },
    remove,
  };
}

function addRow({ color, firstSquare, squares, edge }: FloorHeat, row: number, out: SolidRows) {
  const packed = rowColor(color[row], ALPHA);
  const half = (edge / 2) * PART;
  for (let i = firstSquare[row] * 3; i < firstSquare[row + 1] * 3; i += 3) {
    const x0 = squares[i] - half;
    const y0 = squares[i + 1] - half;
    const x1 = squares[i] + half;
    const y1 = squares[i + 1] + half;
    const z = squares[i + 2] + LIFT;
    // Clockwise from above.
    out.add(x0, y0, z, packed);
    out.add(x0, y1, z, packed);
    out.add(x1, y1, z, packed);
    out.add(x0, y0, z, packed);
    out.add(x1, y1, z, packed);
    out.add(x1, y0, z, packed);
  }
}
