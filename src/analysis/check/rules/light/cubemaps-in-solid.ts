import { placeWords } from "../../facts/words.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

const MARGIN = 1;

export const cubemapsInSolid: Rule = {
  name: "cubemaps-in-solid",
  why: "A cubemap that was taken inside a wall is black, and so is what mirrors it.",
  check(facts) {
    facts.needs("LUMP_CUBEMAPS");
    const { cubemaps } = facts.bsp;
    const faults: Fault[] = [];
    for (let row = 0; row < cubemaps.count; row++) {
      const origin = [...cubemaps.origin.subarray(row * 3, row * 3 + 3)] as unknown as Vec3;
      if (!facts.space.isDeep(...origin, MARGIN)) continue;
      const message = `A cubemap at ${placeWords(origin)} stands inside solid.`;
      faults.push({ severity: "warning", message, origin });
    }
    return faults;
  },
};
