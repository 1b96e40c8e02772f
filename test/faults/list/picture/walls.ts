import type { Fault } from "../../fault.ts";

/** Lightmapped surfaces with rare parameters. */
export const WALLS: readonly Fault[] = [
  {
    name: "a border of two layers lies as far on the other side",
    edits: [["saturate(at.painted + blend.z)", "saturate(at.painted - blend.z)"]],
    caughtBy: [["families/wall.test.ts", "tints the first layer"]],
  },
  {
    name: "a blend of layers is as soft as its mask says",
    edits: [["select(mask.r, own, own >= 0.0)", "mask.r"]],
    caughtBy: [["families/wall.test.ts", "by its own softness"]],
  },
  {
    name: "normals along a border of layers point the other way",
    edits: [
      [
        "heights[0] - heights[1], heights[2] - heights[3]",
        "heights[1] - heights[0], heights[2] - heights[3]",
      ],
    ],
    caughtBy: [["families/wall.test.ts", "outwards or inwards"]],
  },
];
