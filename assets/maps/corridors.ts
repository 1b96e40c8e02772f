/**
 * Two corridors with a corner each. From one end, the other end is invisible and must be culled.
 */

import type { Carving } from "../../src/compile/generate/carving.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import { AMBER, addHangingLamp, addProp, addSign, block, COOL, frame } from "./demo-parts.ts";
import { CORRIDOR, DOOR, DOORWAY, METAL, OUTER_WALL, TRIM } from "./surfaces.ts";

/** The engine's light style of an electric flicker. */
const STYLE_FLUORESCENT_FLICKER = 10;

export function carveCorridors(carving: Carving): void {
  for (const side of [-1, 1]) {
    const across = (x0: number, x1: number): [number, number] => (side > 0 ? [x0, x1] : [-x1, -x0]);
    const [door0, door1] = across(448, 480);
    const [long0, long1] = across(480, 1120);
    const [turn0, turn1] = across(1120, 1248);
    const [case0, case1] = across(1088, 1280);
    carving.hollow([door0, -992, 0, door1, -864, 160], DOORWAY);
    carving.hollow([long0, -992, 0, long1, -864, 160], CORRIDOR);
    // North of y = -512 the corridor lies under the sky, so a brick case encloses it.
    carving.fill([case0, -512, -64, case1, -288, 192], OUTER_WALL);
    carving.hollow([turn0, -992, 0, turn1, -288, 160], CORRIDOR);
    carving.hollow([turn0, -288, 0, turn1, -256, 144], DOORWAY);
  }
}

export function furnishCorridors(map: VmfBuilder): void {
  for (const side of [-1, 1]) {
    const x = (value: number): number => value * side;
    const [door0, door1] = side > 0 ? [448, 480] : [-480, -448];
    map.addDetail(...frame([door0, -992, 0, door1, -864, 160], "y", TRIM));
    for (let at = 576; at <= 1024; at += 128) {
      const [x0, x1] = side > 0 ? [at, at + 16] : [-at - 16, -at];
      map.addDetail(
        block([x0, -992, 0, x1, -984, 160], METAL),
        block([x0, -872, 0, x1, -864, 160], METAL),
        block([x0, -984, 148, x1, -872, 160], METAL),
      );
    }
    const [pipe0, pipe1] = side > 0 ? [488, 1112] : [-1112, -488];
    map.addDetail(block([pipe0, -980, 128, pipe1, -972, 136], METAL));
    for (const at of [640, 896]) addHangingLamp(map, [x(at), -928, 160], AMBER, 110);
    addHangingLamp(map, [x(1184), -928, 160], side < 0 ? COOL : AMBER, 150, {
      style: STYLE_FLUORESCENT_FLICKER,
      skin: 0,
    });
    for (const y of [-736, -480]) addHangingLamp(map, [x(1184), y, 160], COOL, 130);
    for (let i = 0; i < 4; i++) {
      addProp(map, "barrel", [x(1228), -700 + i * 36, 0], { yaw: i * 50, skin: i % 2 });
      // Crates of the west corridor stand opposite the doors of the rain court.
      addProp(map, "crate", [x(700 + i * 60), side < 0 ? -966 : -878, 0], {
        yaw: i * 7 - 10,
        skin: (i + 1) % 2,
      });
    }
  }
  addSign(map, "visleaf/sign_arrow", [-1184, -992, 100], [0, 1, 0], 64, 32);
  addSign(map, "visleaf/sign_arrow", [1184, -992, 100], [0, 1, 0], 64, 32);
  // A half-open sliding door as a brush entity.
  map.addEntity("func_door", { movedir: "0 180 0", speed: 100, lip: 8, spawnflags: 0 }, [
    block([1120, -278, 0, 1190, -266, 144], DOOR),
  ]);
}
