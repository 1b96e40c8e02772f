/**
 * Draws the shadow textures of a map into one atlas. Models with identical silhouettes share a
 * square.
 */

import type { Ledger } from "../../core/ledger.ts";
import { CELL_GUTTER as GUTTER } from "../../map/motion/moving-shadows.ts";
import type { PropModel } from "../props/prop-model.ts";
import type { CastShadow } from "./shadow-casters.ts";
import { TEXELS_PER_INCH } from "./shadow-frame.ts";
import { fillBlob, fillSilhouette, listCastDraws, poseVertices } from "./silhouette.ts";

// Packing of squares into the atlas.

/** Largest edge of the atlas: `TEXTURE_PAGE_SIZE` of the engine. */
const MAX_EDGE = 1024;
/**
 * Largest edge of a square. The engine's largest has four times the texels, because its atlas holds
 * only visible shadows.
 */
const MAX_CELL = 128;
const MIN_CELL = 16;

export interface AtlasPlan {
  readonly width: number;
  readonly height: number;
  /** Upper left corner of each square; −1 if it did not fit. */
  readonly x: Int16Array;
  readonly y: Int16Array;
}

/** Returns the smallest power of two that holds this many texels, within the limits. */
export function cellSize(texels: number): number {
  let size = MIN_CELL;
  while (size < texels && size < MAX_CELL) size *= 2;
  return size;
}

/**
 * Places squares of sizes by `cellSize`, larger ones first, along a space-filling curve, so that no
 * gaps remain. The last square is always placed.
 */
export function planAtlas(sizes: readonly number[]): AtlasPlan {
  const order = sizes.map((_, i) => i).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const x = new Int16Array(sizes.length).fill(-1);
  const y = new Int16Array(sizes.length).fill(-1);
  const room = (MAX_EDGE / MIN_CELL) ** 2;
  const last = sizes.length - 1;
  let next = 0;
  let kept = unitsOf(sizes[last]);
  for (const i of order) {
    if (i === last) kept = 0;
    const units = unitsOf(sizes[i]);
    if (next + units + kept > room) continue;
    x[i] = everySecondBit(next) * MIN_CELL;
    y[i] = everySecondBit(next >>> 1) * MIN_CELL;
    next += units;
  }
  let width = MIN_CELL;
  let height = MIN_CELL;
  while ((width / MIN_CELL) * (height / MIN_CELL) < next) {
    if (width === height) width *= 2;
    else height *= 2;
  }
  return { width, height, x, y };
}

const unitsOf = (size: number) => (size / MIN_CELL) ** 2;

function everySecondBit(code: number): number {
  let value = 0;
  for (let bit = 0; bit < 15; bit++) value |= ((code >>> (bit * 2)) & 1) << bit;
  return value;
}

const BLOB_SIZE = 32;

export interface ShadowPictures {
  readonly width: number;
  readonly height: number;
  /** Coverage, a byte per texel. */
  readonly texels: Uint8Array;
  /** Texture coordinates of each shadow: s and t of two opposite corners, 4 numbers. */
  readonly corners: Float32Array;
  /** Texture coordinates of the blob, 4 numbers. */
  readonly blobCorners: Float32Array;
  /** Non-zero for shadows whose texture is a silhouette. */
  readonly behind: Uint8Array;
  /** Left, top and size of each shadow's square in texels, 3 numbers. */
  readonly cell: Uint16Array;
}

/**
 * Draws all silhouettes. Shadows that exceed the budget or the atlas become a soft blob.
 * @param areShared whether identical silhouettes share a square
 */
export function drawShadowPictures(
  cast: readonly CastShadow[],
  ledger: Ledger,
  areShared = true,
): ShadowPictures {
  const modelRow = new Map<PropModel, number>();
  const cells: { readonly shadow: CastShadow; readonly size: number }[] = [];
  const cellRow = new Map<string, number>();
  const cellOf = cast.map((shadow, i) => {
    const { model, cellFromModel, frame } = shadow;
    if (!modelRow.has(model)) modelRow.set(model, modelRow.size);
    // Rounds to a thousandth of the texture, both per inch and for the offset.
    const seen = cellFromModel.map((value, i) => Math.round(value * (i % 4 === 3 ? 1e3 : 1e5)));
    const key = areShared ? `${modelRow.get(model)} ${seen.join()}` : String(i);
    let row = cellRow.get(key);
    if (row === undefined) {
      const inches = Math.max(frame.width, frame.height);
      row = cells.push({ shadow, size: cellSize(inches * TEXELS_PER_INCH) }) - 1;
      cellRow.set(key, row);
    }
    return row;
  });
  const plan = planAtlas([...cells.map(({ size }) => size), BLOB_SIZE]);
  const { width, height } = plan;
  const texels = new Uint8Array(width * height);
  const blob = { x: plan.x[cells.length], y: plan.y[cells.length], size: BLOB_SIZE };
  fillBlob({ texels, stride: width, ...blob });
  const posed = new Map<PropModel, Float32Array>();
  const isDrawn = cells.map(({ shadow: { model, cellFromModel }, size }, row) => {
    if (plan.x[row] < 0 || listCastDraws(model).length === 0) return false;
    if (!posed.has(model)) {
      if (!ledger.tryTake("shadowTexels", model.mesh.vertices.count)) return false;
      posed.set(model, poseVertices(model));
    }
    const cell = { texels, stride: width, x: plan.x[row], y: plan.y[row], size };
    const draw = (count: number) => ledger.tryTake("shadowTexels", count);
    return fillSilhouette(cell, model, posed.get(model) as Float32Array, cellFromModel, draw);
  });
  const corners = new Float32Array(cast.length * 4);
  const behind = new Uint8Array(cast.length);
  const cell = new Uint16Array(cast.length * 3);
  for (const [i, row] of cellOf.entries()) {
    behind[i] = Number(isDrawn[row]);
    const { x, y, size } = isDrawn[row]
      ? { x: plan.x[row], y: plan.y[row], size: cells[row].size }
      : blob;
    cell.set([x, y, size], i * 3);
    writeCorners(corners, i * 4, { x, y, size });
  }
  const blobCorners = new Float32Array(4);
  writeCorners(blobCorners, 0, blob);
  return { width, height, texels, corners, blobCorners, behind, cell };

  function writeCorners(out: Float32Array, at: number, { x, y, size }: typeof blob): void {
    const [left, top] = [x + GUTTER, y + GUTTER];
    const inner = size - 2 * GUTTER;
    out.set([left / width, top / height, (left + inner) / width, (top + inner) / height], at);
  }
}
