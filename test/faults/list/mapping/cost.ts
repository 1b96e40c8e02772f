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
    name: "rebuilt portals keep what reaches over the node that they are made at",
    edits: [
      [
        "for (const { front, normal } of around) {\n    const sign = front === node ? 1 : -1;",
        "const sign = front === node ? 1 : 1;",
      ],
    ],
    caughtBy: [["rebuild-portals.test.ts", "equal the portals that the compiler"]],
  },
  {
    name: "sight passes water that nothing is seen through",
    edits: [
      [
        "if ((a | b) & CONTENTS_SOLID) return false;\n  return visibleContents(a ^ b) === 0;",
        "return true;",
      ],
    ],
    caughtBy: [["rebuild-portals.test.ts", "let sight through a water"]],
  },
  {
    name: "of clusters that a portal joins only one is asked whether it sees the other",
    edits: [["if (!hasBit(row, high) || !hasBit(back, low))", "if (!hasBit(row, high))"]],
    caughtBy: [["rebuild-portals.test.ts", "join clusters that see"]],
  },
  {
    name: "costs count what is drawn of brush entities as the world's",
    edits: [
      [
        "if (kind === CHUNK_DISPLACEMENT) cost.displacements += triangles[chunk];\n        else if (kind === CHUNK_BRUSH_MODEL)",
        "if (kind === CHUNK_DISPLACEMENT) cost.displacements += triangles[chunk];\n        else if (kind !== CHUNK_BRUSH_MODEL)",
      ],
    ],
    caughtBy: [["count-costs.test.ts", "is the sum of the leafs"]],
  },
  {
    name: "somebody stands where clips are",
    edits: [["(CONTENTS_SOLID | CONTENTS_PLAYERCLIP)", "CONTENTS_SOLID"]],
    caughtBy: [["count-costs.test.ts", "are neither inside clips"]],
  },
  {
    name: "glass hides what is behind it from a place",
    edits: [["(bits & seenThrough) === 0 ? bits : 0", "(bits & seenThrough) === 0 ? bits : bits"]],
    caughtBy: [["measure-place.test.ts", "excludes things behind glass"]],
  },
  {
    name: "with an opening closed lines still begin at what is behind it",
    edits: [
      ["open[i >>> 4] &= ~(3 << ((i & 15) * 2));", "open[i >>> 4] &= ~(1 << ((i & 15) * 2));"],
    ],
    caughtBy: [["measure-place.test.ts", "the saving of a closed opening"]],
  },
  {
    name: "a doorway is told by its rim's walls wherever they end",
    edits: [["if (isWall && DEPTHS.some(", "if (isWall || DEPTHS.some("]],
    caughtBy: [["measure-place.test.ts", "equals a compile with the"]],
  },
  {
    name: "what is foretold of a place leaves out what it would draw of what is looked at again",
    edits: [
      [
        "neverSeenLow: Math.round(unseen * (1 - again.high)),",
        "neverSeenLow: Math.round(unseen * (1 + again.high)),",
      ],
    ],
    caughtBy: [["measure-place.test.ts", "is the other room"]],
  },
  {
    name: "of a cell that a hint cuts the portals go to the other half",
    edits: [
      [
        "if (isAbove) clusters[i * 2 + end] = above;",
        "if (isBelow) clusters[i * 2 + end] = above;",
      ],
    ],
    caughtBy: [["measure-place.test.ts", "equals a compile with the hint"]],
  },
  {
    name: "what a hint saves here is what it saves on its other side",
    edits: [["const [there, here] = isAbove ? halves", "const [there, here] = !isAbove ? halves"]],
    caughtBy: [["measure-place.test.ts", "equals a compile with the hint"]],
  },
  {
    name: "the heat is clicked as if south were up",
    edits: [
      ["const row = rows - 1 - Math.floor(down * rows);", "const row = Math.floor(down * rows);"],
    ],
    caughtBy: [["eye-at.test.ts", "north up"]],
  },
  {
    name: "who walks gets onto whatever is as high as he",
    edits: [["const JUMP = 66;", "const JUMP = 80;"]],
    caughtBy: [["walked-places.test.ts", "reaches a ledge of jump"]],
  },
  {
    name: "nodes that a ray goes through count for nothing",
    edits: [
      [
        "while (node >= 0) {\n        tests++;\n        const p",
        "while (node >= 0) {\n        const p",
      ],
    ],
    caughtBy: [["cost/work.test.ts", "all rays lie in it"]],
  },
  {
    name: "brushes that a point is held against are asked without end",
    edits: [["leafs.leafBrushCount[leaf] && !work.isOver; i++", "leafs.leafBrushCount[leaf]; i++"]],
    caughtBy: [["cost/work.test.ts", "counts their sides, and stops"]],
  },
  {
    name: "who walks goes through clips",
    edits: [
      [
        "if (isInBrush(map, findLeaf(map.tree, px, py, height), px, py, height, work)) return -1;",
        "",
      ],
    ],
    caughtBy: [["walked-places.test.ts", "follows a fall, and does"]],
  },
  {
    name: "lines of sight from a place are looked along without end",
    edits: [["    if (work.isOver) return tooMuch;\n", ""]],
    caughtBy: [["place/measure-place.test.ts", "is unknown if lines"]],
  },
  {
    name: "those that are looked along again have no end",
    edits: [["      if (work.isOver) return null;\n", ""]],
    caughtBy: [["place/measure-place.test.ts", "is unknown if lines"]],
  },
  {
    name: "hints are looked for though nobody waits for them",
    edits: [
      [
        "for (const [i, cut] of cuts.entries()) {\n    await breath();",
        "for (const [i, cut] of cuts.entries()) {",
      ],
    ],
    caughtBy: [["cost/cancel.test.ts", "ends at its hints"]],
  },
  {
    name: "heat on the floors is of places apart from the grid, too",
    edits: [["place < count && cell[place] >= 0 ?", "place < count ?"]],
    caughtBy: [["floor-heat.test.ts", "builds a square for each grid"]],
  },
  {
    name: "clusters that nobody stands in stretch the heat on the floors",
    edits: [
      ["costs.filter(({ places }) => places > 0);\n  const rowOf", "costs.slice();\n  const rowOf"],
    ],
    caughtBy: [["floor-heat.test.ts", "builds a square for each grid"]],
  },
  {
    name: "the panel of costs is told that all floors were found",
    edits: [["    isWhole: standing.isWhole,", "    isWhole: true,"]],
    caughtBy: [["file/serve-cost.test.ts", "are whole, and are not"]],
  },
  {
    name: "the panel of costs reports a limited search for floors after a complete one",
    edits: [["if (!isWhole) {\n    sentences", "if (isWhole) {\n    sentences"]],
    caughtBy: [["say-costs.test.ts", "reached its limit"]],
  },
  {
    name: "the heat's picture is cut a step too narrow",
    edits: [
      [
        "columns: Math.min(columns, edges.right + 2) - column,",
        "columns: Math.min(columns, edges.right + 1) - column,",
      ],
    ],
    caughtBy: [["eye-at.test.ts", "the part of the grid"]],
  },
  {
    name: "the second count of batches knows those of the first",
    edits: [["      stamp++;\n", "      stamp = 1;\n"]],
    caughtBy: [["cost/recount.test.ts", "counted another place"]],
  },
  {
    name: "the last material has a batch for each chunk",
    edits: [["new Uint32Array(65536)", "new Uint32Array(65535)"]],
    caughtBy: [["cost/recount.test.ts", "plain recount"]],
  },
  {
    name: "a prop's distance takes another number of its matrix",
    edits: [["worldFromModel[m + 7] - y", "worldFromModel[m + 6] - y"]],
    caughtBy: [["cost/recount.test.ts", "plain recount"]],
  },
  {
    name: "clusters from 4,096 on see what the last one saw",
    edits: [
      [
        "else decodePvsRow(pvs, cluster, out);",
        "else if (cluster < 4096) decodePvsRow(pvs, cluster, out);",
      ],
    ],
    caughtBy: [["cost/recount.test.ts", "plain recount"]],
  },
  {
    name: "the camera sees a degree more to one side",
    edits: [["off < HALF_VIEW; off++", "off <= HALF_VIEW; off++"]],
    caughtBy: [["cost/recount.test.ts", "aims a camera"]],
  },
];
