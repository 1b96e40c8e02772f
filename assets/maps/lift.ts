/** The lift from the court to the roof of the machine room: buttons, a timer, a terrace, a chimney. */

import type { Vec3 } from "../../src/compile/generate/brush.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import { addLight, addProp, block, WARM } from "./demo-parts.ts";
import { addTrigger, send } from "./moving-parts.ts";
import {
  BRICK_OUTSIDE,
  DARK_METAL,
  LAMP_TEAL,
  NODRAW,
  ROOF,
  TREAD,
  TRIM,
  WOOD,
} from "./surfaces.ts";

/** Height of the roof of the machine room. */
const TOP = 448;
const FLOOR = 8;
const [WEST, SOUTH, EAST, NORTH] = [656, 336, 750, 432];
/** Middle of the chimney's mouth. */
export const CHIMNEY: Vec3 = [1012, 232, 612];

/** Spawnflag of func_button: players use it. */
const BUTTON_IS_USED = 1024;

export function furnishLift(map: VmfBuilder): void {
  addPlatform(map);
  addButtons(map);
  furnishRoof(map);
}

function addPlatform(map: VmfBuilder): void {
  // Guides on the wall, and a sill from the platform to the roof.
  map.addDetail(
    block([752, 324, 0, 768, 336, 472], TRIM),
    block([752, 432, 0, 768, 444, 472], TRIM),
    block([752, 336, 440, 768, 432, TOP], DARK_METAL),
  );
  const post = (x: number, y: number) => block([x, y, TOP, x + 4, y + 4, TOP + 36], TRIM);
  const brushes = [
    block([WEST, SOUTH, TOP - FLOOR, EAST, NORTH, TOP], TREAD),
    ...[post(WEST, SOUTH), post(WEST, NORTH - 4), post(EAST - 4, NORTH - 4)],
    block([WEST, SOUTH, TOP + 36, WEST + 4, NORTH, TOP + 40], TRIM),
    block([WEST + 4, NORTH - 4, TOP + 36, EAST, NORTH, TOP + 40], TRIM),
    block([WEST + 1, SOUTH + 4, TOP + 16, WEST + 3, NORTH - 4, TOP + 19], DARK_METAL),
    block([WEST + 4, NORTH - 3, TOP + 16, EAST - 4, NORTH - 1, TOP + 19], DARK_METAL),
  ];
  const keys = {
    targetname: "lift",
    movedir: "-90 0 0",
    MoveDistance: TOP - FLOOR,
    // It is lit where it is built, so it begins in the light.
    StartPosition: 1,
    speed: 88,
    StartSound: "visleaf/lift.wav",
    StopSound: "visleaf/thud.wav",
    origin: `${(WEST + EAST) / 2} ${(SOUTH + NORTH) / 2} ${TOP - FLOOR}`,
  };
  map.addEntity("func_movelinear", keys, brushes, [
    ["OnFullyOpen", send("lift_is_up", "SetValue", 0, "1")],
    ["OnFullyClosed", send("lift_is_up", "SetValue", 0, "0")],
  ]);
  // Buttons, the timer and the platform's trigger test the branch, which knows where the lift is.
  map.addPoint("logic_branch", [700, 384, 60], { targetname: "lift_is_up", InitialValue: 1 }, [
    ["OnTrue", send("lift", "Close")],
    ["OnFalse", send("lift", "Open")],
  ]);
  map.addPoint("logic_timer", [700, 400, 60], { targetname: "lift_timer", RefireTime: 16 }, [
    ["OnTimer", send("lift_is_up", "Test")],
  ]);
  map.addPoint("logic_auto", [700, 416, 60], { spawnflags: 1 }, [
    ["OnMapSpawn", send("lift_is_up", "Test", 3)],
  ]);
  const box = [WEST + 8, SOUTH + 4, TOP + 2, EAST - 4, NORTH - 8, TOP + 32] as const;
  const keysOfTrigger = { parentname: "lift", wait: 4, origin: `703 384 ${TOP}` };
  addTrigger(map, box, keysOfTrigger, [["OnStartTouch", send("lift_is_up", "Test", 1)]]);
}

/** Adds a post with a button on its side that faces south or north. */
function addCallPost(map: VmfBuilder, where: string, [x, y, z]: Vec3, faces: -1 | 1): void {
  map.addDetail(
    block([x - 5, y - 4, z, x + 5, y + 4, z + 42], TRIM),
    block([x - 7, y - 6, z + 42, x + 7, y + 6, z + 45], DARK_METAL),
  );
  const [y0, y1] = faces < 0 ? [y - 7, y - 3] : [y + 3, y + 7];
  const keys = {
    targetname: `lift_button_${where}`,
    movedir: `0 ${faces < 0 ? 90 : 270} 0`,
    lip: 1,
    speed: 20,
    wait: 1,
    spawnflags: BUTTON_IS_USED,
  };
  map.addEntity(
    "func_button",
    keys,
    [block([x - 4, y0, z + 30, x + 4, y1, z + 38], LAMP_TEAL)],
    [
      ["OnPressed", send("lift_is_up", "Test")],
      ["OnPressed", send(`lift_click_${where}`, "PlaySound")],
    ],
  );
}

function addButtons(map: VmfBuilder): void {
  addCallPost(map, "court", [630, 320, 0], -1);
  addCallPost(map, "roof", [796, 316, TOP], 1);
}

function furnishRoof(map: VmfBuilder): void {
  const z = TOP;
  // A parapet with a gap at the lift, and a wooden deck.
  map.addDetail(
    block([768, -288, z, 780, 336, z + 14], TRIM),
    block([768, 432, z, 780, 512, z + 14], TRIM),
    block([780, 500, z, 1536, 512, z + 14], TRIM),
    block([780, -288, z, 1536, -276, z + 14], TRIM),
    block([1524, -276, z, 1536, 500, z + 14], TRIM),
    block([784, 304, z, 944, 488, z + 2], WOOD),
  );
  const [x, y, top] = CHIMNEY;
  map.addDetail(
    block([x - 32, y - 32, z, x + 32, y + 32, top - 12], BRICK_OUTSIDE),
    block([x - 40, y - 40, top - 12, x + 40, y - 20, top], ROOF),
    block([x - 40, y + 20, top - 12, x + 40, y + 40, top], ROOF),
    block([x - 40, y - 20, top - 12, x - 20, y + 20, top], ROOF),
    block([x + 20, y - 20, top - 12, x + 40, y + 20, top], ROOF),
    block([x - 20, y - 20, top - 14, x + 20, y + 20, top - 8], NODRAW),
  );
  addProp(map, "bench", [900, 396, z + 2], { yaw: 90 });
  addProp(map, "lamp_post", [920, 470, z + 2], { yaw: 90 });
  addLight(map, [920, 470, z + 152], WARM, 300, { reach: 420 });
  for (const at of [320, 470]) addProp(map, "plant_pot", [800, at, z + 2], { yaw: at });
}
