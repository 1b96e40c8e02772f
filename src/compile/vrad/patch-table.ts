/**
 * Patches: blocks of a face's cells that emit and receive bounced light.
 * The patch hit by each of a patch's rays is found once (`transfers.ts`). After that every bounce
 * is a sum over a table.
 */

import { allocateFloat32, allocateInt32, allocateUint8 } from "../shared-arrays.ts";
import type { CellTable } from "./faces/cell-table.ts";
import type { FaceTable } from "./faces/face-table.ts";

export interface PatchTable {
  readonly count: number;
  /** Rays per patch. */
  readonly rays: number;
  readonly firstPatch: Int32Array;
  /** Cells along a patch's edge, by face. */
  readonly step: Int32Array;
  /** Patches per row, by face. */
  readonly across: Int32Array;
  readonly face: Int32Array;
  /**
   * Cell nearest the patch's middle, where its light is gathered; -1 if the patch covers nothing of
   * the face.
   */
  readonly cell: Int32Array;
  /** The patch itself, or for an empty patch another patch of the same face; -1 if none. */
  readonly alias: Int32Array;
  /** 2 a patch: its middle in luxels. */
  readonly middle: Float32Array;
  /** Area in square inches. */
  readonly area: Float32Array;
  /** Patch hit by each ray; -1 if the ray hits nothing that sends light. */
  readonly hits: Int32Array;
  /** 3 a patch: direct light from lamps, sun and sky, of style 0. */
  readonly direct: Float32Array;
  /** 12 a patch: bounced light on the four normals (one if not bumped). */
  readonly bounced: Float32Array;
  /** 3 a patch: light sent in this bounce, and light to be sent in the next. */
  readonly emit: Float32Array;
  readonly gathered: Float32Array;
  readonly isBumped: Uint8Array;
}

export interface PatchOptions {
  /** Approximate edge of a patch in inches. */
  readonly inches: number;
  readonly rays: number;
  /** Most entries of `hits`. Patches are enlarged to stay below. */
  readonly mostHits: number;
}

export function buildPatchTable(
  faces: FaceTable,
  cells: CellTable,
  options: PatchOptions,
): PatchTable {
  let inches = options.inches;
  let step = chooseSteps(faces, inches);
  while (countPatches(faces, step) * options.rays > options.mostHits) {
    inches *= 1.25;
    step = chooseSteps(faces, inches);
  }
  const count = countPatches(faces, step);
  const table: PatchTable = {
    count,
    rays: options.rays,
    firstPatch: allocateInt32(faces.count + 1),
    step: allocateInt32(faces.count),
    across: allocateInt32(faces.count),
    face: allocateInt32(count),
    cell: allocateInt32(count),
    alias: allocateInt32(count),
    middle: allocateFloat32(count * 2),
    area: allocateFloat32(count),
    hits: allocateInt32(count * options.rays),
    direct: allocateFloat32(count * 3),
    bounced: allocateFloat32(count * 12),
    emit: allocateFloat32(count * 3),
    gathered: allocateFloat32(count * 3),
    isBumped: allocateUint8(count),
  };
  table.step.set(step);
  let next = 0;
  for (let face = 0; face < faces.count; face++) {
    table.firstPatch[face] = next;
    if (faces.isLit[face] === 1) next = writeFacePatches(table, faces, cells, face, next);
  }
  table.firstPatch[faces.count] = next;
  return table;
}

function chooseSteps(faces: FaceTable, inches: number): Int32Array {
  const step = new Int32Array(faces.count).fill(1);
  for (let face = 0; face < faces.count; face++) {
    if (faces.isLit[face] === 0) continue;
    if (faces.isWhole[face] === 1) {
      step[face] = Math.max(faces.cells[face * 2], faces.cells[face * 2 + 1]);
      continue;
    }
    const luxel = luxelInches(faces, face);
    if (luxel > 0) step[face] = Math.max(1, Math.round(inches / luxel));
  }
  return step;
}

