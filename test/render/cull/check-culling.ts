/** Compares the GPU's culling with the CPU reference and counts results within rounding. */

import { expect } from "vitest";
import { MATERIAL_NO_CULL } from "../../../src/map/material.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT, WORLD_VERTEX } from "../../../src/map/world.ts";
import { FRUSTUM_PLANES } from "../../../src/math/frustum.ts";
import { BATCH_ARGS } from "../../../src/render/chunks/batch-args.ts";
import { cullBoxes } from "../../../src/visibility/cull.ts";
import { chooseLod } from "../../../src/visibility/prop-lod.ts";
import type { CullProbe, FoundRows } from "./cull-probe.ts";

export interface Checked {
  /** Rows and triangles that were compared, and those for which both results are accepted. */
  rows: number;
  openRows: number;
  triangles: number;
  openTriangles: number;
  /** Rows and triangles that are drawn. */
  drawnRows: number;
  drawnTriangles: number;
}

export function createChecked(): Checked {
  return {
    rows: 0,
    openRows: 0,
    triangles: 0,
    openTriangles: 0,
    drawnRows: 0,
    drawnTriangles: 0,
  };
}

/** Error bound of a single-precision sum of products of this size. */
const ROUNDING = 2 ** -21;

/** Returns whether rounding decides if a box touches one of the planes. */
function isBoxOpen(planes: Float32Array, box: Float32Array, at: number): boolean {
  for (let i = 0; i < FRUSTUM_PLANES * 4; i += 4) {
    let value = planes[i + 3];
    let size = Math.abs(planes[i + 3]);
    for (let axis = 0; axis < 3; axis++) {
      const n = planes[i + axis];
      const term = n * box[at + axis + (n > 0 ? 3 : 0)];
      value += term;
      size += Math.abs(term);
    }
    if (Math.abs(value) <= size * ROUNDING) return true;
  }
  return false;
}

type Point = readonly [number, number, number];

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const length = (a: Point) => Math.hypot(...a);

/**
 * Returns 1 for visible, 0 for not visible, −1 if rounding decides. In double precision, by the
 * shader's definition.
 */
function triangleAnswer(
  planes: Float32Array,
  eye: Point,
  corners: readonly [Point, Point, Point],
  isTwoSided: boolean,
): number {
  let isOpen = false;
  for (let i = 0; i < FRUSTUM_PLANES * 4; i += 4) {
    const normal: Point = [planes[i], planes[i + 1], planes[i + 2]];
    const sides = corners.map((p) => dot(normal, p) + planes[i + 3]);
    const size = Math.max(
      ...corners.map((p) => p.reduce((sum, c, k) => sum + Math.abs(c * normal[k]), 0)),
    );
    const slack = (size + Math.abs(planes[i + 3])) * ROUNDING;
    const greatest = Math.max(...sides);
    if (greatest < -slack) return 0;
    if (greatest < slack) isOpen = true;
  }
  if (!isTwoSided) {
    const [a, b, c] = corners;
    const u = minus(b, a);
    const v = minus(c, a);
    const normal = cross(u, v);
    const toEye = minus(eye, a);
    const margin = dot(normal, toEye) + 1e-4 * length(normal) * length(toEye);
    const size = length(a) + length(b) + length(c) + length(eye);
    const slack =
      ROUNDING * size * (length(normal) + (length(u) + length(v)) * length(toEye)) +
      ROUNDING * length(u) * length(v) * length(toEye);
    if (margin < -slack) return 0;
    if (margin < slack) isOpen = true;
  }
  return isOpen ? -1 : 1;
}

