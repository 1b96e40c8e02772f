import type { StudioJiggleFile } from "../../../formats/studio/write/write-rig-types.ts";
import type { Qc } from "../qc/qc-types.ts";
import { type JiggleValue, jiggleKey } from "../qc/rig/jiggle-values.ts";
import type { BoneFinder } from "./bone-finder.ts";

/** Columns in the order of `mstudiojigglebone_t`, and how many floats each is. */
const ORDER: readonly (readonly [column: JiggleValue["column"], count: number])[] = [
  ["length", 1],
  ["tipMass", 1],
  ["yaw", 2],
  ["pitch", 2],
  ["along", 2],
  ["angleLimit", 1],
  ["yawLimit", 4],
  ["pitchLimit", 4],
  ["base", 3],
  ["baseLimit", 9],
  ["boing", 5],
];

export function buildJiggleBones({ jiggleBones }: Qc, finder: BoneFinder): StudioJiggleFile[] {
  return jiggleBones.flatMap(({ name, flags, values, line }) => {
    const bone = finder.find(name, "$jigglebone", line);
    if (bone === undefined) return [];
    const list = ORDER.flatMap(([column, count]) =>
      Array.from({ length: count }, (_, at) => values[jiggleKey({ column, at, initial: 0 })] ?? 0),
    );
    return [{ bone, flags, values: list }];
  });
}
