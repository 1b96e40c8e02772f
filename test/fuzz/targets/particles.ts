/** Files of particle systems. */

import { parsePcf } from "../../../src/formats/pcf/parse-pcf.ts";
import { summarizePcf } from "../../../src/formats/pcf/summarize-pcf.ts";
import { findIn, planSystem } from "../../../src/particles/systems/system-plan.ts";
import { SystemPlayer } from "../../../src/particles/systems/system-player.ts";
import { FIRE, SMOKE } from "../../formats/pcf/made-systems.ts";
import { makePcf } from "../../formats/pcf/make-pcf.ts";
import type { Target } from "./target.ts";

/** Systems that are run, and seconds of each. */
const MOST_SYSTEMS = 3;
const SECONDS = 0.1;

function readPcf(bytes: Uint8Array, look: () => void): void {
  const pcf = parsePcf(bytes);
  look();
  JSON.stringify(summarizePcf(pcf));
  const find = findIn(pcf);
  for (const { name } of pcf.systems.slice(0, MOST_SYSTEMS)) {
    const plan = planSystem(name, find);
    if (plan !== null) new SystemPlayer(plan, 1).seek(SECONDS);
  }
}

export const PARTICLE_TARGETS: readonly Target[] = [
  {
    name: "pcf",
    does: "particle systems: elements of a binary DMX, functions, and their first steps",
    code: ["src/formats/pcf/", "src/particles/systems/"],
    form: "bytes",
    files: [".pcf"],
    seeds: () => [1, 2, 3, 4, 5].map((encoding) => makePcf([FIRE, SMOKE], encoding)),
    read: readPcf,
  },
];
