/**
 * Maps of Dark Messiah of Might and Magic, whose version is two shorts, 20 and 4. Those of its
 * multiplayer part have the usual texinfos and models; their lengths tell. Source: the public readers
 * BSPSource and bsp_tool, which differ on where the word stands that a game lump's entry has more. The Valve
 * Developer Community has one behind their count and one behind each: BSPSource's places, and a word more.
 */

import { byte, int, uint } from "../../binary/columns.ts";
import { DWORLDLIGHT } from "../layouts/compile-layouts.ts";
import { MODELS, TEXINFO } from "../layouts/record-layouts.ts";
import { DGAMELUMP, type Dialect, STANDARD } from "./dialect.ts";
import { insertBytes } from "./insert-bytes.ts";

const LIGHT = { ...DWORLDLIGHT, lumpVersions: [0] };
/** The word says which lights shine on players. */
const LIGHTS = [LIGHT, { ...insertBytes(LIGHT, 88, 4), own: { illuminate_players: uint(88) } }];

export const DARK_MESSIAH: Dialect = {
  ...STANDARD,
  name: "dark-messiah",
  layouts: {
    LUMP_TEXINFO: [
      { ...insertBytes(TEXINFO[0], 64, 24), own: { unknown: byte(64, 24) } },
      ...TEXINFO,
    ],
    LUMP_MODELS: [{ ...insertBytes(MODELS[0], 36, 4), own: { unknown: int(36) } }, ...MODELS],
    LUMP_WORLDLIGHTS: LIGHTS,
    LUMP_WORLDLIGHTS_HDR: LIGHTS,
  },
  gameLumpForms: [
    DGAMELUMP,
    { ...DGAMELUMP, bytes: 20, unknown: 16 },
    { bytes: 20, id: 4, flags: 8, flagBytes: 2, offset: 12, unknown: 0 },
  ],
};
