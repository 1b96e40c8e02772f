/** Makes a map with one of each thing that the compiler hides, each in a known box. */

import {
  makeBox,
  makeEntity,
  makeRoom,
  makeVmf,
  pointEntity,
  type Vec3,
} from "../../compile/make-vmf.ts";
import { compile } from "../../compile/vbsp/compile.ts";

export type Box = readonly [mins: Vec3, maxs: Vec3];

/** Boxes of the world's brushes, by tool material. */
export const BRUSH_BOXES: Readonly<Record<string, Box>> = {
  clip: [
    [32, 32, 0],
    [64, 64, 96],
  ],
  playerclip: [
    [96, 32, 0],
    [128, 64, 96],
  ],
  npcclip: [
    [160, 32, 0],
    [192, 64, 96],
  ],
  invisible: [
    [224, 32, 0],
    [256, 64, 96],
  ],
  nodraw: [
    [288, 32, 0],
    [320, 64, 96],
  ],
  blocklight: [
    [352, 32, 0],
    [384, 64, 96],
  ],
  invisibleladder: [
    [416, 32, 0],
    [448, 64, 96],
  ],
};

export const TRIGGER: Box = [
  [32, 128, 0],
  [96, 192, 64],
];
/** Box as the editor has it, before the entity's rotation about its origin. */
export const TURNED: Box = [
  [200, 200, 10],
  [264, 232, 30],
];
export const TURNED_ORIGIN: Vec3 = [200, 200, 10];

const tool = (name: string) => ({ material: `tools/tools${name}` });

export function makeMarkedRoom() {
  const solids = [
    ...makeRoom([0, 0, 0], [512, 256, 128]),
    ...Object.entries(BRUSH_BOXES).map(([name, [mins, maxs]]) => makeBox(mins, maxs, tool(name))),
  ];
  const entities = [
    pointEntity("info_player_start", [128, 128, 16], { angles: "0 90 0" }),
    makeEntity(
      {
        classname: "trigger_hurt",
        targetname: "pain",
        OnStartTouch: "relay*,Trigger,,2.5,-1",
        OnEndTouch: "nobody,Kill,,0,1",
        OnHurt: "!activator,Ignite,,0,-1",
      },
      { solids: [makeBox(...TRIGGER, tool("trigger"))] },
    ),
    makeEntity(
      { classname: "func_buyzone", origin: TURNED_ORIGIN.join(" "), angles: "0 90 0" },
      {
        solids: [
          makeBox(...TURNED, tool("trigger")),
          makeBox([196, 196, 6], [204, 204, 14], tool("origin")),
        ],
      },
    ),
    pointEntity("logic_relay", [300, 200, 64], { targetname: "Relay_1" }),
    pointEntity("logic_relay", [400, 200, 64], {
      targetname: "relay_2",
      OnTrigger: "logic_relay,Toggle,,0,-1",
    }),
    pointEntity("path_track", [100, 220, 64], { targetname: "p1", target: "p2" }),
    pointEntity("path_track", [200, 220, 64], { targetname: "p2" }),
    pointEntity("light", [256, 128, 100], { _light: "255 128 0 250", _distance: "300" }),
    pointEntity("light_spot", [256, 128, 120], {
      ...{ _light: "0 255 0 250", _fifty_percent_distance: "90", _cone: "45", pitch: "-90" },
      angles: "-90 0 0",
    }),
  ];
  return makeVmf(solids, entities);
}

/** Returns the bytes of the compiled map. */
export const markedRoom = (): Uint8Array => compile(makeMarkedRoom()).bytes;
