/** Draws parts of a model besides its surfaces as lines in its pose. Model space, inches. */

import type { StudioModel } from "../../../model/files/studio-model.ts";
import { type LineRows, lineColor } from "../../../render/lines/line-rows.ts";

// Lines transformed by a 3x4 row-major matrix. Allocates nothing.

/** @param at offset of the matrix in `m` */
export function addTransformed(
  rows: LineRows,
  m: Float32Array,
  at: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
  color: number,
): void {
  rows.add(
    m[at] * x0 + m[at + 1] * y0 + m[at + 2] * z0 + m[at + 3],
    m[at + 4] * x0 + m[at + 5] * y0 + m[at + 6] * z0 + m[at + 7],
    m[at + 8] * x0 + m[at + 9] * y0 + m[at + 10] * z0 + m[at + 11],
    m[at] * x1 + m[at + 1] * y1 + m[at + 2] * z1 + m[at + 3],
    m[at + 4] * x1 + m[at + 5] * y1 + m[at + 6] * z1 + m[at + 7],
    m[at + 8] * x1 + m[at + 9] * y1 + m[at + 10] * z1 + m[at + 11],
    color,
  );
}

/** Adds the twelve edges of a box, with mins and maxs (3 numbers each) at `row`. */
export function addBox(
  rows: LineRows,
  m: Float32Array,
  at: number,
  mins: Float32Array,
  maxs: Float32Array,
  row: number,
  color: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    for (let side = 0; side < 4; side++) {
      // Lines along one axis, from each corner of the face across it.
      const u = (side & 1) === 0 ? mins : maxs;
      const v = (side & 2) === 0 ? mins : maxs;
      const x = axis === 0 ? mins : u;
      const y = axis === 1 ? mins : axis === 0 ? u : v;
      const z = axis === 2 ? mins : v;
      const x0 = x[row];
      const y0 = y[row + 1];
      const z0 = z[row + 2];
      const x1 = axis === 0 ? maxs[row] : x0;
      const y1 = axis === 1 ? maxs[row + 1] : y0;
      const z1 = axis === 2 ? maxs[row + 2] : z0;
      addTransformed(rows, m, at, x0, y0, z0, x1, y1, z1, color);
    }
  }
}

const BONE = lineColor(0.98, 0.85, 0.25);
const BONE_TIP = lineColor(0.98, 0.45, 0.1);
const AXES = [lineColor(1, 0.25, 0.2), lineColor(0.3, 0.9, 0.25), lineColor(0.3, 0.5, 1)];
const HULL = lineColor(0.35, 0.85, 1, 0.8);

/** Colours by `HITGROUP_*`: generic, head, chest, stomach, arms, legs, gear. */
const HIT_GROUPS = [
  lineColor(0.9, 0.9, 0.9),
  lineColor(1, 0.25, 0.25),
  lineColor(1, 0.75, 0.2),
  lineColor(0.95, 0.95, 0.3),
  lineColor(0.35, 0.85, 0.4),
  lineColor(0.25, 0.7, 0.6),
  lineColor(0.35, 0.6, 1),
  lineColor(0.65, 0.45, 1),
];

const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

/**
 * Adds a line from each bone to its parent, and its axes.
 * @param pose 12 floats a bone: modelFromBone
 * @param axis length of the axes, inches
 */
export function addBones(
  rows: LineRows,
  { mdl }: StudioModel,
  pose: Float32Array,
  axis: number,
): void {
  const { count, parent } = mdl.bones;
  for (let bone = 0; bone < count; bone++) {
    const at = bone * 12;
    const x = pose[at + 3];
    const y = pose[at + 7];
    const z = pose[at + 11];
    const p = parent[bone] * 12;
    if (p >= 0) rows.add(pose[p + 3], pose[p + 7], pose[p + 11], x, y, z, BONE, BONE_TIP);
    addTransformed(rows, pose, at, 0, 0, 0, axis, 0, 0, AXES[0]);
    addTransformed(rows, pose, at, 0, 0, 0, 0, axis, 0, AXES[1]);
    addTransformed(rows, pose, at, 0, 0, 0, 0, 0, axis, AXES[2]);
  }
}

/** Adds the axes of attachments. */
export function addAttachments(
  rows: LineRows,
  { rig }: StudioModel,
  pose: Float32Array,
  axis: number,
): void {
  const { count, bone, local } = rig.attachments;
  for (let row = 0; row < count; row++) {
    const m = row * 12;
    const x = local[m + 3];
    const y = local[m + 7];
    const z = local[m + 11];
    for (let k = 0; k < 3; k++) {
      const x1 = x + local[m + k] * axis;
      const y1 = y + local[m + 4 + k] * axis;
      const z1 = z + local[m + 8 + k] * axis;
      addTransformed(rows, pose, bone[row] * 12, x, y, z, x1, y1, z1, AXES[k]);
    }
  }
}

/** @param set row of `hitBoxSets` */
export function addHitBoxes(
  rows: LineRows,
  { rig }: StudioModel,
  pose: Float32Array,
  set: number,
): void {
  const { hitBoxes } = rig;
  for (let box = 0; box < hitBoxes.count; box++) {
    if (hitBoxes.set[box] !== set) continue;
    const color = HIT_GROUPS[hitBoxes.group[box]] ?? HIT_GROUPS[0];
    addBox(rows, pose, hitBoxes.bone[box] * 12, hitBoxes.mins, hitBoxes.maxs, box * 3, color);
  }
}

/**
 * Adds the edges of the collision hulls.
 * @param boneOf bone of each solid; −1 if it is in the model's space
 */
export function addHulls(
  rows: LineRows,
  { phy }: StudioModel,
  pose: Float32Array,
  boneOf: Int32Array,
): void {
  if (phy === null) return;
  const { corners, hullFirstTriangle, hullSolid, hullCount } = phy;
  for (let hull = 0; hull < hullCount; hull++) {
    const bone = boneOf[hullSolid[hull]];
    const m = bone < 0 ? IDENTITY : pose;
    const at = Math.max(bone, 0) * 12;
    for (
      let first = hullFirstTriangle[hull] * 9;
      first < hullFirstTriangle[hull + 1] * 9;
      first += 9
    ) {
      for (let a = first; a < first + 9; a += 3) {
        const b = a === first + 6 ? first : a + 3;
        // Two triangles share each edge. It is drawn for the one in which it goes up.
        if (!goesUp(corners, a, b)) continue;
        const x = corners[a];
        const y = corners[a + 1];
        const z = corners[a + 2];
        addTransformed(rows, m, at, x, y, z, corners[b], corners[b + 1], corners[b + 2], HULL);
      }
    }
  }
}

function goesUp(corners: Float32Array, a: number, b: number): boolean {
  if (corners[a] !== corners[b]) return corners[a] < corners[b];
  if (corners[a + 1] !== corners[b + 1]) return corners[a + 1] < corners[b + 1];
  return corners[a + 2] < corners[b + 2];
}
