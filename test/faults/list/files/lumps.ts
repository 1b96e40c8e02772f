import type { Fault } from "../../fault.ts";

const VERB = "cli/verbs/lump.test.ts";

const LIGHT = "formats/bsp/tables/light/light-tables.test.ts";
const PROPS = "formats/bsp/tables/props/static-prop-tables.test.ts";
const OVERLAYS = "formats/bsp/read/read-overlays.test.ts";
const SHRINK = "formats/bsp/write/convert/shrink-solid.test.ts";
const PHY = "formats/phy/parse-phy.test.ts";
const INSPECT = "cli/inspect-map.test.ts";

export const LUMPS: readonly Fault[] = [
  {
    name: "entities that are put back lack the zero that ends them",
    edits: [
      [
        "new Uint8Array(bytes.length + 1);\n  ended.set(bytes);",
        "new Uint8Array(bytes.length);\n  ended.set(bytes);",
      ],
    ],
    caughtBy: [[VERB, "replaces a lump by its extracted"]],
  },
  {
    name: "a lump that is asked for as it is stored comes unpacked",
    edits: [["isStored ? lumps.stored(slot) : lumps.bytes(slot)", "lumps.bytes(slot)"]],
    caughtBy: [[VERB, "extracts a packed lump"]],
  },
  {
    name: "an enciphered map with a change comes out plain",
    edits: [["const out = decipherMap(changed, 0, key);", "const out = changed;"]],
    caughtBy: [["write/replace-lumps.test.ts", "enciphered again"]],
  },
  {
    name: "bytes of a lump that is no array are counted as records",
    edits: [["records > 0 && recordBytes !== 1 ?", "records > 0 ?"]],
    caughtBy: [[INSPECT, "are counted"]],
  },
  {
    name: "hulls of version 0x101 have a head as short as older ones",
    edits: [["const stride = 4 * edgeBytes;", "const stride = 16;"]],
    caughtBy: [[PHY, "a word each"]],
  },
  {
    name: "a hull that is written shorter counts its head's bytes as before",
    edits: [
      ["const size = (flags >>> SIZE_SHIFT) - ", "const size = (flags >>> SIZE_SHIFT) + 0 * "],
    ],
    caughtBy: [[SHRINK, "packs each number"]],
  },
  {
    name: "light with more bytes than luxels is told by its length alone",
    edits: [["if (flags !== null && (flags & ALPHA_FLAGS) !== 0) return true;", ""]],
    caughtBy: [[LIGHT, "level's flags"]],
  },
  {
    name: "triangles from 255 on have one byte in samples of displacements",
    edits: [["at += (bytes[at] === WIDE ? 2 : 1) + WEIGHT_BYTES;", "at += 1 + WEIGHT_BYTES;"]],
    caughtBy: [[LIGHT, "lie in triangles"]],
  },
  {
    name: "props whose colour is a number are drawn in it",
    edits: [["if (version >= COLOR_VARIABLES_SINCE) dropColorNumbers(columns);", ""]],
    caughtBy: [[PROPS, "in place of a colour"]],
  },
  {
    name: "tints of props are light as they are stored",
    edits: [["k < 3 ? gammaToLinear(value) : value;", "value;"]],
    caughtBy: [["render/converted-maps.test.ts", "in the colour of their record"]],
  },
  {
    name: "overlays of version 3 may share faces without end",
    edits: [[" || claimed > faceTotal", ""]],
    caughtBy: [[OVERLAYS, "lead out of the list"]],
  },
];
