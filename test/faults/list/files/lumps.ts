import type { Fault } from "../../fault.ts";

const VERB = "cli/verbs/lump.test.ts";

const LIGHT = "formats/bsp/tables/light-tables.test.ts";
const PROPS = "formats/bsp/tables/static-prop-tables.test.ts";
const OVERLAYS = "formats/bsp/read/read-overlays.test.ts";
const SHRINK = "formats/bsp/write/convert/shrink-solid.test.ts";
const PHY = "formats/phy/parse-phy.test.ts";
const INSPECT = "cli/inspect-map.test.ts";

export const LUMPS: readonly Fault[] = [
  {
    name: "replaced entities lack the terminating zero",
    edits: [
      [
        "new Uint8Array(bytes.length + 1);\n  ended.set(bytes);",
        "new Uint8Array(bytes.length);\n  ended.set(bytes);",
      ],
    ],
    caughtBy: [[VERB, "replaces a lump by its extracted"]],
  },
  {
    name: "a lump extracted as stored is decompressed",
    edits: [["isStored ? lumps.stored(slot) : lumps.bytes(slot)", "lumps.bytes(slot)"]],
    caughtBy: [[VERB, "extracts a packed lump"]],
  },
  {
    name: "a changed enciphered map is written plain",
    edits: [["const out = decipherMap(changed, 0, key);", "const out = changed;"]],
    caughtBy: [
      [
        "write/replace-lumps.test.ts",
        "in an encrypted map are encrypted again if the key can be found",
      ],
    ],
  },
  {
    name: "bytes of a lump that is not an array are counted as records",
    edits: [["records > 0 && recordBytes !== 1 ?", "records > 0 ?"]],
    caughtBy: [[INSPECT, "include lumps that are not drawn"]],
  },
  {
    name: "hulls of version 0x101 have the short header of older ones",
    edits: [["const stride = 4 * edgeBytes;", "const stride = 16;"]],
    caughtBy: [[PHY, "reads surfaces with 32-bit numbers"]],
  },
  {
    name: "a shortened hull still counts the header's bytes",
    edits: [
      ["const size = (flags >>> SIZE_SHIFT) - ", "const size = (flags >>> SIZE_SHIFT) + 0 * "],
    ],
    caughtBy: [[SHRINK, "packs each number"]],
  },
  {
    name: "the layout of light with extra bytes is detected by its length alone",
    edits: [["if (flags !== null && (flags & ALPHA_FLAGS) !== 0) return true;", ""]],
    caughtBy: [[LIGHT, "is detected by the level flags, not by the lump's length"]],
  },
  {
    name: "sample positions of triangles from 255 on take one byte",
    edits: [["at += (bytes[at] === WIDE ? 2 : 1) + WEIGHT_BYTES;", "at += 1 + WEIGHT_BYTES;"]],
    caughtBy: [[LIGHT, "give triangles and barycentric weights"]],
  },
  {
    name: "a numeric prop colour is applied to the prop",
    edits: [["if (version >= COLOR_VARIABLES_SINCE) dropColorNumbers(columns);", ""]],
    caughtBy: [[PROPS, "read three scales and a colour variable in Strata Source"]],
  },
  {
    name: "tints of props are used without gamma conversion",
    edits: [["k < 3 ? gammaToLinear(value) : value;", "value;"]],
    caughtBy: [["render/converted-maps.test.ts", "are drawn with the colour in their record"]],
  },
  {
    name: "overlays of version 3 may share any number of faces",
    edits: [[" || claimed > faceTotal", ""]],
    caughtBy: [
      [
        OVERLAYS,
        "of version 3 are dropped if their face range lies outside the list or overlaps another",
      ],
    ],
  },
];
