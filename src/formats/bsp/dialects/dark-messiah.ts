/**
 * Maps of Dark Messiah of Might and Magic, whose version is two shorts, 20 and 4. Those of its
 * multiplayer part have the usual texinfos and models; their lengths tell. Source: the public readers
 * BSPSource and bsp_tool, which differ on where the word stands that a game lump's entry has more. The Valve
 * Developer Community has one behind their count and one behind each: BSPSource's places, and a word more.
 */

import { i32, u8, u32 } from "../../binary/struct.ts";
import { WORLDLIGHT_COLUMNS, WORLDLIGHT_FIELDS, WORLDLIGHTS } from "../records/lights.ts";
import { insertFields, record } from "../records/record.ts";
import { TEXINFO, TEXINFO_COLUMNS, TEXINFO_FIELDS } from "../records/textures.ts";
import { MODEL_COLUMNS, MODEL_FIELDS, MODELS } from "../records/tree.ts";
import { DGAMELUMP, type Dialect, STANDARD } from "./dialect.ts";

/** The word says which lights shine on players. */
const LIGHTS = [
  WORLDLIGHTS[0],
  record("dworldlight_t", [0], WORLDLIGHT_COLUMNS, {
    ...WORLDLIGHT_FIELDS,
    illuminate_players: u32(),
  }),
];
const TEXINFO_HERE = record(
  "texinfo_t",
  [0],
  TEXINFO_COLUMNS,
  insertFields(TEXINFO_FIELDS, "lightmapVecsLuxelsPerWorldUnits", { unknown: u8(24) }),
);
const MODEL = record(
  "dmodel_t",
  [0],
  MODEL_COLUMNS,
  insertFields(MODEL_FIELDS, "origin", { unknown: i32() }),
);

export const DARK_MESSIAH: Dialect = {
  ...STANDARD,
  name: "dark-messiah",
  layouts: {
    LUMP_TEXINFO: [TEXINFO_HERE, ...TEXINFO],
    LUMP_MODELS: [MODEL, ...MODELS],
    LUMP_WORLDLIGHTS: LIGHTS,
    LUMP_WORLDLIGHTS_HDR: LIGHTS,
  },
  gameLumpForms: [
    DGAMELUMP,
    { ...DGAMELUMP, bytes: 20, unknown: 16 },
    { bytes: 20, id: 4, flags: 8, flagBytes: 2, offset: 12, unknown: 0 },
  ],
};