/** Checks the visible chunks, their triangles, and the lists and draw arguments built from them. */
export async function checkWorld(probe: CullProbe, checked: Checked): Promise<FoundRows> {
  const { map, settings } = probe;
  const { scene } = map;
  const { chunks, world, materials } = scene;
  const { batches, place } = probe.world;
  const { view } = probe;
  const frustum = settings.frustum ? view.frustum : null;
  const found = await probe.readRows(place, batches.rowChunk.length);

  const isKindDrawn = (kind: number) =>
    (kind !== CHUNK_DISPLACEMENT || settings.displacements) &&
    (kind !== CHUNK_BRUSH_MODEL || settings.brushModels);
  const list = new Uint32Array(chunks.count);
  const expected = new Uint8Array(chunks.count);
  const count = cullBoxes(chunks, view.visible, frustum, list);
  for (const chunk of list.subarray(0, count)) {
    if (isKindDrawn(chunks.kind[chunk])) expected[chunk] = 1;
  }
  const floats = new Float32Array(world.vertices.buffer, world.vertices.byteOffset);
  const stride = WORLD_VERTEX.strideBytes / 4;
  const corner = (index: number): Point => {
    const at = world.indices[index] * stride;
    return [floats[at], floats[at + 1], floats[at + 2]];
  };
  const eye: Point = [view.x, view.y, view.z];
  const wrong: string[] = [];
  for (let row = 0; row < batches.rowChunk.length; row++) {
    const chunk = batches.rowChunk[row];
    checked.rows++;
    if (found.inView[row] !== expected[chunk]) {
      if (isBoxOpen(view.frustum, chunks.box, chunk * 6)) checked.openRows++;
      else wrong.push(`chunk ${chunk}: ${found.inView[row]} for ${expected[chunk]}`);
    }
    const total = chunks.indexCount[chunk] / 3;
    if (found.inView[row] === 0) {
      if (found.mask[row] !== 0) wrong.push(`chunk ${chunk} out of view has triangles`);
      continue;
    }
    if (total < 32 && found.mask[row] >>> total !== 0) wrong.push(`chunk ${chunk}: too many bits`);
    if (frustum === null) {
      const all = total === 32 ? 0xffffffff : 2 ** total - 1;
      if (found.mask[row] !== all) wrong.push(`chunk ${chunk}: not all triangles`);
      continue;
    }
    const isTwoSided = (materials.flags[chunks.material[chunk]] & MATERIAL_NO_CULL) !== 0;
    for (let i = 0; i < total; i++) {
      const first = chunks.firstIndex[chunk] + i * 3;
      const corners = [corner(first), corner(first + 1), corner(first + 2)] as const;
      const answer = triangleAnswer(frustum, eye, corners, isTwoSided);
      checked.triangles++;
      if (answer < 0) checked.openTriangles++;
      else if (((found.mask[row] >>> i) & 1) !== answer) wrong.push(`chunk ${chunk} triangle ${i}`);
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  await checkCompaction(probe, found, checked);
  return found;
}

/** Checks lists and arguments against the row states: the triangles are in row order. */
async function checkCompaction(
  probe: CullProbe,
  found: FoundRows,
  checked: Checked,
): Promise<void> {
  const { world, map } = probe;
  const { batches } = world;
  const { chunks, world: mesh } = map.scene;
  const compacted = await probe.readLists(world.place);
  const args = await probe.readArgs(world.place);
  for (let batch = 0; batch < batches.count; batch++) {
    const indices: number[] = [];
    let rows = 0;
    for (let row = batches.firstRow[batch]; row < batches.firstRow[batch + 1]; row++) {
      if (found.mask[row] !== 0) rows++;
      const first = chunks.firstIndex[batches.rowChunk[row]];
      for (let i = 0; i < 32; i++) {
        if (((found.mask[row] >>> i) & 1) === 0) continue;
        for (let k = 0; k < 3; k++) indices.push(mesh.indices[first + i * 3 + k]);
      }
    }
    const first = batches.firstIndex[batch];
    const end = batch + 1 < batches.count ? batches.firstIndex[batch + 1] : batches.indexCapacity;
    expect(indices.length).toBeLessThanOrEqual(end - first);
    const at = batch * BATCH_ARGS.strideWords;
    expect([...args.subarray(at, at + BATCH_ARGS.strideWords)]).toEqual([
      ...[indices.length, 1, first, 0, 0],
      ...[indices.length * 2, 1, first * 2, 0, rows],
    ]);
    const drawn = compacted.subarray(first, first + indices.length);
    expect(drawn.every((index, i) => index === indices[i])).toBe(true);
    checked.drawnRows += rows;
    checked.drawnTriangles += indices.length / 3;
  }
}

/** Returns whether two numbers are so close that rounding decides their order. */
const isClose = (a: number, b: number) => Math.abs(a - b) <= 1e-5 * Math.max(1, Math.abs(b));

/** Checks the visible instances, their LODs, and the lists and draw arguments built from them. */
export async function checkProps(probe: CullProbe, checked: Checked): Promise<void> {
  const { view, settings } = probe;
  const props = probe.props!;
  const { batches, geometry } = props;
  const { set, cullable } = geometry;
  // Rows of a set with only translucent draws are culled with those draws and not gathered here.
  if (batches.drawCount === 0) return;
  const rowCount = batches.rowInstance.length;
  const found = await probe.readRows(props.place, rowCount);

  const list = new Uint32Array(set.instanceCount);
  const count = cullBoxes(cullable, view.visible, settings.frustum ? view.frustum : null, list);
  const seen = new Set(list.subarray(0, count));
  const bucketOf = new Int32Array(set.instanceCount).fill(-1);
  const isOpen = new Uint8Array(set.instanceCount);
  for (let i = 0; i < set.instanceCount; i++) {
    const m = set.worldFromModel.subarray(i * 12, i * 12 + 12);
    const middle = (axis: number) =>
      (cullable.box[i * 6 + axis] + cullable.box[i * 6 + 3 + axis]) / 2;
    const away = Math.hypot(middle(0) - view.x, middle(1) - view.y, middle(2) - view.z);
    const metricAt = (point: (axis: number) => number) => {
      const w = [0, 1, 2].reduce((sum, k) => sum + view.clipFromWorld[k * 4 + 3] * point(k), 0);
      return Math.max(0, w + view.clipFromWorld[15]) * view.lodMetricPerInch;
    };
    const metric = metricAt((axis) => m[axis * 4 + 3]);
    const size = metricAt(middle);
    const endMetric = set.fadeMetric?.[i * 2 + 1] ?? 0;
    const variant = set.instanceVariant[i];
    const isVisible = seen.has(i);
    const fadeMax = set.fadeMaxDist[i];
    const switchPoints = set.variantSwitchPoint.subarray(variant * 8, variant * 8 + 8);
    if (
      isBoxOpen(view.frustum, cullable.box, i * 6) ||
      isClose(away, fadeMax) ||
      isClose(size, endMetric) ||
      switchPoints.some((point) => isClose(metric, point))
    ) {
      isOpen[i] = 1;
    }
    const isGone = fadeMax > 0 ? away > fadeMax : endMetric > 0 && size >= endMetric;
    if (isVisible && !isGone) {
      bucketOf[i] = batches.variantFirstBucket[variant] + chooseLod(set, variant, metric);
    }
  }
  const wrong: string[] = [];
  const chosen: number[][] = Array.from({ length: batches.bucketCount }, () => []);
  for (let bucket = 0; bucket < batches.bucketCount; bucket++) {
    for (
      let row = batches.bucketFirstRow[bucket];
      row < batches.bucketFirstRow[bucket + 1];
      row++
    ) {
      const instance = batches.rowInstance[row];
      const isChosen = found.mask[row] === 1;
      checked.rows++;
      if (isChosen) chosen[bucket].push(instance);
      if (isChosen !== (bucketOf[instance] === bucket)) {
        if (isOpen[instance] === 1) checked.openRows++;
        else wrong.push(`instance ${instance} in bucket ${bucket}: ${isChosen}`);
      }
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  const ids = await probe.readLists(props.place);
  const args = await probe.readArgs(props.place);
  for (let row = 0; row < batches.drawCount; row++) {
    const bucket = batches.bucket[row];
    const first = batches.bucketFirstId[bucket];
    const draw = batches.draw[row];
    expect([...args.subarray(row * 5, row * 5 + 5)]).toEqual([
      ...[set.drawIndexCount[draw], chosen[bucket].length, set.drawFirstIndex[draw], 0, 0],
    ]);
    expect([...ids.subarray(first, first + chosen[bucket].length)]).toEqual(chosen[bucket]);
  }
  for (const instances of chosen) checked.drawnRows += instances.length;
}
