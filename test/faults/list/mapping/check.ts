import type { Fault } from "../../fault.ts";

const WHOLE = "check/check-map.test.ts";
const ENTITIES = "check/entities.test.ts";
const LIGHT = "check/light.test.ts";
const GEOMETRY = "check/geometry.test.ts";
const CONTENT = "check/content.test.ts";

export const CHECK: readonly Fault[] = [
  {
    name: "a finding's camera looks up where it should look down",
    edits: [
      ["(-Math.atan2(z, Math.hypot(x, y)) * 180)", "(Math.atan2(z, Math.hypot(x, y)) * 180)"],
    ],
    caughtBy: [[WHOLE, "gives a finding its origin"]],
  },
  {
    name: "a material without a name is looked for as a file",
    edits: [['  if (first === "") return failNameless(access);\n', ""]],
    caughtBy: [
      ["scene/materials/nameless-faces.test.ts", "are counted, and no file is read or reported"],
      [GEOMETRY, "damaged-lumps, not missing-materials, reports"],
    ],
  },
  {
    name: "faces without a material's name are not reported",
    edits: [["    ...findNameless(facts),\n", ""]],
    caughtBy: [[GEOMETRY, "damaged-lumps, not missing-materials, reports"]],
  },
  {
    name: "an output's target is not matched by class",
    edits: [["this.#others.add(one.classname);", ""]],
    caughtBy: [[ENTITIES, "by class"]],
  },
  {
    name: "a class lacks the inputs of its base classes",
    edits: [["open.push(...(row?.bases ?? []));", ""]],
    caughtBy: [[ENTITIES, "base classes"]],
  },
  {
    name: "cubemaps that hold the sky count as built",
    edits: [["sky && bytes && isSame(bytes, sky)", "sky && bytes && !isSame(bytes, sky)"]],
    caughtBy: [[LIGHT, "cubemaps-not-built reports cubemaps without"]],
  },
  {
    name: "bevels reach the wrong way: a player fits into a wall",
    edits: [
      ["(normal > 0 ? box[axis] : box[axis + 3])", "(normal > 0 ? box[axis + 3] : box[axis])"],
    ],
    caughtBy: [[ENTITIES, "stuck-players"]],
  },
  {
    name: "displacements of different power are compared vertex by vertex",
    edits: [["const j = i * step;", "const j = i;"]],
    caughtBy: [[GEOMETRY, "of different power"]],
  },
  {
    name: "files referenced by a used material count as unused",
    edits: [["for (const part of parts) mention(part);", ""]],
    caughtBy: [[CONTENT, "by a material"]],
  },
  {
    name: "a check without content reports the game's files as missing",
    edits: [["if (!facts.hasContent) {\n    throw", "if (facts.hasContent) {\n    throw"]],
    caughtBy: [[WHOLE, "lists the rules that cannot"]],
  },
  {
    name: "a click on a finding leads nowhere",
    edits: [['button.addEventListener("click", () => go(pose, finding));', ""]],
    caughtBy: [["page/check.test.ts", "flies to a finding"]],
  },
  {
    name: "a surface behind a nodraw side does not cover it",
    edits: [["way, away - 2 * BEFORE) < away + COVER", "way, away - 2 * BEFORE) < away - COVER"]],
    caughtBy: [[GEOMETRY, "nodraw-in-sight reports undrawn faces"]],
  },
  {
    name: "nodraw is checked from player starts in place of walked places",
    edits: [["const isWalked = standing.isWhole ?", "const isWalked = !standing.isWhole ?"]],
    caughtBy: [[GEOMETRY, "nodraw-in-sight reports undrawn faces"]],
  },
  {
    name: "the PVS of a full vvis run is reported as fast",
    edits: [["if (share < LEAST_SHARE) return [];", "if (share > LEAST_SHARE) return [];"]],
    caughtBy: [[GEOMETRY, "quick bound of vvis"]],
  },
  {
    name: "an export reports an unnamed material as missing",
    edits: [
      [
        '    if (name === "") {\n      const message',
        '    if (name === "none") {\n      const message',
      ],
    ],
    caughtBy: [["materials/material-table.test.ts", "report missing materials by path"]],
  },
  {
    name: "a bumped face has three blocks of luxels",
    edits: [["(bumped ? 4 : 1) * (width + 1)", "(bumped ? 3 : 1) * (width + 1)"]],
    caughtBy: [["check/recount.test.ts", "lightmap-memory"]],
  },
  {
    name: "a luxel's size is read by the face's row, not by its texinfo",
    edits: [
      [
        "const at = faces.texinfo[face] * 8;\n  const vecs = texInfos.lightmapVecs",
        "const at = face * 8;\n  const vecs = texInfos.lightmapVecs",
      ],
    ],
    caughtBy: [["check/recount.test.ts", "fine-luxels"]],
  },
  {
    name: "an overlay's origin is read at the wrong row",
    edits: [["column.subarray(row * 3, row * 3 + 3)", "column.subarray(row, row + 3)"]],
    caughtBy: [["check/recount.test.ts", "overlay-faces"]],
  },
  {
    name: "every row of many clusters is sampled",
    edits: [["cluster += step", "cluster += 1"]],
    caughtBy: [["check/recount.test.ts", "every second row"]],
  },
  {
    name: "all pairs in one word of a row count as one",
    edits: [["left &= left - 1) pairs++", "left = 0) pairs++"]],
    caughtBy: [["check/recount.test.ts", "one-way-visibility counts pairs that see"]],
  },
  {
    name: "the last luxel of a face is ignored by black-light",
    edits: [["at < first + length; at", "at < first + length - 4; at"]],
    caughtBy: [["check/recount.test.ts", "black-light"]],
  },
  {
    name: "a stuck player is not lifted six inches",
    edits: [
      ["const FREED_UP = [0, -0.125, 0.125, 1, 6];", "const FREED_UP = [0, -0.125, 0.125, 1];"],
    ],
    caughtBy: [["check/entities.test.ts", "beyond the floor"]],
  },
  {
    name: "one side of a sky does not make the others missing",
    edits: [["path.startsWith(subject)", "path === subject"]],
    caughtBy: [["check/content.test.ts", "missing-textures and missing-sky still"]],
  },
];
