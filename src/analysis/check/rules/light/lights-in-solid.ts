import { placeWords } from "../../facts/words.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** `emit_point` and `emit_spotlight` of `bspfile.h`. */
const LAMPS = [1, 2];
const MARGIN = 1;

/**
 * A `light` or `light_spot` is in solid, with an inch around it. (warning)
 * Mend: Move it out of the wall.
 */
export const lightsInSolid: Rule = {
  name: "lights-in-solid",
  why: "A light inside a wall lights only the wall.",
  check({ bsp, space, entities }) {
    const side = bsp.hdr?.worldLights ? bsp.hdr : bsp.ldr;
    const lights = side?.worldLights;
    const faults: Fault[] = [];
    for (let row = 0; row < (lights?.count ?? 0); row++) {
      if (!LAMPS.includes(lights!.type[row])) continue;
      const origin = [...lights!.origin.subarray(row * 3, row * 3 + 3)] as unknown as Vec3;
      if (!space.isDeep(...origin, MARGIN)) continue;
      const kind = lights!.type[row] === 2 ? "spotlight" : "light";
      // vrad keeps only the position of a light entity, so the name is found by position.
      const name = entities.find(
        (one) => one.name !== "" && one.origin !== null && isNear(one.origin, origin),
      )?.name;
      const what = `A ${kind}${name === undefined ? "" : ` "${name}"`} at ${placeWords(origin)}`;
      faults.push({ severity: "warning", message: `${what} stands inside solid.`, origin });
    }
    return faults;
  },
};

const isNear = (a: Vec3, b: Vec3): boolean =>
  a.every((value, axis) => Math.abs(value - b[axis]) < 1);
