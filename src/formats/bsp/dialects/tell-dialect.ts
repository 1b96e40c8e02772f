/** Whose maps a file's are, by its version and by what its lumps' lengths are multiples of. */

import { i32, u8, u32 } from "../../binary/struct.ts";
import { LUMP, type LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import { AREAPORTALS } from "../records/areas.ts";
import { BRUSHSIDES } from "../records/brushes.ts";
import { DISPINFO, DISPINFO_COLUMNS, DISPINFO_FIELDS } from "../records/displacements.ts";
import { FACE_COLUMNS, FACE_FIELDS, FACES } from "../records/faces.ts";
import { WORLDLIGHT_COLUMNS, WORLDLIGHT_FIELDS, WORLDLIGHTS } from "../records/lights.ts";
import { OVERLAY_COLUMNS, OVERLAY_FACES, OVERLAYS, overlayFields } from "../records/overlays.ts";
import { insertFields, type LumpLayout, omitFields, record } from "../records/record.ts";
import { TEXINFO, TEXINFO_COLUMNS, TEXINFO_FIELDS } from "../records/textures.ts";
import { DLEAF_V0, DLEAF_V1, MODEL_COLUMNS, MODEL_FIELDS, MODELS, NODES } from "../records/tree.ts";
import { DGAMELUMP, type Dialect, STANDARD } from "./dialect.ts";
import { VINDICTUS } from "./vindictus.ts";

// Maps of Dark Messiah of Might and Magic, whose version is two shorts, 20 and 4. Those of its
// multiplayer part have the usual texinfos and models; their lengths tell. Source: the public readers
// BSPSource and bsp_tool, which differ on where the word stands that a game lump's entry has more. The Valve
// Developer Community has one behind their count and one behind each: BSPSource's places, and a word more.

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

const DARK_MESSIAH: Dialect = {
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

// Maps of the builds of Half-Life 2 before its release, versions 17 and 18. Source: the public reader
// BSPSource, which opens them.

/** Version 20's face behind the mean colours of its styles, 4 bytes each; in version 17 it has no primitives. */
const fieldsBehindAverages = (version: number, styleCount: number) => ({
  avgLightColor: u8(styleCount * 4),
  ...(version > 17 ? FACE_FIELDS : omitFields(FACE_FIELDS, "numPrims", "firstPrimID")),
});

const DISPINFO_17 = record(
  "ddispinfo_t",
  [0],
  DISPINFO_COLUMNS,
  omitFields(DISPINFO_FIELDS, "dispTriStart"),
);

const faces = (version: number) => {
  const fields = fieldsBehindAverages(version, 4);
  const layouts = [record("dface_t", [0, 1], FACE_COLUMNS, fields, { shadowsBit: "top" })];
  return { LUMP_FACES: layouts, LUMP_FACES_HDR: layouts, LUMP_ORIGINALFACES: layouts };
};
/** Leafs without ambient cubes, which version 19 has. */
const LEAFS = [{ ...DLEAF_V1, lumpVersions: [0, 1] }, DLEAF_V0];

const HALF_LIFE_BETA_17: Dialect = {
  ...STANDARD,
  name: "hl2-beta-17",
  layouts: { ...faces(17), LUMP_LEAFS: LEAFS, LUMP_DISPINFO: [DISPINFO_17, ...DISPINFO] },
  hasAveragesInFaces: true,
};

const HALF_LIFE_BETA_18: Dialect = {
  ...STANDARD,
  name: "hl2-beta-18",
  layouts: { ...faces(18), LUMP_LEAFS: LEAFS },
  hasAveragesInFaces: true,
};

// Maps of Dota 2 before its engine was replaced, versions 22 and 23. Source: the public reader BSPSource.

/** One more word behind the offsets of its light. */
const DISPINFO_22 = record(
  "ddispinfo_t",
  [0],
  DISPINFO_COLUMNS,
  insertFields(DISPINFO_FIELDS, "lightmapSamplePositionStart", { unknown: i32() }),
);
/** And one behind its contents. */
const DISPINFO_23 = record(
  "ddispinfo_t",
  [0],
  DISPINFO_COLUMNS,
  insertFields(
    insertFields(DISPINFO_FIELDS, "contents", { unknown: i32() }),
    "lightmapSamplePositionStart",
    { unknown2: i32() },
  ),
);
/** One more word at its end. */
const OVERLAY = record("doverlay_t", [0], OVERLAY_COLUMNS, {
  ...overlayFields(OVERLAY_FACES),
  unknown: u32(),
});
const OVERLAYS_HERE = [OVERLAY, OVERLAYS[0]];

const DOTA2_22: Dialect = {
  ...STANDARD,
  name: "dota2-22",
  layouts: { LUMP_DISPINFO: [DISPINFO_22, DISPINFO[0]], LUMP_OVERLAYS: OVERLAYS_HERE },
};

const DOTA2_23: Dialect = {
  ...STANDARD,
  name: "dota2-23",
  layouts: { LUMP_DISPINFO: [DISPINFO_23, DISPINFO[0]], LUMP_OVERLAYS: OVERLAYS_HERE },
};

// Maps of Vampire: The Masquerade - Bloodlines, version 17. Source: the public readers BSPSource and
// bsp_tool, and the Valve Developer Community on "Source BSP File Format/Game-Specific", which agree.

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

const VAMPIRE: Dialect = {
  ...STANDARD,
  name: "vampire",
  layouts: {
    LUMP_FACES: [FACE],
    LUMP_ORIGINALFACES: [FACE],
    LUMP_LEAFS: [{ ...DLEAF_V1, lumpVersions: [0, 1] }],
  },
  hasAveragesInFaces: true,
};

const BY_VERSION: Readonly<Record<number, Dialect>> = {
  18: HALF_LIFE_BETA_18,
  22: DOTA2_22,
  23: DOTA2_23,
  // Two shorts, 20 and 4.
  262164: DARK_MESSIAH,
};

/** Dialects other than `standard`. */
export const DIALECTS: readonly Dialect[] = [
  ...[HALF_LIFE_BETA_17, HALF_LIFE_BETA_18, VAMPIRE, VINDICTUS, DARK_MESSIAH],
  ...[DOTA2_22, DOTA2_23],
];

/** Version 20 is Valve's, whose records these are, and that of Vindictus, whose records are wider. */
const RECORDS_20: readonly (readonly [lump: LumpName, standard: readonly LumpLayout<object>[]])[] =
  [
    ["LUMP_FACES", FACES.slice(0, 1)],
    ["LUMP_FACES_HDR", FACES.slice(0, 1)],
    ["LUMP_NODES", NODES.slice(0, 1)],
    ["LUMP_LEAFS", [DLEAF_V1, DLEAF_V0]],
    ["LUMP_BRUSHSIDES", BRUSHSIDES.slice(0, 1)],
    ["LUMP_AREAPORTALS", AREAPORTALS.slice(0, 1)],
  ];

/** A new dialect is a file beside this one, a name in `DialectName`, a row of `DIALECTS`, and what tells it here. */
export function tellDialect(header: BspHeader): Dialect {
  const { version, endian, length, uncompressedLength } = header;
  const fits = (name: LumpName, records: readonly LumpLayout<object>[]) => {
    const unpacked = uncompressedLength[LUMP[name]] || length[LUMP[name]];
    return records.some(({ bytes }) => unpacked % bytes === 0);
  };
  const fitsOwn = ({ layouts }: Dialect, name: LumpName) => fits(name, layouts[name] ?? []);
  if (version === 17) {
    // The beta's of Half-Life 2, too.
    return fitsOwn(VAMPIRE, "LUMP_FACES") && fitsOwn(VAMPIRE, "LUMP_ORIGINALFACES")
      ? VAMPIRE
      : HALF_LIFE_BETA_17;
  }
  if (
    version === 20 &&
    endian === "little" &&
    !RECORDS_20.every(([lump, standard]) => fits(lump, standard)) &&
    RECORDS_20.every(([lump]) => fitsOwn(VINDICTUS, lump))
  ) {
    return VINDICTUS;
  }
  return BY_VERSION[version] ?? STANDARD;
}
