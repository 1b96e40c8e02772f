import type { Fault } from "../../fault.ts";

/** Faults of marks: hidden brushes, leafs and entities drawn over the map. */
export const MARKS: readonly Fault[] = [
  {
    name: "a brush is the volume in front of its planes",
    edits: [
      [
        "else winding = splitWinding(winding, ox, oy, oz, od).back;",
        "else winding = splitWinding(winding, ox, oy, oz, od).front;",
      ],
    ],
    caughtBy: [["build-marks.test.ts", "have the box of the source"]],
  },
  {
    name: "brushes of entities are marked at their editor positions",
    edits: [
      [
        "const owner = { entity: row, className, matrix: matrixOf(entity, entity) };",
        "const owner = { entity: row, className, matrix: null };",
      ],
    ],
    caughtBy: [["build-marks.test.ts", "of brush entities have the entity's"]],
  },
  {
    name: "a clip for both players and NPCs is marked as an NPC clip",
    edits: [
      [
        'return clip === CONTENTS_MONSTERCLIP ? "npcclip" : "clip";',
        'return clip === CONTENTS_MONSTERCLIP ? "clip" : "npcclip";',
      ],
    ],
    caughtBy: [["build-marks.test.ts", "have the box of the source"]],
  },
  {
    name: "a leaf's cell is cut by flipped planes",
    edits: [
      [
        "front.push({ winding: cap, nx: -nx, ny: -ny, nz: -nz, dist: -dist });",
        "front.push({ winding: cap, nx, ny, nz, dist });",
      ],
    ],
    caughtBy: [["build-marks.test.ts", "fill the room with cells"]],
  },
  {
    name: "marks are drawn regardless of visibility",
    edits: [
      [
        "if (visible === null || first === end) return true;",
        "if (visible !== null || first === end) return true;",
      ],
    ],
    caughtBy: [["shown-marks.test.ts", "lie in visible clusters"]],
  },
  {
    name: "an output is never matched by class",
    edits: [
      [
        "return named.length > 0 ? named : list(called, this.#classes, this.#classNames);",
        "return named;",
      ],
    ],
    caughtBy: [["build-marks.test.ts", "are linked by outputs"]],
  },
  {
    name: "a volume is denser from inside",
    edits: [["select(INSIDE, 1.0, isFront)", "select(1.0, INSIDE, isFront)"]],
    caughtBy: [["mark-layers.test.ts", "fill volumes by the formula"]],
  },
  {
    name: "the ray against a model is not rotated into its space",
    edits: [
      [
        "direction[row] = a * directionX + b * directionY + c * directionZ;",
        "direction[row] = row === 0 ? directionX : row === 1 ? directionY : directionZ;",
      ],
    ],
    caughtBy: [["prop-trace.test.ts", "hits rotated props"]],
  },
  {
    name: "a model's sorted triangles keep unsorted columns",
    edits: [["columns.map((_, to) => columns[order[to]])", "columns"]],
    caughtBy: [["build-prop-shapes.test.ts", "match the drawn props"]],
  },
  {
    name: "rays hit models that have faded",
    edits: [
      [
        "if (!isAhead(instanceBox, i) || isFaded(i, x, y, z)) continue;",
        "if (!isAhead(instanceBox, i)) continue;",
      ],
    ],
    caughtBy: [["prop-trace.test.ts", "ignores props that are faded out at the ray's start"]],
  },
  {
    name: "picking searches runs of marks at other rows",
    edits: [
      [
        "const at = row * this.#rowFloats + this.#points[point];",
        "const at = row + this.#points[point];",
      ],
    ],
    caughtBy: [["row-runs.test.ts", "include all visible rows at"]],
  },
  {
    name: "marks end before the picture's edge",
    edits: [["out[at + k] += depth;", "out[at + k] -= depth;"]],
    caughtBy: [["row-runs.test.ts", "reach 20 pixels past each edge of the picture"]],
  },
  {
    name: "volumes of marks have swapped colour channels",
    edits: [
      [
        "((color >>> 16) | (color & 0xff00) | ((color & 0xff) << 16) | (fourth << 24)) >>> 0",
        "((color & 0xffffff) | (fourth << 24)) >>> 0",
      ],
    ],
    caughtBy: [
      ["golden/marks.test.ts", "match their reference picture:"],
      ["shown-marks.test.ts", "packs colours in the GPU's byte order"],
    ],
  },
  {
    name: "a filled mark dims only by its alpha",
    edits: [["const DIMMING = 4.0;", "const DIMMING = 1.0;"]],
    caughtBy: [["mark-layers.test.ts", "fill volumes by the formula"]],
  },
];
