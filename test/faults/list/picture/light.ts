import type { Fault } from "../../fault.ts";

const MAPS = "golden/maps/maps.test.ts";

export const LIGHT: readonly Fault[] = [
  {
    name: "spot lights point backwards",
    edits: [["dot(-toLight, light.normal)", "dot(toLight, light.normal)"]],
    caughtBy: [["shader-functions.test.ts"]],
  },
  {
    name: "a style has the brightness of its neighbour",
    edits: [["styleTable[style >> 2u][style & 3u]", "styleTable[style >> 2u][(style + 1u) & 3u]"]],
    caughtBy: [["shader-functions.test.ts"], [MAPS, "dark-style"]],
  },
  {
    name: "a map's exposure is left out",
    edits: [["saturate(light * frame.exposure)", "saturate(light)"]],
    caughtBy: [["render/renderer.test.ts"]],
  },
  {
    name: "dark maps are not made brighter",
    edits: [["if (average < DARKEST) exposure =", "if (average < 0) exposure ="]],
    caughtBy: [["exposure.test.ts"]],
  },
  {
    name: "additive surfaces cover the background",
    edits: [["select(color.a, 0.0, isAdditive)", "color.a"]],
    caughtBy: [["surface-sides.test.ts"]],
  },
  {
    name: "a vertex's third bone is its second",
    edits: [["b.row1 * weight.y + c.row1 * weight.z", "b.row1 * weight.y + b.row1 * weight.z"]],
    caughtBy: [["golden/scene.test.ts", "whole"]],
  },
  {
    name: "texel light is read one texel off",
    edits: [["coord * vec2f(size) - 0.5, vec2f(0.0)", "coord * vec2f(size), vec2f(0.0)"]],
    caughtBy: [
      ["render/props/fine-light.test.ts", "per texel is interpolated and replaces all other light"],
    ],
  },
  {
    name: "texel light is interpolated in linear light",
    edits: [
      [
        "var stored = texelsAt(first, size, coord);",
        "var stored = storedLight(texelsAt(first, size, coord));",
      ],
      ["return storedLight(stored);", "return stored;"],
    ],
    caughtBy: [
      [
        "render/props/fine-light.test.ts",
        "per texel is read from the mip that fits the size in the picture",
      ],
    ],
  },
];
