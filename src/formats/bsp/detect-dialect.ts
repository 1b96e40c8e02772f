/**
 * Dialects other than `standard`, and how to detect them: by a file's version, and by the record
 * sizes that its lump lengths are multiples of. Loaded only for maps that may have one.
 */

import { i32, insertFields, omitFields, u8, u16, u32 } from "../binary/struct.ts";
import { DGAMELUMP, type Dialect, STANDARD } from "./dialect.ts";
import { LUMP, type LumpName } from "./lumps.ts";
import type { BspHeader } from "./parse-bsp-header.ts";
import { AREAPORTALS } from "./records/areas.ts";
import { BRUSHSIDE_COLUMNS, BRUSHSIDES } from "./records/brushes.ts";
import {
  DISPINFO,
  DISPINFO_COLUMNS,
  DISPINFO_FIELDS,
  WIDE_DISPINFO_FIELDS,
} from "./records/displacements.ts";
import { FACE_COLUMNS, FACE_FIELDS, FACES, WIDE_FACE_FIELDS } from "./records/faces.ts";
import { EDGES } from "./records/geometry.ts";
import { WORLDLIGHT_COLUMNS, WORLDLIGHT_FIELDS, WORLDLIGHTS } from "./records/lights.ts";
import {
  OVERLAY_COLUMNS,
  OVERLAY_FACES,
  OVERLAYS,
  overlayFields,
  wideOverlayFields,
} from "./records/overlays.ts";
import { type LumpLayout, type LumpRecord, record } from "./records/record.ts";
import { TEXINFO, TEXINFO_COLUMNS, TEXINFO_FIELDS } from "./records/textures.ts";
import {
  DLEAF_V0,
  DLEAF_V1,
  LEAF_COLUMNS,
  LEAFFACES,
  MODEL_COLUMNS,
  MODEL_FIELDS,
  MODELS,
  NODE_COLUMNS,
  NODES,
  WIDE_LEAF_FIELDS,
} from "./records/tree.ts";

// Dark Messiah of Might and Magic, whose version is two shorts, 20 and 4. The multiplayer maps have
// standard texinfos and models, recognised by their lengths. Sources: the public readers BSPSource
// and bsp_tool. They differ on the place of the extra word in a game lump entry. The Valve
// Developer Community documents one word after the count and one after each entry: BSPSource's
// places, and one more.

/** The extra word says which lights affect players. */
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

// Pre-release builds of Half-Life 2, versions 17 and 18. Source: the public reader BSPSource, which
// opens them.

/**
 * Returns version 20's face fields preceded by the mean colours of the styles, 4 bytes each.
 * Version 17 has no primitives.
 */
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
/** Leafs without ambient cubes (lump version 0 or 1), or with cubes as in version 19. */
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

// Dota 2 before its change of engine, versions 22 and 23. Source: the public reader BSPSource.

/** Has one more word after the light offsets. */
const DISPINFO_22 = record(
  "ddispinfo_t",
  [0],
  DISPINFO_COLUMNS,
  insertFields(DISPINFO_FIELDS, "lightmapSamplePositionStart", { unknown: i32() }),
);
/** Has another word after the contents. */
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
/** Has one more word at its end. */
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

// Vampire: The Masquerade - Bloodlines, version 17. Sources: the public readers BSPSource and
// bsp_tool, and the Valve Developer Community on "Source BSP File Format/Game-Specific", which
// agree.

/**
 * Face with eight styles, of which the first four are drawn, and as many for day and for night. The
 * only public description is "4 lightstyle for day + 4 for night".
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

// Vindictus: version 20, with 32-bit fields where Valve's have 16. Sources: the public readers
// BSPSource and bsp_tool, and the Valve Developer Community, which documents the neighbours of
// displacements. They differ on the upper half of a displacement's face, on whether a face's last
// unknown word is before or after its styles, and on whether a leaf's area and flags share a word.

const WIDE_BOXES = { mins: i32(3), maxs: i32(3) };
const LUMP_VERSIONS = [0];
/**
 * Returns a record of version 25 with another lump version. It counts as a form of this dialect, so
 * conversion rewrites it.
 */
const renumber = <R extends LumpRecord<object>>(standard: R): R => ({
  ...standard,
  lumpVersions: LUMP_VERSIONS,
  struct: { ...standard.struct, lumpVersions: LUMP_VERSIONS },
});

