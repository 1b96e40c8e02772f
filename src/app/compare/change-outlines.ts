/** Edges of what is another in a version, over its picture. `compare.css` has their colours, too. */

import { addLines, createChangeLines, type LinesViewer } from "../../viewer/compare/index.ts";
import type { Outlines } from "../../viewer/file/index.ts";

export interface ChangeOutlines {
  drawOver(viewer: LinesViewer): void;
  show(isShown: boolean): void;
  remove(): void;
}

export function createChangeOutlines(outlines: Outlines): ChangeOutlines {
  const { make, layers } = createChangeLines(outlines);
  let take: (() => void) | null = null;
  return {
    drawOver(viewer) {
      take?.();
      take = addLines(viewer, make);
    },
    show(isShown) {
      for (const layer of layers) layer.isShown = isShown;
    },
    remove() {
      take?.();
      take = null;
    },
  };
}
