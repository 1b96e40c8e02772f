/** Compiles a map for walking tests; each room tests one case. */

import { compileVbsp, writeBsp } from "../../../src/compile/compile-map.ts";
import type { CompilerMaterial } from "../../../src/compile/types.ts";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import type { MapHulls } from "../../../src/map/hulls.ts";
import { openHulls } from "../../../src/scene/collision/build-hulls.ts";
import { WalkBody, type WalkKeys } from "../../../src/viewer/walk/walk-body.ts";
import { WALK_RULES, type WalkRulesName } from "../../../src/viewer/walk/walk-rules.ts";
import { walkTick } from "../../../src/viewer/walk/walk-tick.ts";
import { makeBox, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { PLAIN } from "../../compile/vbsp/compile.ts";

const CONTENTS: Readonly<Record<string, number>> = {
  "tools/toolsplayerclip": 0x10000,
  "tools/toolsinvisibleladder": 0x20000001,
  "nature/water": 0x20,
  "tools/toolsnpcclip": 0x20000,
};

const LADDERS = [
  // Bottom and top are swapped.
  pointEntity("func_useableladder", [140, -512, 0], {
    point0: "140 -512 2",
    point1: "140 -512 243",
  }),
  // A disabled ladder and one that cannot be mounted (`spawnflags` 1); both are in the way.
  pointEntity("func_useableladder", [100, -512, 0], {
    ...{ point0: "100 -512 240", point1: "100 -512 2", StartDisabled: "1" },
  }),
  pointEntity("func_useableladder", [100, -512, 0], {
    ...{ point0: "100 -512 240", point1: "100 -512 2", spawnflags: "1" },
  }),
  pointEntity("info_ladder_dismount", [190, -512, 241]),
  pointEntity("info_ladder_dismount", [108, -512, 1]),
  // Belongs to a ladder that does not exist.
  pointEntity("info_ladder_dismount", [180, -512, 241], { target: "another" }),
];

export function findMaterial(name: string): CompilerMaterial {
  const contents = CONTENTS[name.toLowerCase()];
  return contents === undefined ? PLAIN : { ...PLAIN, contents, surfaceFlags: 0x8 };
}

/** Opens the map. Open ground along +x from 0, and test obstacles in rows along y. */
export async function openWalkMap(): Promise<{ hulls: MapHulls; bytes: Uint8Array }> {
  const solids = [
    ...makeRoom([-256, -1024, -256], [1024, 1024, 512]),
    // The ground; from x = 512 on it is 192 lower, with a pool in front of the wall.
    makeBox([-256, -1024, -256], [512, 1024, 0]),
    makeBox([512, -1024, -256], [1024, 1024, -192]),
    // y = 0: four stairs of 16, then one of 24.
    ...[1, 2, 3, 4].map((i) => makeBox([64 + i * 32, -64, 0], [256, 64, i * 16])),
    makeBox([256, -64, 0], [400, 64, 88]),
    // y = 256: a ceiling 40 above the ground.
    makeBox([128, 192, 40], [256, 320, 200]),
    // y = 512: a player clip and an NPC clip.
    makeBox([160, 448, 0], [176, 576, 128], { material: "tools/toolsplayerclip" }),
    makeBox([96, 448, 0], [112, 576, 128], { material: "tools/toolsnpcclip" }),
    // y = −256: a brush ladder on a block.
    makeBox([160, -320, 0], [320, -192, 240]),
    makeBox([152, -272, 0], [160, -240, 240], { material: "tools/toolsinvisibleladder" }),
    // y = −512: a block with a func_useableladder, see the entities.
    makeBox([160, -576, 0], [320, -448, 240]),
    // y = −768: a gap of 96.
    makeBox([608, -832, -192], [800, -704, 0]),
    // y = 768: a pool, 96 deep, with its edge at ground level.
    makeBox([512, 640, -192], [640, 896, -16], { material: "nature/water" }),
    makeBox([640, 640, -192], [672, 896, 0]),
    makeBox([512, 640, -192], [640, 656, 0]),
    makeBox([512, 880, -192], [640, 896, 0]),
  ];
  const vmf = makeVmf(solids, [pointEntity("info_player_start", [0, 0, 16]), ...LADDERS]);
  const { map } = compileVbsp(vmf, findMaterial, { progress() {}, warn() {} });
  const bytes = writeBsp(map);
  return { bytes, hulls: await openHulls(memoryBytes("walk", bytes), []) };
}

export const REST: WalkKeys = {
  ...{ forward: 0, left: 0, pitch: 0, yaw: 0 },
  ...{ jump: false, duck: false, fast: false },
};

export function standAt(
  hulls: MapHulls,
  x: number,
  y: number,
  z: number,
  rules: WalkRulesName = "hl2",
): WalkBody {
  const body = new WalkBody(hulls, { ...WALK_RULES[rules] });
  Object.assign(body, { x, y, z });
  hold(body, {}, 40);
  return body;
}

/** Runs ticks with these keys and returns the highest feet position. */
export function hold(body: WalkBody, keys: Partial<WalkKeys>, ticks: number): number {
  let top = body.z;
  for (let i = 0; i < ticks; i++) {
    walkTick(body, { ...REST, ...keys });
    top = Math.max(top, body.z);
  }
  return top;
}
