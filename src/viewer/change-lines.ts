/**
 * Draws outlines of changes between map versions as lines: solid in the scene, and faint behind
 * walls.
 */

import type { OutlineKind, Outlines } from "../analysis/diff/places/list-outlines.ts";
import { createLineLayers, type LineLayer } from "../render/lines/line-layers.ts";
import { LineRows, lineColor } from "../render/lines/line-rows.ts";
import type { MakeLines } from "../render/lines/lines.ts";

export { addLines, type LinesViewer } from "./frame/lines-board.ts";

/** sRGB, 0 to 1. */
const COLORS: { readonly [K in OutlineKind]: readonly [r: number, g: number, b: number] } = {
  added: [0.3, 0.9, 0.42],
  removed: [1, 0.35, 0.3],
  changed: [1, 0.82, 0.3],
};
/** Opacity of hidden lines. */
const HIDDEN_ALPHA = 0.22;

export interface ChangeLines {
  /** Creates the lines for `Renderer.setLines` or `addLines`. */
  readonly make: MakeLines;
  readonly layers: readonly LineLayer[];
}

export function createChangeLines(outlines: Outlines): ChangeLines {
  const layers = createLineLayers();
  const addLayer = (isOver: boolean, alpha: number): LineLayer => {
    const layer = layers.addLayer(isOver);
    layer.write(rowsOf(outlines, alpha));
    return layer;
  };
  return { make: layers.make, layers: [addLayer(true, HIDDEN_ALPHA), addLayer(false, 1)] };
}

function rowsOf(outlines: Outlines, alpha: number): LineRows {
  const rows = new LineRows();
  for (const kind of Object.keys(COLORS) as OutlineKind[]) {
    const lines = outlines[kind];
    const color = lineColor(...COLORS[kind], alpha);
    for (let i = 0; i < lines.length; i += 6) {
      rows.add(
        ...([lines[i], lines[i + 1], lines[i + 2]] as const),
        ...([lines[i + 3], lines[i + 4], lines[i + 5]] as const),
        color,
      );
    }
  }
  return rows;
}
