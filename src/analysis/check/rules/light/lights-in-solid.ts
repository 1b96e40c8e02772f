import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

/** `emit_point` and `emit_spotlight` of `bspfile.h`. */
const LAMPS = [1, 2];
const MARGIN = 1;

export const lightsInSolid: Rule = {
  name: "lights-in-solid",
  why: "All that a light inside a wall shines on is the wall around it.",
  check({ bsp, space }) {
    const side = bsp.hdr?.worldLights ? bsp.hdr : bsp.ldr;
    const lights = side?.worldLights;
    const faults: Fault[] = [];
    for (let row = 0; row < (lights?.count ?? 0); row++) {
      if (!LAMPS.includes(lights!.type[row])) continue;
      const origin = [...lights!.origin.subarray(row * 3, row * 3 + 3)] as unknown as Vec3;
      if (!space.isDeep(...origin, MARGIN)) continue;
      const what = lights!.type[row] === 2 ? "A spotlight" : "A light";
      faults.push({ severity: "warning", message: `${what} stands inside solid.`, origin });
    }
    return faults;
  },
};
