/**
 * Neighbor tables of `ddispinfo_t`: which displacements are adjacent, and along which sides; and
 * which vertices their neighbors allow.
 * Side i of a grid runs from corner i to corner i + 1: 0 left, 1 top, 2 right, 3 bottom, with the
 * columns as x and the rows as y. A side can have two neighbors: one along all of it in slot 0, or
 * one along each half. Source: "displacement neighbor rules" of Valve's public `bspfile.h`.
 */

import { hasBit, setAllBits } from "../../../../core/bit-set.ts";
import { NO_DISP_NEIGHBOR } from "../../../../formats/bsp/records/neighbors.ts";

/**
 * Span of a side that a neighbor covers. Halves count along x or y, regardless of the side's
 * direction.
 */
export const CORNER_TO_CORNER = 0;
export const CORNER_TO_MIDPOINT = 1;
export const MIDPOINT_TO_CORNER = 2;

/** `MAX_DISP_CORNER_NEIGHBORS`. */
const MAX_CORNER_NEIGHBORS = 4;

/**
 * Largest distance in inches between equal corners of two sides, and between equal corners of two
 * displacements.
 */
const SIDE_EPSILON = 0.01;
const CORNER_EPSILON = 0.001;
const BOX_EPSILON = 0.1;

/** Columns by displacement, as in `CDispSubNeighbor` and `CDispCornerNeighbors`. */
export interface DispNeighbors {
  /** 8 a displacement: two a side; `NO_DISP_NEIGHBOR` if none. */
  readonly neighbor: Uint16Array;
  /** 8 a displacement: quarter turns of the neighbor. Its side is (side + 2 + orientation) & 3. */
  readonly orientation: Uint8Array;
  /** 8 a displacement: span on this side. */
  readonly span: Uint8Array;
  /** 8 a displacement: span on the neighbor's side. */
  readonly neighborSpan: Uint8Array;
  /** 16 a displacement: four a corner. */
  readonly cornerNeighbor: Uint16Array;
  /** 4 a displacement. */
  readonly cornerNeighborCount: Uint8Array;
}

interface Cornered {
  /** 12 numbers, from the start corner on. */
  readonly corners: ArrayLike<number>;
}

type Point = readonly [number, number, number];

/** True for sides 2 and 3, which run against x and y. */
const runsBack = (side: number) => side >= 2;

/** Returns the span along x or y of half a side. Half 0 starts at the side's first corner. */
function halfSpan(side: number, half: 0 | 1): number {
  return (half === 0) !== runsBack(side) ? CORNER_TO_MIDPOINT : MIDPOINT_TO_CORNER;
}

export function findDispNeighbors(grids: readonly Cornered[]): DispNeighbors {
  const count = grids.length;
  const table: DispNeighbors = {
    neighbor: new Uint16Array(count * 8).fill(NO_DISP_NEIGHBOR),
    orientation: new Uint8Array(count * 8),
    span: new Uint8Array(count * 8),
    neighborSpan: new Uint8Array(count * 8),
    cornerNeighbor: new Uint16Array(count * 16),
    cornerNeighborCount: new Uint8Array(count * 4),
  };
  const boxes = grids.map((grid) => boxOf(grid.corners));
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      if (!doBoxesTouch(boxes[a], boxes[b])) continue;
      joinSides(table, a, grids[a].corners, b, grids[b].corners);
      if (!isNeighbor(table, a, b)) joinCorners(table, a, grids[a].corners, b, grids[b].corners);
    }
  }
  return table;
}

function boxOf(corners: ArrayLike<number>): Float64Array {
  const box = new Float64Array(6);
  for (let axis = 0; axis < 3; axis++) {
    const values = [corners[axis], corners[axis + 3], corners[axis + 6], corners[axis + 9]];
    box[axis] = Math.min(...values) - BOX_EPSILON;
    box[axis + 3] = Math.max(...values) + BOX_EPSILON;
  }
  return box;
}

function doBoxesTouch(a: Float64Array, b: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a[axis + 3] < b[axis] || a[axis] > b[axis + 3]) return false;
  }
  return true;
}

function cornerOf(corners: ArrayLike<number>, corner: number): Point {
  const i = (corner & 3) * 3;
  return [corners[i], corners[i + 1], corners[i + 2]];
}

function isNear(a: Point, b: Point, epsilon: number): boolean {
  return a.every((value, axis) => Math.abs(value - b[axis]) <= epsilon);
}

/** Returns the side that runs from one point to another; -1 if none. */
function findSide(corners: ArrayLike<number>, from: Point, to: Point): number {
  for (let side = 0; side < 4; side++) {
    if (
      isNear(cornerOf(corners, side), from, SIDE_EPSILON) &&
      isNear(cornerOf(corners, side + 1), to, SIDE_EPSILON)
    ) {
      return side;
    }
  }
  return -1;
}

