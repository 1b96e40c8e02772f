import type { Fault } from "../../fault.ts";

/** Faults of marks: hidden brushes, leafs and entities drawn over the map. */
export const MARKS: readonly Fault[] = [
  {
    name: "a brush is what lies before its planes",
    edits: [
      [
        "else winding = splitWinding(winding, ox, oy, oz, od).back;",
        "else winding = splitWinding(winding, ox, oy, oz, od).front;",
      ],
    ],
    caughtBy: [["build-marks.test.ts", "have the box of the source"]],
  },
  {
    name: "brushes of entities are marked where the editor had them",
    edits: [
      [
        "const owner = { entity: row, className, matrix: matrixOf(entity, entity) };",
        "const owner = { entity: row, className, matrix: null };",
      ],
    ],
    caughtBy: [["build-marks.test.ts", "of brush entities have the entity's"]],
  },
  {
    name: "a clip that stops both is one of NPCs",
    edits: [
      [
        'return clip === CONTENTS_MONSTERCLIP ? "npcclip" : "clip";',
        'return clip === CONTENTS_MONSTERCLIP ? "clip" : "npcclip";',
      ],
    ],
    caughtBy: [["build-marks.test.ts", "have the box of the source"]],
  },
  {
    name: "a leaf's cell is cut by the planes above it turned round",
    edits: [
      [
        "front.push({ winding: cap, nx: -nx, ny: -ny, nz: -nz, dist: -dist });",
        "front.push({ winding: cap, nx, ny, nz, dist });",
      ],
    ],
    caughtBy: [["build-marks.test.ts", "fill the room with cells"]],
  },
  {
    name: "marks are drawn wherever the camera is",
    edits: [
      [
        "if (visible === null || first === end) return true;",
        "if (visible !== null || first === end) return true;",
      ],
    ],
    caughtBy: [["shown-marks.test.ts", "in clusters that are seen"]],
  },
  {
    name: "an output reaches nothing by its class",
    edits: [
      [
        "return named.length > 0 ? named : list(called, this.#classes, this.#classNames);",
        "return named;",
      ],
    ],
    caughtBy: [["build-marks.test.ts", "are linked by outputs"]],
  },
  {
    name: "a volume is denser from within",
    edits: [["select(INSIDE, 1.0, isFront)", "select(1.0, INSIDE, isFront)"]],
    caughtBy: [["mark-layers.test.ts", "fill volumes by the formula"]],
  },
  {
    name: "a ray at a model goes on in the world's space",
    edits: [
      [
        "direction[row] = a * directionX + b * directionY + c * directionZ;",
        "direction[row] = row === 0 ? directionX : row === 1 ? directionY : directionZ;",
      ],
    ],
    caughtBy: [["prop-trace.test.ts", "turned where it stands"]],
  },
  {
    name: "a model's triangles keep the columns of the order in which they were listed",
    edits: [["columns.map((_, to) => columns[order[to]])", "columns"]],
    caughtBy: [["build-prop-shapes.test.ts", "those that are drawn"]],
  },
  {
    name: "models are met past where they fade",
    edits: [
      [
        "if (!isAhead(instanceBox, i) || isFaded(i, x, y, z)) continue;",
        "if (!isAhead(instanceBox, i)) continue;",
      ],
    ],
    caughtBy: [["prop-trace.test.ts", "passes what has faded"]],
  },
  {
    name: "runs of marks are looked for where other rows lie",
    edits: [
      [
        "const at = row * this.#rowFloats + this.#points[point];",
        "const at = row + this.#points[point];",
      ],
    ],
    caughtBy: [["row-runs.test.ts", "have all that the picture shows"]],
  },
  {
    name: "marks end before the picture's edge",
    edits: [["out[at + k] += depth;", "out[at + k] -= depth;"]],
    caughtBy: [["row-runs.test.ts", "over each edge"]],
  },
  {
    name: "volumes of marks are of the colour's other end",
    edits: [
      [
        "((color >>> 16) | (color & 0xff00) | ((color & 0xff) << 16) | (fourth << 24)) >>> 0",
        "((color & 0xffffff) | (fourth << 24)) >>> 0",
      ],
    ],
    caughtBy: [
      ["golden/marks.test.ts", "look as they did"],
      ["shown-marks.test.ts", "colours as the GPU"],
    ],
  },
  {
    name: "a filled mark hides no more than it covers",
    edits: [["const DIMMING = 4.0;", "const DIMMING = 1.0;"]],
    caughtBy: [["mark-layers.test.ts", "fill volumes by the formula"]],
  },
];
