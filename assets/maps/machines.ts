/** The machines of the machine room: gears, pistons, a press, a cart on rails, a fan in the wall. */

import { prismBrush, ring } from "../../src/compile/generate/brush.ts";
import type { Carving } from "../../src/compile/generate/carving.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import { addLight, block, COOL, frame } from "./demo-parts.ts";
import {
  addRotating,
  blades,
  gear,
  ROTATING_ABOUT_X,
  ROTATING_ABOUT_Y,
  ROTATING_ACCELERATES,
  ROTATING_BACKWARDS,
  rails,
  send,
} from "./moving-parts.ts";
import {
  CONCRETE,
  CORRUGATED,
  DARK_METAL,
  LAMP_GLOW,
  METAL,
  NODRAW,
  ORANGE_METAL,
  TREAD,
  TRIM,
  WOOD,
} from "./surfaces.ts";

/** Middle of the fan in the north wall, and the edge of its opening. */
const FAN = [1400, 472, 312] as const;
const FAN_HALF = 56;
const FAN_BACK = 504;

/** Track of the cart round the crane's platform, counter-clockwise seen from above. */
const TRACK: readonly (readonly [number, number])[] = [
  ...([
    [1240, 396],
    [1200, 356],
    [1200, 104],
    [1240, 64],
  ] as const),
  ...([
    [1432, 64],
    [1472, 104],
    [1472, 356],
    [1432, 396],
  ] as const),
];
/** Node at which the cart stops for a moment. */
const STATION = 4;
const RAIL_HEIGHT = 3;

export function carveFan(carving: Carving): void {
  const [x, , z] = FAN;
  const paint = { floor: CORRUGATED, ceiling: CORRUGATED, wall: CORRUGATED };
  carving.hollow([x - FAN_HALF, 480, z - FAN_HALF, x + FAN_HALF, FAN_BACK, z + FAN_HALF], paint);
}

export function furnishMachines(map: VmfBuilder): void {
  addFan(map);
  addGears(map);
  addPistons(map);
  addPress(map);
  addCart(map);
  // Everything is set going when the map starts, so that wheels are seen to speed up.
  map.addPoint("logic_auto", [1480, 440, 400], { spawnflags: 1 }, [
    ["OnMapSpawn", send("gear_large", "Start", 0.5)],
    ["OnMapSpawn", send("gear_small", "Start", 0.5)],
    ["OnMapSpawn", send("wall_fan", "Start", 1)],
    ["OnMapSpawn", send("cart", "StartForward", 2)],
  ]);
}

function addFan(map: VmfBuilder): void {
  const [x, y, z] = FAN;
  map.addDetail(
    ...frame(
      [x - FAN_HALF, 476, z - FAN_HALF, x + FAN_HALF, FAN_BACK, z + FAN_HALF],
      "x",
      TRIM,
      true,
    ),
    block([x - 4, y + 6, z - 4, x + 4, FAN_BACK, z + 4], DARK_METAL),
  );
  addLight(map, [x, 496, z + 30], COOL, 260, { reach: 240 });
  const keys = {
    name: "wall_fan",
    flags: ROTATING_ABOUT_Y | ROTATING_ACCELERATES,
    speed: 160,
    friction: 5,
    sound: "visleaf/fan.wav",
  };
  addRotating(map, FAN, keys, blades(FAN, "y", { radius: 50, count: 5, width: 26 }));
}

function addGears(map: VmfBuilder): void {
  map.addDetail(
    block([1416, -132, 0, 1504, 52, 16], CONCRETE),
    block([1444, -120, 16, 1496, 40, 96], METAL),
    block([1440, -92, 40, 1444, 24, 88], TREAD),
  );
  const large = { center: [1432, -70, 62], radius: 34, thickness: 8, teeth: 12 } as const;
  const small = { center: [1432, -12, 62], radius: 18, thickness: 8, teeth: 6 } as const;
  const flags = ROTATING_ABOUT_X | ROTATING_ACCELERATES;
  // Wheels that mesh turn at speeds that are inverse to their teeth, in opposite directions.
  addRotating(map, large.center, { name: "gear_large", flags, speed: 36 }, gear(large));
  addRotating(
    map,
    small.center,
    { name: "gear_small", flags: flags | ROTATING_BACKWARDS, speed: 72 },
    gear(small),
  );
}

const PISTON_X = 1470;
const PISTON_TRAVEL = 20;

