/** Draws a model's silhouette along a direction, like the engine's render-to-texture shadows. */

import { CELL_GUTTER as GUTTER } from "../../map/motion/moving-shadows.ts";
import type { PropModel } from "../props/prop-model.ts";

/** Square of an image that `fillSilhouette` fills with 255. */
export interface ShadowCell {
  readonly texels: Uint8Array;
  /** Texels per row. */
  readonly stride: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Returns the posed vertices in model space, 3 numbers a vertex. */
export function poseVertices({ mesh, palette }: Pick<PropModel, "mesh" | "palette">): Float32Array {
  const { position, boneIndex, boneWeight } = mesh.vertices;
  if (palette === null) return position;
  const posed = new Float32Array(position.length);
  for (let at = 0; at < posed.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      for (let k = 0; k < 3; k++) {
        const row = boneIndex[at + k] * 12 + axis * 4;
        posed[at + axis] +=
          boneWeight[at + k] *
          (palette[row] * position[at] +
            palette[row + 1] * position[at + 1] +
            palette[row + 2] * position[at + 2] +
            palette[row + 3]);
      }
    }
  }
  return posed;
}

/**
 * Returns the rows of a model's draws that cast its shadow: those of the shadow LOD if it has one
 * (`$shadowlod`: the last, with a switch point below 0), else of LOD 0.
 */
export function listCastDraws({ mesh }: Pick<PropModel, "mesh">): number[] {
  const shadowLod = mesh.switchPoint.findIndex((point) => point < 0);
  const lod = Math.max(0, shadowLod);
  return Array.from(mesh.drawLod, (_, draw) => draw).filter((draw) => mesh.drawLod[draw] === lod);
}

/**
 * Fills the texels whose centres lie in a triangle of either winding.
 * @param cellFromModel 8 numbers: the dot products of (x, y, z, 1) with the first and last four
 *   give the position across and down, 0 to 1
 * @param draw charges the texels that each triangle tests; returns `false` when the budget is
 *   exhausted
 * @returns `false` if the silhouette is incomplete
 */
export function fillSilhouette(
  cell: ShadowCell,
  { mesh }: Pick<PropModel, "mesh">,
  posed: Float32Array,
  cellFromModel: Float64Array,
  draw: (texels: number) => boolean,
): boolean {
  const inner = cell.size - 2 * GUTTER;
  const place = (vertex: number, row: number) => {
    const at = vertex * 3;
    const m = row * 4;
    const part =
      posed[at] * cellFromModel[m] +
      posed[at + 1] * cellFromModel[m + 1] +
      posed[at + 2] * cellFromModel[m + 2] +
      cellFromModel[m + 3];
    return GUTTER + part * inner;
  };
  const first = (value: number) => Math.max(GUTTER, Math.ceil(value - 0.5));
  const last = (value: number) => Math.min(cell.size - GUTTER - 1, Math.floor(value - 0.5));
  for (const row of listCastDraws({ mesh })) {
    const start = mesh.drawFirstIndex[row];
    const end = start + mesh.drawIndexCount[row];
    for (let i = start; i + 2 < end; i += 3) {
      const ax = place(mesh.indices[i], 0);
      const ay = place(mesh.indices[i], 1);
      const bx = place(mesh.indices[i + 1], 0);
      const by = place(mesh.indices[i + 1], 1);
      const cx = place(mesh.indices[i + 2], 0);
      const cy = place(mesh.indices[i + 2], 1);
      const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
      // Written as a negation so that NaN is skipped.
      if (!(Math.abs(area) > 0)) continue;
      const side = Math.sign(area);
      const x0 = first(Math.min(ax, bx, cx));
      const x1 = last(Math.max(ax, bx, cx));
      const y0 = first(Math.min(ay, by, cy));
      const y1 = last(Math.max(ay, by, cy));
      if (x1 < x0 || y1 < y0) continue;
      if (!draw((x1 - x0 + 1) * (y1 - y0 + 1))) return false;
      for (let y = y0; y <= y1; y++) {
        const py = y + 0.5;
        for (let x = x0; x <= x1; x++) {
          const px = x + 0.5;
          const isIn =
            side * ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) >= 0 &&
            side * ((cx - bx) * (py - by) - (cy - by) * (px - bx)) >= 0 &&
            side * ((ax - cx) * (py - cy) - (ay - cy) * (px - cx)) >= 0;
          if (isIn) cell.texels[(cell.y + y) * cell.stride + cell.x + x] = 255;
        }
      }
    }
  }
  return true;
}

/**
 * Fills a soft disk, used if a silhouette does not fit, like the engine's `decals/simpleshadow`.
 */
export function fillBlob({ texels, stride, x, y, size }: ShadowCell): void {
  const inner = size / 2 - GUTTER;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const far = Math.hypot(column + 0.5 - size / 2, row + 0.5 - size / 2) / inner;
      const left = Math.min(1, Math.max(0, 1 - far));
      texels[(y + row) * stride + x + column] = Math.round(255 * left * left * (3 - 2 * left));
    }
  }
}
