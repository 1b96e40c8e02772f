/**
 * The machine room: a crane, a switchable lamp, and stairs to a gallery with a balcony over the
 * court.
 */

import type { Carving } from "../../src/compile/generate/carving.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import {
  AMBER,
  addHangingLamp,
  addLight,
  addProp,
  addSign,
  block,
  COOL,
  frame,
  RED,
  stairs,
} from "./demo-parts.ts";
import {
  CONCRETE,
  DOORWAY,
  GRATE,
  LAMP_GLOW,
  MACHINE_ROOM,
  METAL,
  OUTER_WALL,
  TREAD,
  TRIM,
} from "./surfaces.ts";

const UPPER_FLOOR = 192;

export function carveMachineRoom(carving: Carving): void {
  // The lift goes to the roof, so its light is finer than that of others.
  carving.fill([768, -288, -64, 1536, 512, 448], {
    ...OUTER_WALL,
    floor: { ...CONCRETE, lightmapScale: 32 },
  });
  carving.hollow([800, -256, 0, 1504, 480, 416], MACHINE_ROOM);
  carving.hollow([768, -176, 0, 800, -48, 144], DOORWAY);
  carving.hollow([768, 0, UPPER_FLOOR, 800, 192, 336], DOORWAY);
}

export function furnishMachineRoom(map: VmfBuilder): void {
  map.addDetail(
    block([800, -256, UPPER_FLOOR - 16, 1056, 480, UPPER_FLOOR], CONCRETE),
    ...stairs([1056, -224, 0, 1152, 160, UPPER_FLOOR], "north", 24, TREAD),
    block([1056, 160, UPPER_FLOOR - 16, 1152, 288, UPPER_FLOOR], TREAD),
    ...frame([768, -176, 0, 800, -48, 144], "y", TRIM),
    ...frame([768, 0, UPPER_FLOOR, 800, 192, 336], "y", TRIM),
    // The balcony.
    block([640, -32, UPPER_FLOOR - 16, 768, 224, UPPER_FLOOR], CONCRETE),
    block([640, 32, UPPER_FLOOR - 48, 768, 48, UPPER_FLOOR - 16], METAL),
    block([640, 144, UPPER_FLOOR - 48, 768, 160, UPPER_FLOOR - 16], METAL),
    // A grating platform under the crane, and an emissive strip.
    block([1248, 96, 30, 1440, 352, 32], GRATE),
    ...[
      [1248, 96],
      [1432, 96],
      [1248, 344],
      [1432, 344],
    ].map(([x, y]) => block([x, y, 0, x + 8, y + 8, 30], METAL)),
    block([1500, -128, 200, 1504, 352, 212], LAMP_GLOW),
  );
  for (let y = 0; y <= 192; y += 64)
    addProp(map, "railing", [644, y - 16, UPPER_FLOOR], { yaw: 90 });
  for (const y of [-28, 220]) {
    addProp(map, "railing", [672, y, UPPER_FLOOR]);
    addProp(map, "railing", [736, y, UPPER_FLOOR]);
  }
  for (let y = -224; y <= 96; y += 64) addProp(map, "railing", [1052, y, UPPER_FLOOR], { yaw: 90 });
  for (let y = 320; y <= 448; y += 64) addProp(map, "railing", [1052, y, UPPER_FLOOR], { yaw: 90 });
  // The crane turns, so it is a `prop_dynamic` entity.
  map.addPoint("prop_dynamic", [1344, 224, 32], {
    model: "models/visleaf/crane.mdl",
    angles: "0 200 0",
    DefaultAnim: "turn",
    solid: 6,
  });
  for (let i = 0; i < 18; i++) {
    const [column, row] = [i % 6, Math.floor(i / 6)];
    addProp(map, "barrel", [1240 + column * 42, -232 + row * 40, 0], {
      yaw: i * 67,
      skin: (i * 7) % 3 === 0 ? 1 : 0,
    });
  }
  for (let i = 0; i < 16; i++) {
    const [x, y, z] = [i % 4, Math.floor(i / 4) % 2, Math.floor(i / 8)];
    addProp(map, "crate", [850 + x * 46, 380 + y * 46, z * 40], {
      yaw: (i * 37) % 11,
      skin: i % 2,
    });
  }
  for (let i = 0; i < 8; i++) {
    addProp(map, "crate", [840 + (i % 2) * 46, 260 + Math.floor(i / 2) * 48, UPPER_FLOOR], {
      yaw: (i * 23) % 17,
      skin: i % 2,
    });
  }
  for (const [x, y] of [
    [928, -128],
    [928, 112],
    [928, 352],
  ]) {
    addHangingLamp(map, [x, y, UPPER_FLOOR - 16], AMBER, 90);
  }
  for (const y of [-96, 160]) addHangingLamp(map, [928, y, 416], COOL, 170);
  addHangingLamp(map, [1320, -120, 416], COOL, 200);
  // The lamp over the crane has a name, and so a separate light style: it can be switched.
  addHangingLamp(map, [1344, 224, 416], AMBER, 320, { name: "crane_lamp" });
  addLight(map, [1460, 440, 60], RED, 90);
  addSign(map, "visleaf/sign_machines", [1184, 480, 220], [0, -1, 0], 128, 32);
  addSign(map, "visleaf/stripes", [1344, 80, 0], [0, 0, 1], 192, 24);
  addSign(map, "visleaf/litter", [1010, 420, 0], [0, 0, 1], 128, 128);
  addSign(map, "visleaf/stain", [1200, -40, 0], [0, 0, 1], 160, 160);
  map.addPoint("env_cubemap", [1200, 64, 128]);
}