function luxelInches(faces: FaceTable, face: number): number {
  const m = faces.luxelFromWorld.subarray(face * 8, face * 8 + 8);
  const s = Math.hypot(m[0], m[1], m[2]);
  const t = Math.hypot(m[4], m[5], m[6]);
  return s > 0 && t > 0 ? 1 / Math.sqrt(s * t) : 0;
}

function countPatches(faces: FaceTable, step: Int32Array): number {
  let count = 0;
  for (let face = 0; face < faces.count; face++) {
    if (faces.isLit[face] === 0) continue;
    const across = Math.ceil(faces.cells[face * 2] / step[face]);
    count += across * Math.ceil(faces.cells[face * 2 + 1] / step[face]);
  }
  return count;
}

/** Writes a face's patches and returns the row after the last one. */
function writeFacePatches(
  table: PatchTable,
  faces: FaceTable,
  cells: CellTable,
  face: number,
  first: number,
): number {
  const step = table.step[face];
  const cellsAcross = faces.cells[face * 2];
  const cellsDown = faces.cells[face * 2 + 1];
  const across = Math.ceil(cellsAcross / step);
  const down = Math.ceil(cellsDown / step);
  table.across[face] = across;
  const inches = luxelInches(faces, face);
  const sources = { table, faces, cells };
  for (let i = 0; i < across * down; i++) {
    const patch = first + i;
    table.face[patch] = face;
    table.isBumped[patch] = faces.isBumped[face];
    writePatch(sources, patch, i % across, Math.floor(i / across));
    table.area[patch] *= inches * inches;
  }
  for (let i = 0; i < across * down; i++) {
    table.alias[first + i] = findNearest(table, first, across * down, i);
  }
  return first + across * down;
}

interface PatchSources {
  readonly table: PatchTable;
  readonly faces: FaceTable;
  readonly cells: CellTable;
}

function writePatch(
  { table, faces, cells }: PatchSources,
  patch: number,
  column: number,
  row: number,
): void {
  const face = table.face[patch];
  const step = table.step[face];
  const cellsAcross = faces.cells[face * 2];
  const members: number[] = [];
  let area = 0;
  let s = 0;
  let t = 0;
  const lastRow = Math.min(faces.cells[face * 2 + 1], (row + 1) * step);
  const lastColumn = Math.min(cellsAcross, (column + 1) * step);
  for (let b = row * step; b < lastRow; b++) {
    for (let a = column * step; a < lastColumn; a++) {
      const cell = faces.firstCell[face] + b * cellsAcross + a;
      if (cells.area[cell] === 0) continue;
      members.push(cell);
      area += cells.area[cell];
      s += cells.area[cell] * cells.middle[cell * 2];
      t += cells.area[cell] * cells.middle[cell * 2 + 1];
    }
  }
  table.cell[patch] = -1;
  table.area[patch] = area;
  if (area === 0) return;
  table.middle[patch * 2] = s / area;
  table.middle[patch * 2 + 1] = t / area;
  let nearest = Number.POSITIVE_INFINITY;
  for (const cell of members) {
    const distance = Math.hypot(
      cells.middle[cell * 2] - s / area,
      cells.middle[cell * 2 + 1] - t / area,
    );
    // Slivers are a last resort, because their middle may be in a corner.
    const cost = distance + (cells.area[cell] < 0.25 ? 1 : 0);
    if (cost < nearest) {
      nearest = cost;
      table.cell[patch] = cell;
    }
  }
}

function findNearest(table: PatchTable, first: number, count: number, i: number): number {
  if (table.cell[first + i] >= 0) return first + i;
  const across = table.across[table.face[first]];
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let j = 0; j < count; j++) {
    if (table.cell[first + j] < 0) continue;
    const distance = Math.hypot(
      (i % across) - (j % across),
      Math.floor(i / across) - Math.floor(j / across),
    );
    if (distance < least) {
      least = distance;
      best = first + j;
    }
  }
  return best;
}
