import type { Fault } from "../../fault.ts";

export const EXPORT: readonly Fault[] = [
  {
    name: "water has its top material from below",
    edits: [
      ["return this.#intern({ ...side, material: normalizeMaterial(name), info });", "return row;"],
    ],
    caughtBy: [["compile/vbsp/space.test.ts", "uses the bottom material"]],
  },
  {
    name: "the bottom material of water is not looked for",
    edits: [["if (info?.bottomMaterial !== undefined) wanted.push(info.bottomMaterial);", ""]],
    caughtBy: [["compile/material-info.test.ts", "finds the bottom material"]],
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
    name: "both sides of an exported face use the same weight",
    edits: [
      ['part === "own side" ? 1 - side : side;', 'part === "own side" ? 1 - side : 1 - side;'],
    ],
    caughtBy: [["export/model/export-model.test.ts", "moves a face by its targets"]],
  },
  {
    name: "channels that an exported animation does not move keep another's values",
    edits: [
      ["if (wanted[i] === 0 || has[i] === 1) continue;", "if (wanted[i] === 0 || i > 0) continue;"],
    ],
    caughtBy: [["export/model/export-model.test.ts", "animates in every animation"]],
  },
  {
    name: "textures of exported models are upside down",
    edits: [
      [
        "const texCoord = vertices.texCoord.slice(first * 2, end * 2);",
        "const texCoord = vertices.texCoord.slice(first * 2, end * 2).map((t, i) => (i & 1 ? 1 - t : t));",
      ],
    ],
    caughtBy: [["export/pixels/models.test.ts", "in its second skin"]],
  },
  {
    name: "all skins of an exported model are the first",
    edits: [
      [
        "mapVariants(rows.map((family) => family[column]))",
        "mapVariants(rows.map(() => rows[0][column]))",
      ],
    ],
    caughtBy: [["export/pixels/models.test.ts", "in its second skin"]],
  },
  {
    name: "exported faces move the other way",
    edits: [
      [
        "position[i * 3 + axis] = vertexAnimations.delta[row * 3 + axis] * share;",
        "position[i * 3 + axis] = -vertexAnimations.delta[row * 3 + axis] * share;",
      ],
    ],
    caughtBy: [["export/pixels/models.test.ts", "in its second skin"]],
  },
  {
    name: "exported models are played twice as fast",
    edits: [
      ["this.#timesOf(values.length / size, fps)", "this.#timesOf(values.length / size, fps * 2)"],
    ],
    caughtBy: [["export/pixels/models.test.ts", "in its second skin"]],
  },
  {
    name: "vertices of exported models follow only the last of their bones",
    edits: [["weights[at] += weight;", "weights[at] += 1;"]],
    caughtBy: [["export/pixels/models.test.ts", "in its second skin"]],
  },
  {
    name: "exported colours without a texture are grey",
    edits: [["return isPlain && !params.has", "return !isPlain && !params.has"]],
    caughtBy: [
      ["export/pixels/models.test.ts", "in its second skin"],
      ["material-table.test.ts", "are white times their colour"],
    ],
  },
  {
    name: "exported light is read from the first row of pages",
    edits: [
      [
        "return [(left + s) / wide, (top + t) / tall];",
        "return [(left + s) / wide, (top * 0 + t) / tall];",
      ],
    ],
    caughtBy: [["export/map/lightmap-image.test.ts", "has each luxel of each page"]],
  },
  {
    name: "rooms of the 3D skybox are placed inside exported maps",
    edits: [["if (own.length > 0 && own.every(isSeen)) isSky[chunk] = 1;", ""]],
    caughtBy: [["export/map/export-map.test.ts", "has each drawn triangle"]],
  },
  {
    name: "normals of exported normal maps point down",
    edits: [["rgba[i] = 255 - rgba[i];", "rgba[i] = rgba[i];"]],
    caughtBy: [["export/images/texture-pixels.test.ts", "flips only the green"]],
  },
  {
    name: "a compiled shape moves vertices by their unsorted index",
    edits: [["    return this.#rowOf[vertex];", "    return vertex;"]],
    caughtBy: [["flex/compile-face.test.ts", "are compiled to shapes"]],
  },
];
