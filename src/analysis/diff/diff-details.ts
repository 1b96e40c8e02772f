/** Comparison of detail props. A map has thousands, so they are counted by kind instead of listed. */

import { DETAIL_PROP_TYPE_MODEL } from "../../formats/bsp/records/detail-props.ts";
import type { DetailProps } from "../../formats/bsp/types.ts";
import type { MapVersion } from "./open-version.ts";
import { boxAround } from "./surfaces/windings.ts";
import { canonNumber, compareTexts } from "./things/thing.ts";
import type { DetailChange, DetailDiff } from "./types.ts";

/** Names of `DETAIL_PROP_TYPE_*`. */
const TYPES = ["model", "sprite", "crossed sprites", "triangle of sprites"];

export function diffDetails(a: MapVersion, b: MapVersion, untold: string | null): DetailDiff {
  const [propsA, propsB] = [a.bsp.detailProps, b.bsp.detailProps];
  const counts = { countA: propsA?.objects.count ?? 0, countB: propsB?.objects.count ?? 0 };
  if (untold !== null) return { untold, changes: [], ...counts };
  const pictures = new Map<string, number>();
  const { removed, added } = pairEqualRows(
    writeDetails(propsA, pictures),
    writeDetails(propsB, pictures),
  );
  const changes = [
    ...groupByKind("added", propsB, added),
    ...groupByKind("removed", propsA, removed),
  ];
  return { untold, changes, ...counts };
}

/** Numbers of a row that are compared. */
const WIDTH = 13;

/**
 * Writes all values except light and leaf, which differ between compiles, as `WIDTH` numbers a row.
 * @param pictures numbers of the texts by `pictureOf`, shared by both versions
 */
function writeDetails(props: DetailProps | null, pictures: Map<string, number>): Float64Array {
  if (props === null) return new Float64Array(0);
  const { count, type, detailModel, origin, angles, scale, ...columns } = props.objects;
  const { orientation, swayAmount, shapeAngle, shapeSize } = columns;
  const rows = new Float64Array(count * WIDTH);
  const known = new Map<number, number>();
  for (let row = 0; row < count; row++) {
    const key = detailModel[row] * 2 + (type[row] === DETAIL_PROP_TYPE_MODEL ? 1 : 0);
    let picture = known.get(key);
    if (picture === undefined) {
      const text = pictureOf(props, row);
      picture = pictures.get(text) ?? pictures.size;
      pictures.set(text, picture);
      known.set(key, picture);
    }
    let at = row * WIDTH;
    for (let axis = row * 3; axis < row * 3 + 3; axis++) rows[at++] = thousandths(origin[axis]);
    for (let axis = row * 3; axis < row * 3 + 3; axis++) rows[at++] = thousandths(angles[axis]);
    rows[at++] = thousandths(scale[row]);
    rows[at++] = type[row];
    rows[at++] = picture;
    rows[at++] = orientation[row];
    rows[at++] = swayAmount[row];
    rows[at++] = shapeAngle[row];
    rows[at++] = shapeSize[row];
  }
  return rows;
}

/** Replaces values that are no numbers, which no whole number equals. */
const NO_NUMBER = 0.5;

/** Rounds a 32-bit float as `canonNumber` does. Its product with 1000 is exact. */
function thousandths(value: number): number {
  if (Number.isNaN(value)) return NO_NUMBER;
  const rounded = Math.floor(Math.abs(value) * 1000 + 0.5);
  return value < 0 ? -rounded : rounded;
}

/**
 * Pairs equal rows, as many as both sides have: the first ones of A, and the last ones of B.
 * @returns the other rows, in no order
 */
function pairEqualRows(
  a: Float64Array,
  b: Float64Array,
): { readonly removed: number[]; readonly added: number[] } {
  const [rowsA, rowsB] = [sortRows(a), sortRows(b)];
  const removed: number[] = [];
  const added: number[] = [];
  for (let i = 0, j = 0; i < rowsA.length || j < rowsB.length; ) {
    const order =
      i === rowsA.length ? 1 : j === rowsB.length ? -1 : compareRows(a, rowsA[i], b, rowsB[j]);
    if (order < 0) removed.push(rowsA[i++]);
    else if (order > 0) added.push(rowsB[j++]);
    else {
      const [endA, endB] = [endOfRun(a, rowsA, i), endOfRun(b, rowsB, j)];
      const paired = Math.min(endA - i, endB - j);
      for (i += paired; i < endA; i++) removed.push(rowsA[i]);
      for (; j < endB - paired; j++) added.push(rowsB[j]);
      j = endB;
    }
  }
  return { removed, added };
}

/** Returns the numbers of the rows, sorted by their values, equal ones by their numbers. */
function sortRows(rows: Float64Array): Uint32Array {
  const order = Uint32Array.from({ length: rows.length / WIDTH }, (_, row) => row);
  return order.sort((x, y) => compareRows(rows, x, rows, y) || x - y);
}

function compareRows(a: Float64Array, rowA: number, b: Float64Array, rowB: number): number {
  for (let i = 0; i < WIDTH; i++) {
    const [valueA, valueB] = [a[rowA * WIDTH + i], b[rowB * WIDTH + i]];
    if (valueA !== valueB) return valueA < valueB ? -1 : 1;
  }
  return 0;
}

function endOfRun(rows: Float64Array, order: Uint32Array, start: number): number {
  let end = start + 1;
  while (end < order.length && compareRows(rows, order[start], rows, order[end]) === 0) end++;
  return end;
}

/** Returns the model's name, or the corners and texture of the sprite. */
function pictureOf({ modelName, sprites, objects }: DetailProps, row: number): string {
  const picture = objects.detailModel[row];
  if (objects.type[row] === DETAIL_PROP_TYPE_MODEL) return modelName[picture] ?? String(picture);
  const columns = [
    sprites.upperLeft,
    sprites.lowerRight,
    sprites.texUpperLeft,
    sprites.texLowerRight,
  ];
  return columns
    .flatMap((column) => Array.from(column.subarray(picture * 2, picture * 2 + 2), canonNumber))
    .join(" ");
}

function groupByKind(
  change: DetailChange["change"],
  props: DetailProps | null,
  rows: readonly number[],
): DetailChange[] {
  if (props === null) return [];
  const { type, origin } = props.objects;
  const byKind = new Map<string, { points: number[]; count: number }>();
  for (const row of rows) {
    const isModel = type[row] === DETAIL_PROP_TYPE_MODEL;
    const name = isModel ? pictureOf(props, row) : (TYPES[type[row]] ?? `type ${type[row]}`);
    let group = byKind.get(name);
    if (group === undefined) {
      group = { points: [], count: 0 };
      byKind.set(name, group);
    }
    group.points.push(origin[row * 3], origin[row * 3 + 1], origin[row * 3 + 2]);
    group.count++;
  }
  return [...byKind]
    .map(([kind, { points, count }]) => ({ change, kind, count, box: boxAround(points) }))
    .sort((x, y) => y.count - x.count || compareTexts(x.kind, y.kind));
}
