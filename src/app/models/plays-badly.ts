/** When a model has the machine for itself. */

import type { ModelViewer } from "../../viewer/model/index.ts";

/** Frames a second below which nothing is drawn beside what plays. */
const FEW_FRAMES = 20;

/** Whether the model that is shown moves too slowly to share the machine. */
export function playsBadly(
  viewer: Pick<ModelViewer, "isPaused" | "isPlaying" | "sequence" | "timing"> | undefined,
): boolean {
  if (viewer === undefined || viewer.isPaused || !viewer.isPlaying) return false;
  const { fps } = viewer.timing;
  // 0: nothing is measured yet.
  return viewer.sequence >= 0 && fps > 0 && fps < FEW_FRAMES;
}
