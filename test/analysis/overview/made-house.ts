/** Makes a house for the overview tests. */

import type { Vmf } from "../../../src/formats/vmf/types.ts";
import { makeBox, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";

/** Bounds of the walked room and of the block in it: x, y, z of two corners. */
export const ROOM = [-64, 32, 0, 448, 288, 256] as const;
export const BLOCK = [128, 96, 0, 192, 160, 128] as const;

/**
 * Returns a room with a block too high to jump onto, and a room 500 inches further east that is not
 * visible from the first.
 * @param entrance class of the player start, or null for none
 */
export function makeHouse(entrance: string | null = "info_player_start"): Vmf {
  return makeVmf(
    [
      ...makeRoom([-64, 32, 0], [448, 288, 256]),
      makeBox([128, 96, 0], [192, 160, 128]),
      ...makeRoom([1000, 32, -400], [1200, 288, -200]),
    ],
    [pointEntity(entrance ?? "light", [0, 64, 16]), pointEntity("light", [1100, 160, -300])],
  );
}
