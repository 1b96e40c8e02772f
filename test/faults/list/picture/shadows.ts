import type { Fault } from "../../fault.ts";

export const SHADOWS: readonly Fault[] = [
  {
    name: "shadows of models begin in front of them",
    edits: [["direction[k] * back,", "direction[k] * -back,"]],
    caughtBy: [
      [
        "scene/shadows/shadow-parts.test.ts",
        "matches the engine for any rotation, scale and light",
      ],
    ],
  },
  {
    name: "shadows of models are mirrored",
    edits: [
      ["out.values[at + 3] = right < 0 ? s0 : s1;", "out.values[at + 3] = right < 0 ? s1 : s0;"],
    ],
    caughtBy: [
      [
        "render/shadows/shadows.test.ts",
        "project the silhouette along the map's direction, lighter with distance",
      ],
    ],
  },
  {
    name: "shadows of models are drawn on the surfaces in front",
    edits: [["...(isBehind ? behind : []),", ""]],
    caughtBy: [
      ["render/shadows/shadows.test.ts", "do not fall on surfaces in front of the model's box"],
    ],
  },
  {
    name: "shadows of models fall on brush entities that take none",
    edits: [["!takesShadows[p] || !doMeet(", "!doMeet("]],
    caughtBy: [["render/shadows/shadows.test.ts", "fall on brush entities that receive shadows"]],
  },
  {
    name: "models with disableshadows cast shadows",
    edits: [['return parseInteger(entity.get("disableshadows")) === 0;', "return true;"]],
    caughtBy: [["render/shadows/shadows.test.ts", "can be disabled by an entity or the map"]],
  },
  {
    name: "shadows of models use the finest level of detail",
    edits: [["const lod = Math.max(0, shadowLod);", "const lod = Math.min(0, shadowLod);"]],
    caughtBy: [["scene/shadows/shadow-parts.test.ts", "use the shadow LOD and the current bones"]],
  },
  {
    name: "silhouettes of moving models are upside down",
    edits: [
      [
        "return vec4f(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0,",
        "return vec4f(at.x * 2.0 - 1.0, at.y * 2.0 - 1.0,",
      ],
    ],
    caughtBy: [["render/shadows/moving-shadows.test.ts", "of each moment"]],
  },
  {
    name: "silhouettes of moving models fill their cells to the edge",
    edits: [
      ["const inner = cell[row * 3 + 2] - 2 * CELL_GUTTER;", "const inner = cell[row * 3 + 2];"],
    ],
    caughtBy: [["render/shadows/moving-shadows.test.ts", "of each moment"]],
  },
  {
    name: "silhouettes are redrawn although their models did not move",
    edits: [["if (drawnAt[row] === at) continue;", ""]],
    caughtBy: [
      ["render/shadows/due-silhouettes.test.ts", "are those in view while their models move"],
    ],
  },
  {
    name: "only the first silhouettes are ever redrawn",
    edits: [["turn = (row + 1) % total;", "turn = 0;"]],
    caughtBy: [["render/shadows/due-silhouettes.test.ts", "take turns"]],
  },
  {
    name: "shadows of moving models have the visibility of the first",
    edits: [
      [
        "chunk: Uint32Array.from(rows, ({ chunk }) => chunk),",
        "chunk: new Uint32Array(rows.length),",
      ],
    ],
    caughtBy: [
      [
        "render/shadows/moving-shadows.test.ts",
        "are redrawn separately, each if its receivers are visible",
      ],
    ],
  },
  {
    name: "blob shadows are beside their places",
    edits: [["const part = (from[at + axis] - squares[own]) /", "const part = from[at + axis] /"]],
    caughtBy: [["render/shadows/shadows.test.ts", "soft blobs"]],
  },
  {
    name: "a repeated picture keeps the first silhouettes",
    edits: [["restart?.();", ""]],
    caughtBy: [
      [
        "render/shadows/moving-shadows.test.ts",
        "keep the loaded silhouette until the first redraw, and are redrawn after switching on again",
      ],
    ],
  },
];
