/** The court under the sky: a basin, lamps, steps to a pavilion, and the sun. */

import { type Box, prismBrush, ring } from "../../src/compile/generate/brush.ts";
import type { Carving } from "../../src/compile/generate/carving.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import { SUN_DIRECTION } from "../materials/sky.ts";
import {
  addLight,
  addProp,
  addSign,
  block,
  COOL,
  column,
  frame,
  stairs,
  WARM,
} from "./demo-parts.ts";
import {
  BRICK_OUTSIDE,
  CONCRETE,
  NODRAW,
  OUTER_WALL,
  PAVING,
  ROOF,
  SKY,
  STONE,
  TILES,
  TRIM,
  WATER,
  WINDOW_LIT,
} from "./surfaces.ts";

/** Yaw of the sunlight's direction in degrees, opposite to the sun's direction in the sky. */
const SUN_YAW = Math.round((Math.atan2(-SUN_DIRECTION[1], -SUN_DIRECTION[0]) * 180) / Math.PI);

const SKY_PAINT = { floor: NODRAW, ceiling: SKY, wall: SKY };
const PAVED = { floor: PAVING, ceiling: NODRAW, wall: CONCRETE };

export function carveCourt(carving: Carving): void {
  carving.hollow([-2048, -512, -64, 2048, 2048, 448], { ...SKY_PAINT, south: BRICK_OUTSIDE });
  carving.hollow([-2048, -512, 448, 2048, 2048, 1536], SKY_PAINT);
  carving.fill([-768, -512, -64, 768, 512, 0], PAVED);
  carving.fill([-160, 512, -64, 160, 704, 0], PAVED);
  carving.fill([-256, 704, -64, 256, 1088, 96], { floor: PAVING, ceiling: NODRAW, wall: STONE });
  carving.hollow([-256, -128, -56, 256, 256, 0], { floor: TILES, ceiling: SKY, wall: TILES });
  // A ledge along the foot of the facade.
  carving.fill([-2048, -512, -64, -1280, -496, 448], OUTER_WALL);
  carving.fill([1280, -512, -64, 2048, -496, 448], OUTER_WALL);
}

export function furnishCourt(map: VmfBuilder): void {
  map.addBrush(block([-256, -128, -56, 256, 256, -8], WATER));
  map.addDetail(
    // The basin's rim, and steps up to the pavilion.
    block([-272, -144, 0, 272, -128, 14], TRIM),
    block([-272, 256, 0, 272, 272, 14], TRIM),
    block([-272, -128, 0, -256, 256, 14], TRIM),
    block([256, -128, 0, 272, 256, 14], TRIM),
    ...stairs([-128, 512, 0, 128, 704, 96], "north", 12, STONE),
    block([-160, 512, 0, -128, 704, 104], STONE),
    block([128, 512, 0, 160, 704, 104], STONE),
    block([-2048, -512, 424, 2048, -504, 440], TRIM),
    block([-2048, -512, 300, 2048, -508, 308], TRIM),
  );
  // Lit windows without rooms behind them.
  for (const x of [-700, -572, 508, 636]) {
    const box: Box = [x, -512, 120, x + 64, -508, 232];
    map.addDetail(block(box, WINDOW_LIT), ...frame(box, "x", TRIM, true));
  }
  for (const x of [-208, 0, 208]) {
    for (const y of [752, 1040]) map.addDetail(...column(x, y, 96, 320, 22));
  }
  for (const x of [-208, 208]) map.addDetail(...column(x, 896, 96, 320, 22));
  map.addDetail(
    block([-256, 704, 320, 256, 1088, 336], TRIM),
    prismBrush(
      [
        [-272, 688],
        [272, 688],
        [272, 1104],
        [-272, 1104],
      ],
      336,
      448,
      { wall: ROOF, up: ROOF, down: TRIM },
      [
        [-16, 880],
        [16, 880],
        [16, 912],
        [-16, 912],
      ],
    ),
    prismBrush(ring(0, 896, 64, 12), 96, 128, { wall: STONE, up: STONE, down: STONE }),
  );
  addProp(map, "statue", [0, 896, 128], { yaw: -90 });
  addProp(map, "fountain", [0, 64, -56]);
  for (const x of [-480, 480]) {
    for (const y of [-320, 64, 400]) {
      addProp(map, "lamp_post", [x, y, 0], { yaw: x });
      addLight(map, [x, y, 150], WARM, 130);
    }
    addProp(map, "bench", [x * 0.72, -60, 0], { yaw: x > 0 ? -90 : 90 });
    addProp(map, "bench", [x * 0.72, 190, 0], { yaw: x > 0 ? -90 : 90 });
    for (const y of [-448, -192, 240, 480]) addProp(map, "plant_pot", [x * 1.3, y, 0], { yaw: y });
  }
  addLight(map, [0, 896, 300], COOL, 160);
  for (let i = 0; i < 7; i++) {
    addProp(map, "barrel", [700 - (i % 4) * 38, -470 + Math.floor(i / 4) * 38, 0], { skin: i % 2 });
    addProp(map, "crate", [-700 + (i % 3) * 46, -460 + (i % 2) * 46, 40 * Math.floor(i / 6)], {
      yaw: i * 9,
      skin: i % 2,
    });
  }
  // Animated models are `prop_dynamic` entities, not static props.
  for (const x of [-176, 176]) {
    map.addPoint("prop_dynamic", [x, -512, 424], {
      model: "models/visleaf/banner.mdl",
      angles: "0 90 0",
      DefaultAnim: "wave",
      solid: 0,
    });
  }
  addSign(map, "visleaf/emblem", [-440, -512, 360], [0, 1, 0], 96, 96);
  addSign(map, "visleaf/emblem", [440, -512, 360], [0, 1, 0], 96, 96);
  map.addPoint("env_cubemap", [0, -320, 96]);
  map.addPoint("env_cubemap", [0, 896, 200]);
  // The light comes from the sun's direction, but from higher up, so that some passes over the
  // walls.
  map.addPoint("light_environment", [0, 0, 1400], {
    angles: `0 ${SUN_YAW} 0`,
    pitch: -31,
    _light: "255 190 122 520",
    _lightHDR: "-1 -1 -1 1",
    _ambient: "138 154 206 190",
    _ambientHDR: "-1 -1 -1 1",
    SunSpreadAngle: 2,
  });
}
