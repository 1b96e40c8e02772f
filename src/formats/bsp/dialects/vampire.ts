/**
 * Maps of Vampire: The Masquerade - Bloodlines, version 17. Source: the public readers BSPSource and
 * bsp_tool, and the Valve Developer Community on "Source BSP File Format/Game-Specific", which agree.
 */

import { u8 } from "../../binary/struct.ts";
import { FACE_COLUMNS } from "../records/faces.ts";
import { insertFields, record } from "../records/record.ts";
import { DLEAF_V1 } from "../records/tree.ts";
import { type Dialect, STANDARD } from "./dialect.ts";
import { fieldsBehindAverages } from "./half-life-beta.ts";

/**
 * Eight styles a face, of which the first four are drawn, and as many for the day and for the night: "4
 * lightstyle for day + 4 for night", and more nothing public says of them.
 */
const FACE = record(
  "dface_t",
  [0],
  FACE_COLUMNS,
  insertFields({ ...fieldsBehindAverages(17, 8), styles: u8(8) }, "styles", {
    day: u8(8),
    night: u8(8),
  }),
  { shadowsBit: "top" },
);

export const VAMPIRE: Dialect = {
  ...STANDARD,
  name: "vampire",
  layouts: {
    LUMP_FACES: [FACE],
    LUMP_ORIGINALFACES: [FACE],
    LUMP_LEAFS: [{ ...DLEAF_V1, lumpVersions: [0, 1] }],
  },
  hasAveragesInFaces: true,
};
