/** Groups changes that are close together into places, so that one change makes one picture. */

import { boxAround } from "../surfaces/windings.ts";
import { compareTexts } from "../things/thing.ts";
import type { Box, MapDiff, Point, ThingChange, ThingDiff } from "../types.ts";

// Changes with their box and a line of text, from which places are made.

export interface ChangeMark {
  readonly box: Box;
  /** Marks with more weight form places first and are listed first. */
  readonly weight: number;
  readonly words: string;
}

type Parts = Omit<MapDiff, "places" | "morePlaces">;

/** Area in square inches that weighs as much as an entity. */
const HEAVY_AREA = 4096;
/** Smallest change of light, in levels of 255, that is worth its own picture. */
const SEEN_LEVELS = 12;

/** Lists the direct changes to the map. */
export function listMarks(diff: Parts): ChangeMark[] {
  return [
    ...listThings(diff.entities),
    ...listThings(diff.staticProps),
    ...listThings(diff.overlays),
    ...listThings(diff.cubemaps),
    ...diff.surfaces.changes.map(({ change, material, was, owner, area, box }) => ({
      box,
      weight: Math.min(2, area / HEAVY_AREA),
      words: `${material} ${change}${was === null ? "" : `, was ${was}`}${owner === "world" ? "" : `, of ${owner}`}`,
    })),
    ...diff.displacements.changes.map(({ change, material, box }) => ({
      ...{ box, weight: 1, words: `displacement ${change}: ${material}` },
    })),
    ...diff.solids.changes.flatMap(({ change, contents, owner, box }) => {
      const words = `${owner === "world" ? "brush" : `brush of ${owner}`} ${change}: ${contents.join(" ").toLowerCase()}`;
      return box === null ? [] : [{ box, weight: 2, words }];
    }),
    ...diff.details.changes.map(({ change, kind, count, box }) => ({
      ...{ box, weight: 0.5, words: `${count} detail props ${change}: ${kind}` },
    })),
  ];
}

/** Lists changes of light. They form a place only if no direct change is nearby. */
export function listLightMarks({ light }: Parts): ChangeMark[] {
  return light.faces
    .filter(({ levels }) => levels >= SEEN_LEVELS)
    .map(({ material, box, levels }) => ({
      ...{ box, weight: levels / 255, words: `light of ${material}: ${Math.round(levels)} of 255` },
    }));
}

/**
 * Distance in inches beyond which a moved thing makes two places, at its old and its new position.
 */
const ONE_PLACE = 512;

function listThings({ changes }: ThingDiff): ChangeMark[] {
  return changes.flatMap((change) => {
    const { from, to } = change;
    const words = nameThing(change);
    const mark = (...numbers: readonly number[]): ChangeMark => ({
      box: boxAround(numbers),
      ...{ weight: 3, words },
    });
    if (from === null || to === null) return (from ?? to) ? [mark(...(from ?? to)!)] : [];
    const apart = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
    return apart <= ONE_PLACE ? [mark(...from, ...to)] : [mark(...from), mark(...to)];
  });
}

/** "light lamp moved", "prop_static models/x.mdl added". */
export function nameThing({ kind, name, change, values }: ThingChange): string {
  const keys = change === "changed" ? [...new Set(values.map(({ key }) => key))] : [];
  const said = change === "changed" ? `: ${keys.slice(0, 4).join(", ")}` : "";
  return `${kind}${name === "" ? "" : ` ${name}`} ${change}${said}`;
}

/** Most places listed, and most lines for each. */
export const MOST_PLACES = 40;
export const MOST_WORDS = 8;
/**
 * Largest gap in inches between two boxes of one place, and the largest extent of a place along an
 * axis.
 */
const NEAR = 128;
const WIDEST = 768;
/** Most places that are formed. Marks that fit none of them are only counted. */
const MOST_TRIED = 2000;

export interface GatheredPlace {
  readonly box: Box;
  readonly words: readonly string[];
  readonly count: number;
}

interface Draft {
  mins: number[];
  maxs: number[];
  marks: ChangeMark[];
  weight: number;
}

/**
 * @param effects marks that form a place only if no place of `marks` is near
 * @returns places, the heaviest first
 */
export function gatherPlaces(
  marks: readonly ChangeMark[],
  effects: readonly ChangeMark[],
): { readonly places: readonly GatheredPlace[]; readonly more: number } {
  const drafts: Draft[] = [];
  const grid = new DraftGrid();
  let left = 0;
  for (const mark of sortMarks(marks)) {
    const draft = drafts[grid.findFirst(drafts, mark.box)];
    if (draft !== undefined) join(draft, mark);
    else if (drafts.length < MOST_TRIED) {
      grid.add(mark.box, drafts.length);
      drafts.push(start(mark));
    } else left++;
  }
  const causes = drafts.length;
  for (const mark of sortMarks(effects)) {
    const draft = drafts.find((it, i) =>
      i < causes ? isNear(it, mark.box, WIDEST) : fits(it, mark.box, NEAR * 2),
    );
    if (draft === undefined && drafts.length < MOST_TRIED) drafts.push(start(mark));
    else if (draft !== undefined && drafts.indexOf(draft) >= causes) join(draft, mark);
  }
  const places = drafts.sort(compareDrafts).map(finish);
  return {
    places: places.slice(0, MOST_PLACES),
    more: left + Math.max(0, places.length - MOST_PLACES),
  };
}

