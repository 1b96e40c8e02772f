import type { Fault } from "../../fault.ts";

export const COST: readonly Fault[] = [
  {
    name: "a portal of a rebuilt tree goes to the wrong child of its node",
    edits: [
      [
        "front: isFront ? child : piece.front,\n        back: isFront ? piece.back : child,",
        "front: isFront ? piece.front : child,\n        back: isFront ? child : piece.back,",
      ],
    ],
    caughtBy: [["rebuild-portals.test.ts", "equal the portals that the compiler"]],
  },
  {
    name: "rebuilt portals keep the part beyond the node that made them",
    edits: [
      [
        "for (const { front, normal } of around) {\n    const sign = front === node ? 1 : -1;",
        "const sign = front === node ? 1 : 1;",
      ],
    ],
    caughtBy: [["rebuild-portals.test.ts", "equal the portals that the compiler"]],
  },
  {
    name: "sight passes opaque water",
    edits: [
      [
        "if ((a | b) & CONTENTS_SOLID) return false;\n  return visibleContents(a ^ b) === 0;",
        "return true;",
      ],
    ],
    caughtBy: [["rebuild-portals.test.ts", "let sight through a water"]],
  },
  {
    name: "of two clusters joined by a portal, only one is checked for seeing the other",
    edits: [["if (!hasBit(row, high) || !hasBit(back, low))", "if (!hasBit(row, high))"]],
    caughtBy: [["rebuild-portals.test.ts", "join clusters that see"]],
  },
  {
    name: "triangles of brush entities are counted as the world's",
    edits: [
      [
        "if (kind === CHUNK_DISPLACEMENT) cost.displacements += triangles[chunk];\n        else if (kind === CHUNK_BRUSH_MODEL)",
        "if (kind === CHUNK_DISPLACEMENT) cost.displacements += triangles[chunk];\n        else if (kind !== CHUNK_BRUSH_MODEL)",
      ],
    ],
    caughtBy: [["count-costs.test.ts", "is the sum of the leafs"]],
  },
  {
    name: "standing places are found inside clips",
    edits: [["(CONTENTS_SOLID | CONTENTS_PLAYERCLIP)", "CONTENTS_SOLID"]],
    caughtBy: [["count-costs.test.ts", "are neither inside clips"]],
  },
  {
    name: "glass blocks lines of sight",
    edits: [["(bits & seenThrough) === 0 ? bits : 0", "(bits & seenThrough) === 0 ? bits : bits"]],
    caughtBy: [["measure-place.test.ts", "excludes things behind glass"]],
  },
  {
    name: "with an opening closed, other lines still start behind it",
    edits: [
      ["open[i >>> 4] &= ~(3 << ((i & 15) * 2));", "open[i >>> 4] &= ~(1 << ((i & 15) * 2));"],
    ],
    caughtBy: [["measure-place.test.ts", "the saving of a closed opening"]],
  },
  {
    name: "a doorway's walls are accepted wherever they end",
    edits: [["if (isWall && DEPTHS.some(", "if (isWall || DEPTHS.some("]],
    caughtBy: [["measure-place.test.ts", "equals a compile with the"]],
  },
  {
    name: "the estimate for a place excludes triangles that need a second sample",
    edits: [
      [
        "neverSeenLow: Math.round(unseen * (1 - again.high)),",
        "neverSeenLow: Math.round(unseen * (1 + again.high)),",
      ],
    ],
    caughtBy: [["measure-place.test.ts", "is the other room"]],
  },
  {
    name: "portals of a cell that a hint cuts go to the other half",
    edits: [
      [
        "if (isAbove) clusters[i * 2 + end] = above;",
        "if (isBelow) clusters[i * 2 + end] = above;",
      ],
    ],
    caughtBy: [["measure-place.test.ts", "equals a compile with the hint"]],
  },
  {
    name: "a hint's saving here is that of its other side",
    edits: [["const [there, here] = isAbove ? halves", "const [there, here] = !isAbove ? halves"]],
    caughtBy: [["measure-place.test.ts", "equals a compile with the hint"]],
  },
  {
    name: "clicks on the heat map are read with south up",
    edits: [
      ["const row = rows - 1 - Math.floor(down * rows);", "const row = Math.floor(down * rows);"],
    ],
    caughtBy: [["eye-at.test.ts", "north up"]],
  },
  {
    name: "a walker reaches ledges as high as a player",
    edits: [["const JUMP = 66;", "const JUMP = 80;"]],
    caughtBy: [["walked-places.test.ts", "reaches a ledge of jump"]],
  },
  {
    name: "nodes that a ray passes are not counted as work",
    edits: [
      [
        "while (node >= 0) {\n        tests++;\n        const p",
        "while (node >= 0) {\n        const p",
      ],
    ],
    caughtBy: [["cost/work.test.ts", "all rays lie in it"]],
  },
  {
    name: "the search of a leaf's brushes for a point is not limited",
    edits: [["leafs.leafBrushCount[leaf] && !work.isOver; i++", "leafs.leafBrushCount[leaf]; i++"]],
    caughtBy: [["cost/work.test.ts", "counts their sides, and stops"]],
  },
  {
    name: "a walker passes clips",
    edits: [
      [
        "if (isInBrush(map, findLeaf(map.tree, px, py, height), px, py, height, work)) return -1;",
        "",
      ],
    ],
    caughtBy: [["walked-places.test.ts", "follows a fall, and does"]],
  },
  {
    name: "lines of sight from a place are not limited",
    edits: [["    if (work.isOver) return tooMuch;\n", ""]],
    caughtBy: [["place/measure-place.test.ts", "is unknown if lines"]],
  },
  {
    name: "the second pass of lines of sight is not limited",
    edits: [["      if (work.isOver) return null;\n", ""]],
    caughtBy: [["place/measure-place.test.ts", "is unknown if lines"]],
  },
  {
    name: "the search for hints cannot be cancelled",
    edits: [
      [
        "for (const [i, cut] of cuts.entries()) {\n    await breath();",
        "for (const [i, cut] of cuts.entries()) {",
      ],
    ],
    caughtBy: [["cost/cancel.test.ts", "ends at its hints"]],
  },
  {
    name: "floor heat includes places outside the grid",
    edits: [["place < count && cell[place] >= 0 ?", "place < count ?"]],
    caughtBy: [["floor-heat.test.ts", "builds a square for each grid"]],
  },
  {
    name: "clusters without standing places stretch the floor heat's range",
    edits: [
      ["costs.filter(({ places }) => places > 0);\n  const rowOf", "costs.slice();\n  const rowOf"],
    ],
    caughtBy: [["floor-heat.test.ts", "builds a square for each grid"]],
  },
  {
    name: "the panel of costs is always told that all floors were found",
    edits: [["    isWhole: standing.isWhole,", "    isWhole: true,"]],
    caughtBy: [
      [
        "file/serve-cost.test.ts",
        "are marked as incomplete if the floor search exceeds its budget",
      ],
    ],
  },
  {
    name: "the panel of costs reports a limited search for floors after a complete one",
    edits: [["if (!isWhole) {\n    sentences", "if (isWhole) {\n    sentences"]],
    caughtBy: [["say-costs.test.ts", "reached its limit"]],
  },
  {
    name: "the heat map is cut one step too narrow",
    edits: [
      [
        "columns: Math.min(columns, edges.right + 2) - column,",
        "columns: Math.min(columns, edges.right + 1) - column,",
      ],
    ],
    caughtBy: [["eye-at.test.ts", "the part of the grid"]],
  },
  {
    name: "the second count of batches includes those of the first",
    edits: [["      stamp++;\n", "      stamp = 1;\n"]],
    caughtBy: [["cost/recount.test.ts", "counter counted before"]],
  },
  {
    name: "the last material has a batch for each chunk",
    edits: [["new Uint32Array(65536)", "new Uint32Array(65535)"]],
    caughtBy: [["cost/recount.test.ts", "plain recount"]],
  },
  {
    name: "a prop's distance uses another number of its matrix",
    edits: [["worldFromModel[m + 7] - y", "worldFromModel[m + 6] - y"]],
    caughtBy: [["cost/recount.test.ts", "plain recount"]],
  },
  {
    name: "clusters from 4,096 on have the row of the last one",
    edits: [
      [
        "else decodePvsRow(pvs, cluster, out);",
        "else if (cluster < 4096) decodePvsRow(pvs, cluster, out);",
      ],
    ],
    caughtBy: [["cost/recount.test.ts", "plain recount"]],
  },
  {
    name: "the view includes one degree more on one side",
    edits: [["off < HALF_VIEW; off++", "off <= HALF_VIEW; off++"]],
    caughtBy: [["cost/recount.test.ts", "aims a camera"]],
  },
];
