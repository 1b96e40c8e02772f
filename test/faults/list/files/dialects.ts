import type { Fault } from "../../fault.ts";

const ROOM = "formats/bsp/dialects/dialects.test.ts";
const RECORDS = "formats/bsp/dialects/dialect-records.test.ts";
const CATALOGUE = "formats/bsp/records/records.test.ts";
const PROPS = "formats/bsp/tables/static-prop-tables.test.ts";
const ZENO = "formats/bsp/tables/zeno-clash.test.ts";

export const DIALECTS: readonly Fault[] = [
  {
    name: "Vampire's faces have six styles",
    edits: [["night: u8(8),", "night: u8(2),"]],
    caughtBy: [[ROOM, "reads vampire as"]],
  },
  {
    name: "boxes of Vindictus' nodes have no sign",
    edits: [["i32(2),\n  ...WIDE_BOXES,", "i32(2),\n  mins: u32(3),\n  maxs: u32(3),"]],
    caughtBy: [[ROOM, "reads vindictus as"]],
  },
  {
    name: "props of Vindictus are read by their version as in other games",
    edits: [["const form = isScaled ? SCALED_VERSION : version;", "const form = version;"]],
    caughtBy: [[PROPS, "read Vindictus version 6 fields, whatever the version number:"]],
  },
  {
    name: "Zeno Clash's props are read from after its first list of names",
    edits: [["const paths = endOf(names, NAME_BYTES);", "const paths = names;"]],
    caughtBy: [[ZENO, "are listed with their second name list"]],
  },
  {
    name: "the extra word of a Dark Messiah game lump is read as its length",
    edits: [["DGAMELUMP, bytes: 20, unknown: 16", "DGAMELUMP, bytes: 20, unknown: 12"]],
    caughtBy: [[RECORDS, "include the extra word of a Dark Messiah game lump entry,"]],
  },
  {
    name: "faces that hold their mean colours have them before their luxels too",
    edits: [["hasAveragesInFaces ? 0 :", "hasAveragesInFaces ? LUXEL_BYTES :"]],
    caughtBy: [
      [
        ROOM,
        "starts lightmaps at the first lighting byte if the faces store their average colours",
      ],
    ],
  },
  {
    name: "Vampire's faces have four styles",
    edits: [["{ ...fieldsBehindAverages(17, 8), styles: u8(8) }", "fieldsBehindAverages(17, 8)"]],
    caughtBy: [[RECORDS, "of vampire cover every byte"]],
  },
  {
    name: "mean colours in a beta's face lack their last byte",
    edits: [["u8(styleCount * 4),", "u8(styleCount * 4 - 1),\n  padColor: u8(),"]],
    caughtBy: [[RECORDS, "of hl2-beta-18 cover every byte"]],
  },
  {
    name: "displacements of version 17 have the field that they lack",
    edits: [['omitFields(DISPINFO_FIELDS, "dispTriStart")', "DISPINFO_FIELDS"]],
    caughtBy: [[RECORDS, "of hl2-beta-17 cover every byte"]],
  },
  {
    name: "the area behind a portal has a sign",
    edits: [["    otherarea: u16(),", "    otherarea: i16(),"]],
    caughtBy: [[CATALOGUE, "dareaportal_t"]],
  },
  {
    name: "wide water of leafs has another lump version",
    edits: [['record("dleafwaterdata_t", [1]', 'record("dleafwaterdata_t", [2]']],
    caughtBy: [[CATALOGUE, "dleafwaterdata_t"]],
  },
  {
    name: "the unknown word of Vindictus' displacements stands before their angle",
    edits: [['"smoothingAngle", { unknown: i32() }', '"power", { unknown: i32() }']],
    caughtBy: [[CATALOGUE, "of vindictus: LUMP_DISPINFO"]],
  },
  {
    name: "writers put fields one byte aside",
    edits: [["put(field, at, type, arity);", "put(field, isReader ? at : at ^ 1, type, arity);"]],
    caughtBy: [[CATALOGUE, "dplane_t"]],
  },
  {
    name: "a plain map is deciphered by its own zeros",
    edits: [["key[i] !== 0 && ", ""]],
    caughtBy: [[ROOM, "reads an encrypted map, both whole and in ranges"]],
  },
  {
    name: "a part of an enciphered map is deciphered from the key's start",
    edits: [["key[(offset + i) % KEY_BYTES]", "key[i % KEY_BYTES]"]],
    caughtBy: [[ROOM, "reads an encrypted map, both whole and in ranges"]],
  },
  {
    name: "a game lump's entry without a name counts as a directory",
    edits: [["  entries.length > 0 &&\n", ""]],
    caughtBy: [[ROOM, "reads dark-messiah as"]],
  },
  {
    name: "tables of lumps lose the byte after a face's side",
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
    caughtBy: [
      [
        "formats/bsp/tables/lump-tables.test.ts",
        "read occluders with and without an area, whatever the lump's version",
      ],
    ],
  },
  {
    name: "the brushes of faces are read as hulls of props",
    edits: [["length === faces * bytes", "length === faces * bytes + 1"]],
    caughtBy: [
      ["formats/bsp/tables/lump-tables.test.ts", "list the brushes of each face in version 21"],
    ],
  },
  {
    name: "surfaces with a separate size word have their tree at the usual offset",
    edits: [["isLarge ? TREE_AT + 4 : TREE_AT", "TREE_AT"]],
    caughtBy: [["formats/phy/parse-phy.test.ts", "reads surfaces with 32-bit numbers"]],
  },
  {
    name: "blends of compiled models ignore their parameters",
    edits: [["start + ((end - start) * i) / Math.max(1, count - 1)", "0 * (start + end + i)"]],
    caughtBy: [["compile/studiomdl/read-model-source.test.ts", "blends sequences"]],
  },
  {
    name: "a root bone missing from a weight list moves fully",
    edits: [["given.get(bone) ?? (parent < 0 ? 0 :", "given.get(bone) ?? (parent < 0 ? 1 :"]],
    caughtBy: [["compile/studiomdl/read-model-source.test.ts", "blends sequences"]],
  },
];
