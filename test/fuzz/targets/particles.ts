/** Files of particle systems. */

import { parsePcf } from "../../../src/formats/pcf/parse-pcf.ts";
import { summarizePcf } from "../../../src/formats/pcf/summarize-pcf.ts";
import { FIRE, SMOKE } from "../../formats/pcf/made-systems.ts";
import { makePcf } from "../../formats/pcf/make-pcf.ts";
import type { Target } from "./target.ts";

function readPcf(bytes: Uint8Array, look: () => void): void {
  const pcf = parsePcf(bytes);
  look();
  JSON.stringify(summarizePcf(pcf));
}

export const PARTICLE_TARGETS: readonly Target[] = [
  {
    name: "pcf",
    does: "particle systems: elements of a binary DMX, and functions",
    code: ["src/formats/pcf/"],
    form: "bytes",
    files: [".pcf"],
    seeds: () => [1, 2, 3, 4, 5].map((encoding) => makePcf([FIRE, SMOKE], encoding)),
    read: readPcf,
  },
];
