/**
 * Sweeps boxes through a map's solid geometry. A convex piece is hit where the box's centre crosses
 * its planes, each moved out by the box's extent along the plane's normal; bevel planes limit this
 * at corners. A displacement triangle is hit from its front only, by a separating-axis test: the
 * box's axes, the triangle's normal, and the cross products of their edges (public source:
 * public/dispcoll_common.cpp).
 */

import type { MapHulls } from "../map/hulls.ts";
import { HullModelSet } from "./hull-models.ts";

/** Hit of the last sweep; one object per trace, overwritten by each sweep. */
export interface SweepHit {
  /** Fraction of the sweep before the hit, 0 to 1; 1 if nothing was hit. */
  fraction: number;
  /** Centre of the box at the hit. */
  x: number;
  y: number;
  z: number;
  /** Surface normal at the hit; zeros if nothing was hit or the box started inside. */
  normalX: number;
  normalY: number;
  normalZ: number;
  /** Whether the box started in something solid, and whether it never left it. */
  startsSolid: boolean;
  isAllSolid: boolean;
  /** `CONTENTS_*` of the hit; 1 (solid) for triangles. */
  contents: number;
  /** Row of the hulls' models; −1 for the world, static props, and if nothing was hit. */
  model: number;
}

// Sweep of a box against one displacement triangle.

/** Gap kept between the box and a triangle, inches: the engine's DISPCOLL_DIST_EPSILON. */
const GAP = 1 / 32;

/** Length below which a cross product of edges is skipped: the edges are parallel. */
const LEAST_AXIS = 1e-6;

interface Sweep {
  readonly half: Float64Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly hit: SweepHit;
}

/**
 * Returns a function that sweeps the box against the triangle of a given row, and updates `hit` if
 * that is the nearest hit. A moving box passes through triangles from behind, as in the engine; a
 * box at rest hits both sides.
 */
function createTriangleSweep(
  corners: Float32Array,
  { half, start, end, hit }: Sweep,
): (triangle: number) => void {
  const edges = new Float64Array(9);
  let enter = 0;
  let leave = 0;
  let normalX = 0;
  let normalY = 0;
  let normalZ = 0;

  /**
   * Clips the sweep by the two planes where box and triangle separate along an axis. Returns false
   * if they never touch.
   */
  function clipAxis(t: number, x: number, y: number, z: number): boolean {
    const length = Math.hypot(x, y, z);
    if (length < LEAST_AXIS) return true;
    const nx = x / length;
    const ny = y / length;
    const nz = z / length;
    const a = nx * corners[t] + ny * corners[t + 1] + nz * corners[t + 2];
    const b = nx * corners[t + 3] + ny * corners[t + 4] + nz * corners[t + 5];
    const c = nx * corners[t + 6] + ny * corners[t + 7] + nz * corners[t + 8];
    const reach = Math.abs(nx) * half[0] + Math.abs(ny) * half[1] + Math.abs(nz) * half[2];
    const from = nx * start[0] + ny * start[1] + nz * start[2];
    const to = nx * end[0] + ny * end[1] + nz * end[2];
    const high = Math.max(a, b, c) + reach;
    const low = Math.min(a, b, c) - reach;
    return (
      clipPlane(from - high, to - high, nx, ny, nz) &&
      clipPlane(low - from, low - to, -nx, -ny, -nz)
    );
  }

  /**
   * Clips the sweep by one plane. `from` and `to` are the box's distances in front of the plane at
   * the start and end of the sweep.
   */
  function clipPlane(from: number, to: number, nx: number, ny: number, nz: number): boolean {
    if (from > 0 && to > 0) return false;
    if (from < 0 && to < 0) return true;
    if (from >= 0 && to <= 0) {
      const at = from === to ? 0 : (from - GAP) / (from - to);
      if (at > enter) {
        enter = at;
        normalX = nx;
        normalY = ny;
        normalZ = nz;
      }
    } else {
      leave = Math.min(leave, (from + GAP) / (from - to));
    }
    return true;
  }

  return (triangle) => {
    const t = triangle * 9;
    for (let i = 0; i < 9; i++) edges[i] = corners[t + ((i + 3) % 9)] - corners[t + i];
    const fx = edges[1] * edges[5] - edges[2] * edges[4];
    const fy = edges[2] * edges[3] - edges[0] * edges[5];
    const fz = edges[0] * edges[4] - edges[1] * edges[3];
    const area = Math.hypot(fx, fy, fz);
    if (area < LEAST_AXIS) return;
    const dx = end[0] - start[0];
    const dy = end[1] - start[1];
    const dz = end[2] - start[2];
    const isStill = dx === 0 && dy === 0 && dz === 0;
    if (!isStill && fx * dx + fy * dy + fz * dz > GAP * area) return;
    enter = -1000;
    leave = 1;
    if (!clipAxis(t, 1, 0, 0) || !clipAxis(t, 0, 1, 0) || !clipAxis(t, 0, 0, 1)) return;
    for (let e = 0; e < 9; e += 3) {
      const x = edges[e];
      const y = edges[e + 1];
      const z = edges[e + 2];
      if (!clipAxis(t, 0, -z, y) || !clipAxis(t, z, 0, -x) || !clipAxis(t, -y, x, 0)) return;
    }
    if (!clipAxis(t, fx, fy, fz)) return;
    if (isStill) {
      hit.startsSolid = hit.isAllSolid = true;
      hit.fraction = 0;
      hit.contents |= 1;
      hit.model = -1;
      return;
    }
    if (enter === -1000 || enter - leave > 0.001 || enter >= hit.fraction) return;
    hit.fraction = Math.max(0, enter);
    hit.normalX = normalX;
    hit.normalY = normalY;
    hit.normalZ = normalZ;
    hit.contents = 1;
    hit.model = -1;
  };
}

