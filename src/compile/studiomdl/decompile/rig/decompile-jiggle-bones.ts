import type { JiggleBones } from "../../../../formats/studio/rig/procedural-types.ts";
import { ALL_JIGGLE_VALUES, jiggleKey } from "../../qc/rig/jiggle-values.ts";
import type { QcJiggleBone } from "../../qc/rig/rig-types.ts";
import { shorten } from "./shorten.ts";

export function decompileJiggleBones(
  jiggles: JiggleBones,
  bone: (row: number) => string,
): QcJiggleBone[] {
  return Array.from(jiggles.bone, (own, row) => {
    const values = ALL_JIGGLE_VALUES.map((value) => {
      const column = jiggles[value.column];
      const number = column[(row * column.length) / jiggles.count + value.at];
      return [jiggleKey(value), value.isAngle ? number : shorten(number)] as const;
    });
    return {
      name: bone(own),
      flags: jiggles.flags[row],
      values: Object.fromEntries(values),
      line: 1,
    };
  });
}
