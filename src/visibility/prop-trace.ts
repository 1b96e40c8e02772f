/**
 * Casts rays against models: first against the boxes of all props, then against the box tree of
 * each prop hit, in model space.
 */

import type { PropShapes } from "../map/solid/prop-shapes.ts";
import { meetTriangle } from "../math/meet-triangle.ts";

/** Nearest hit of the last cast; one object per trace, overwritten by each hit. */
export interface PropTraceHit {
  /** Inches. */
  distance: number;
  /** World space, unit length, towards the ray's start. */
  readonly normal: Float64Array;
  instance: number;
  triangle: number;
}

export interface PropTrace {
  readonly hit: PropTraceHit;
  /**
   * Returns true if a ray hits a prop that is not faded out as seen from the ray's start. The
   * direction has unit length. Allocates nothing.
   * @param maxDistance inches; may be infinite
   */
  cast(
    x: number,
    y: number,
    z: number,
    directionX: number,
    directionY: number,
    directionZ: number,
    maxDistance: number,
  ): boolean;
}

export function createPropTrace(shapes: PropShapes): PropTrace {
  const { boxes, boxLinks, triangles, instanceBox, modelFromWorld, fadeMaxDist } = shapes;
  const { instanceModel, modelFirstBox, modelFirstTriangle, modelTriangleCount } = shapes;
  const hit: PropTraceHit = {
    distance: 0,
    normal: new Float64Array(3),
    instance: -1,
    triangle: -1,
  };
  const stack = new Uint32Array(64);
  const origin = new Float64Array(3);
  const direction = new Float64Array(3);
  let nearest = 0;

  /** True if the ray enters a box before `nearest`. */
  function isAhead(box: Float32Array, row: number): boolean {
    let enter = 0;
    let exit = nearest;
    for (let axis = 0; axis < 3; axis++) {
      const low = box[row * 6 + axis] - SLACK;
      const high = box[row * 6 + 3 + axis] + SLACK;
      const o = origin[axis];
      const d = direction[axis];
      if (d === 0) {
        if (o < low || o > high) return false;
        continue;
      }
      const a = (low - o) / d;
      const b = (high - o) / d;
      enter = Math.max(enter, Math.min(a, b));
      exit = Math.min(exit, Math.max(a, b));
    }
    return enter <= exit;
  }

  /** Returns the row of the nearest triangle closer than `nearest`, or -1. */
  function walkModel(model: number): number {
    const firstBox = modelFirstBox[model];
    const firstTriangle = modelFirstTriangle[model];
    let found = -1;
    let depth = 1;
    stack[0] = 0;
    while (depth > 0) {
      const own = stack[--depth];
      const row = firstBox + own;
      if (!isAhead(boxes, row)) continue;
      const first = boxLinks[row * 2];
      const count = boxLinks[row * 2 + 1];
      for (let i = firstTriangle + first; i < firstTriangle + first + count; i++) {
        const at = meetTriangle(
          triangles,
          i * 9,
          origin[0],
          origin[1],
          origin[2],
          direction[0],
          direction[1],
          direction[2],
        );
        if (at >= nearest) continue;
        nearest = at;
        found = i;
      }
      if (count > 0) continue;
      stack[depth++] = first;
      stack[depth++] = own + 1;
    }
    return found;
  }

  function cast(
    x: number,
    y: number,
    z: number,
    directionX: number,
    directionY: number,
    directionZ: number,
    maxDistance: number,
  ): boolean {
    nearest = maxDistance;
    hit.instance = -1;
    for (let i = 0; i < shapes.instanceCount; i++) {
      const model = instanceModel[i];
      if (modelTriangleCount[model] === 0) continue;
      set(origin, x, y, z);
      set(direction, directionX, directionY, directionZ);
      if (!isAhead(instanceBox, i) || isFaded(i, x, y, z)) continue;
      // Not normalized in model space, so that distances along the ray are the same in both spaces.
      const m = i * 12;
      for (let row = 0; row < 3; row++) {
        const at = m + row * 4;
        const a = modelFromWorld[at];
        const b = modelFromWorld[at + 1];
        const c = modelFromWorld[at + 2];
        origin[row] = a * x + b * y + c * z + modelFromWorld[at + 3];
        direction[row] = a * directionX + b * directionY + c * directionZ;
      }
      const triangle = walkModel(model);
      if (triangle < 0) continue;
      hit.instance = i;
      hit.triangle = triangle;
    }
    if (hit.instance < 0) return false;
    hit.distance = nearest;
    writeNormal(shapes, hit, directionX, directionY, directionZ);
    return true;
  }

  /** True if the instance is faded out, by the distance of its box's centre, as in culling. */
  function isFaded(instance: number, x: number, y: number, z: number): boolean {
    const end = fadeMaxDist[instance];
    if (!(end > 0)) return false;
    const b = instance * 6;
    const dx = (instanceBox[b] + instanceBox[b + 3]) / 2 - x;
    const dy = (instanceBox[b + 1] + instanceBox[b + 4]) / 2 - y;
    const dz = (instanceBox[b + 2] + instanceBox[b + 5]) / 2 - z;
    return dx * dx + dy * dy + dz * dz > end * end;
  }

  return { hit, cast };
}

/** Inches added to each side of a box, since boxes of flat models have no volume. */
const SLACK = 1 / 32;

function set(out: Float64Array, x: number, y: number, z: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

const edge = new Float64Array(6);

function writeNormal(
  { triangles, worldFromModel }: PropShapes,
  { normal, instance, triangle }: PropTraceHit,
  dx: number,
  dy: number,
  dz: number,
): void {
  const t = triangle * 9;
  const m = instance * 12;
  for (let row = 0; row < 3; row++) {
    const at = m + row * 4;
    for (let k = 0; k < 2; k++) {
      const corner = t + 3 + k * 3;
      edge[k * 3 + row] =
        worldFromModel[at] * (triangles[corner] - triangles[t]) +
        worldFromModel[at + 1] * (triangles[corner + 1] - triangles[t + 1]) +
        worldFromModel[at + 2] * (triangles[corner + 2] - triangles[t + 2]);
    }
  }
  const nx = edge[1] * edge[5] - edge[2] * edge[4];
  const ny = edge[2] * edge[3] - edge[0] * edge[5];
  const nz = edge[0] * edge[4] - edge[1] * edge[3];
  const side = dx * nx + dy * ny + dz * nz > 0 ? -1 : 1;
  const scale = side / Math.hypot(nx, ny, nz);
  set(normal, nx * scale, ny * scale, nz * scale);
}
