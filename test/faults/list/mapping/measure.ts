import type { Fault } from "../../fault.ts";

/** Faults of the ruler: measurements, snapping, and surfaces. */
export const MEASURE: readonly Fault[] = [
  {
    name: "metres of buildings use the scale of players",
    edits: [["perUnit: FOOT / BUILT_FOOT", "perUnit: INCH"]],
    caughtBy: [
      [
        "path-measures.test.ts",
        "convert inches for players and sixteenths of a foot for buildings",
      ],
    ],
  },
  {
    name: "angles are never obtuse",
    edits: [
      [
        "return Math.atan2(crossed, ax * bx + ay * by + az * bz) * DEGREES;",
        "return Math.atan2(crossed, Math.abs(ax * bx + ay * by + az * bz)) * DEGREES;",
      ],
    ],
    caughtBy: [["path-measures.test.ts", "at the middle point"]],
  },
  {
    name: "a point of an edge is interpolated without perspective",
    edits: [["const s = (t * start[2]) / (t * start[2] + (1 - t) * end[2]);", "const s = t;"]],
    caughtBy: [
      ["find-and-snap.test.ts", "finds the point under the pointer on a partly visible edge"],
    ],
  },
  {
    name: "edges are preferred to corners for snapping",
    edits: [['return a.kind === "corner" ? -1 : 1;', 'return a.kind === "corner" ? 1 : -1;']],
    caughtBy: [["find-and-snap.test.ts", "prefers corners, then fewer pixels, then less depth"]],
  },
  {
    name: "an edge is removed if any part of it is a seam",
    edits: [["open = Math.max(open, to);", "open = length;"]],
    caughtBy: [["build-surfaces.test.ts", "vanish between a piece"]],
  },
  {
    name: "faces of brush entities are measured at their editor positions",
    edits: [["    move(corners, matrix);\n    for", "    for"]],
    caughtBy: [["build-surfaces.test.ts", "of a brush entity"]],
  },
  {
    name: "the view of steep surfaces uses smoothed normals",
    edits: [["dot(facing, normal) > 0.9999", "dot(facing, normal) > 0.0"]],
    caughtBy: [["surface-views.test.ts", "steep distinguishes floors, slopes, walls and ceilings"]],
  },
  {
    name: "walls and ceilings are shown as steep floors",
    edits: [["normalZ > WALL_Z && normalZ < STANDABLE_Z", "normalZ < STANDABLE_Z"]],
    caughtBy: [["find-and-snap.test.ts", "is tinted if and only if it is too steep"]],
  },
];
