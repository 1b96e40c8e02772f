import type { Fault } from "../fault.ts";

export const TOOLS: readonly Fault[] = [
  {
    name: "water is from below what it is from above",
    edits: [
      ["return this.#intern({ ...side, material: normalizeMaterial(name), info });", "return row;"],
    ],
    caughtBy: [["compile/vbsp/space.test.ts", "that its own names"]],
  },
  {
    name: "what water is from below is not looked for",
    edits: [["if (info?.bottomMaterial !== undefined) wanted.push(info.bottomMaterial);", ""]],
    caughtBy: [["compile/material-info.test.ts", "what water is from below"]],
  },
  {
    name: "joints of exported models are bound in inches",
    edits: [
      [
        "writeTurnedMatrix(inverse, bone * 16, bones.poseToBone, bone * 12, scale);",
        "writeTurnedMatrix(inverse, bone * 16, bones.poseToBone, bone * 12, 1);",
      ],
    ],
    caughtBy: [["export/model/export-model.test.ts", "in the bind pose"]],
  },
  {
    name: "both sides of an exported face smile by one weight",
    edits: [
      ['part === "own side" ? 1 - side : side;', 'part === "own side" ? 1 - side : 1 - side;'],
    ],
    caughtBy: [["export/model/export-model.test.ts", "each side of a pair by its own"]],
  },
  {
    name: "what an exported animation does not move stays as another left it",
    edits: [
      ["if (wanted[i] === 0 || has[i] === 1) continue;", "if (wanted[i] === 0 || i > 0) continue;"],
    ],
    caughtBy: [["export/model/export-model.test.ts", "leaves no bone behind"]],
  },
  {
    name: "exported light is that of the first row of pages",
    edits: [
      [
        "return [(left + s) / wide, (top + t) / tall];",
        "return [(left + s) / wide, (top * 0 + t) / tall];",
      ],
    ],
    caughtBy: [["export/map/lightmap-image.test.ts", "where it says it is"]],
  },
  {
    name: "rooms of the 3D skybox stand in exported maps",
    edits: [["if (own.length > 0 && own.every(isSeen)) isSky[chunk] = 1;", ""]],
    caughtBy: [["export/map/export-map.test.ts", "the 3D skybox apart"]],
  },
  {
    name: "normals of exported normal maps point down",
    edits: [["rgba[i] = 255 - rgba[i];", "rgba[i] = rgba[i];"]],
    caughtBy: [["export/images/texture-pixels.test.ts", "turns green"]],
  },
  {
    name: "a compiled shape moves the vertices as they were gathered",
    edits: [["    return this.#rowOf[vertex];", "    return vertex;"]],
    caughtBy: [["flex/compile-face.test.ts", "come into the model"]],
  },
];
