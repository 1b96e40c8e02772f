import type { StudioModel } from "../../../model/studio-model.ts";
import type { ModelHighlight } from "./highlight.ts";

/**
 * Writes x, y, z: where a part of a model is, of a hit box its middle; false: it has no such part. Allocates nothing.
 * @param pose 12 floats a bone: modelFromBone
 */
export function writePlace(
  { mdl, motions, rig }: StudioModel,
  pose: Float32Array,
  { kind, row }: ModelHighlight,
  out: Float32Array,
): boolean {
  const { attachments } = motions;
  const { hitBoxes } = rig;
  let bone = row;
  let x = 0;
  let y = 0;
  let z = 0;
  if (kind === "attachment") {
    if (row >= attachments.count) return false;
    bone = attachments.bone[row];
    x = attachments.local[row * 12 + 3];
    y = attachments.local[row * 12 + 7];
    z = attachments.local[row * 12 + 11];
  } else if (kind === "hitBox") {
    if (row >= hitBoxes.count) return false;
    bone = hitBoxes.bone[row];
    x = (hitBoxes.mins[row * 3] + hitBoxes.maxs[row * 3]) / 2;
    y = (hitBoxes.mins[row * 3 + 1] + hitBoxes.maxs[row * 3 + 1]) / 2;
    z = (hitBoxes.mins[row * 3 + 2] + hitBoxes.maxs[row * 3 + 2]) / 2;
  } else if (row >= mdl.bones.count) return false;
  for (let axis = 0; axis < 3; axis++) {
    const at = bone * 12 + axis * 4;
    out[axis] = pose[at] * x + pose[at + 1] * y + pose[at + 2] * z + pose[at + 3];
  }
  return true;
}