/** Two pistons that go up and down by turns: trains between two corners each. */
function addPistons(map: VmfBuilder): void {
  for (const [i, y] of [-88, -16].entries()) {
    const name = `piston_${i + 1}`;
    map.addDetail(
      prismBrush(ring(PISTON_X, y, 14, 12), 96, 118, { wall: TRIM, up: DARK_METAL, down: NODRAW }),
    );
    const shaft = { wall: TREAD, up: NODRAW, down: NODRAW };
    const brushes = [
      prismBrush(ring(PISTON_X, y, 7, 8), 100, 144, shaft),
      block([PISTON_X - 16, y - 16, 144, PISTON_X + 16, y + 16, 156], ORANGE_METAL),
    ];
    const middle = (100 + 156) / 2;
    const [low, high] = [`${name}_low`, `${name}_high`];
    map.addPoint("path_corner", [PISTON_X, y, middle], { targetname: low, target: high });
    map.addPoint("path_corner", [PISTON_X, y, middle + PISTON_TRAVEL], {
      targetname: high,
      target: low,
    });
    map.addEntity("func_train", { target: i === 0 ? low : high, speed: 36, dmg: 0 }, brushes);
  }
}

/** A press that strikes a glowing block every three seconds. */
function addPress(map: VmfBuilder): void {
  const [x, y] = [1320, -92];
  map.addDetail(
    block([x - 36, y - 28, 0, x + 36, y + 28, 26], TREAD),
    block([x - 36, y - 10, 26, x - 26, y + 10, 140], TRIM),
    block([x + 26, y - 10, 26, x + 36, y + 10, 140], TRIM),
    block([x - 36, y - 12, 140, x + 36, y + 12, 158], TRIM),
    block([x - 8, y - 6, 26, x + 8, y + 6, 32], LAMP_GLOW),
  );
  const ram = [
    block([x - 6, y - 6, 104, x + 6, y + 6, 150], TREAD),
    block([x - 22, y - 14, 84, x + 22, y + 14, 104], ORANGE_METAL),
  ];
  const keys = {
    targetname: "press",
    movedir: "90 0 0",
    MoveDistance: 52,
    StartPosition: 0,
    speed: 110,
    spawnflags: 8,
  };
  map.addEntity("func_movelinear", keys, ram, [
    ["OnFullyOpen", send("press_sparks", "SparkOnce")],
    ["OnFullyOpen", send("press_clank", "PlaySound")],
    ["OnFullyOpen", send("press", "Close", 0.2)],
  ]);
  map.addPoint("env_spark", [x, y, 34], {
    targetname: "press_sparks",
    spawnflags: 0,
    Magnitude: 1,
    TrailLength: 1,
    MaxDelay: 0,
  });
  map.addPoint("logic_timer", [x, y, 170], { targetname: "press_timer", RefireTime: 3 }, [
    ["OnTimer", send("press", "Open")],
  ]);
}

function addCart(map: VmfBuilder): void {
  map.addDetail(...rails(TRACK, 26, RAIL_HEIGHT));
  const [x, y] = TRACK[0];
  const at = RAIL_HEIGHT;
  const tub = (x0: number, y0: number, z0: number, x1: number, y1: number, z1: number) =>
    block([x + x0, y + y0, at + z0, x + x1, y + y1, at + z1], TRIM);
  const brushes = [
    tub(-24, -15, 7, 24, 15, 10),
    tub(-24, -15, 10, -21, 15, 26),
    tub(21, -15, 10, 24, 15, 26),
    tub(-21, -15, 10, 21, -12, 26),
    tub(-21, 12, 10, 21, 15, 26),
    block([x - 18, y - 9, at + 10, x + 2, y + 9, at + 30], WOOD),
    block([x + 5, y - 8, at + 10, x + 17, y + 6, at + 24], ORANGE_METAL),
    ...[-16, 16].flatMap((along) =>
      [-14, 12].map((aside) =>
        block([x + along - 5, y + aside, at, x + along + 5, y + aside + 2, at + 10], DARK_METAL),
      ),
    ),
  ];
  TRACK.forEach(([nodeX, nodeY], i) => {
    const keys = {
      targetname: `track_${i + 1}`,
      target: `track_${((i + 1) % TRACK.length) + 1}`,
      orientationtype: 1,
    };
    const outputs =
      i === STATION
        ? ([
            ["OnPass", send("cart", "Stop")],
            ["OnPass", send("cart", "Resume", 2.5)],
          ] as const)
        : [];
    map.addPoint("path_track", [nodeX, nodeY, RAIL_HEIGHT], keys, outputs);
  });
  const keys = {
    targetname: "cart",
    target: "track_1",
    origin: `${x} ${y} ${RAIL_HEIGHT}`,
    startspeed: 70,
    speed: 0,
    wheels: 32,
    height: 0,
    orientationtype: 2,
    spawnflags: 2 | 8,
    dmg: 0,
    volume: 8,
    MoveSound: "visleaf/cart.wav",
    MoveSoundMinPitch: 80,
    MoveSoundMaxPitch: 110,
    MoveSoundMinTime: 0,
    MoveSoundMaxTime: 0,
  };
  map.addEntity("func_tracktrain", keys, brushes);
}
