import { JIGGLE } from "../../../../formats/studio/rig/procedural-types.ts";
import { JIGGLE_BLOCKS, JIGGLE_VALUES, jiggleKey } from "./jiggle-values.ts";
import type { QcJiggleBone } from "./rig-types.ts";

/** Lines of a `$jigglebone`: all that its kinds of springs have, but for limits that are not used. */
export function writeJiggleBone({ name, flags, values }: QcJiggleBone): string[] {
  const lines = [`$jigglebone "${name}" {`];
  for (const kind of Object.keys(JIGGLE_BLOCKS)) {
    if ((flags & JIGGLE_BLOCKS[kind]) === 0) continue;
    lines.push(`  ${kind} {`);
    const known = JIGGLE_VALUES[kind];
    for (const option of Object.keys(known)) {
      if (known[option].some(({ flag = 0 }) => (flags & flag) !== flag)) continue;
      const numbers = known[option].map((value) => {
        const number = values[jiggleKey(value)];
        return value.isAngle ? Number(((number * 180) / Math.PI).toPrecision(9)) : number;
      });
      lines.push(`    ${option} ${numbers.join(" ")}`);
    }
    const isFree = (flags & JIGGLE.HAS_LENGTH_CONSTRAINT) === 0;
    if (isFree && Object.hasOwn(known, "length")) lines.push("    allow_length_flex");
    lines.push("  }");
  }
  lines.push("}");
  return lines;
}
