import type { Fault } from "../../fault.ts";

const ROOM = "formats/bsp/dialects/dialects.test.ts";
const RECORDS = "formats/bsp/dialects/dialect-records.test.ts";
const PROPS = "formats/bsp/tables/props/static-prop-tables.test.ts";
const ZENO = "formats/bsp/tables/props/zeno-clash.test.ts";

export const DIALECTS: readonly Fault[] = [
  {
    name: "Vampire's faces have six styles",
    edits: [["insertBytes(BETA, 52, 20)", "insertBytes(BETA, 52, 14)"]],
    caughtBy: [[ROOM, "reads vampire as"]],
  },
  {
    name: "boxes of Vindictus' nodes are floats",
    edits: [["columns: { ...NODES[1].columns, ...boxes },", "columns: NODES[1].columns,"]],
    caughtBy: [[ROOM, "reads vindictus as"]],
  },
  {
    name: "props of Vindictus are those of other games by their version",
    edits: [["const form = isScaled ? SCALED_VERSION : version;", "const form = version;"]],
    caughtBy: [[PROPS, "are those of version 6 in Vindictus"]],
  },
  {
    name: "Zeno Clash's props are looked for behind its first list of names",
    edits: [["const paths = endOf(names, NAME_BYTES);", "const paths = names;"]],
    caughtBy: [[ZENO, "are listed with their second list"]],
  },
  {
    name: "a Dark Messiah game lump's word more is its length",
    edits: [["DGAMELUMP, bytes: 20, unknown: 16", "DGAMELUMP, bytes: 20, unknown: 12"]],
    caughtBy: [[RECORDS, "word of a Dark Messiah game lump's entry"]],
  },
  {
    name: "faces that hold their mean colours have them before their luxels, too",
    edits: [["hasAveragesInFaces ? 0 :", "hasAveragesInFaces ? LUXEL_BYTES :"]],
    caughtBy: [[ROOM, "lights faces from"]],
  },
  {
    name: "of a dialect's field only what readers take of it is listed",
    edits: [
      [
        "fields.push(...Object.entries({ ...own }));",
        "fields.unshift(...Object.entries({ ...own }));",
      ],
    ],
    caughtBy: [[RECORDS, "of vampire have every byte"]],
  },
  {
    name: "what a dialect's record has behind a face's plane is one byte off",
    edits: [["onNode: byte(at + 3),", "onNode: byte(at + 2),"]],
    caughtBy: [[RECORDS, "of hl2-beta-18 have every byte"]],
  },
  {
    name: "records of dialects have no bytes that only align",
    edits: [["if (at > end) made[`pad${end}`]", "if (at < end) made[`pad${end}`]"]],
    caughtBy: [[RECORDS, "of hl2-beta-17 have every byte"]],
  },
  {
    name: "a plain map is deciphered by its own zeros",
    edits: [["key[i] !== 0 && ", ""]],
    caughtBy: [[ROOM, "enciphered map"]],
  },
  {
    name: "a part of an enciphered map is deciphered from the key's start",
    edits: [["key[(offset + i) % KEY_BYTES]", "key[i % KEY_BYTES]"]],
    caughtBy: [[ROOM, "enciphered map"]],
  },
  {
    name: "a game lump's entry that names nothing is a directory",
    edits: [["  entries.length > 0 &&\n", ""]],
    caughtBy: [[ROOM, "reads dark-messiah as"]],
  },
  {
    name: "tables of lumps lose the byte behind a face's side",
    edits: [
      [
        "  side: u8(),\n  onNode: u8(),\n  firstedge: i32(),\n  numedges: i16(),",
        "  side: u8(2),\n  firstedge: i32(),\n  numedges: i16(),",
      ],
    ],
    caughtBy: [["formats/bsp/tables/lump-tables.test.ts", "have the same values"]],
  },
  {
    name: "occluders have an area by the lump's version alone",
    edits: [
      [
        "endsWithLump(lumps, other) && !endsWithLump",
        "!endsWithLump(lumps, other) && !endsWithLump",
      ],
    ],
    caughtBy: [["formats/bsp/tables/lump-tables.test.ts", "have occluders"]],
  },
  {
    name: "the brushes of faces are hulls of props",
    edits: [["length === faces * bytes", "length === faces * bytes + 1"]],
    caughtBy: [["formats/bsp/tables/lump-tables.test.ts", "brushes of faces"]],
  },
  {
    name: "surfaces whose size has its own word have their tree where others do",
    edits: [["isLarge ? TREE_AT + 4 : TREE_AT", "TREE_AT"]],
    caughtBy: [["formats/phy/parse-phy.test.ts", "a word of its own"]],
  },
  {
    name: "blends of compiled models do not know their parameters",
    edits: [["start + ((end - start) * i) / Math.max(1, count - 1)", "0 * (start + end + i)"]],
    caughtBy: [["compile/studiomdl/read-model-source.test.ts", "blends sequences"]],
  },
  {
    name: "a root that a list of weights does not name is moved whole",
    edits: [["given.get(bone) ?? (parent < 0 ? 0 :", "given.get(bone) ?? (parent < 0 ? 1 :"]],
    caughtBy: [["compile/studiomdl/read-model-source.test.ts", "blends sequences"]],
  },
];
