/** Makes a room with a box, two ramps and a rotated brush entity of known sizes. */

import {
  makeBox,
  makeEntity,
  makeRoom,
  makeSide,
  makeSolid,
  makeVmf,
  pointEntity,
  type Vec3,
} from "../../compile/make-vmf.ts";
import { compile } from "../../compile/vbsp/compile.ts";

export const ROOM: Vec3 = [512, 512, 256];

/** 128 x 64 x 64. */
export const BOX: readonly [mins: Vec3, maxs: Vec3] = [
  [128, 128, 0],
  [256, 192, 64],
];

/** Rises 64 in 128: its normal's z is 2 / sqrt 5. */
export const GENTLE: readonly [mins: Vec3, maxs: Vec3] = [
  [320, 128, 0],
  [448, 192, 64],
];

/** Rises 128 in 64: its normal's z is 1 / sqrt 5. */
export const STEEP: readonly [mins: Vec3, maxs: Vec3] = [
  [320, 320, 0],
  [384, 400, 128],
];

/**
 * A slab of 96 x 32 x 16 in the editor with a corner at its origin, which the entity's angles turn
 * a quarter to the left.
 */
export const SLAB_ORIGIN: Vec3 = [160, 320, 40];

/** Returns a ramp that rises along x from the floor. */
function makeRamp([mins, maxs]: readonly [mins: Vec3, maxs: Vec3]) {
  const [x0, y0, z0] = mins;
  const [x1, y1, z1] = maxs;
  const at = (x: number, y: number, z: number): Vec3 => [x, y, z];
  return makeSolid([
    makeSide([at(x0, y0, z0), at(x1, y0, z0), at(x1, y1, z0)]),
    makeSide([at(x1, y1, z0), at(x1, y0, z0), at(x1, y0, z1)]),
    makeSide([at(x0, y1, z0), at(x1, y1, z1), at(x1, y0, z1)]),
    makeSide([at(x1, y1, z1), at(x0, y1, z1), at(x0, y1, z0)]),
    makeSide([at(x1, y0, z0), at(x0, y0, z0), at(x0, y0, z1)]),
  ]);
}

/** Returns the bytes of the compiled map. */
export function measuredRoom(): Uint8Array {
  const [x, y, z] = SLAB_ORIGIN;
  const solids = [...makeRoom([0, 0, 0], ROOM), makeBox(...BOX), makeRamp(GENTLE), makeRamp(STEEP)];
  const slab = makeEntity(
    { classname: "func_brush", origin: SLAB_ORIGIN.join(" "), angles: "0 90 0" },
    {
      solids: [
        makeBox([x, y, z], [x + 96, y + 32, z + 16]),
        makeBox([x - 4, y - 4, z - 4], [x + 4, y + 4, z + 4], { material: "tools/toolsorigin" }),
      ],
    },
  );
  const start = pointEntity("info_player_start", [64, 64, 16], { angles: "0 45 0" });
  return compile(makeVmf(solids, [start, slab])).bytes;
}
