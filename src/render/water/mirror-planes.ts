/**
 * Finds a map's reflecting water: horizontal planes, with boxes by which the CPU tests which of
 * them is in view.
 */

import { createBitSet } from "../../core/bit-set.ts";
import type { MaterialSet } from "../../map/material.ts";
import { hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import { PARAM_ENV_TINT, PARAM_NUMBERS } from "../../map/material-params.ts";
import type { BrushModels, MapMoment } from "../../map/motion/brush-models.ts";
import type { MapScene } from "../../map/types.ts";
import { WORLD_VERTEX } from "../../map/world.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import {
  boundRefracting,
  isBoxInView,
  type RefractingBounds,
} from "../refraction/refracting-bounds.ts";
import type { View } from "../views/view.ts";

/**
 * Greatest number of planes of a map; further ones do not reflect. As many as `boundRefracting`
 * distinguishes.
 */
const MAX_PLANES = 32;
/**
 * Greatest number of clusters with reflecting water whose visibility is looked up. With more,
 * everything counts as visible.
 */
const MAX_CLUSTERS = 4096;
/** Least stored z of a normal that counts as level (127 is straight up). */
const LEVEL = 126;

export interface MirrorPlanes {
  /** Flat boxes, one per entry of `height`. */
  readonly bounds: RefractingBounds;
  /** Heights in inches; infinite for water that reflects nothing now. */
  readonly height: number[];
  /** Rows of `BrushModels` of the planes' water; −1 for water of the world. */
  readonly model: readonly number[];
  /** Boxes and heights where the map has the planes. */
  readonly built: { readonly box: Float32Array; readonly height: readonly number[] };
  /** Whether any of the water reflects more than the world (`$reflectentities`). */
  readonly hasEntities: boolean;
  /** Bit set of the clusters visible from any of the water, or `null` if all may be. */
  readonly reach: Uint32Array | null;
}

/** Returns `null` if no water reflects. */
export function findMirrorPlanes(scene: MapScene, materials: MaterialSet): MirrorPlanes | null {
  const { chunks } = scene;
  const box = chunks.box.slice();
  const planes = new Map<string, number>();
  const planeOf = new Map<number, number>();
  const height: number[] = [];
  const model: number[] = [];
  const modelOfChunk = listModels(scene);
  let hasEntities = false;
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const material = chunks.material[chunk];
    if (!isMirror(materials, material)) continue;
    const top = topOf(scene, chunk);
    if (top === null) continue;
    const row = modelOfChunk?.[chunk] ?? -1;
    const key = `${material} ${top} ${row}`;
    let plane = planes.get(key);
    if (plane === undefined) {
      if (planes.size === MAX_PLANES) continue;
      plane = planes.size;
      planes.set(key, plane);
      height.push(top);
      model.push(row);
    }
    planeOf.set(chunk, plane);
    // The columns of chunks say where brush models are now.
    if (row >= 0) writeBuiltBox(scene, chunk, box);
    box[chunk * 6 + 2] = top;
    box[chunk * 6 + 5] = top;
    if (materials.params[material * PARAM_NUMBERS + PARAM_ENV_TINT * 4 + 3] % 2 === 1)
      hasEntities = true;
  }
  const rows = Uint32Array.from(planeOf.keys());
  const bounds = boundRefracting(rows, (chunk) => planeOf.get(chunk)!, { ...chunks, box });
  if (bounds === null) return null;
  // Water that may move can be seen from anywhere, and reflect anything.
  const mayMove = model.some((row) => row >= 0);
  for (const [plane, row] of model.entries()) if (row >= 0) bounds.clusters[plane] = null;
  return {
    ...{ bounds, height, model, hasEntities },
    built: { box: bounds.box.slice(), height: height.slice() },
    reach: mayMove ? null : reachOf(scene, rows),
  };
}

/** Returns the row of `BrushModels` of each chunk, −1 for none; `null` if the map has none. */
function listModels({ chunks, brushes }: MapScene): Int32Array | null {
  if (!brushes) return null;
  const model = new Int32Array(chunks.kind.length).fill(-1);
  for (let row = 0; row < brushes.count; row++) {
    const first = brushes.firstChunk[row];
    for (const chunk of brushes.chunks.subarray(first, first + brushes.chunkCount[row])) {
      model[chunk] = row;
    }
  }
  return model;
}

