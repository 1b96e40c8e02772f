/**
 * Casts rays through a map's visible geometry. Walks the node tree front to back and clips the ray
 * against each leaf's brushes, until a leaf lies behind the nearest hit. Displacements have a
 * separate tree.
 */

import { type MapCollision, SIDE_PASSES, SIDE_SKY, SIDE_STOPS } from "../map/collision.ts";
import type { LeafTree } from "../map/types.ts";
import { meetTriangle } from "../math/meet-triangle.ts";

/** Nearest hit of the last cast; one object per trace, overwritten by each hit. */
export interface TraceHit {
  /** Inches from the ray's start. */
  distance: number;
  /** Normal of the hit surface, towards the ray's start; zeros if the ray starts inside. */
  normalX: number;
  normalY: number;
  normalZ: number;
  /** Row of `MapCollision.materialName`; -1 if none. */
  material: number;
  /** Row of the collision's models. */
  model: number;
  isDisplacement: boolean;
}

export interface Trace {
  readonly hit: TraceHit;
  /** Total of nodes and boxes that rays crossed, and of brushes, sides and triangles tested. */
  readonly tests: number;
  /**
   * Returns true if a ray hits anything before the sky. The direction has unit length; the distance
   * may be infinite. Allocates nothing.
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
  /**
   * Returns true if a ray is blocked by any hit, the sky included. Ignores brush entities; `hit` is
   * undefined afterwards.
   */
  isBlocked(
    x: number,
    y: number,
    z: number,
    directionX: number,
    directionY: number,
    directionZ: number,
    maxDistance: number,
  ): boolean;
}

/**
 * Half the diagonal of the largest possible world, inches: no geometry is farther from the origin.
 */
const WORLD_RADIUS = 131_072;

/**
 * Distance from a node's plane, in inches, within which a ray visits both sides: compilers leave a
 * brush out of leaves that it only touches.
 */
const NEAR_PLANE = 1 / 32;

const NO_SIDE = -1;

/**
 * Limit of tests per ray, which then returns the hit found so far. Real maps need some hundreds.
 * Models that share brushes can need any number, since each model tests them again, and so can a
 * ray along the planes of all nodes.
 */
const MOST_TESTS_A_RAY = 2 ** 22;

