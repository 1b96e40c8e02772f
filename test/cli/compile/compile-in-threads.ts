/** Compiles in threads of the built command. Bundled with it by `threads.test.ts`. */

import { createCompilePool } from "../../../src/cli/compile/compile-pool.ts";
import { compileMap } from "../../../src/compile/compile-map.ts";
import { computeVisibility } from "../../../src/compile/vvis/compute-visibility.ts";
import { makeRoomGrid } from "../../compile/make-portals.ts";
import {
  makeBox,
  makeRoom,
  makeVmf,
  pointEntity,
  resetVmfNumbers,
  SKY,
} from "../../compile/make-vmf.ts";
import { makeCells } from "../../compile/vvis/make-cells.ts";

const report = { progress() {}, warn() {} };

export type Compiled = readonly Uint8Array[];

/** Returns the bytes of a lit map, and the visibility of larger portal graphs. */
export async function compileInThreads(threads: number): Promise<Compiled> {
  const pool = createCompilePool(threads);
  try {
    const { bytes } = await compileMap(makeHall(), { read: async () => null, pool }, report);
    const results = [bytes];
    for (const portals of [makeRoomGrid({ width: 9, height: 9, seed: 2 }), makeCells(6, 14, 0.4)]) {
      const { pvs, pas } = await computeVisibility(portals, report, { pool });
      results.push(new Uint8Array(pvs.slice().buffer), new Uint8Array(pas.slice().buffer));
    }
    return results;
  } finally {
    await pool.close();
  }
}

/** Makes a hall with pillars below the sky, lit differently in LDR and HDR. */
function makeHall() {
  resetVmfNumbers();
  const shell = makeRoom([0, 0, 0], [768, 512, 256], { sides: { bottom: { material: SKY } } });
  const pillars = [128, 320, 512].map((x) => makeBox([x, 200, 0], [x + 48, 248, 256]));
  return makeVmf(
    [...shell, ...pillars],
    [
      pointEntity("info_player_start", [64, 64, 16], {}),
      pointEntity("light", [64, 400, 100], { _light: "255 200 150 200", _lightscaleHDR: "2" }),
      pointEntity("light_environment", [64, 64, 200], {
        _light: "255 250 220 300",
        _ambient: "100 120 150 60",
        _lightscaleHDR: "0.5",
        pitch: "-50",
        angles: "0 30 0",
      }),
    ],
  );
}

/** Opens a run of a program that no thread knows. */
export async function runUnknownProgram(): Promise<void> {
  const pool = createCompilePool(2);
  try {
    const run = await pool.open({ name: "unknown", run() {} }, {});
    await run.run("stage", 1, 1);
  } finally {
    await pool.close();
  }
}
