/** The other version's picture: a viewer of its own on a canvas over the first one's, which has the camera. */

import { createViewer, type MapSource, type Viewer } from "../../viewer/index.ts";
import { make } from "../dom.ts";
import type { ChangeOutlines } from "./change-outlines.ts";

export interface OtherPicture {
  /** Draws over the other version what is another in it, as soon as it can be seen. */
  outline(outlines: ChangeOutlines): void;
  /** Resolves when it can be seen. Rejects as `Viewer.load` does. */
  load(source: MapSource): Promise<void>;
  /** From the right edge, 0 to 1 of the width. */
  show(share: number): void;
  close(): void;
}

export function createOtherPicture(viewer: Viewer, present: "canvas" | "readback"): OtherPicture {
  const canvas = make("canvas", { id: "other-view", "aria-hidden": "true" });
  const edge = make("div", { id: "other-edge" });
  viewer.canvas.after(canvas, edge);
  let other: Viewer | null = null;
  let outlines: ChangeOutlines | null = null;
  let isClosed = false;
  let share = 0;
  let hasScene = false;
  let frameCount = 0;
  const update = (): void => {
    canvas.style.clipPath = `inset(0 0 0 ${((1 - share) * 100).toFixed(2)}%)`;
    const [left, right] = [(1 - share) * 100, share * 100].map(
      (at) => `calc(${at.toFixed(2)}% - 1px)`,
    );
    edge.style.clipPath = `inset(0 ${right} 0 ${left})`;
    edge.hidden = share === 0 || share === 1;
    // What nobody sees need not be drawn.
    if (share === 0) other?.pause();
    else other?.resume();
  };
  const follow = (): void => {
    if (other === null || share === 0) return;
    other.camera = viewer.camera;
    Object.assign(other.settings, viewer.settings);
  };
  const stop = viewer.on("frame", follow);
  return {
    async load(source) {
      const made = await createViewer(canvas, {
        ...{ present, controls: "none", quality: viewer.quality },
        content: viewer.content,
        ...(viewer.map?.side ? { side: viewer.map.side } : {}),
      });
      if (isClosed) {
        made.destroy();
        return;
      }
      other = made;
      outlines?.drawOver(made);
      const isSeen = new Promise<void>((resolve) => {
        made.on("scene", () => {
          follow();
          update();
          hasScene = true;
          resolve();
        });
        // Told of before each frame: at the second one there is a picture.
        made.on("frame", () => {
          if (hasScene && ++frameCount === 2) canvas.dataset.map = "shown";
        });
      });
      const load = made.load(source);
      // Ended by `close` alone, or told of by the race.
      load.catch(() => undefined);
      await Promise.race([isSeen, load]);
    },
    outline(wanted) {
      outlines = wanted;
      if (other !== null) wanted.drawOver(other);
    },
    show(wanted) {
      share = wanted;
      update();
      follow();
    },
    close() {
      isClosed = true;
      stop();
      other?.destroy();
      canvas.remove();
      edge.remove();
    },
  };
}
