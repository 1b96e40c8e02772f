/**
 * Ambient cubes of leafs: points spread over each leaf, reduced to those from which the others can
 * be interpolated. Facts from vrad's `leaf_ambient_lighting.cpp`.
 */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import { LEAF_AMBIENT_LIGHTING } from "../../../formats/bsp/records/lights.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import type { MapLump } from "../../types.ts";
import { writeColorRgbExp32 } from "../faces/color-rgb-exp32.ts";
import type { PointTable } from "../light-scene.ts";
import type { RayScene } from "../rays/ray-scene.ts";
import { MAX_TRACE_LENGTH } from "../rays/sky-visibility.ts";
import { findClosest, hit } from "../rays/trace-bvh.ts";

const MAX_SAMPLES = 16;
const TRIES = 200;
/** Most samples per map. `dleafambientindex_t` stores 16-bit sample numbers. */
const MOST_SAMPLES = 65535;
const [SAMPLE] = LEAF_AMBIENT_LIGHTING;
const CUBE_FLOATS = 18;

/** Returns number `i` of the Halton sequence: its digits in `base`, mirrored at the point. */
function halton(i: number, base: number): number {
  let value = 0;
  let digit = 1 / base;
  for (let rest = i; rest > 0; rest = Math.floor(rest / base)) {
    value += (rest % base) * digit;
    digit /= base;
  }
  return value;
}

/** Lists points of all leafs, 3 numbers each, leaf after leaf (see `countAmbientPoints`). */
export function listAmbientPoints(bsp: Bsp, rays: RayScene, fast: boolean): number[] {
  const points: number[] = [];
  const wanted = countAmbientPoints(bsp, fast);
  for (let leaf = 0; leaf < bsp.leafs.count; leaf++) {
    pushLeafPoints(points, bsp, rays, leaf, wanted[leaf]);
  }
  return points;
}

/** Counts the points of each leaf: about one per player-sized volume. */
export function countAmbientPoints({ leafs }: Bsp, fast: boolean): Uint8Array {
  const most = Math.max(1, Math.min(MAX_SAMPLES, Math.floor(MOST_SAMPLES / leafs.count)));
  const counts = new Uint8Array(leafs.count);
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    if ((leafs.contents[leaf] & CONTENTS_SOLID) !== 0) continue;
    const size = (axis: number) => leafs.maxs[leaf * 3 + axis] - leafs.mins[leaf * 3 + axis];
    const steps = (inches: number, step: number) => Math.max(1, Math.floor(inches / step));
    const count = steps(size(0), 64) * steps(size(1), 64) * steps(size(2), 96);
    counts[leaf] = fast ? 1 : Math.min(most, count);
  }
  return counts;
}

function pushLeafPoints(
  points: number[],
  bsp: Bsp,
  rays: RayScene,
  leaf: number,
  wanted: number,
): void {
  const { mins, maxs } = bsp.leafs;
  const at = (axis: number, share: number) =>
    mins[leaf * 3 + axis] + (maxs[leaf * 3 + axis] - mins[leaf * 3 + axis]) * share;
  let found = 0;
  for (let i = 1; i <= TRIES && found < wanted; i++) {
    // Tries the middle first, because for most leafs one point is enough.
    const share = (base: number) => (halton(i - 1, base) + 0.5) % 1;
    const x = at(0, share(2));
    const y = at(1, share(3));
    const z = at(2, share(5));
    if (bsp.nodes.count > 0 && findLeafOf(bsp, x, y, z) !== leaf) continue;
    if (isBuried(rays, x, y, z)) continue;
    points.push(x, y, z);
    found++;
  }
  // Fallback for thin leafs, and those full of detail brushes.
  for (; found < wanted; found++) points.push(at(0, 0.5), at(1, 0.5), at(2, 0.5));
}

function findLeafOf({ nodes, planes }: Bsp, x: number, y: number, z: number): number {
  let node = 0;
  while (node >= 0) {
    const plane = nodes.plane[node];
    const distance =
      planes.normal[plane * 3] * x +
      planes.normal[plane * 3 + 1] * y +
      planes.normal[plane * 3 + 2] * z -
      planes.dist[plane];
    node = nodes.children[node * 2 + (distance >= 0 ? 0 : 1)];
  }
  return -1 - node;
}

/**
 * Whether a point is inside a detail brush or under a displacement: the nearest surface above shows
 * its back.
 */
function isBuried({ blockers }: RayScene, x: number, y: number, z: number): boolean {
  return findClosest(blockers, x, y, z, 0, 0, 1, MAX_TRACE_LENGTH) && hit.isBack;
}

