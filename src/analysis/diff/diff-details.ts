/** Detail props, some thousands of a map: counted by what they are, not listed one by one. */

import type { DetailProps } from "../../formats/bsp/types.ts";
import type { MapVersion } from "./open-version.ts";
import { boxAround } from "./surfaces/windings.ts";
import { canonNumber, compareTexts } from "./things/thing.ts";
import type { DetailChange, DetailDiff } from "./types.ts";

/** `DETAIL_PROP_TYPE_*` */
const MODEL = 0;
const TYPES = ["model", "sprite", "crossed sprites", "triangle of sprites"];

export function diffDetails(a: MapVersion, b: MapVersion, untold: string | null): DetailDiff {
  const [propsA, propsB] = [a.bsp.detailProps, b.bsp.detailProps];
  const counts = { countA: propsA?.objects.count ?? 0, countB: propsB?.objects.count ?? 0 };
  if (untold !== null) return { untold, changes: [], ...counts };
  const waiting = new Map<string, number[]>();
  for (let row = 0; row < counts.countB; row++) {
    const sign = signDetail(propsB!, row);
    const list = waiting.get(sign);
    if (list === undefined) waiting.set(sign, [row]);
    else list.push(row);
  }
  const gone: number[] = [];
  for (let row = 0; row < counts.countA; row++) {
    if (waiting.get(signDetail(propsA!, row))?.pop() === undefined) gone.push(row);
  }
  const changes = [
    ...groupByKind("added", propsB, [...waiting.values()].flat()),
    ...groupByKind("removed", propsA, gone),
  ];
  return { untold, changes, ...counts };
}

/** All of it but its light and the leaf, which each compile numbers anew. */
function signDetail(props: DetailProps, row: number): string {
  const { origin, angles, orientation, type, scale, swayAmount, shapeAngle, shapeSize } =
    props.objects;
  const numbers = [
    ...origin.subarray(row * 3, row * 3 + 3),
    ...angles.subarray(row * 3, row * 3 + 3),
    ...[scale[row], orientation[row], swayAmount[row], shapeAngle[row], shapeSize[row]],
  ];
  return `${type[row]} ${pictureOf(props, row)} ${numbers.map(canonNumber).join(" ")}`;
}

/** Its model, or its sprite: corners and texture. */
function pictureOf({ modelName, sprites, objects }: DetailProps, row: number): string {
  const picture = objects.detailModel[row];
  if (objects.type[row] === MODEL) return modelName[picture] ?? String(picture);
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
  const byKind = new Map<string, { points: number[]; count: number }>();
  for (const row of rows) {
    const type = props.objects.type[row];
    const name = type === MODEL ? pictureOf(props, row) : (TYPES[type] ?? `type ${type}`);
    const group = byKind.get(name) ?? { points: [], count: 0 };
    group.points.push(...props.objects.origin.subarray(row * 3, row * 3 + 3));
    group.count++;
    byKind.set(name, group);
  }
  return [...byKind]
    .map(([kind, { points, count }]) => ({ change, kind, count, box: boxAround(points) }))
    .sort((x, y) => y.count - x.count || compareTexts(x.kind, y.kind));
}