/** Gap kept between the box and what it hits, inches: the engine's DIST_EPSILON. */
export const SWEEP_GAP = 1 / 32;

/**
 * Limit of planes and triangles tested per sweep, which then returns the hit found so far. Pieces
 * of a malicious map may all overlap.
 */
const MOST_TESTS = 2 ** 20;

export interface HullTrace {
  readonly hit: SweepHit;
  /** Models that may move, as built at first. */
  readonly models: HullModelSet;
  /** Sets the half extents, in inches, of the box for later sweeps. */
  setBox(halfX: number, halfY: number, halfZ: number): void;
  /**
   * Sweeps the box's centre from one point to another, against pieces with any of the contents.
   * Allocates nothing.
   */
  sweep(
    x: number,
    y: number,
    z: number,
    toX: number,
    toY: number,
    toZ: number,
    contents: number,
  ): void;
  /**
   * Returns true if the box with its centre at a point overlaps a model where it is now, in pieces
   * with any of the contents. Overwrites `hit`.
   */
  overlapsModel(x: number, y: number, z: number, model: number, contents: number): boolean;
  /** Returns which of the contents a point lies in. */
  contentsAt(x: number, y: number, z: number, contents: number): number;
}

export function createHullTrace(hulls: MapHulls): HullTrace {
  const { pieceFirstPlane, piecePlaneCount, pieceContents, planes } = hulls;
  const { boxes, boxLinks, triangleBoxes, triangleBoxLinks } = hulls;
  const hit: SweepHit = {
    ...{ fraction: 1, x: 0, y: 0, z: 0, normalX: 0, normalY: 0, normalZ: 0 },
    ...{ startsSolid: false, isAllSolid: false, contents: 0, model: -1 },
  };
  const { pieceModel } = hulls;
  const models = new HullModelSet(hulls);
  const half = new Float64Array(3);
  const start = new Float64Array(3);
  const end = new Float64Array(3);
  /** Bounds of the whole sweep. */
  const low = new Float64Array(3);
  const high = new Float64Array(3);
  const stack = new Uint32Array(64);
  const triangle = createTriangleSweep(hulls.triangles, { half, start, end, hit });
  let tests = 0;

  /** @param first of `planes`, which end before `last` */
  function clipPiece(piece: number, planes: Float32Array, first: number, last: number): void {
    let enter = -1;
    let leave = 1;
    let enterPlane = -1;
    let startsOut = false;
    let comesOut = false;
    for (let p = first; p < last; p += 4) {
      const nx = planes[p];
      const ny = planes[p + 1];
      const nz = planes[p + 2];
      const reach = Math.abs(nx) * half[0] + Math.abs(ny) * half[1] + Math.abs(nz) * half[2];
      const distance = planes[p + 3] + reach;
      const from = nx * start[0] + ny * start[1] + nz * start[2] - distance;
      const to = nx * end[0] + ny * end[1] + nz * end[2] - distance;
      if (from > 0) {
        startsOut = true;
        if (to > 0) return;
      } else {
        if (to <= 0) continue;
        comesOut = true;
      }
      if (from > to) {
        const at = Math.max(0, from - SWEEP_GAP) / (from - to);
        if (at > enter) {
          enter = at;
          enterPlane = p;
        }
      } else {
        leave = Math.min(leave, (from + SWEEP_GAP) / (from - to));
      }
    }
    if (!startsOut) {
      hit.startsSolid = true;
      hit.contents |= pieceContents[piece];
      hit.model = pieceModel[piece];
      if (!comesOut) {
        hit.isAllSolid = true;
        hit.fraction = 0;
      }
      return;
    }
    if (enter >= leave || enter < 0 || enter >= hit.fraction) return;
    hit.fraction = enter;
    hit.normalX = planes[enterPlane];
    hit.normalY = planes[enterPlane + 1];
    hit.normalZ = planes[enterPlane + 2];
    hit.contents = pieceContents[piece];
    hit.model = pieceModel[piece];
  }

  const passes = (tree: Float32Array, row: number): boolean => {
    const b = row * 6;
    return (
      tree[b] <= high[0] &&
      tree[b + 3] >= low[0] &&
      tree[b + 1] <= high[1] &&
      tree[b + 4] >= low[1] &&
      tree[b + 2] <= high[2] &&
      tree[b + 5] >= low[2]
    );
  };

  function walkPieces(contents: number): void {
    if (boxLinks.length === 0) return;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0 && tests < MOST_TESTS && !hit.isAllSolid) {
      const row = stack[--depth];
      if (!passes(boxes, row)) continue;
      const first = boxLinks[row * 2];
      const count = boxLinks[row * 2 + 1];
      for (let piece = first; piece < first + count; piece++) {
        if ((pieceContents[piece] & contents) === 0) continue;
        if (pieceModel[piece] >= 0 && !models.isAsBuilt(pieceModel[piece])) continue;
        tests += piecePlaneCount[piece];
        const plane = pieceFirstPlane[piece] * 4;
        clipPiece(piece, planes, plane, plane + piecePlaneCount[piece] * 4);
      }
      if (count > 0) continue;
      stack[depth++] = first;
      stack[depth++] = row + 1;
    }
  }

  function walkMoved(contents: number): void {
    for (let i = 0; i < models.nearCount && !hit.isAllSolid; i++) {
      const model = models.near[i];
      if (!models.isMoved(model)) continue;
      const end = models.firstPieceOf(model + 1);
      for (let entry = models.firstPieceOf(model); entry < end && tests < MOST_TESTS; entry++) {
        const piece = models.pieceOf(entry);
        if ((pieceContents[piece] & contents) === 0 || !passes(models.boxes, entry)) continue;
        const first = models.firstPlaneOf(entry) * 4;
        tests += models.planeCountOf(entry);
        clipPiece(piece, models.planes, first, first + models.planeCountOf(entry) * 4);
      }
    }
  }

  function walkTriangles(): void {
    if (triangleBoxLinks.length === 0) return;
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0 && tests < MOST_TESTS && !hit.isAllSolid) {
      const row = stack[--depth];
      if (!passes(triangleBoxes, row)) continue;
      const first = triangleBoxLinks[row * 2];
      const count = triangleBoxLinks[row * 2 + 1];
      tests += count * 8;
      for (let i = first; i < first + count; i++) triangle(i);
      if (count > 0) continue;
      stack[depth++] = first;
      stack[depth++] = row + 1;
    }
  }

  /** Whether a point is behind planes. */
  function isInside(
    x: number,
    y: number,
    z: number,
    planes: Float32Array,
    first: number,
    last: number,
  ): boolean {
    let p = first;
    while (p < last && planes[p] * x + planes[p + 1] * y + planes[p + 2] * z <= planes[p + 3]) {
      p += 4;
    }
    return p === last;
  }

  /** Returns the contents, among the given ones, that moved models have at a point. */
  function movedContentsAt(x: number, y: number, z: number, contents: number): number {
    let found = 0;
    for (let i = 0; i < models.nearCount; i++) {
      const model = models.near[i];
      if (!models.isMoved(model)) continue;
      const end = models.firstPieceOf(model + 1);
      for (let entry = models.firstPieceOf(model); entry < end; entry++) {
        const piece = models.pieceOf(entry);
        if ((pieceContents[piece] & contents) === 0 || !passes(models.boxes, entry)) continue;
        const first = models.firstPlaneOf(entry) * 4;
        const last = first + models.planeCountOf(entry) * 4;
        if (isInside(x, y, z, models.planes, first, last)) found |= pieceContents[piece] & contents;
      }
    }
    return found;
  }

  function setSweep(x: number, y: number, z: number, toX: number, toY: number, toZ: number): void {
    start[0] = x;
    start[1] = y;
    start[2] = z;
    end[0] = toX;
    end[1] = toY;
    end[2] = toZ;
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(start[axis], end[axis]) - half[axis] - 1;
      high[axis] = Math.max(start[axis], end[axis]) + half[axis] + 1;
    }
    hit.fraction = 1;
    hit.normalX = hit.normalY = hit.normalZ = 0;
    hit.startsSolid = hit.isAllSolid = false;
    hit.contents = 0;
    hit.model = -1;
    tests = 0;
  }

  return {
    hit,
    models,
    setBox(halfX, halfY, halfZ) {
      half[0] = halfX;
      half[1] = halfY;
      half[2] = halfZ;
    },
    sweep(x, y, z, toX, toY, toZ, contents) {
      setSweep(x, y, z, toX, toY, toZ);
      walkPieces(contents);
      walkMoved(contents);
      // Displacements have the contents CONTENTS_SOLID (1).
      if ((contents & 1) !== 0) walkTriangles();
      hit.x = x + (toX - x) * hit.fraction;
      hit.y = y + (toY - y) * hit.fraction;
      hit.z = z + (toZ - z) * hit.fraction;
    },
    overlapsModel(x, y, z, model, contents) {
      setSweep(x, y, z, x, y, z);
      const isMoved = models.isMoved(model);
      if (!isMoved && !models.isAsBuilt(model)) return false;
      const end = models.firstPieceOf(model + 1);
      for (let entry = models.firstPieceOf(model); entry < end; entry++) {
        const piece = models.pieceOf(entry);
        if ((pieceContents[piece] & contents) === 0) continue;
        if (isMoved) {
          const first = models.firstPlaneOf(entry) * 4;
          clipPiece(piece, models.planes, first, first + models.planeCountOf(entry) * 4);
        } else {
          const first = pieceFirstPlane[piece] * 4;
          clipPiece(piece, planes, first, first + piecePlaneCount[piece] * 4);
        }
        if (hit.startsSolid) return true;
      }
      return false;
    },
    contentsAt(x, y, z, contents) {
      if (boxLinks.length === 0) return 0;
      low[0] = high[0] = x;
      low[1] = high[1] = y;
      low[2] = high[2] = z;
      let found = movedContentsAt(x, y, z, contents);
      let depth = 0;
      stack[depth++] = 0;
      tests = 0;
      while (depth > 0 && tests < MOST_TESTS) {
        const row = stack[--depth];
        if (!passes(boxes, row)) continue;
        const first = boxLinks[row * 2];
        const count = boxLinks[row * 2 + 1];
        for (let piece = first; piece < first + count; piece++) {
          if ((pieceContents[piece] & contents & ~found) === 0) continue;
          if (pieceModel[piece] >= 0 && !models.isAsBuilt(pieceModel[piece])) continue;
          tests += piecePlaneCount[piece];
          const from = pieceFirstPlane[piece] * 4;
          const to = from + piecePlaneCount[piece] * 4;
          if (isInside(x, y, z, planes, from, to)) found |= pieceContents[piece] & contents;
        }
        if (count > 0) continue;
        stack[depth++] = first;
        stack[depth++] = row + 1;
      }
      return found;
    },
  };
}
