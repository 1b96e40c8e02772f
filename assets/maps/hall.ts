/** The entry hall: columns in two rows, hanging lamps, a carpet that leads to the court. */

import type { Carving } from "../../src/compile/generate/carving.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import { addHangingLamp, addProp, addSign, block, column, frame, WARM } from "./demo-parts.ts";
import { CARPET, DOORWAY, GLASS, HALL, TRIM, WOOD } from "./surfaces.ts";

const COLUMN_ROWS = [-1152, -976, -800, -624];
const WINDOWS = [-384, 224];

export function carveHall(carving: Carving): void {
  carving.hollow([-448, -1280, 0, 448, -544, 352], HALL);
  // Openings to the court: a door and two windows.
  carving.hollow([-112, -544, 0, 112, -512, 240], DOORWAY);
  for (const x of WINDOWS) carving.hollow([x, -544, 80, x + 160, -512, 272], DOORWAY);
}

export function furnishHall(map: VmfBuilder): void {
  for (const y of COLUMN_ROWS) {
    map.addDetail(...column(-256, y, 0, 320, 26), ...column(256, y, 0, 320, 26));
    map.addDetail(block([-448, y - 20, 320, 448, y + 20, 352], WOOD));
    for (const x of [-356, 356]) addProp(map, "plant_pot", [x, y + 88, 0], { yaw: y });
  }
  map.addDetail(
    block([-64, -1248, 0, 64, -512, 1], CARPET),
    ...frame([-112, -544, 0, 112, -512, 240], "x", TRIM),
    // Skirting with gaps at the corridors' doors.
    ...[-448, 444].flatMap((x) => [
      block([x, -1280, 0, x + 4, -1002, 14], TRIM),
      block([x, -854, 0, x + 4, -544, 14], TRIM),
    ]),
    block([-444, -1280, 0, 444, -1276, 14], TRIM),
  );
  for (const x of WINDOWS) {
    map.addDetail(
      ...frame([x, -544, 80, x + 160, -512, 272], "x", TRIM, true),
      block([x + 78, -532, 80, x + 82, -524, 272], TRIM),
      block([x, -529, 80, x + 78, -527, 272], GLASS),
      block([x + 82, -529, 80, x + 160, -527, 272], GLASS),
    );
  }
  for (const y of [-1064, -888, -712]) addHangingLamp(map, [0, y, 352], WARM, 260);
  for (const y of [-1064, -712]) {
    addHangingLamp(map, [-352, y, 352], WARM, 120);
    addHangingLamp(map, [352, y, 352], WARM, 120);
  }
  for (const side of [-1, 1]) {
    addProp(map, "bench", [side * 400, -760, 0], { yaw: side * 90 });
    addProp(map, "crate", [side * 396, -1232, 0], { yaw: side * 12 });
    addProp(map, "crate", [side * 348, -1240, 0], { yaw: side * -8, skin: 1 });
    addProp(map, "crate", [side * 376, -1236, 40], { yaw: side * 31 });
    addProp(map, "barrel", [side * 300, -1244, 0], { yaw: side * 60, skin: 1 });
  }
  addProp(map, "banner_still", [-440, -760, 300], { yaw: 0 });
  addProp(map, "banner_still", [440, -760, 300], { yaw: 180 });
  addSign(map, "visleaf/sign_court", [0, -544, 288], [0, -1, 0], 128, 32);
  addSign(map, "visleaf/sign_gallery", [-448, -928, 192], [1, 0, 0], 96, 24);
  addSign(map, "visleaf/sign_machines", [448, -928, 192], [-1, 0, 0], 96, 24);
  addSign(map, "visleaf/emblem", [0, -1280, 208], [0, 1, 0], 160, 160);
  map.addPoint("env_cubemap", [0, -912, 96]);
  map.addPoint("info_player_start", [-40, -1216, 1], { angles: "0 88 0" });
}
