/**
 * The gallery: walls with and without bump maps side by side, glass, and a grate over a lit pit.
 */

import type { Carving } from "../../src/compile/generate/carving.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import {
  addHangingLamp,
  addLight,
  addProp,
  addSign,
  addSpot,
  block,
  frame,
  GREEN,
  RED,
  WARM,
} from "./demo-parts.ts";
import {
  BRICK,
  BRICK_FLAT,
  CONCRETE,
  DOORWAY,
  GALLERY,
  GLASS,
  GRATE,
  METAL,
  OUTER_WALL,
  STONE,
  TILES,
  TRIM,
  WOOD,
} from "./surfaces.ts";

/** Panels on the west wall from south to north: patterns with and without bump maps. */
const PANELS = [BRICK, BRICK_FLAT, STONE, CONCRETE];

export function carveGallery(carving: Carving): void {
  carving.fill([-1536, -288, -64, -768, 512, 320], OUTER_WALL);
  carving.hollow([-1504, -256, 0, -800, 480, 288], GALLERY);
  // Openings: a door and a window to the court, a skylight, and the pit.
  carving.hollow([-800, 64, 0, -768, 192, 160], DOORWAY);
  carving.hollow([-800, -192, 64, -768, -32, 224], DOORWAY);
  carving.hollow([-1248, 0, 288, -1056, 192, 320], DOORWAY);
  carving.hollow([-1440, 240, -64, -1312, 432, 0], { ...DOORWAY, wall: TILES, floor: TILES });
}

export function furnishGallery(map: VmfBuilder): void {
  PANELS.forEach((surface, i) => {
    const y = -208 + i * 168;
    map.addDetail(
      block([-1504, y, 24, -1492, y + 144, 216], surface),
      ...frame([-1504, y, 24, -1492, y + 144, 216], "y", TRIM, true),
    );
    addSpot(map, [-1424, y + 72, 256], WARM, 700, { pitch: -62, yaw: 180, inner: 24, outer: 44 });
    addProp(map, "lamp_spot", [-1424, y + 72, 288], { yaw: 180 });
  });
  map.addDetail(
    ...frame([-800, 64, 0, -768, 192, 160], "y", TRIM),
    ...frame([-800, -192, 64, -768, -32, 224], "y", TRIM, true),
    block([-785, -192, 64, -783, -32, 224], GLASS),
    block([-1248, 0, 304, -1056, 192, 306], GLASS),
    block([-1156, 0, 300, -1148, 192, 310], METAL),
    // The grate over the pit.
    block([-1440, 240, -4, -1312, 432, -2], GRATE),
    block([-1444, 236, 0, -1308, 240, 2], METAL),
    block([-1444, 432, 0, -1308, 436, 2], METAL),
  );
  addLight(map, [-1376, 336, -40], GREEN, 140);
  // A glass showcase on a plinth.
  const [x, y] = [-1040, 320];
  map.addDetail(
    block([x - 56, y - 56, 0, x + 56, y + 56, 40], STONE),
    block([x - 50, y - 50, 40, x - 48, y + 50, 128], GLASS),
    block([x + 48, y - 50, 40, x + 50, y + 50, 128], GLASS),
    block([x - 48, y - 50, 40, x + 48, y - 48, 128], GLASS),
    block([x - 48, y + 48, 40, x + 48, y + 50, 128], GLASS),
    block([x - 52, y - 52, 128, x + 52, y + 52, 132], METAL),
  );
  addProp(map, "statue", [x, y, 40], { yaw: 40 });
  addLight(map, [x, y, 118], WARM, 60);
  // A free-standing wooden wall with a red light behind it.
  map.addDetail(block([-1192, -192, 0, -1176, -16, 208], WOOD));
  addLight(map, [-1140, -104, 80], RED, 130);
  for (const at of [-128, 352]) addHangingLamp(map, [-912, at, 288], WARM, 260);
  addHangingLamp(map, [-1240, 400, 288], WARM, 260);
  addHangingLamp(map, [-1360, 80, 288], WARM, 220);
  addProp(map, "bench", [-1320, 40, 0], { yaw: 90 });
  addProp(map, "bench", [-1320, 160, 0], { yaw: 90 });
  for (const [px, py] of [
    [-832, -224],
    [-832, 448],
    [-1472, 464],
    [-1024, -224],
  ]) {
    addProp(map, "plant_pot", [px, py, 0], { yaw: px });
  }
  for (let i = 0; i < 5; i++) addProp(map, "pillar", [-1160 + i * 80, 452, 0]);
  addSign(map, "visleaf/sign_gallery", [-1040, -256, 200], [0, 1, 0], 128, 32);
  map.addPoint("env_cubemap", [-1152, 112, 96]);
}