/**
 * Index of drafts by the cell of their first lower corner. A box that fits a draft leaves it at
 * most `WIDEST` wide, so its corner is in the same cell or a neighbor. Drafts wider than that are
 * tested one by one.
 */
class DraftGrid {
  readonly #cells = new Map<number, number[]>();
  readonly #wide: number[] = [];

  add({ mins, maxs }: Box, row: number): void {
    if (mins.some((min, axis) => !(maxs[axis] - min <= WIDEST))) {
      this.#wide.push(row);
      return;
    }
    const [x, y, z] = mins;
    const key = hashCell(cellOf(x), cellOf(y), cellOf(z));
    const rows = this.#cells.get(key);
    if (rows === undefined) this.#cells.set(key, [row]);
    else rows.push(row);
  }

  /** Returns the first draft that the box fits; −1 if none. */
  findFirst(drafts: readonly Draft[], box: Box): number {
    let first = Number.POSITIVE_INFINITY;
    const tryRows = (rows: readonly number[]) => {
      const found = rows.find((row) => row >= first || fits(drafts[row], box, NEAR));
      if (found !== undefined) first = Math.min(first, found);
    };
    tryRows(this.#wide);
    const [x, y, z] = [cellOf(box.mins[0]), cellOf(box.mins[1]), cellOf(box.mins[2])];
    for (let dz = -1; dz <= 1; dz++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const rows = this.#cells.get(hashCell(x + dx, y + dy, z + dz));
          if (rows !== undefined) tryRows(rows);
        }
      }
    }
    return Number.isFinite(first) ? first : -1;
  }
}

const cellOf = (min: number): number => Math.floor(min / WIDEST);

/**
 * Hashes a cell. Cells with the same hash share a list, whose drafts are tested against each box
 * anyway.
 */
const hashCell = (x: number, y: number, z: number): number =>
  Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);

/**
 * Sorts marks by content instead of record order, so that the same changes give the same places.
 */
function sortMarks(marks: readonly ChangeMark[]): readonly ChangeMark[] {
  const keys = marks.map(({ box, words }) => `${box.mins.join()} ${box.maxs.join()} ${words}`);
  const rows = Uint32Array.from(marks.keys()).sort(
    (x, y) => marks[y].weight - marks[x].weight || compareTexts(keys[x], keys[y]) || x - y,
  );
  return Array.from(rows, (row) => marks[row]);
}

const start = (mark: ChangeMark): Draft => ({
  ...{ mins: [...mark.box.mins], maxs: [...mark.box.maxs], marks: [mark], weight: mark.weight },
});

function isNear({ mins, maxs }: Draft, box: Box, reach: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (box.mins[axis] > maxs[axis] + reach || box.maxs[axis] < mins[axis] - reach) return false;
  }
  return true;
}

/** Whether a box is near, and the place still fits in one picture with it. */
function fits(draft: Draft, box: Box, reach: number): boolean {
  if (!isNear(draft, box, reach)) return false;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.min(draft.mins[axis], box.mins[axis]);
    const high = Math.max(draft.maxs[axis], box.maxs[axis]);
    const wide = draft.maxs[axis] - draft.mins[axis];
    if (high - low > Math.max(WIDEST, wide)) return false;
  }
  return true;
}

function join(draft: Draft, mark: ChangeMark): void {
  for (let axis = 0; axis < 3; axis++) {
    draft.mins[axis] = Math.min(draft.mins[axis], mark.box.mins[axis]);
    draft.maxs[axis] = Math.max(draft.maxs[axis], mark.box.maxs[axis]);
  }
  draft.marks.push(mark);
  draft.weight += mark.weight;
}

const compareDrafts = (x: Draft, y: Draft): number =>
  y.weight - x.weight || compareTexts(x.mins.join(), y.mins.join());

/** Merges repeated lines into one line with a count. */
function finish({ mins, maxs, marks }: Draft): GatheredPlace {
  const counts = new Map<string, number>();
  for (const { words } of marks) counts.set(words, (counts.get(words) ?? 0) + 1);
  const words = [...counts]
    .slice(0, MOST_WORDS)
    .map(([text, count]) => (count === 1 ? text : `${text} (${count})`));
  const box = { mins: mins as unknown as Point, maxs: maxs as unknown as Point };
  return { box, words, count: marks.length };
}
