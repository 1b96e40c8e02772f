/**
 * Finds the places that players can walk to from the spawns by steps, jumps, falls and ladders.
 * Ignores lifts, swimming and standing on props, so a place outside the result may still be
 * reachable.
 */

import { CONTENTS_LADDER } from "../../formats/bsp/layouts/contents-flags.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { createTrace } from "../../visibility/trace.ts";
import {
  isInBrush,
  MOST_TESTS,
  type StandingMap,
  type StandingPlaces,
  Work,
} from "./standing-places.ts";

/** Entities at which players enter the map, by class prefix. */
const ENTRANCE = /^info_(player|teleport_dest|survivor|deathmatch|coop_spawn)/;
/**
 * Heights in inches: what a crouch jump clears; the chest of a walking player; how far below a
 * spawn its floor may be.
 */
export const JUMP = 66;
const CHEST = 40;
const BELOW_ENTRANCE = 96;
/** Distance in inches within which a ladder's brush can be climbed. */
const LADDER_REACH = 48;
/** Smallest share of places reached. Below it the start is isolated, and there is no result. */
const LEAST_SHARE = 0.1;
/**
 * Most columns crossed by a leap over a gap, or by a step through a door narrower than the grid.
 */
const MOST_COLUMNS = 4;
/** Inches between the points of a path that are tested for clips. */
const CLIP_SPACING = 10;
/** Column and row offsets of the four directions. */
const WAYS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
/** Largest distance in inches between a floor that a ray met and the place on it. */
const SAME_FLOOR = 2;

/**
 * Returns 1 for each place reached, or `null` if there is no entrance or hardly any place is
 * reached.
 * `mostTests` limits the tests as in `findStandingPlaces`; `null` if they are spent. `deepestFall`
 * is in inches: with no fall deeper than a jump, every walk can be reversed.
 */
export function findWalkedPlaces(
  map: StandingMap,
  standing: StandingPlaces,
  { mostTests = MOST_TESTS, deepestFall = Number.POSITIVE_INFINITY } = {},
): Uint8Array | null {
  const { columns, rows, count, cell, eye, floor } = standing;
  const ofCell = new Map<number, number[]>();
  for (let place = 0; place < count; place++) {
    if (cell[place] < 0) continue;
    const list = ofCell.get(cell[place]);
    if (list) list.push(place);
    else ofCell.set(cell[place], [place]);
  }
  const reached = new Uint8Array(count);
  // Places by the number of columns still to be tried from them. Places reached by steps need no
  // leap.
  const open: number[][] = Array.from({ length: MOST_COLUMNS }, () => []);
  const add = (place: number): void => {
    if (reached[place] === 1) return;
    reached[place] = 1;
    open[0].push(place);
  };
  for (const place of listEntrances(map, standing, ofCell)) add(place);
  let ladders = listLadders(map);
  const trace = createTrace(map.tree, map.solid, true);
  const work = new Work(trace, mostTests);
  const search = { map, work };

  /** Whether a place is not reached yet, and neither too high nor too low. */
  const isWanted = (place: number, z: number): boolean =>
    reached[place] === 0 && floor[place] <= z + JUMP && floor[place] >= z - deepestFall;

  /**
   * Returns the place reached by moving at a height from one column to the next; -1 if none is
   * wanted.
   */
  const step = (from: number, to: number, height: number): number => {
    const places = ofCell.get(to);
    const z = floor[from];
    if (places === undefined) return -1;
    // The ray meets the highest floor below it. If no wanted place is that high, the ray is not
    // needed.
    const highest = places.reduce((top, place) => {
      return floor[place] <= height ? Math.max(top, floor[place]) : top;
    }, Number.NEGATIVE_INFINITY);
    const [low, high] = [highest - 2 * SAME_FLOOR, height + SAME_FLOOR];
    const isMet = (place: number) => floor[place] > low && floor[place] < high;
    if (!places.some((place) => isMet(place) && isWanted(place, z))) return -1;
    const [x, y] = [eye[from * 3], eye[from * 3 + 1]];
    const [toX, toY] = [eye[places[0] * 3], eye[places[0] * 3 + 1]];
    const away = Math.hypot(toX - x, toY - y);
    const [dx, dy] = [(toX - x) / away, (toY - y) / away];
    if (trace.cast(x, y, height, dx, dy, 0, away)) return -1;
    for (let along = CLIP_SPACING; along < away; along += CLIP_SPACING) {
      const [px, py] = [x + dx * along, y + dy * along];
      if (isInBrush(search, findLeaf(map.tree, px, py, height), px, py, height)) return -1;
    }
    if (!trace.cast(toX, toY, height, 0, 0, -1, Number.POSITIVE_INFINITY)) return -1;
    const ground = height - trace.hit.distance;
    const next = places.find((place) => Math.abs(floor[place] - ground) < SAME_FLOOR) ?? -1;
    return next >= 0 && isWanted(next, z) ? next : -1;
  };

  const climb = (place: number): void => {
    const [x, y, z] = [eye[place * 3], eye[place * 3 + 1], floor[place]];
    work.add(ladders.length);
    const near = ladders.filter((ladder) => isNear(ladder, x, y, z));
    if (near.length === 0) return;
    // A ladder needs to be climbed only once, because that reaches every place along it.
    ladders = ladders.filter((ladder) => !isNear(ladder, x, y, z));
    for (const ladder of near) {
      if (work.isOver) return;
      work.add(count);
      for (let other = 0; other < count; other++) {
        if (isNear(ladder, eye[other * 3], eye[other * 3 + 1], floor[other])) add(other);
      }
    }
  };

  const go = (place: number, far: number): void => {
    const column = cell[place] % columns;
    const row = Math.floor(cell[place] / columns);
    for (const [right, up] of WAYS) {
      const [toColumn, toRow] = [column + right * far, row + up * far];
      if (toColumn < 0 || toColumn >= columns || toRow < 0 || toRow >= rows) continue;
      for (const height of [CHEST, CHEST + JUMP]) {
        const next = step(place, toRow * columns + toColumn, floor[place] + height);
        if (next >= 0) add(next);
      }
    }
  };

  for (let far = nextFar(open); far > 0; far = nextFar(open)) {
    if (work.isOver) return null;
    const place = open[far - 1].pop()!;
    if (far === 1) climb(place);
    if (cell[place] < 0) continue;
    go(place, far);
    if (far < MOST_COLUMNS) open[far].push(place);
  }
  const share = reached.reduce((sum, is) => sum + is, 0) / Math.max(count, 1);
  return share < LEAST_SHARE ? null : reached;
}