/** Writes the box of a chunk's vertices, which stay where they were built. */
function writeBuiltBox({ world, chunks }: MapScene, chunk: number, box: Float32Array): void {
  const { vertices, indices } = world;
  const view = new DataView(vertices.buffer, vertices.byteOffset, vertices.byteLength);
  const first = chunks.firstIndex[chunk];
  const at = chunk * 6;
  box.fill(Number.POSITIVE_INFINITY, at, at + 3).fill(Number.NEGATIVE_INFINITY, at + 3, at + 6);
  for (let i = first; i < first + chunks.indexCount[chunk]; i++) {
    const vertex = indices[i] * WORLD_VERTEX.strideBytes + WORLD_VERTEX.position;
    for (let axis = 0; axis < 3; axis++) {
      const value = view.getFloat32(vertex + axis * 4, true);
      box[at + axis] = Math.min(box[at + axis], value);
      box[at + axis + 3] = Math.max(box[at + axis + 3], value);
    }
  }
}

/**
 * Moves the planes of water in brush models to where a moment has them; `null` for the map's start.
 * Water that is hidden or turned reflects nothing.
 */
export function movePlanes(
  { bounds, height, model, built }: MirrorPlanes,
  brushes: BrushModels,
  moment: MapMoment | null,
): void {
  const { worldFromModel, isHidden } = moment ?? brushes;
  for (let plane = 0; plane < model.length; plane++) {
    const row = model[plane];
    if (row < 0) continue;
    const at = row * 12;
    let isTurned = false;
    for (let i = at; i < at + 12; i++) {
      if ((i - at) % 4 < 3 && worldFromModel[i] !== brushes.worldFromModel[i]) isTurned = true;
    }
    for (let axis = 0; axis < 3; axis++) {
      const i = at + axis * 4 + 3;
      const way = worldFromModel[i] - brushes.worldFromModel[i];
      bounds.box[plane * 6 + axis] = built.box[plane * 6 + axis] + way;
      bounds.box[plane * 6 + axis + 3] = built.box[plane * 6 + axis + 3] + way;
      if (axis === 2) height[plane] = built.height[plane] + way;
    }
    if (isTurned || isHidden[row] !== 0) height[plane] = Number.POSITIVE_INFINITY;
  }
}

function isMirror({ family, params }: MaterialSet, material: number): boolean {
  const amount = params[material * PARAM_NUMBERS + OWN_PARAM.REFRACT * 4 + 1];
  return hasTrait(family[material], "water") && amount >= 0;
}

/**
 * Returns the height of the highest triangle of a chunk that faces up, or `null` if no triangle
 * does.
 */
function topOf({ world, chunks }: MapScene, chunk: number): number | null {
  const { vertices, indices } = world;
  const view = new DataView(vertices.buffer, vertices.byteOffset, vertices.byteLength);
  const first = chunks.firstIndex[chunk];
  let top: number | null = null;
  for (let i = first; i < first + chunks.indexCount[chunk]; i += 3) {
    const vertex = indices[i] * WORLD_VERTEX.strideBytes;
    if (view.getInt8(vertex + WORLD_VERTEX.normal + 2) < LEVEL) continue;
    const z = view.getFloat32(vertex + WORLD_VERTEX.position + 8, true);
    if (top === null || z > top) top = z;
  }
  return top;
}

function reachOf({ pvs, chunks }: MapScene, rows: Uint32Array): Uint32Array | null {
  if (pvs === null) return null;
  const from = new Set<number>();
  for (const chunk of rows) {
    const first = chunks.firstCluster[chunk];
    const count = chunks.clusterCount[chunk];
    if (count === 0) return null;
    for (let i = first; i < first + count; i++) from.add(chunks.clusters[i]);
    if (from.size > MAX_CLUSTERS) return null;
  }
  const reach = createBitSet(pvs.clusterCount);
  const seen = createBitSet(pvs.clusterCount);
  for (const cluster of from) {
    decodePvsRow(pvs, cluster, seen);
    for (let word = 0; word < reach.length; word++) reach[word] |= seen[word];
  }
  return reach;
}

/**
 * Returns the plane that a view sees reflecting: the nearest one in view below the eye, since the
 * engine reflects one height at a time. Returns -1 if no plane is in view.
 */
export function choosePlane({ bounds, height }: MirrorPlanes, view: View): number {
  let chosen = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (let plane = 0; plane < bounds.count; plane++) {
    if (view.z <= height[plane] || !isBoxInView(bounds, plane, view)) continue;
    const distance = squareDistance(bounds.box, plane * 6, view);
    if (distance >= nearest) continue;
    nearest = distance;
    chosen = plane;
  }
  return chosen;
}

/** Returns the squared distance of a view from a box, in square inches. */
function squareDistance(box: Float32Array, at: number, { x, y, z }: View): number {
  const dx = Math.max(box[at] - x, 0, x - box[at + 3]);
  const dy = Math.max(box[at + 1] - y, 0, y - box[at + 4]);
  const dz = Math.max(box[at + 2] - z, 0, z - box[at + 5]);
  return dx * dx + dy * dy + dz * dz;
}
