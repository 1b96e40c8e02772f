/** Outlines of changed things and surfaces in each version, to be drawn over its picture. */

import type { Box, Change, MapDiff, Point, ThingChange } from "../types.ts";

/** Kind of change of a line. Version A has no added lines, version B no removed ones. */
export type OutlineKind = "added" | "removed" | "changed";

/** Lines by kind, 6 numbers a line: both ends, inches. */
export type Outlines = { readonly [K in OutlineKind]: Float32Array<ArrayBuffer> };

/** Most lines drawn per version. Surfaces come last, the largest first. */
const MOST_LINES = 40_000;
/** Half the edge of a cube drawn for a thing of unknown size, in inches. */
const HALF_POINT = 8;

export function listOutlines(diff: MapDiff): { readonly a: Outlines; readonly b: Outlines } {
  const [a, b] = [new Gatherer(), new Gatherer()];
  const addTo = (change: Change | OutlineKind, add: (to: Gatherer, kind: OutlineKind) => void) => {
    const kind = change === "moved" ? "changed" : change;
    if (kind !== "added") add(a, kind);
    if (kind !== "removed") add(b, kind);
  };
  const { entities, staticProps, overlays, cubemaps } = diff;
  for (const { changes } of [entities, staticProps, overlays, cubemaps]) {
    for (const thing of changes) addThing(a, b, thing);
  }
  for (const { change, box } of diff.solids.changes) {
    addTo(change, (to, kind) => box !== null && to.addBox(kind, box));
  }
  for (const { change, box } of diff.displacements.changes) {
    addTo(change, (to, kind) => to.addBox(kind, box));
  }
  for (const { change, corners } of diff.surfaces.changes) {
    const isThere = change === "added" || change === "removed";
    addTo(isThere ? change : "changed", (to, kind) => to.addPolygon(kind, corners));
  }
  return { a: a.lines(), b: b.lines() };
}

function addThing(a: Gatherer, b: Gatherer, { change, from, to }: ThingChange): void {
  const kindOf = (one: "added" | "removed") => (change === one ? one : "changed");
  if (from !== null) a.addPoint(kindOf("removed"), from);
  if (to !== null) b.addPoint(kindOf("added"), to);
}

class Gatherer {
  readonly #numbers: { readonly [K in OutlineKind]: number[] } = {
    added: [],
    removed: [],
    changed: [],
  };
  #count = 0;

  addPolygon(kind: OutlineKind, corners: readonly number[]): void {
    const { length } = corners;
    for (let i = 0, j = length - 3; i < length; j = i, i += 3) {
      this.#add(kind, corners, j, corners, i);
    }
  }

  addPoint(kind: OutlineKind, [x, y, z]: Point): void {
    const h = HALF_POINT;
    this.addBox(kind, { mins: [x - h, y - h, z - h], maxs: [x + h, y + h, z + h] });
  }

  /** Adds the twelve edges of a box, each from its lower end. */
  addBox(kind: OutlineKind, { mins, maxs }: Box): void {
    for (let corner = 0; corner < 8; corner++) {
      const at = [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? maxs : mins)[axis]);
      for (let axis = 0; axis < 3; axis++) {
        if ((corner >> axis) & 1) continue;
        const end = at.map((n, i) => (i === axis ? maxs[i] : n));
        this.#add(kind, at, 0, end, 0);
      }
    }
  }

  lines(): Outlines {
    const { added, removed, changed } = this.#numbers;
    return {
      added: Float32Array.from(added),
      removed: Float32Array.from(removed),
      changed: Float32Array.from(changed),
    };
  }

  #add(
    kind: OutlineKind,
    from: readonly number[],
    fromAt: number,
    to: readonly number[],
    toAt: number,
  ): void {
    if (this.#count >= MOST_LINES) return;
    this.#count++;
    const numbers = this.#numbers[kind];
    for (let i = 0; i < 3; i++) numbers.push(from[fromAt + i]);
    for (let i = 0; i < 3; i++) numbers.push(to[toAt + i]);
  }
}
