/** A small court by the west corridor, in which it rains; its doors open when one walks up. */

import type { Carving } from "../../src/compile/generate/carving.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import { addLight, addProp, addSign, block, COOL, frame, WARM } from "./demo-parts.ts";
import { addTrigger, send } from "./moving-parts.ts";
import { DARK_METAL, DOOR, DOORWAY, GLASS, OPEN_COURT, STONE, TRIGGER, TRIM } from "./surfaces.ts";

const [WEST, SOUTH, EAST, NORTH, TOP] = [-1056, -832, -528, -568, 352];
/** The doorway's edges along the corridor, and those of the windows beside it. */
const [DOOR_WEST, DOOR_EAST, DOOR_HEIGHT] = [-828, -724, 120];
const WINDOWS = [
  [-956, -852],
  [-700, -596],
] as const;
const WALL = { south: -864, north: SOUTH };

// Spawnflags of func_door_rotating.
const DOOR_BACKWARDS = 2;
const DOOR_OPENS_ONE_WAY = 16;
const DOOR_IS_USED = 256;

export function carveRainCourt(carving: Carving): void {
  carving.hollow([WEST, SOUTH, 0, EAST, NORTH, TOP], OPEN_COURT);
  carving.hollow([DOOR_WEST, WALL.south, 0, DOOR_EAST, WALL.north, DOOR_HEIGHT], DOORWAY);
  for (const [x0, x1] of WINDOWS) {
    carving.hollow([x0, WALL.south, 32, x1, WALL.north, DOOR_HEIGHT], DOORWAY);
  }
}

export function furnishRainCourt(map: VmfBuilder): void {
  map.addDetail(
    ...frame([DOOR_WEST, WALL.south, 0, DOOR_EAST, WALL.north, DOOR_HEIGHT], "x", TRIM),
  );
  for (const [x0, x1] of WINDOWS) {
    const middle = (x0 + x1) / 2;
    map.addDetail(
      ...frame([x0, WALL.south, 32, x1, WALL.north, DOOR_HEIGHT], "x", TRIM, true),
      block([middle - 2, -852, 32, middle + 2, -844, DOOR_HEIGHT], TRIM),
      block([x0, -849, 32, middle - 2, -847, DOOR_HEIGHT], GLASS),
      block([middle + 2, -849, 32, x1, -847, DOOR_HEIGHT], GLASS),
    );
  }
  addDoors(map);
  // A planter with a tree, and a gutter below the walls.
  const [x, y] = [-792, -680];
  map.addDetail(
    block([x - 56, y - 48, 0, x + 56, y - 40, 22], STONE),
    block([x - 56, y + 40, 0, x + 56, y + 48, 22], STONE),
    block([x - 56, y - 40, 0, x - 48, y + 40, 22], STONE),
    block([x + 48, y - 40, 0, x + 56, y + 40, 22], STONE),
    block([x - 48, y - 40, 0, x + 48, y + 40, 16], { material: "visleaf/dirt", lightmapScale: 32 }),
    block([WEST, NORTH - 8, 300, EAST, NORTH, 308], DARK_METAL),
    block([EAST - 8, SOUTH, 300, EAST, NORTH - 8, 308], DARK_METAL),
    block([WEST, SOUTH, 300, WEST + 8, NORTH - 8, 308], DARK_METAL),
  );
  addProp(map, "tree", [x, y, 12], { yaw: 40, isPlant: true });
  for (const [px, py, yaw] of [
    [x - 30, y + 22, 10],
    [x + 30, y - 20, 130],
    [WEST + 60, NORTH - 50, 60],
    [EAST - 60, NORTH - 60, 200],
  ]) {
    addProp(map, "bush", [px, py, px === x - 30 || px === x + 30 ? 14 : -4], {
      yaw,
      isPlant: true,
    });
  }
  addProp(map, "bench", [x - 170, NORTH - 40, 0], { yaw: 180 });
  addProp(map, "bench", [x + 170, NORTH - 40, 0], { yaw: 180 });
  for (const px of [WEST + 36, EAST - 36]) addProp(map, "plant_pot", [px, SOUTH + 36, 0]);
  for (const px of [x - 180, x + 180]) {
    addProp(map, "lamp_post", [px, y + 20, 0], { yaw: px });
    addLight(map, [px, y + 20, 150], WARM, 110);
  }
  addLight(map, [x, SOUTH + 30, 220], COOL, 60);
  addSign(map, "visleaf/emblem", [x, NORTH, 200], [0, -1, 0], 96, 96);
  const rain = { preciptype: 0, renderamt: 255 };
  map.addEntity("func_precipitation", rain, [
    block([WEST, SOUTH, 0, EAST, NORTH, TOP - 1], TRIGGER),
  ]);
}

/** Two leaves that open into the court while a player stands near them. */
function addDoors(map: VmfBuilder): void {
  const y = (WALL.south + WALL.north) / 2;
  const middle = (DOOR_WEST + DOOR_EAST) / 2;
  for (const side of [-1, 1]) {
    const hinge = side < 0 ? DOOR_WEST : DOOR_EAST;
    // Light reaches the edges of the leaves through gaps.
    const [x0, x1] = side < 0 ? [DOOR_WEST + 1, middle - 1] : [middle + 1, DOOR_EAST - 1];
    const handle = middle + side * 8;
    const keys = {
      targetname: "rain_door",
      origin: `${hinge} ${y} 60`,
      angles: "0 0 0",
      distance: 90,
      speed: 110,
      wait: -1,
      noise1: "visleaf/door.wav",
      noise2: "visleaf/thud.wav",
      dmg: 0,
      spawnflags: DOOR_OPENS_ONE_WAY | DOOR_IS_USED | (side > 0 ? DOOR_BACKWARDS : 0),
    };
    map.addEntity("func_door_rotating", keys, [
      block([x0, y - 3, 0, x1, y + 3, DOOR_HEIGHT], DOOR),
      block([handle - 2, y - 7, 44, handle + 2, y - 3, 60], DARK_METAL),
      block([handle - 2, y + 3, 44, handle + 2, y + 7, 60], DARK_METAL),
    ]);
  }
  const box = [DOOR_WEST - 60, -992, 0, DOOR_EAST + 60, -740, 110] as const;
  addTrigger(map, box, { targetname: "rain_door_trigger" }, [
    ["OnStartTouchAll", send("rain_door", "Open")],
    ["OnEndTouchAll", send("rain_door", "Close", 1)],
  ]);
}
