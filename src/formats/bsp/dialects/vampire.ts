/**
 * Maps of Vampire: The Masquerade - Bloodlines, version 17. Source: the public readers BSPSource and
 * bsp_tool, and the Valve Developer Community on "Source BSP File Format/Game-Specific", which agree.
 */

import { byte } from "../../binary/columns.ts";
import { DLEAF_V1 } from "../layouts/record-layouts.ts";
import { type Dialect, STANDARD } from "./dialect.ts";
import { faceBehindAverages } from "./half-life-beta.ts";
import { insertBytes } from "./insert-bytes.ts";

const BETA = faceBehindAverages(17, 8);

/**
 * Eight styles a face, of which the first four are drawn, and as many for the day and for the night: "4
 * lightstyle for day + 4 for night", and more nothing public says of them.
 */
const FACE = {
  ...insertBytes(BETA, 52, 20),
  lumpVersions: [0],
  own: { ...BETA.own, styles: byte(48, 8), day: byte(56, 8), night: byte(64, 8) },
};

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