/** Returns the point at fraction t from a to b. */
function between(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** Links adjacent sides of two displacements. Adjacent sides run in opposite directions. */
function joinSides(
  table: DispNeighbors,
  a: number,
  aCorners: ArrayLike<number>,
  b: number,
  bCorners: ArrayLike<number>,
): void {
  for (let side = 0; side < 4; side++) {
    const from = cornerOf(aCorners, side);
    const to = cornerOf(aCorners, side + 1);
    const join = (span: number, other: number, otherSpan: number) =>
      addNeighbor(table, { disp: a, side, span }, { disp: b, side: other, span: otherSpan });
    const whole = findSide(bCorners, to, from);
    if (whole >= 0) {
      join(CORNER_TO_CORNER, whole, CORNER_TO_CORNER);
      continue;
    }
    // This side is half of the other side: the first or the second half in the other's direction...
    const asFirst = findSide(bCorners, to, between(to, from, 2));
    const asSecond = asFirst >= 0 ? -1 : findSide(bCorners, between(from, to, 2), from);
    if (asFirst >= 0) join(CORNER_TO_CORNER, asFirst, halfSpan(asFirst, 0));
    else if (asSecond >= 0) join(CORNER_TO_CORNER, asSecond, halfSpan(asSecond, 1));
    if (asFirst >= 0 || asSecond >= 0) continue;
    // ...or the other side is half of this one.
    const middle = between(from, to, 0.5);
    const first = findSide(bCorners, middle, from);
    if (first >= 0) join(halfSpan(side, 0), first, CORNER_TO_CORNER);
    const second = findSide(bCorners, to, middle);
    if (second >= 0) join(halfSpan(side, 1), second, CORNER_TO_CORNER);
  }
}

/** A part of a displacement's side. */
interface SidePart {
  readonly disp: number;
  readonly side: number;
  readonly span: number;
}

const slotOf = (part: SidePart) =>
  part.disp * 8 + part.side * 2 + (part.span === MIDPOINT_TO_CORNER ? 1 : 0);

/**
 * Links two parts. If more than two sides meet, the first pair is kept, because a side has one
 * neighbor per slot.
 */
function addNeighbor(table: DispNeighbors, a: SidePart, b: SidePart): void {
  if (!isFree(table, a) || !isFree(table, b)) return;
  const put = (part: SidePart, other: SidePart) => {
    const slot = slotOf(part);
    table.neighbor[slot] = other.disp;
    table.orientation[slot] = (other.side - part.side + 2) & 3;
    table.span[slot] = part.span;
    table.neighborSpan[slot] = other.span;
  };
  put(a, b);
  put(b, a);
}

function isFree(table: DispNeighbors, part: SidePart): boolean {
  const first = part.disp * 8 + part.side * 2;
  const isTaken = (slot: number) => table.neighbor[slot] !== NO_DISP_NEIGHBOR;
  if (part.span === CORNER_TO_CORNER) return !isTaken(first) && !isTaken(first + 1);
  if (isTaken(first) && table.span[first] === CORNER_TO_CORNER) return false;
  return !isTaken(slotOf(part));
}

function isNeighbor(table: DispNeighbors, a: number, b: number): boolean {
  return table.neighbor.subarray(a * 8, a * 8 + 8).includes(b);
}

/** Links two displacements that share a corner but no side. */
function joinCorners(
  table: DispNeighbors,
  a: number,
  aCorners: ArrayLike<number>,
  b: number,
  bCorners: ArrayLike<number>,
): void {
  const shared: [number, number][] = [];
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      if (isNear(cornerOf(aCorners, i), cornerOf(bCorners, j), CORNER_EPSILON)) shared.push([i, j]);
    }
  }
  if (shared.length !== 1) return;
  const [[i, j]] = shared;
  const { cornerNeighbor, cornerNeighborCount } = table;
  const first = a * 4 + i;
  const second = b * 4 + j;
  const isFull = (corner: number) => cornerNeighborCount[corner] === MAX_CORNER_NEIGHBORS;
  if (isFull(first) || isFull(second)) return;
  cornerNeighbor[first * 4 + cornerNeighborCount[first]++] = b;
  cornerNeighbor[second * 4 + cornerNeighborCount[second]++] = a;
}

// `m_AllowedVerts` of `ddispinfo_t`: the grid vertices that may be drawn. A vertex on a side is not
// allowed if the neighbor has no vertex there, because the surfaces would separate. Vertices of
// finer grid levels that depend on it are not allowed either, nor are their counterparts in other
// neighbors. Rules from Valve's public `disp_common.cpp` and `disp_powerinfo.cpp`.

/** `ALLOWEDVERTS_SIZE`: words of a displacement's bits, enough for power 4. */
export const ALLOWED_WORDS = 10;

/**
 * Returns the bits of each displacement's vertices. Bits beyond the grid are set, as by the real
 * compiler. Vertices are removed until nothing changes, so the order does not matter.
 */
