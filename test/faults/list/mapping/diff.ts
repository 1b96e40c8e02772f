import type { Fault } from "../../fault.ts";

export const DIFF: readonly Fault[] = [
  {
    name: "a surface that covers another in part does not cover it at all",
    edits: [["    if (!isSliver(right)) pieces.push(right);\n", ""]],
    caughtBy: [["diff/surfaces.test.ts", "reports the areas that a crate"]],
  },
  {
    name: "faces that are cut differently are reported as changed",
    edits: [
      [
        "const left = subtractAll(list.map(flat), byMaterial.get(material) ?? [], budget);",
        "const left = subtractAll(list.map(flat), [], budget);",
      ],
    ],
    caughtBy: [["diff/surfaces.test.ts", "the floor below it"]],
  },
  {
    name: "entities are matched by values, regardless of editor numbers",
    edits: [["  if (isNumbered && !isHere && !isNamed) return UNLIKE;\n", ""]],
    caughtBy: [["diff/match-things.test.ts", "does not match things with different"]],
  },
  {
    name: "only the last value of a list of outputs is compared",
    edits: [["  const gone = a.filter((value)", "  const gone = a.slice(-1).filter((value)"]],
    caughtBy: [["diff/match-things.test.ts", "reports the one output"]],
  },
  {
    name: "luxels are compared without their exponents",
    edits: [
      [
        "(bytes[at + channel] * SCALE[bytes[at + 3]]) / 255;",
        "(bytes[at + channel] * SCALE[0]) / 255;",
      ],
    ],
    caughtBy: [["diff/surfaces.test.ts", "twice as bright"]],
  },
  {
    name: "pairs are reported lost if a cluster has another number",
    edits: [
      [
        "!hasBit(row, to) || hasBit(otherRow, clusterOf[to])",
        "!hasBit(row, to) || hasBit(otherRow, to)",
      ],
    ],
    caughtBy: [["diff/surfaces.test.ts", "walled up"]],
  },
  {
    name: "bevels are read from the byte of thin sides",
    edits: [["{ bevel: u8(), thin: u8() }", "{ thin: u8(), bevel: u8() }"]],
    caughtBy: [["diff/diff-maps.test.ts", "has bevels"]],
  },
  {
    name: "a picture is taken from inside a wall",
    edits: [["      if (bestWorth >= sights.length * FREE ||", "      if (bestWorth >= 0 ||"]],
    caughtBy: [["diff/places.test.ts", "look at a place"]],
  },
  {
    name: "the other version keeps the camera from when it was opened",
    edits: [["    other.camera = viewer.camera;\n", ""]],
    caughtBy: [["page/compare.test.ts", "shows both versions from the same"]],
  },
  {
    name: "removed things are outlined in the version without them",
    edits: [['    if (kind !== "removed") add(b, kind);', "    add(b, kind);"]],
    caughtBy: [["diff/places.test.ts", "mark removed things in the version"]],
  },
  {
    name: "brush entities with the same values are any of them",
    edits: [["let sign = `${kind}\\r${name}\\r${at}`;", "let sign = `${kind}\\r${name}\\r`;"]],
    caughtBy: [
      ["diff/match-things.test.ts", "without an origin value, such as brushes, by their place"],
    ],
  },
  {
    name: "light of faces cut differently is sampled at luxels without interpolation",
    edits: [
      ["const top = luxel(s0, t0) * (1 - u) + luxel(s1, t0) * u;", "const top = luxel(s0, t0);"],
    ],
    caughtBy: [["diff/light-parts.test.ts", "finds no difference between"]],
  },
  {
    name: "light of faces cut differently is sampled from the map's origin",
    edits: [["luxel - faces.lightmapMins[face * 2 + axis]", "luxel"]],
    caughtBy: [["diff/light-parts.test.ts", "finds no difference between"]],
  },
  {
    name: "ambient cubes of both versions are read from version A",
    edits: [
      [
        "const lit = { ...bsp, [side]: { ...bsp[side]!, ambient: own } };",
        "const lit = { ...a.bsp };",
      ],
    ],
    caughtBy: [["diff/ambient-areas.test.ts", "reports twice the mean"]],
  },
  {
    name: "an area portal that closes nothing counts as dividing",
    edits: [["!PORTAL.test(kind) || number === 0 || !keys.has(number)", "!PORTAL.test(kind)"]],
    caughtBy: [["diff/ambient-areas.test.ts", "reports an area portal that no"]],
  },
  {
    name: "the search for cameras of a diff's places is not limited",
    edits: [["sights.length * FREE || isOver()) return", "sights.length * FREE) return"]],
    caughtBy: [["diff/places.test.ts", "for every place"]],
  },
  {
    name: "gained visibility is reported as lost",
    edits: [["lost: gone.lost, gained: come.lost", "lost: gone.lost, gained: gone.lost"]],
    caughtBy: [["diff/recount.test.ts", "pair by pair"]],
  },
  {
    name: "the mean change is over faces, not luxels",
    edits: [["this.#luxels += countA;\n    if", "this.#luxels += 1;\n    if"]],
    caughtBy: [["diff/recount.test.ts", "luxel by luxel"]],
  },
  {
    name: "one brush is matched with several",
    edits: [["else list.splice(found, 1);", ""]],
    caughtBy: [["diff/recount.test.ts", "sides in any order"]],
  },
  {
    name: "only one starting point is tried for a cluster's place",
    edits: [
      ["return point;\n  }\n  return null;", "return i > 0 ? null : point;\n  }\n  return null;"],
    ],
    caughtBy: [["diff/recount.test.ts", "middle of its box"]],
  },
];
