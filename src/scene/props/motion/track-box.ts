/** Computes the bounding box of a model over a whole track. */

import { buildBonePalette } from "../../../formats/studio/mesh/build-bone-palette.ts";
import type { Mdl, StudioMesh } from "../../../formats/studio/types.ts";
import { writeTransformedBox } from "../../../math/transformed-box.ts";
import type { BakedSequence } from "../../../model/pose/bake-sequence.ts";

/**
 * Returns 6 numbers in model space. The box of each bone's vertices moves with its bone, so the
 * result may be larger than needed. Poses between frames are included, because a limb may swing out
 * farther there.
 */
export function boxOfTrack(mdl: Mdl, mesh: StudioMesh, track: BakedSequence): Float32Array {
  const { count } = mdl.bones;
  const own = boxesOfBones(mesh, count);
  const box = emptyBoxes(1);
  const moved = new Float32Array(6);
  const pose = { position: new Float32Array(count * 3), quaternion: new Float32Array(count * 4) };
  for (let half = 0; half < track.frameCount * 2 - 1; half++) {
    writeMiddlePose(pose, track, count, half);
    const palette = buildBonePalette(mdl, pose);
    for (let bone = 0; bone < count; bone++) {
      const at = bone * 6;
      if (own[at] > own[at + 3]) continue;
      const [mins, maxs] = [own.subarray(at, at + 3), own.subarray(at + 3, at + 6)];
      writeTransformedBox(moved, 0, palette, bone * 12, mins, maxs);
      growBox(box, 0, moved);
    }
  }
  return box[0] <= box[3] ? box : new Float32Array(6);
}

/**
 * Returns a box for each bone (6 numbers, bind pose) around the vertices of LOD 0 that it moves.
 */
function boxesOfBones({ vertices, indices, ...mesh }: StudioMesh, boneCount: number): Float32Array {
  const boxes = emptyBoxes(boneCount);
  const { position, boneIndex, boneWeight } = vertices;
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    if (mesh.drawLod[draw] !== 0) continue;
    const first = mesh.drawFirstIndex[draw];
    for (let i = first; i < first + mesh.drawIndexCount[draw]; i++) {
      const vertex = indices[i] * 3;
      for (let k = 0; k < 3; k++) {
        if (boneWeight[vertex + k] === 0) continue;
        const at = boneIndex[vertex + k] * 6;
        for (let axis = 0; axis < 3; axis++) {
          boxes[at + axis] = Math.min(boxes[at + axis], position[vertex + axis]);
          boxes[at + 3 + axis] = Math.max(boxes[at + 3 + axis], position[vertex + axis]);
        }
      }
    }
  }
  return boxes;
}

function emptyBoxes(count: number): Float32Array {
  const box = new Float32Array(count * 6);
  for (let at = 0; at < box.length; at += 6) {
    box.fill(Number.POSITIVE_INFINITY, at, at + 3).fill(Number.NEGATIVE_INFINITY, at + 3, at + 6);
  }
  return box;
}

export function growBox(box: Float32Array, at: number, other: Float32Array): void {
  for (let axis = 0; axis < 3; axis++) {
    box[at + axis] = Math.min(box[at + axis], other[axis]);
    box[at + 3 + axis] = Math.max(box[at + 3 + axis], other[axis + 3]);
  }
}

/** Writes a pose: even numbers are frames, odd ones the middle between two frames. */
export function writeMiddlePose(
  out: { position: Float32Array; quaternion: Float32Array },
  { position, quaternion }: BakedSequence,
  boneCount: number,
  half: number,
): void {
  const first = half >> 1;
  const next = (half + 1) >> 1;
  for (let i = 0; i < boneCount * 3; i++) {
    out.position[i] =
      (position[first * boneCount * 3 + i] + position[next * boneCount * 3 + i]) / 2;
  }
  for (let bone = 0; bone < boneCount; bone++) {
    const a = (first * boneCount + bone) * 4;
    const b = (next * boneCount + bone) * 4;
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += quaternion[a + k] * quaternion[b + k];
    let squared = 0;
    for (let k = 0; k < 4; k++) {
      const value = quaternion[a + k] + (dot < 0 ? -1 : 1) * quaternion[b + k];
      out.quaternion[bone * 4 + k] = value;
      squared += value * value;
    }
    const length = Math.sqrt(squared);
    for (let k = 0; k < 4; k++) out.quaternion[bone * 4 + k] /= length > 0 ? length : 1;
  }
}