const FACE_FIELDS_VINDICTUS = insertFields(omitFields(WIDE_FACE_FIELDS, "pad"), "onNode", {
  unknown: u16(),
});
const SHADOWS_BIT = "lowest";
const FACES_VINDICTUS = [
  record("dface_t", [1], FACE_COLUMNS, FACE_FIELDS_VINDICTUS, { shadowsBit: SHADOWS_BIT }),
  // Has one more word after the styles.
  record(
    "dface_t",
    [2],
    FACE_COLUMNS,
    insertFields(FACE_FIELDS_VINDICTUS, "styles", { unknown2: u32() }),
    {
      shadowsBit: SHADOWS_BIT,
    },
  ),
];

const NODE_VINDICTUS = record("dnode_t", LUMP_VERSIONS, NODE_COLUMNS, {
  planenum: i32(),
  children: i32(2),
  ...WIDE_BOXES,
  firstface: u32(),
  numfaces: u32(),
  unknown: i32(),
});

const LEAF_VINDICTUS = record(
  "dleaf_t",
  [0, 1],
  LEAF_COLUMNS,
  { ...WIDE_LEAF_FIELDS, ...WIDE_BOXES },
  { areaBits: 9 },
);

const BRUSHSIDE_VINDICTUS = record("dbrushside_t", LUMP_VERSIONS, BRUSHSIDE_COLUMNS, {
  planenum: u32(),
  texinfo: i32(),
  dispinfo: i32(),
  bevel: u32(),
});

/** Lacks `minTess`, and has a word of unknown use after the angle. */
const DISPINFO_VINDICTUS = record(
  "ddispinfo_t",
  LUMP_VERSIONS,
  DISPINFO_COLUMNS,
  insertFields(omitFields(WIDE_DISPINFO_FIELDS, "minTess"), "smoothingAngle", { unknown: i32() }),
);

/** Uses the whole word for the face count. */
const OVERLAY_VINDICTUS = record("doverlay_t", LUMP_VERSIONS, OVERLAY_COLUMNS, {
  ...omitFields(wideOverlayFields(OVERLAY_FACES), "pad"),
  faceCountAndRenderOrder: u32(),
});

const INDICES_VINDICTUS = [renumber(LEAFFACES[1])];

const VINDICTUS: Dialect = {
  ...STANDARD,
  name: "vindictus",
  layouts: {
    LUMP_FACES: FACES_VINDICTUS,
    LUMP_FACES_HDR: FACES_VINDICTUS,
    LUMP_ORIGINALFACES: FACES_VINDICTUS,
    LUMP_NODES: [NODE_VINDICTUS],
    LUMP_LEAFS: [LEAF_VINDICTUS],
    LUMP_EDGES: [renumber(EDGES[1])],
    LUMP_LEAFFACES: INDICES_VINDICTUS,
    LUMP_LEAFBRUSHES: INDICES_VINDICTUS,
    LUMP_BRUSHSIDES: [BRUSHSIDE_VINDICTUS],
    LUMP_AREAPORTALS: [renumber(AREAPORTALS[1])],
    LUMP_DISPINFO: [DISPINFO_VINDICTUS],
    LUMP_OVERLAYS: [OVERLAY_VINDICTUS],
  },
  gameLumpForms: [{ bytes: 20, id: 0, flags: 4, flagBytes: 4, offset: 12 }],
  hasPropScales: true,
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

/** Lumps with standard records in version 20. Vindictus has the same version with wider records. */
const RECORDS_20: readonly (readonly [lump: LumpName, standard: readonly LumpLayout<object>[]])[] =
  [
    ["LUMP_FACES", FACES.slice(0, 1)],
    ["LUMP_FACES_HDR", FACES.slice(0, 1)],
    ["LUMP_NODES", NODES.slice(0, 1)],
    ["LUMP_LEAFS", [DLEAF_V1, DLEAF_V0]],
    ["LUMP_BRUSHSIDES", BRUSHSIDES.slice(0, 1)],
    ["LUMP_AREAPORTALS", AREAPORTALS.slice(0, 1)],
  ];

/**
 * Detects a map's dialect. A new dialect needs a section of this file, a name in `DialectName`, a
 * row of `DIALECTS`, and a test.
 */
function detectDialect(header: BspHeader): Dialect {
  const { version, endian, length, uncompressedLength } = header;
  const fits = (name: LumpName, records: readonly LumpLayout<object>[]) => {
    const unpacked = uncompressedLength[LUMP[name]] || length[LUMP[name]];
    return records.some(({ bytes }) => unpacked % bytes === 0);
  };
  const fitsOwn = ({ layouts }: Dialect, name: LumpName) => fits(name, layouts[name] ?? []);
  if (version === 17) {
    // The Half-Life 2 beta also has version 17.
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

/** Returns the header with its dialect filled in. */
export function withDialect(header: BspHeader): BspHeader {
  return header.dialect === null ? { ...header, dialect: detectDialect(header) } : header;
}
