/**
 * `m_AllowedVerts` of `ddispinfo_t`: the grid vertices that may be drawn. A vertex on a side is not
 * allowed if the neighbor has no vertex there, because the surfaces would separate. Vertices of
 * finer grid levels that depend on it are not allowed either, nor are their counterparts in other
 * neighbors. Rules from Valve's public `disp_common.cpp` and `disp_powerinfo.cpp`.
 */

import { hasBit, setAllBits } from "../../../../core/bit-set.ts";
import { NO_DISP_NEIGHBOR } from "../../../../formats/bsp/records/neighbors.ts";
import { CORNER_TO_CORNER, CORNER_TO_MIDPOINT, type DispNeighbors } from "./disp-neighbors.ts";

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
  for (let changed = true; changed; ) {
    changed = false;
    for (const [disp, { power }] of grids.entries()) {
      for (let side = 0; side < 4; side++) {
        for (let step = 1; step < 1 << power; step++) {
          if (isMetByNeighbor(grids, neighbors, allowed, disp, side, step)) continue;
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

/** Whether a side's vertex has a matching vertex in the neighbor, or no neighbor at all. */
function isMetByNeighbor(
  grids: readonly { readonly power: number }[],
  neighbors: DispNeighbors,
  allowed: readonly Uint32Array[],
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
