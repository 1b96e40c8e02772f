/** Edges of what is another in a version, over its picture: seen through walls faintly, and in the scene plainly. */

import { createLineLayers } from "../../render/lines/line-layers.ts";
import { LineRows, lineColor } from "../../render/lines/line-rows.ts";
import type { OutlineKind, Outlines } from "../../viewer/file/index.ts";
import { addLines, type LinesViewer } from "../../viewer/frame/lines-board.ts";

/** sRGB, as the legend in `compare.css` has them. */
const COLORS: { readonly [K in OutlineKind]: readonly [r: number, g: number, b: number] } = {
  added: [0.3, 0.9, 0.42],
  removed: [1, 0.35, 0.3],
  changed: [1, 0.82, 0.3],
};
/** Of what stands behind something. */
const HIDDEN_ALPHA = 0.22;

export interface ChangeOutlines {
  drawOver(viewer: LinesViewer): void;
  show(isShown: boolean): void;
  remove(): void;
}

export function createChangeOutlines(outlines: Outlines): ChangeOutlines {
  const layers = createLineLayers();
  const made = ([isOver, alpha]: readonly [boolean, number]) => {
    const layer = layers.addLayer(isOver);
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
    layer.write(rows);
    return layer;
  };
  const shown = [made([true, HIDDEN_ALPHA]), made([false, 1])];
  let take: (() => void) | null = null;
  return {
    drawOver(viewer) {
      take?.();
      take = addLines(viewer, layers.make);
    },
    show(isShown) {
      for (const layer of shown) layer.isShown = isShown;
    },
    remove() {
      take?.();
      take = null;
    },
  };
}
