import type { Fault } from "../../fault.ts";

const ALONE = "flex/lone-shapes.test.ts";

/** Faults of models' sources: shapes, scripts, and their writers. */
export const SOURCES: readonly Fault[] = [
  {
    name: "vertices of a lone VTA do not move",
    edits: [["{ ...vertices, position: this.#position, normal", "{ ...vertices, normal"]],
    caughtBy: [[ALONE, "follow the sliders"]],
  },
  {
    name: "vertices of shapes at one place are merged",
    edits: [
      ["length: corners * 2 }, (_, i) => Math.floor(i / 6))", "length: corners * 2 }, () => 0)"],
    ],
    caughtBy: [[ALONE, "has vertices without triangles"]],
  },
  {
    name: "numbers of a shape's vertices are taken as rows",
    edits: [["rowOf.get(number)! * 3", "number * 3"]],
    caughtBy: [[ALONE, "has vertices without triangles"]],
  },
  {
    name: "shapes are applied to the first mesh with as many vertices",
    edits: [['if (fit === "same") return', "if (fit !== null) return"]],
    caughtBy: [[ALONE, "of its vertices"]],
  },
  {
    name: "frames of exported sources are counted for one bone",
    edits: [["frameCount * bones.count * POSE_BYTES", "frameCount * POSE_BYTES"]],
    caughtBy: [["model/serve-sources.test.ts", "respect the budget for source bytes"]],
  },
  {
    name: "sides of a face are assigned by the vertices' old positions",
    edits: [
      ["leftShare(shapes.position[i * 3], split)", "leftShare(shapes.position[from * 3], split)"],
    ],
    caughtBy: [["flex/flexpair.test.ts", "become a single flex"]],
  },
  {
    name: "the sides of a face are swapped",
    edits: [
      [
        "const left = split === null ? 0 : leftShare",
        "const left = split === null ? 0 : 1 - leftShare",
      ],
    ],
    caughtBy: [["flex/flexpair.test.ts", "by its own weight"]],
  },
  {
    name: "a flex that hands over to another continues",
    edits: [["before.target[3] = position;", ""]],
    caughtBy: [["flex/flexpair.test.ts", "and other flexes with positions"]],
  },
  {
    name: "only sources that a script names are listed beside it",
    edits: [["return !named.has(stemOf(path)) && !(", "return !("]],
    caughtBy: [["game/list-models.test.ts", "lists sources that no"]],
  },
  {
    name: "vertices without triangles have no box",
    edits: [["const box = mesh.drawCount > 0 ? shown.box :", "const box = true ? shown.box :"]],
    caughtBy: [[ALONE, "follow the sliders"]],
  },
];