export function findAllowedVerts(
  grids: readonly { readonly power: number }[],
  neighbors: DispNeighbors,
): Uint32Array[] {
  const allowed = grids.map(() => {
    const bits = new Uint32Array(ALLOWED_WORDS);
    setAllBits(bits, ALLOWED_WORDS * 32);
    return bits;
  });
  const tables = { grids, neighbors, allowed };
  for (let changed = true; changed; ) {
    changed = false;
    for (const [disp, { power }] of grids.entries()) {
      for (let side = 0; side < 4; side++) {
        for (let step = 1; step < 1 << power; step++) {
          if (isMetByNeighbor(tables, disp, side, step)) continue;
          if (disallow(allowed[disp], power, sideVertex(power, side, step))) changed = true;
        }
      }
    }
  }
  return allowed;
}

/** Returns the vertex of a side at a step along x or y. */
function sideVertex(power: number, side: number, step: number): number {
  const last = 1 << power;
  const x = side === 0 ? 0 : side === 2 ? last : step;
  const y = side === 3 ? 0 : side === 1 ? last : step;
  return y * (last + 1) + x;
}

interface AllowedTables {
  readonly grids: readonly { readonly power: number }[];
  readonly neighbors: DispNeighbors;
  readonly allowed: readonly Uint32Array[];
}

/** Whether a side's vertex has a matching vertex in the neighbor, or no neighbor at all. */
function isMetByNeighbor(
  { grids, neighbors, allowed }: AllowedTables,
  disp: number,
  side: number,
  step: number,
): boolean {
  const { power } = grids[disp];
  const slot = findSlot(neighbors, disp * 8 + side * 2, step, 1 << (power - 1));
  if (slot < 0) return true;
  const neighbor = neighbors.neighbor[slot];
  const span = neighbors.span[slot];
  const otherSpan = neighbors.neighborSpan[slot];
  const otherPower = grids[neighbor].power;

  // Position in 1/32 of this side, then of the shared part, then of the neighbor's side.
  const along = scaleToPart((step * 32) >> power, span);
  const otherSide = (side + 2 + neighbors.orientation[slot]) & 3;
  const isReversed = side >= 2 === otherSide >= 2;
  const otherAlong = scaleFromPart(isReversed ? 32 - along : along, otherSpan);
  const otherStep = otherAlong * (1 << otherPower);
  if (otherStep % 32 !== 0) return false;
  return hasBit(allowed[neighbor], sideVertex(otherPower, otherSide, otherStep / 32));
}

/** Returns the neighbor's slot at a step; -1 if none, and where two halves meet. */
function findSlot(neighbors: DispNeighbors, first: number, step: number, middle: number): number {
  const isThere = (slot: number) => neighbors.neighbor[slot] !== NO_DISP_NEIGHBOR;
  const isWhole = isThere(first) && neighbors.span[first] === CORNER_TO_CORNER;
  if (isWhole) return first;
  if (step === middle) return -1;
  const slot = step < middle ? first : first + 1;
  return isThere(slot) ? slot : -1;
}

function scaleToPart(along: number, span: number): number {
  if (span === CORNER_TO_CORNER) return along;
  return span === CORNER_TO_MIDPOINT ? along * 2 : along * 2 - 32;
}

function scaleFromPart(along: number, span: number): number {
  if (span === CORNER_TO_CORNER) return along;
  return span === CORNER_TO_MIDPOINT ? along / 2 : 16 + along / 2;
}

/** Removes a vertex and its dependents. @returns whether it was allowed before */
function disallow(bits: Uint32Array, power: number, vertex: number): boolean {
  if (!hasBit(bits, vertex)) return false;
  bits[vertex >>> 5] &= ~(1 << (vertex & 31));
  for (const dependent of listDependents(power)[vertex]) disallow(bits, power, dependent);
  return true;
}

const dependentsOfPower = new Map<number, readonly (readonly number[])[]>();

/**
 * Lists for each vertex those that cannot be drawn without it. The grid is a quadtree of squares:
 * the middles of a square's sides need its center, and the centers of its quarters need both
 * adjacent middles.
 */
function listDependents(power: number): readonly (readonly number[])[] {
  const known = dependentsOfPower.get(power);
  if (known) return known;
  const edge = (1 << power) + 1;
  const dependents: number[][] = Array.from({ length: edge * edge }, () => []);
  for (let half = 1 << (power - 1); half >= 1; half >>= 1) {
    const quarter = half >> 1;
    for (let y = half; y < edge; y += half * 2) {
      for (let x = half; x < edge; x += half * 2) {
        const centre = y * edge + x;
        for (const sign of [-1, 1]) {
          dependents[centre].push(centre + sign * half, centre + sign * half * edge);
          if (quarter === 0) continue;
          for (const other of [-1, 1]) {
            const child = centre + sign * quarter + other * quarter * edge;
            dependents[centre + sign * half].push(child);
            dependents[centre + other * half * edge].push(child);
          }
        }
      }
    }
  }
  dependentsOfPower.set(power, dependents);
  return dependents;
}
