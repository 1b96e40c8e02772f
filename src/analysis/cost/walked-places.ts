/**
 * Which places are walked to from where players come into the map: by steps, jumps, falls and ladders. Lifts, swimming and
 * what is climbed by standing on props are not known, so that a place that is not reached may yet be.
 */

import { CONTENTS_LADDER } from "../../compile/material-flags.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { createTrace } from "../../visibility/trace.ts";
import { isInBrush } from "./point-in-brush.ts";
import type { StandingMap } from "./standing-map.ts";
import type { StandingPlaces } from "./standing-places.ts";

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

/**
 * 1 a place that is reached; null where nothing can be told: no entrance, or hardly a place is reached.
 * `mostTests` as of `findStandingPlaces`: nothing is told after more. `deepestFall`, inches: who may fall no deeper than he jumps comes
 * back from wherever he goes.
 */
export function findWalkedPlaces(
  map: StandingMap,
  standing: StandingPlaces,
  { mostTests = Number.POSITIVE_INFINITY, deepestFall = Number.POSITIVE_INFINITY } = {},
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
  const open: number[] = [];
  const add = (place: number): void => {
    if (reached[place] === 1) return;
    reached[place] = 1;
    open.push(place);
  };
  for (const place of listEntrances(map, standing, ofCell)) add(place);
  const ladders = listLadders(map);
  const trace = createTrace(map.tree, map.solid, true);

  /** Where who goes at a height from one column to the next comes to stand; -1: nowhere. */
  const step = (from: number, to: number, height: number): number => {
    const places = ofCell.get(to);
    // Where all is reached there is nothing to try.
    if (places === undefined || places.every((place) => reached[place] === 1)) return -1;
    const [x, y] = [eye[from * 3], eye[from * 3 + 1]];
    const [toX, toY] = [eye[places[0] * 3], eye[places[0] * 3 + 1]];
    const away = Math.hypot(toX - x, toY - y);
    const [dx, dy] = [(toX - x) / away, (toY - y) / away];
    if (trace.cast(x, y, height, dx, dy, 0, away)) return -1;
    for (let along = CLIP_SPACING; along < away; along += CLIP_SPACING) {
      const [px, py] = [x + dx * along, y + dy * along];
      if (isInBrush(map, findLeaf(map.tree, px, py, height), px, py, height)) return -1;
    }
    if (!trace.cast(toX, toY, height, 0, 0, -1, Number.POSITIVE_INFINITY)) return -1;
    const ground = height - trace.hit.distance;
    return places.find((place) => Math.abs(floor[place] - ground) < 2) ?? -1;
  };

  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (trace.tests > mostTests) return null;
    const [x, y, z] = [eye[place * 3], eye[place * 3 + 1], floor[place]];
    for (const ladder of ladders) {
      if (!isNear(ladder, x, y, z)) continue;
      for (let other = 0; other < count; other++) {
        if (isNear(ladder, eye[other * 3], eye[other * 3 + 1], floor[other])) add(other);
      }
    }
    const at = cell[place];
    if (at < 0) continue;
    const column = at % columns;
    const row = Math.floor(at / columns);
    for (const [right, up] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      for (let far = 1; far <= MOST_COLUMNS; far++) {
        const [toColumn, toRow] = [column + right * far, row + up * far];
        if (toColumn < 0 || toColumn >= columns || toRow < 0 || toRow >= rows) break;
        for (const height of [z + CHEST, z + CHEST + JUMP]) {
          const next = step(place, toRow * columns + toColumn, height);
          if (next >= 0 && floor[next] <= z + JUMP && floor[next] >= z - deepestFall) add(next);
        }
      }
    }
  }
  const share = reached.reduce((sum, is) => sum + is, 0) / Math.max(count, 1);
  return share < LEAST_SHARE ? null : reached;
}

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
  return [x, y, z].every(
    (value, axis) => value >= box[axis] - LADDER_REACH && value <= box[axis + 3] + LADDER_REACH,
  );
}
