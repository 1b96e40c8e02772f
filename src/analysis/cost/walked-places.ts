/**
 * Which places are walked to from where players come into the map: by steps, jumps, falls and ladders. Lifts, swimming and
 * what is climbed by standing on props are not known, so that a place that is not reached may yet be.
 */

import { CONTENTS_LADDER } from "../../compile/material-flags.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { createTrace } from "../../visibility/trace.ts";
import {
  isInBrush,
  MOST_TESTS,
  type StandingMap,
  type StandingPlaces,
  Work,
} from "./standing-places.ts";

/** Entities at which somebody comes in, by the begins of their classes. */
const ENTRANCE = /^info_(player|teleport_dest|survivor|deathmatch|coop_spawn)/;
/** Inches: what a jump with drawn-up legs gets over; the chest of who walks; how far below an entrance its floor is. */
export const JUMP = 66;
const CHEST = 40;
const BELOW_ENTRANCE = 96;
/** How near to a ladder's brush one climbs it. */
const LADDER_REACH = 48;
/** Places at least, of all, for a map to be walked through: fewer are an island, and nothing is told. */
const LEAST_SHARE = 0.1;
/** Columns that a leap takes one over a gap, or a step through a door too narrow for the grid. */
const MOST_COLUMNS = 4;
/** Inches: so often clips are looked for on the way. */
const CLIP_SPACING = 10;
/** Columns and rows to the four sides. */
const WAYS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
/** Inches between a floor that was met and the place on it, at most. */
const SAME_FLOOR = 2;

/**
 * 1 a place that is reached; null where nothing can be told: no entrance, or hardly a place is reached.
 * `mostTests` as of `findStandingPlaces`: nothing is told after more. `deepestFall`, inches: who may fall no deeper than he jumps comes
 * back from wherever he goes.
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
  // By how far they are yet gone from: what is reached by steps need not be leapt to.
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

  /** Whether a place is not reached yet, and one gets neither too high nor too deep to it. */
  const isWanted = (place: number, z: number): boolean =>
    reached[place] === 0 && floor[place] <= z + JUMP && floor[place] >= z - deepestFall;

  /** Where who goes at a height from one column to the next comes to stand; -1: nowhere that is wanted. */
  const step = (from: number, to: number, height: number): number => {
    const places = ofCell.get(to);
    const z = floor[from];
    if (places === undefined) return -1;
    // What is met first below is the highest floor there: where none as high is wanted, there is nothing to try.
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
      if (isInBrush(map, findLeaf(map.tree, px, py, height), px, py, height, work)) return -1;
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
    // Climbed once, a ladder has led to all that it leads to.
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

/** Columns that the next place is gone from; 0: all are gone from. */
const nextFar = (open: readonly (readonly number[])[]): number =>
  open.findIndex((places) => places.length > 0) + 1;

/** Places below entrances, in their column or the nearest of those around. */
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

/** 6 numbers each: mins, maxs, by those of its planes that look along an axis. */
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