export interface AmbientLumps {
  readonly index: MapLump;
  readonly lighting: MapLump;
}

interface LitPoints extends PointTable {
  /** 18 a point. */
  readonly light: Float32Array;
}

/** Encodes the cubes of all leafs. 1 is full light. */
export function writeLeafAmbient(bsp: Bsp, points: LitPoints, fast: boolean): AmbientLumps {
  const { leafs } = bsp;
  const counts = countAmbientPoints(bsp, fast);
  const index = new Uint8Array(leafs.count * 4);
  const indexView = new DataView(index.buffer);
  const lighting = new Uint8Array(points.count * SAMPLE.bytes);
  let next = 0;
  let written = 0;
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    const kept = compress(points, next, counts[leaf]);
    next += counts[leaf];
    indexView.setUint16(leaf * 4, kept.length, true);
    indexView.setUint16(leaf * 4 + 2, kept.length > 0 ? written : 0, true);
    for (const point of kept) {
      const sample = lighting.subarray(written * SAMPLE.bytes, (written + 1) * SAMPLE.bytes);
      writeSample(sample, bsp, leaf, points, point);
      written++;
    }
  }
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    if (counts[leaf] > 0) continue;
    indexView.setUint16(leaf * 4 + 2, findLitNeighbour(bsp, counts, leaf), true);
  }
  return {
    index: { version: 0, bytes: index },
    lighting: { version: 1, bytes: lighting.slice(0, written * SAMPLE.bytes) },
  };
}

/** Removes every point that the others of its leaf predict within 2 of 255. */
function compress(points: LitPoints, first: number, count: number): number[] {
  const kept = Array.from({ length: count }, (_, i) => first + i);
  for (let i = kept.length - 1; i > 0; i--) {
    const others = kept.filter((_, j) => j !== i);
    if (isTold(points, kept[i], others)) kept.splice(i, 1);
  }
  if (kept.length === 2 && isTold(points, kept[0], [kept[1]])) kept.shift();
  return kept;
}

function isTold(points: LitPoints, point: number, others: readonly number[]): boolean {
  const mixed = new Float64Array(CUBE_FLOATS);
  let total = 0;
  for (const other of others) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      squared += (points.position[other * 3 + axis] - points.position[point * 3 + axis]) ** 2;
    }
    const weight = 1 / (squared + 1);
    total += weight;
    for (let i = 0; i < CUBE_FLOATS; i++)
      mixed[i] += points.light[other * CUBE_FLOATS + i] * weight;
  }
  const screen = (value: number) => 255 * Math.min(1, Math.max(0, value / 255)) ** (1 / 2.2);
  for (let i = 0; i < CUBE_FLOATS; i++) {
    const difference = screen(mixed[i] / total) - screen(points.light[point * CUBE_FLOATS + i]);
    if (Math.abs(difference) >= 3) return false;
  }
  return true;
}

function writeSample(
  out: Uint8Array,
  { leafs }: Bsp,
  leaf: number,
  points: LitPoints,
  point: number,
): void {
  for (let side = 0; side < 6; side++) {
    const from = point * CUBE_FLOATS + side * 3;
    const [r, g, b] = points.light.subarray(from, from + 3);
    writeColorRgbExp32(out, side * 4, r / 255, g / 255, b / 255);
  }
  for (let axis = 0; axis < 3; axis++) {
    const low = leafs.mins[leaf * 3 + axis];
    const size = leafs.maxs[leaf * 3 + axis] - low;
    const share = size > 0 ? (points.position[point * 3 + axis] - low) / size : 0;
    out[SAMPLE.columns.position.at + axis] = Math.floor(
      Math.min(1, Math.max(0, share)) * 255 + 0.5,
    );
  }
}

/** Finds the nearest lit leaf, with which the engine lights objects in a solid leaf. */
function findLitNeighbour({ leafs }: Bsp, counts: Uint8Array, leaf: number): number {
  let best = leaf;
  let least = Number.POSITIVE_INFINITY;
  for (let other = 0; other < leafs.count; other++) {
    if (counts[other] === 0) continue;
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = Math.max(leafs.mins[leaf * 3 + axis], leafs.mins[other * 3 + axis]);
      const high = Math.min(leafs.maxs[leaf * 3 + axis], leafs.maxs[other * 3 + axis]);
      if (low > high) squared += (low - high) ** 2;
    }
    if (squared < least) {
      least = squared;
      best = other;
    }
  }
  return best;
}
