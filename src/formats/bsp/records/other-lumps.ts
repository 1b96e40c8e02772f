/**
 * Lumps that map readers skip. They are only listed, written and converted. Sources: Valve's public
 * `bspfile.h` of Source SDK 2013 and of Alien Swarm (hulls of props); wide records of version 25 as
 * its compiler writes them.
 */

import { type Fields, f32, i8, i32, u8, u16, u32 } from "../../binary/struct.ts";
import { overlayFields, wideOverlayFields } from "./overlays.ts";
import { type ColumnSpecs, column, record } from "./record.ts";

/** Returns the narrow record (lump version 0) and the wide one (lump version 1). */
const forms = <S extends ColumnSpecs>(name: string, specs: S, narrow: Fields, wide: Fields) => [
  record(name, [0], specs, narrow),
  record(name, [1], specs, wide),
];

/** A single 16-bit number. */
export const INDEX16 = record("unsigned short", [0], { value: Uint32Array }, { value: u16() });
/** A single vector of three floats. */
export const DVECTOR = record("Vector", [0], { value: Float32Array }, { value: f32(3) });

export const VERTNORMALS = [
  record("Vector", [0], { normal: column("value", Float32Array) }, { normal: f32(3) }),
];
export const VERTNORMALINDICES = forms(
  "unsigned short",
  { value: column("value", Uint32Array, { to: "LUMP_VERTNORMALS" }) },
  { value: u16() },
  { value: u32() },
);
/** A row a face: number of the brush side in Hammer. */
export const FACEIDS = forms(
  "dfaceid_t",
  { hammerfaceid: column("value", Uint32Array) },
  { hammerfaceid: u16() },
  { hammerfaceid: u32() },
);
/** A row a face; 65535 if none. */
export const FACE_MACRO_TEXTURE_INFO = [
  record(
    "CFaceMacroTextureInfo",
    [0],
    { macroTextureNameID: column("value", Uint32Array, { to: "LUMP_TEXDATA_STRING_TABLE" }) },
    { macroTextureNameID: u16() },
  ),
];
/** A row a leaf: distance to water in inches; 65535 if there is no water. */
export const LEAFMINDISTTOWATER = [
  record("unsigned short", [0], { distance: column("value", Uint32Array) }, { distance: u16() }),
];
export const CLIPPORTALVERTS = [
  record("Vector", [0], { point: column("value", Float32Array) }, { point: f32(3) }),
];
/** LUMP_LIGHTING and LUMP_LIGHTING_HDR if they hold only luxels. */
export const LUXELS = [record("ColorRGBExp32", [0, 1], {}, { rgb: u8(3), exponent: i8() })];
/** A byte for each luxel of a displacement: weight of its second texture. */
export const DISP_LIGHTMAP_ALPHAS = [record("unsigned char", [0], {}, { alpha: u8() })];
/**
 * LUMP_LEAF_AMBIENT_LIGHTING and LUMP_LEAF_AMBIENT_LIGHTING_HDR without an index lump: a row a
 * leaf.
 */
export const LEAF_CUBES = [record("CompressedLightCube", [0], {}, { cube: u8(24) })];
/** A single record. */
export const MAP_FLAGS = [
  record("dflagslump_t", [0], { levelFlags: Uint32Array }, { levelFlags: u32() }),
];
/** A row an overlay: minimum and maximum system levels. */
export const OVERLAY_SYSTEM_LEVELS = [
  record(
    "doverlaysystemlevel_t",
    [0],
    {},
    { minCPULevel: u8(), maxCPULevel: u8(), minGPULevel: u8(), maxGPULevel: u8() },
  ),
];
const WATER_OVERLAY_FACES = 256;
export const WATEROVERLAYS = forms(
  "dwateroverlay_t",
  {},
  overlayFields(WATER_OVERLAY_FACES),
  wideOverlayFields(WATER_OVERLAY_FACES),
);

/** Slots 51 and 52 of Xbox maps with version 19. */
export const LIGHTMAPPAGES = [
  record("dlightmappage_t", [0], {}, { data: u8(256 * 128), palette: u8(256 * 4) }),
];
export const LIGHTMAPPAGEINFOS = [
  record(
    "dlightmappageinfo_t",
    [0],
    {},
    { page: u8(), offset: u8(2), pad: u8(), avgColor: u8(3), avgExponent: i8() },
  ),
];

/** Slots 22 and 23 up to version 19. */
export const PORTALS = [
  record(
    "dportal_t",
    [0],
    {},
    { firstportalvert: i32(), numportalverts: i32(), planenum: i32(), cluster: u16(2) },
  ),
];
export const CLUSTERS = [record("dcluster_t", [0], {}, { firstportal: i32(), numportals: i32() })];

/**
 * Slots 22 and 23 of later games: the brushes that each face was cut from. Recognised by having one
 * list a face, as in maps of CS:GO, Portal 2 and Momentum Mod.
 */
export const FACEBRUSHES = [
  record("unsigned short", [0], {}, { brush: u16() }),
  record("unsigned int", [1], {}, { brush: u32() }),
];
export const FACEBRUSHLIST = forms(
  "dfacebrushlist_t",
  {},
  { faceBrushCount: u16(), faceBrushStart: u16() },
  { faceBrushCount: u32(), faceBrushStart: u32() },
);

/** Slots 22 to 25 of Left 4 Dead 2 and Alien Swarm. */
export const PROPCOLLISION = [
  record("dpropcollision_t", [0], {}, { hullCount: i32(), hullStart: i32() }),
];
export const PROPHULLS = [
  record(
    "dprophull_t",
    [0],
    {},
    { vertCount: i32(), vertStart: i32(), surfaceProp: i32(), contents: u32() },
  ),
];
export const PROPHULLVERTS = [record("Vector", [0], {}, { point: f32(3) })];
export const PROPTRIS = [
  record("dprophulltris_t", [0], {}, { indexStart: i32(), indexCount: i32() }),
];
