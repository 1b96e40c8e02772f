/** Groups a map's own places, spawns and cameras, by class and distance. */

import type { CameraPose } from "../../viewer/index.ts";
import type { OwnPlace } from "../travel/spawns.ts";

/** Largest distance in inches between neighbours in a group. */
const NEAR = 256;

export interface PlaceGroup {
  /** Places of the group, starting with the one nearest to its middle. */
  readonly places: readonly OwnPlace[];
}

export interface PlaceClass {
  readonly className: string;
  readonly count: number;
  readonly groups: readonly PlaceGroup[];
}

/** Returns classes and groups in the map's order of their first places. */
export function groupPlaces(places: readonly OwnPlace[]): PlaceClass[] {
  const classes = new Map<string, OwnPlace[]>();
  for (const place of places) {
    const own = classes.get(place.className);
    if (own === undefined) classes.set(place.className, [place]);
    else own.push(place);
  }
  return [...classes].map(([className, all]) => ({
    className,
    count: all.length,
    groups: groupNear(all).map((near) => ({ places: middleFirst(near) })),
  }));
}

/**
 * Groups places that are within `NEAR` of each other, directly or through others. Cells of that
 * width limit the search to neighbouring cells.
 */
function groupNear(places: readonly OwnPlace[]): OwnPlace[][] {
  const cells = new Map<string, number[]>();
  const groupOf = places.map((_, at) => at);
  const find = (at: number): number => {
    let root = at;
    while (groupOf[root] !== root) root = groupOf[root];
    groupOf[at] = root;
    return root;
  };
  const cellOf = (value: number): number => Math.floor(value / NEAR);
  for (const [at, { x, y, z }] of places.entries()) {
    for (let cell = 0; cell < 27; cell++) {
      const cx = cellOf(x) + (cell % 3) - 1;
      const cy = cellOf(y) + (Math.floor(cell / 3) % 3) - 1;
      const cz = cellOf(z) + Math.floor(cell / 9) - 1;
      for (const other of cells.get(`${cx} ${cy} ${cz}`) ?? []) {
        if (distance(places[at], places[other]) > NEAR) continue;
        const [a, b] = [find(at), find(other)];
        // The place that the map lists first represents the group.
        groupOf[Math.max(a, b)] = Math.min(a, b);
      }
    }
    const key = `${cellOf(x)} ${cellOf(y)} ${cellOf(z)}`;
    const own = cells.get(key);
    if (own === undefined) cells.set(key, [at]);
    // A few of many places at one spot suffice to find the group.
    else if (own.length < 8 || !own.some((other) => distance(places[other], places[at]) < 1)) {
      own.push(at);
    }
  }
  const groups = new Map<number, OwnPlace[]>();
  for (const [at, place] of places.entries()) {
    const root = find(at);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [place]);
    else group.push(place);
  }
  return [...groups.values()];
}

function middleFirst(places: readonly OwnPlace[]): OwnPlace[] {
  const middle = { x: 0, y: 0, z: 0 };
  for (const { x, y, z } of places) {
    middle.x += x / places.length;
    middle.y += y / places.length;
    middle.z += z / places.length;
  }
  let nearest = places[0];
  for (const place of places) {
    if (distance(place, middle) < distance(nearest, middle)) nearest = place;
  }
  return [nearest, ...places.filter((place) => place !== nearest)];
}

type Point = Pick<CameraPose, "x" | "y" | "z">;

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}
