/** Ray tracing through a bounding volume hierarchy. Directions have unit length. */

import type { Bvh, BvhPlace } from "./bvh.ts";
import { meet, met, PREFER_INCHES, traceReference } from "./trace-reference.ts";
import { tracerFor, type WasmTracer } from "./wasm-tracer.ts";

/** Result of the last `findClosest`. */
export const hit = {
  distance: 0,
  /** The caller's number of the triangle; -1 if none. */
  id: -1,
  /** Weights of the triangle's second and third corner. */
  u: 0,
  v: 0,
  /** True if the ray hit the back, from which the corners run clockwise. */
  isBack: false,
};

/** Memory of the last ray's BVH, and its tracer. */
let lastMemory: WebAssembly.Memory | null = null;
let lastTracer: WasmTracer | null = null;

function findTracer(place: BvhPlace): WasmTracer | null {
  if (place.memory !== lastMemory) {
    lastMemory = place.memory;
    lastTracer = tracerFor(place);
  }
  return lastTracer;
}

/** Row of the triangle that `hitsAny` met last, which probably blocks the next ray as well. */
let lastMet = -1;

/** Whether any triangle is on the ray nearer than `maxDistance`. */
export function hitsAny(
  bvh: Bvh,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
): boolean {
  if (bvh.triangleCount === 0) return false;
  const { place } = bvh;
  const tracer = place === null ? null : findTracer(place);
  lastMet =
    place === null || tracer === null
      ? traceReference(bvh, true, 0, ox, oy, oz, dx, dy, dz, maxDistance)
      : tracer.trace(
          place.boxes,
          place.children,
          place.triangles,
          place.ids,
          tracer.scratch,
          1,
          0,
          ox,
          oy,
          oz,
          dx,
          dy,
          dz,
          maxDistance,
        );
  return lastMet >= 0;
}

/**
 * Same result as `hitsAny`, but first tests a triangle remembered from a similar ray.
 * `memory[slot]` is that triangle's row, or any value, and is updated.
 */
export function hitsAnyAgain(
  bvh: Bvh,
  memory: Int32Array,
  slot: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
): boolean {
  const row = memory[slot];
  if (row >= 0 && row < bvh.triangleIds.length) {
    if (meet(bvh.triangles, row, ox, oy, oz, dx, dy, dz) < maxDistance) return true;
  }
  if (!hitsAny(bvh, ox, oy, oz, dx, dy, dz, maxDistance)) return false;
  memory[slot] = lastMet;
  return true;
}

/**
 * Finds the nearest triangle on the ray and describes it in `hit`. Returns false if none;
 * `hit.distance` is then `maxDistance`.
 * @param preferBelow triangles with lower ids win against others in the same plane
 */
export function findClosest(
  bvh: Bvh,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
  preferBelow = 0,
): boolean {
  hit.id = -1;
  hit.distance = maxDistance;
  if (bvh.triangleCount === 0) return false;
  const { place } = bvh;
  const tracer = place === null ? null : findTracer(place);
  let row: number;
  let determinant: number;
  if (place === null || tracer === null) {
    row = traceReference(bvh, false, preferBelow, ox, oy, oz, dx, dy, dz, maxDistance);
    if (row < 0) return false;
    hit.distance = met.distance;
    hit.u = met.u;
    hit.v = met.v;
    determinant = met.determinant;
  } else {
    row = tracer.trace(
      place.boxes,
      place.children,
      place.triangles,
      place.ids,
      tracer.scratch,
      0,
      preferBelow,
      ox,
      oy,
      oz,
      dx,
      dy,
      dz,
      maxDistance,
    );
    if (row < 0) return false;
    hit.distance = tracer.result[0];
    hit.u = tracer.result[1];
    hit.v = tracer.result[2];
    determinant = tracer.result[3];
  }
  hit.isBack = determinant < 0;
  hit.id = bvh.triangleIds[row];
  if (hit.id < preferBelow) hit.distance += PREFER_INCHES;
  return true;
}
