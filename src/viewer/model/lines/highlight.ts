/** Highlights one bone, attachment or hit box. Model space, inches; allocates nothing. */

import type { StudioModel } from "../../../model/files/studio-model.ts";
import { type LineRows, lineColor } from "../../../render/lines/line-rows.ts";
import type { MarkRows } from "../../../render/lines/mark-layers.ts";
import type { SolidRows } from "../../../render/lines/solid-rows.ts";
import { addBox, addTransformed } from "./model-lines.ts";

export interface ModelHighlight {
  readonly kind: "bone" | "attachment" | "hitBox";
  /** Row of `info.bones`, `info.attachments` or `info.hitBoxList`. */
  readonly row: number;
}

const EDGE = lineColor(1, 1, 1);
const FILL = lineColor(0.25, 0.85, 1, 0.55);
const BOX_FILL = lineColor(0.25, 0.85, 1, 0.3);
const AXES = [lineColor(1, 0.25, 0.2), lineColor(0.3, 0.9, 0.25), lineColor(0.3, 0.5, 1)];
/** Thickness of a drawn bone, and position of its thickest point, relative to its length. */
const THICK = 0.11;
const THICKEST = 0.18;

/**
 * @param pose 12 floats a bone
 * @param size size in inches of parts without their own length
 */
export function addHighlight(
  rows: MarkRows,
  model: StudioModel,
  pose: Float32Array,
  { kind, row }: ModelHighlight,
  size: number,
): void {
  const { mdl, rig, motions } = model;
  if (kind === "bone") {
    const { count, parent } = mdl.bones;
    if (row >= count) return;
    addAxes(rows.lines, pose, row * 12, 0, 0, 0, size);
    let children = 0;
    for (let bone = 0; bone < count; bone++) {
      if (parent[bone] !== row) continue;
      children++;
      addBone(rows, pose, row * 12, bone * 12, size);
    }
    if (children === 0)
      addBead(rows, pose[row * 12 + 3], pose[row * 12 + 7], pose[row * 12 + 11], size * 0.3);
  } else if (kind === "attachment") {
    const { count, bone, local } = motions.attachments;
    if (row >= count) return;
    const m = bone[row] * 12;
    const x = local[row * 12 + 3];
    const y = local[row * 12 + 7];
    const z = local[row * 12 + 11];
    addAxes(rows.lines, pose, m, x, y, z, size * 1.6);
    addBead(
      rows,
      place(pose, m, x, y, z),
      place(pose, m + 4, x, y, z),
      place(pose, m + 8, x, y, z),
      size * 0.3,
    );
  } else {
    const { count, bone, mins, maxs } = rig.hitBoxes;
    if (row >= count) return;
    addBox(rows.lines, pose, bone[row] * 12, mins, maxs, row * 3, EDGE);
    addBoxSides(rows.solids, pose, bone[row] * 12, mins, maxs, row * 3);
  }
}

function place(m: Float32Array, at: number, x: number, y: number, z: number): number {
  return m[at] * x + m[at + 1] * y + m[at + 2] * z + m[at + 3];
}

function addAxes(
  lines: LineRows,
  m: Float32Array,
  at: number,
  x: number,
  y: number,
  z: number,
  size: number,
): void {
  addTransformed(lines, m, at, x, y, z, x + size, y, z, AXES[0]);
  addTransformed(lines, m, at, x, y, z, x, y + size, z, AXES[1]);
  addTransformed(lines, m, at, x, y, z, x, y, z + size, AXES[2]);
}

/** Corners of an octahedron: both ends, then four around it. */
const CORNERS = new Float32Array(18);

/** Adds a bone as an octahedron, pointed at both ends and thickest near its start. */
function addBone(rows: MarkRows, m: Float32Array, from: number, to: number, size: number): void {
  const x = m[from + 3];
  const y = m[from + 7];
  const z = m[from + 11];
  const dx = m[to + 3] - x;
  const dy = m[to + 7] - y;
  const dz = m[to + 11] - z;
  const length = Math.hypot(dx, dy, dz);
  if (length < 1e-3) return;
  const thick = Math.min(length * THICK, size);
  // Two perpendicular vectors across the bone, each as long as the bone is thick.
  const isUpright = Math.abs(dz) > length * 0.9;
  const across = thick / (isUpright ? Math.hypot(dz, dx) : Math.hypot(dy, dx));
  const ux = (isUpright ? dz : dy) * across;
  const uy = (isUpright ? 0 : -dx) * across;
  const uz = (isUpright ? -dx : 0) * across;
  const vx = (dy * uz - dz * uy) / length;
  const vy = (dz * ux - dx * uz) / length;
  const vz = (dx * uy - dy * ux) / length;
  writeCorner(0, x, y, z);
  writeCorner(1, x + dx, y + dy, z + dz);
  const px = x + dx * THICKEST;
  const py = y + dy * THICKEST;
  const pz = z + dz * THICKEST;
  writeCorner(2, px + ux, py + uy, pz + uz);
  writeCorner(3, px + vx, py + vy, pz + vz);
  writeCorner(4, px - ux, py - uy, pz - uz);
  writeCorner(5, px - vx, py - vy, pz - vz);
  addOctahedron(rows);
}

function addBead(rows: MarkRows, x: number, y: number, z: number, size: number): void {
  writeCorner(0, x, y, z - size);
  writeCorner(1, x, y, z + size);
  writeCorner(2, x + size, y, z);
  writeCorner(3, x, y + size, z);
  writeCorner(4, x - size, y, z);
  writeCorner(5, x, y - size, z);
  addOctahedron(rows);
}

function writeCorner(corner: number, x: number, y: number, z: number): void {
  CORNERS[corner * 3] = x;
  CORNERS[corner * 3 + 1] = y;
  CORNERS[corner * 3 + 2] = z;
}

/** Adds the octahedron of `CORNERS` with both windings, because either side may face the camera. */
function addOctahedron({ solids, lines }: MarkRows): void {
  for (let end = 0; end < 2; end++) {
    for (let side = 0; side < 4; side++) {
      const a = 2 + side;
      const b = 2 + ((side + 1) & 3);
      addCorner(solids, end);
      addCorner(solids, end === 0 ? a : b);
      addCorner(solids, end === 0 ? b : a);
      addEdge(lines, end, a);
      if (end === 0) addEdge(lines, a, b);
    }
  }
}

function addCorner(solids: SolidRows, corner: number): void {
  solids.add(CORNERS[corner * 3], CORNERS[corner * 3 + 1], CORNERS[corner * 3 + 2], FILL);
}

function addEdge(lines: LineRows, a: number, b: number): void {
  const c = CORNERS;
  lines.add(c[a * 3], c[a * 3 + 1], c[a * 3 + 2], c[b * 3], c[b * 3 + 1], c[b * 3 + 2], EDGE);
}

/** Two triangles per side of a box, by the bits of its corners. */
const SIDES = [
  ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4],
  ...[2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
];

function addBoxSides(
  solids: SolidRows,
  m: Float32Array,
  at: number,
  mins: Float32Array,
  maxs: Float32Array,
  row: number,
): void {
  for (let i = 0; i < SIDES.length; i++) {
    const corner = SIDES[i];
    const x = (corner & 1 ? maxs : mins)[row];
    const y = (corner & 2 ? maxs : mins)[row + 1];
    const z = (corner & 4 ? maxs : mins)[row + 2];
    solids.add(
      place(m, at, x, y, z),
      place(m, at + 4, x, y, z),
      place(m, at + 8, x, y, z),
      BOX_FILL,
    );
  }
}
