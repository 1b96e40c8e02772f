/**
 * The gallery: walls with and without bump maps side by side, glass, and a grate over a lit pit.
 */

import { prismBrush, ring } from "../../src/compile/generate/brush.ts";
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
import { addRotating, blades, ROTATING_STARTS_ON, send } from "./moving-parts.ts";
import {
  BRICK,
  BRICK_FLAT,
  CONCRETE,
  DARK_METAL,
  DOORWAY,
  GALLERY,
  GLASS,
  GRATE,
  LAMP_TEAL,
  METAL,
  NODRAW,
  OUTER_WALL,
  STONE,
  TILES,
  TRIM,
  WOOD,
} from "./surfaces.ts";

/** Panels on the west wall from south to north: patterns with and without bump maps. */
const PANELS = [BRICK, BRICK_FLAT, STONE, CONCRETE];
const SHOWCASE = [-1040, 320] as const;
/** Middle of the fan below the ceiling. */
const FAN = [-960, 112, 252] as const;

/** Spawnflag of func_button: players use it. */
const BUTTON_IS_USED = 1024;

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
  const [x, y] = SHOWCASE;
  map.addDetail(
    block([x - 56, y - 56, 0, x + 56, y + 56, 40], STONE),
    block([x - 50, y - 50, 40, x - 48, y + 50, 128], GLASS),
    block([x + 48, y - 50, 40, x + 50, y + 50, 128], GLASS),
    block([x - 48, y - 50, 40, x + 48, y - 48, 128], GLASS),
    block([x - 48, y + 48, 40, x + 48, y + 50, 128], GLASS),
    block([x - 52, y - 52, 128, x + 52, y + 52, 132], METAL),
  );
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

/** Adds the gallery's fan, the statue on a turntable, and the switch of the showcase's lamp. */
export function furnishGalleryMotion(map: VmfBuilder): void {
  const [fanX, fanY, fanZ] = FAN;
  map.addDetail(block([fanX - 2, fanY - 2, fanZ + 6, fanX + 2, fanY + 2, 288], DARK_METAL));
  addRotating(
    map,
    FAN,
    { name: "gallery_fan", flags: ROTATING_STARTS_ON, speed: 110, sound: "visleaf/fan.wav" },
    blades(FAN, "z", { radius: 76, count: 4, width: 22 }),
  );
  const [x, y] = SHOWCASE;
  const surfaces = { wall: TRIM, up: DARK_METAL, down: NODRAW };
  addRotating(map, [x, y, 40], { name: "turntable", flags: ROTATING_STARTS_ON, speed: 24 }, [
    prismBrush(ring(x, y, 26, 16), 40, 44, surfaces),
  ]);
  map.addPoint("prop_dynamic", [x, y, 44], {
    model: "models/visleaf/statue.mdl",
    angles: "0 40 0",
    parentname: "turntable",
    solid: 0,
  });
  addLight(map, [x, y, 122], WARM, 500, { name: "showcase_lamp", reach: 260 });
  map.addEntity(
    "func_button",
    {
      targetname: "showcase_switch",
      movedir: "0 90 0",
      lip: 1,
      speed: 20,
      wait: 1,
      spawnflags: BUTTON_IS_USED,
    },
    [block([x - 6, y - 60, 22, x + 6, y - 55, 32], LAMP_TEAL)],
    [
      ["OnPressed", send("showcase_lamp", "Toggle")],
      ["OnPressed", send("switch_click", "PlaySound")],
    ],
  );
}