/** @param leavesSolid whether rays that start inside a brush ignore that brush */
export function createTrace(tree: LeafTree, collision: MapCollision, leavesSolid = false): Trace {
  const { nodePlane, nodeChildren } = tree;
  const { sidePlane, sideMaterial, sideKind, brushFirstSide, brushSideCount } = collision;
  const { leafFirstBrush, leafBrushCount, leafBrushes } = collision;
  const { modelHeadNode, modelFromWorld, modelBox, modelIsHidden } = collision;
  const { triangles, triangleMaterial, boxes, boxLinks } = collision;
  const hit: TraceHit = {
    distance: 0,
    normalX: 0,
    normalY: 0,
    normalZ: 0,
    material: -1,
    model: 0,
    isDisplacement: false,
  };
  /**
   * Number of the ray that last tested each brush: a brush lies in several leaves, and models may
   * share it.
   */
  const testedBy = new Uint32Array(collision.brushCount);
  let ray = 0;
  // A walk pushes at most one node, with its interval of the ray, for each level it descends.
  const nodes = new Int32Array(tree.nodeCount + 2);
  const starts = new Float64Array(tree.nodeCount + 2);
  const ends = new Float64Array(tree.nodeCount + 2);
  const boxStack = new Uint32Array(64);
  let tests = 0;
  let lastTest = 0;

  /** Start and direction of the ray, in the space of the model being tested. */
  let ox = 0;
  let oy = 0;
  let oz = 0;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  /** Distance of the nearest hit so far, or the ray's length. */
  let nearest = 0;
  let nearestSide = NO_SIDE;
  let hasHit = false;
  /** Whether the first hit found is enough. */
  let isAnyEnough = false;
  /** Whether the nearest hit is the sky. */
  let isSky = false;
  /** Whether the current model has the nearest hit. */
  let isBrushHit = false;

  /**
   * True if a hit counts as nearer. At equal distances the first wins, but solid surfaces beat the
   * sky.
   */
  function isNearer(distance: number): boolean {
    return distance < nearest || (distance === nearest && (!hasHit || isSky));
  }

  function clipBrush(brush: number): void {
    let enter = Number.NEGATIVE_INFINITY;
    let exit = Number.POSITIVE_INFINITY;
    let enterSide = NO_SIDE;
    const end = brushFirstSide[brush] + brushSideCount[brush];
    for (let side = brushFirstSide[brush]; side < end; side++) {
      const p = side * 4;
      const nx = sidePlane[p];
      const ny = sidePlane[p + 1];
      const nz = sidePlane[p + 2];
      const height = nx * ox + ny * oy + nz * oz - sidePlane[p + 3];
      const slope = nx * dx + ny * dy + nz * dz;
      if (slope === 0) {
        // A ray within a face's plane is outside the brush.
        if (height >= 0) return;
        continue;
      }
      const at = -height / slope;
      if (slope > 0) {
        if (at < exit) exit = at;
      } else if (at > enter) {
        enter = at;
        enterSide = side;
      }
      if (enter >= exit) return;
    }
    if (exit <= 0 || (leavesSolid && enter < 0)) return;
    const distance = Math.max(enter, 0);
    if (!isNearer(distance)) return;
    const seen = enter < 0 ? findDrawnSide(brush, enterSide) : enterSide;
    if (seen === NO_SIDE || sideKind[seen] === SIDE_PASSES) return;
    if (hasHit && distance === nearest && sideKind[seen] === SIDE_SKY) return;
    nearest = distance;
    nearestSide = enter < 0 ? NO_SIDE : enterSide;
    hit.material = sideMaterial[seen];
    isSky = sideKind[seen] === SIDE_SKY;
    hasHit = isBrushHit = true;
  }

  /**
   * Returns the side that shows a brush from inside: the one the ray entered by, or any that is
   * drawn.
   */
  function findDrawnSide(brush: number, enterSide: number): number {
    if (enterSide !== NO_SIDE && sideKind[enterSide] === SIDE_STOPS) return enterSide;
    const end = brushFirstSide[brush] + brushSideCount[brush];
    for (let side = brushFirstSide[brush]; side < end; side++) {
      if (sideKind[side] === SIDE_STOPS) return side;
    }
    return NO_SIDE;
  }

  function clipLeaf(leaf: number): void {
    const end = leafFirstBrush[leaf] + leafBrushCount[leaf];
    tests += leafBrushCount[leaf];
    for (let i = leafFirstBrush[leaf]; i < end; i++) {
      const brush = leafBrushes[i];
      if (testedBy[brush] === ray) continue;
      testedBy[brush] = ray;
      tests += brushSideCount[brush];
      clipBrush(brush);
    }
  }

  /** Returns true if a model has a hit nearer than those before. */
  function walkModel(headNode: number): boolean {
    ray = (ray + 1) >>> 0;
    if (ray === 0) {
      testedBy.fill(0);
      ray = 1;
    }
    isBrushHit = false;
    let depth = 1;
    nodes[0] = headNode;
    starts[0] = 0;
    ends[0] = nearest;
    while (depth > 0 && tests < lastTest) {
      depth--;
      let node = nodes[depth];
      const start = starts[depth];
      let end = Math.min(ends[depth], nearest);
      if (start > nearest) continue;
      while (node >= 0) {
        tests++;
        const p = node * 4;
        const nx = nodePlane[p];
        const ny = nodePlane[p + 1];
        const nz = nodePlane[p + 2];
        const height = nx * ox + ny * oy + nz * oz - nodePlane[p + 3];
        const slope = nx * dx + ny * dy + nz * dz;
        const atStart = height + slope * start;
        const atEnd = height + slope * end;
        const front = nodeChildren[node * 2];
        const back = nodeChildren[node * 2 + 1];
        if (atStart > NEAR_PLANE && atEnd > NEAR_PLANE) {
          node = front;
        } else if (atStart < -NEAR_PLANE && atEnd < -NEAR_PLANE) {
          node = back;
        } else if (slope < 0) {
          // Visits the front child, then the back; both intervals extend a little past the plane.
          nodes[depth] = back;
          starts[depth] = Math.max(start, (NEAR_PLANE - height) / slope);
          ends[depth] = end;
          depth++;
          end = Math.min(end, (-NEAR_PLANE - height) / slope);
          node = front;
        } else {
          nodes[depth] = front;
          // A ray parallel to the plane never crosses it: both sides keep the whole interval.
          starts[depth] = slope === 0 ? start : Math.max(start, (-NEAR_PLANE - height) / slope);
          ends[depth] = end;
          depth++;
          if (slope !== 0) end = Math.min(end, (NEAR_PLANE - height) / slope);
          node = back;
        }
        if (end < start) end = start;
      }
      clipLeaf(-1 - node);
      if (isAnyEnough && isBrushHit) return true;
    }
    return isBrushHit;
  }

  function isBoxAhead(box: Float32Array, row: number): boolean {
    let enter = 0;
    let exit = nearest;
    for (let axis = 0; axis < 3; axis++) {
      const origin = axis === 0 ? ox : axis === 1 ? oy : oz;
      const direction = axis === 0 ? dx : axis === 1 ? dy : dz;
      const low = box[row * 6 + axis] - NEAR_PLANE;
      const high = box[row * 6 + 3 + axis] + NEAR_PLANE;
      if (direction === 0) {
        if (origin < low || origin > high) return false;
        continue;
      }
      const a = (low - origin) / direction;
      const b = (high - origin) / direction;
      enter = Math.max(enter, Math.min(a, b));
      exit = Math.min(exit, Math.max(a, b));
    }
    return enter <= exit;
  }

  /** Hits either side, as light and bullets do. */
  function clipTriangle(triangle: number): void {
    const t = triangle * 9;
    const distance = meetTriangle(triangles, t, ox, oy, oz, dx, dy, dz);
    if (distance === Number.POSITIVE_INFINITY || !isNearer(distance)) return;
    const e1x = triangles[t + 3] - triangles[t];
    const e1y = triangles[t + 4] - triangles[t + 1];
    const e1z = triangles[t + 5] - triangles[t + 2];
    const e2x = triangles[t + 6] - triangles[t];
    const e2y = triangles[t + 7] - triangles[t + 1];
    const e2z = triangles[t + 8] - triangles[t + 2];
    const nx = e1y * e2z - e1z * e2y;
    const ny = e1z * e2x - e1x * e2z;
    const nz = e1x * e2y - e1y * e2x;
    const side = nx * dx + ny * dy + nz * dz > 0 ? -1 : 1;
    const scale = side / Math.hypot(nx, ny, nz);
    nearest = distance;
    hasHit = true;
    isSky = false;
    hit.normalX = nx * scale;
    hit.normalY = ny * scale;
    hit.normalZ = nz * scale;
    hit.material = triangleMaterial[triangle];
    hit.model = 0;
    hit.isDisplacement = true;
  }

  function walkTriangles(): void {
    if (boxLinks.length === 0) return;
    let depth = 0;
    boxStack[depth++] = 0;
    while (depth > 0) {
      const row = boxStack[--depth];
      tests++;
      if (!isBoxAhead(boxes, row)) continue;
      const first = boxLinks[row * 2];
      const count = boxLinks[row * 2 + 1];
      tests += count;
      for (let i = 0; i < count; i++) clipTriangle(first + i);
      if (isAnyEnough && hasHit) return;
      if (count > 0) continue;
      boxStack[depth++] = first;
      boxStack[depth++] = row + 1;
    }
  }

  /** Stores a brush hit, with its normal transformed to world space. */
  function takeBrushHit(model: number): void {
    hit.model = model;
    hit.isDisplacement = false;
    hit.normalX = hit.normalY = hit.normalZ = 0;
    if (nearestSide === NO_SIDE) return;
    const p = nearestSide * 4;
    const m = model * 12;
    const nx = sidePlane[p];
    const ny = sidePlane[p + 1];
    const nz = sidePlane[p + 2];
    hit.normalX = modelFromWorld[m] * nx + modelFromWorld[m + 4] * ny + modelFromWorld[m + 8] * nz;
    hit.normalY =
      modelFromWorld[m + 1] * nx + modelFromWorld[m + 5] * ny + modelFromWorld[m + 9] * nz;
    hit.normalZ =
      modelFromWorld[m + 2] * nx + modelFromWorld[m + 6] * ny + modelFromWorld[m + 10] * nz;
  }

  function setRay(x: number, y: number, z: number, toX: number, toY: number, toZ: number): void {
    ox = x;
    oy = y;
    oz = z;
    dx = toX;
    dy = toY;
    dz = toZ;
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
    nearest = Math.min(maxDistance, Math.hypot(x, y, z) + WORLD_RADIUS);
    hasHit = false;
    lastTest = tests + MOST_TESTS_A_RAY;
    setRay(x, y, z, directionX, directionY, directionZ);
    if (walkModel(modelHeadNode[0])) takeBrushHit(0);
    walkTriangles();
    tests += collision.modelCount;
    for (let model = 1; model < collision.modelCount; model++) {
      if (modelIsHidden[model] !== 0 || !isBoxAhead(modelBox, model)) continue;
      const m = model * 12;
      const f = modelFromWorld;
      setRay(
        f[m] * x + f[m + 1] * y + f[m + 2] * z + f[m + 3],
        f[m + 4] * x + f[m + 5] * y + f[m + 6] * z + f[m + 7],
        f[m + 8] * x + f[m + 9] * y + f[m + 10] * z + f[m + 11],
        f[m] * directionX + f[m + 1] * directionY + f[m + 2] * directionZ,
        f[m + 4] * directionX + f[m + 5] * directionY + f[m + 6] * directionZ,
        f[m + 8] * directionX + f[m + 9] * directionY + f[m + 10] * directionZ,
      );
      if (walkModel(modelHeadNode[model])) takeBrushHit(model);
      setRay(x, y, z, directionX, directionY, directionZ);
    }
    hit.distance = nearest;
    return hasHit && !isSky;
  }

  function isBlocked(
    x: number,
    y: number,
    z: number,
    directionX: number,
    directionY: number,
    directionZ: number,
    maxDistance: number,
  ): boolean {
    nearest = Math.min(maxDistance, Math.hypot(x, y, z) + WORLD_RADIUS);
    hasHit = false;
    isAnyEnough = true;
    lastTest = tests + MOST_TESTS_A_RAY;
    setRay(x, y, z, directionX, directionY, directionZ);
    if (!walkModel(modelHeadNode[0])) walkTriangles();
    isAnyEnough = false;
    return hasHit;
  }

  return {
    hit,
    get tests() {
      return tests;
    },
    cast,
    isBlocked,
  };
}
