/** Two versions of a map: the other one's picture over this one's, and what is another in it. */

import "./compare.css";
import { createFileReader, placeOf } from "../../viewer/file/index.ts";
import type { MapSource, Viewer } from "../../viewer/index.ts";
import { type ChangeOutlines, createChangeOutlines } from "./change-outlines.ts";
import { createComparePanel } from "./compare-panel.ts";
import type { CompareDeskOptions, Comparison } from "./compare-types.ts";
import { createOtherPicture } from "./other-picture.ts";

export interface ComparisonOptions extends CompareDeskOptions {
  readonly onClose: () => void;
}

export function openComparison(
  viewer: Viewer,
  source: MapSource,
  other: MapSource,
  { present, go, onFault, onClose }: ComparisonOptions,
): Comparison {
  const picture = createOtherPicture(viewer, present);
  let own: ChangeOutlines | null = null;
  let theirs: ChangeOutlines | null = null;
  const outline = (isShown: boolean): void => {
    own?.show(isShown);
    theirs?.show(isShown);
  };
  const panel = createComparePanel({
    onOutline: outline,
    ...{ nameA: source.name, nameB: other.name, go, onClose },
    onWipe: picture.show,
  });
  const reader = createFileReader();
  let isOpen = true;
  const fail = (error: unknown): void => {
    if (!isOpen) return;
    onClose();
    onFault(error);
  };
  panel.wipe(0.5);
  picture.load(other).then(() => isOpen && panel.onPicture(), fail);
  const asked = { map: placeOf(source).map, other: placeOf(other).map };
  reader.ask("compare", asked).then((found) => {
    // What it read is no longer needed.
    reader.close();
    if (!isOpen) return;
    panel.list(found);
    own = createChangeOutlines(found.outlines.a);
    theirs = createChangeOutlines(found.outlines.b);
    own.drawOver(viewer);
    picture.outline(theirs);
    outline(panel.isOutlined);
  }, fail);
  return {
    flip: panel.flip,
    close() {
      isOpen = false;
      reader.close();
      own?.remove();
      theirs?.remove();
      picture.close();
      panel.close();
      viewer.canvas.focus({ preventScroll: true });
    },
  };
}