/** Returns the number of columns to move next; 0 if all places are done. */
const nextFar = (open: readonly (readonly number[])[]): number =>
  open.findIndex((places) => places.length > 0) + 1;

/** Lists places below entrances, in their column or the nearest surrounding one. */
function listEntrances(
  { bsp }: StandingMap,
  { step, minX, minY, columns, rows, floor }: StandingPlaces,
  ofCell: ReadonlyMap<number, readonly number[]>,
): number[] {
  const places: number[] = [];
  for (const entity of bsp.entities) {
    if (!ENTRANCE.test(entity.get("classname")?.toLowerCase() ?? "")) continue;
    const [x, y, z] = (entity.get("origin") ?? "").trim().split(/\s+/).map(Number);
    const column = Math.floor((x - minX) / step);
    const row = Math.floor((y - minY) / step);
    for (let i = 0; i < 9; i++) {
      const c = column + (i % 3) - 1;
      const r = row + Math.floor(i / 3) - 1;
      if (!(c >= 0 && c < columns && r >= 0 && r < rows)) continue;
      for (const place of ofCell.get(r * columns + c) ?? []) {
        if (floor[place] <= z + 8 && floor[place] >= z - BELOW_ENTRANCE) places.push(place);
      }
    }
  }
  return places;
}

/** Lists ladders as 6 numbers each, mins and maxs, from the axial planes of their brushes. */
function listLadders({ bsp, brushes }: StandingMap): number[][] {
  const { normal, dist } = bsp.planes;
  const ladders: number[][] = [];
  for (let brush = 0; brush < brushes.count; brush++) {
    if ((brushes.contents[brush] & CONTENTS_LADDER) === 0) continue;
    const box = [-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity];
    for (let i = 0; i < brushes.sideCount[brush]; i++) {
      const plane = brushes.sidePlane[brushes.firstSide[brush] + i];
      for (let axis = 0; axis < 3; axis++) {
        const n = normal[plane * 3 + axis];
        if (n > 0.999) box[axis + 3] = Math.min(box[axis + 3], dist[plane]);
        else if (n < -0.999) box[axis] = Math.max(box[axis], -dist[plane]);
      }
    }
    if (box.every(Number.isFinite)) ladders.push(box);
  }
  return ladders;
}

function isNear(box: readonly number[], x: number, y: number, z: number): boolean {
  return isAlong(box[0], box[3], x) && isAlong(box[1], box[4], y) && isAlong(box[2], box[5], z);
}

const isAlong = (low: number, high: number, at: number): boolean =>
  at >= low - LADDER_REACH && at <= high + LADDER_REACH;
