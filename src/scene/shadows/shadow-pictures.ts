/** The pictures of a map's shadows, in one: models that are seen alike share theirs. */

import type { Ledger } from "../../core/ledger.ts";
import { CELL_GUTTER as GUTTER } from "../../map/motion/moving-shadows.ts";
import type { PropModel } from "../props/prop-model.ts";
import type { CastShadow } from "./shadow-casters.ts";
import { TEXELS_PER_INCH } from "./shadow-frame.ts";
import { fillBlob, fillSilhouette, listCastDraws, poseVertices } from "./silhouette.ts";

// Squares of a picture, side by side: what the shadows of a map's models look like.

/** Edge of the picture at most: `TEXTURE_PAGE_SIZE` of the engine's own. */
const MAX_EDGE = 1024;
/** Of a square. A quarter of the texels of the engine's largest, which has one picture for what is seen alone. */
const MAX_CELL = 128;
const MIN_CELL = 16;

export interface AtlasPlan {
  readonly width: number;
  readonly height: number;
  /** Upper left corner of each square; -1: there is no room for it. */
  readonly x: Int16Array;
  readonly y: Int16Array;
}

/** The least power of two that holds so many texels, as far as there are any. */
export function cellSize(texels: number): number {
  let size = MIN_CELL;
  while (size < texels && size < MAX_CELL) size *= 2;
  return size;
}

/**
 * Places squares of sizes that `cellSize` gives, the last of them in any case, larger ones first, along a curve that fills a square of theirs before
 * it goes on to the next: nothing is left over between them.
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
  /** A byte a texel: how much of it is covered. */
  readonly texels: Uint8Array;
  /** 4 a shadow: where its picture lies, s and t of one corner and of the other. */
  readonly corners: Float32Array;
  /** 4: the same of the blob. */
  readonly blobCorners: Float32Array;
  /** A shadow: not 0 where its picture is a silhouette. */
  readonly behind: Uint8Array;
  /** 3 a shadow, texels: left and top edge of its square, and how wide and high that is. */
  readonly cell: Uint16Array;
}

/**
 * Those that the ledger, or the picture, has no room for are a soft blob.
 * @param areShared whether those that look alike have one square
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
    // To a thousandth of the picture an inch, and of the picture.
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
