/**
 * Names of the bits and numbers in records, from Valve's `bspflags.h` and `bspfile.h`, without
 * their prefixes. Sources: Source SDK 2013, and the Valve Developer Community on "Source BSP File
 * Format".
 */

import type { LumpName } from "../lumps.ts";
import type { LumpStruct } from "../records/record.ts";
import { listDispNeighbors } from "./disp-neighbors.ts";
import type { LumpTable } from "./lump-table.ts";

/** Names from the lowest bit on; a dash for a bit without a name. */
export type BitNames = readonly string[];
export const bits = (names: string): BitNames => names.split(" ");

/** `SURF_*` */
const SURFACE = bits(
  "LIGHT SKY2D SKY WARP TRANS NOPORTAL TRIGGER NODRAW HINT SKIP NOLIGHT BUMPLIGHT NOSHADOWS NODECALS NOCHOP HITBOX",
);

/** `CONTENTS_*`. Two bits are unused, and 0 means empty. */
export const CONTENTS = bits(
  "SOLID WINDOW AUX GRATE SLIME WATER BLOCKLOS OPAQUE TESTFOGVOLUME - - TEAM1 TEAM2 IGNORE_NODRAW_OPAQUE MOVEABLE AREAPORTAL PLAYERCLIP MONSTERCLIP CURRENT_0 CURRENT_90 CURRENT_180 CURRENT_270 CURRENT_UP CURRENT_DOWN ORIGIN MONSTER DEBRIS DETAIL TRANSLUCENT LADDER HITBOX",
);

/** `emit_*` of `dworldlight_t`. */
const EMITTERS = ["surface", "point", "spotlight", "skylight", "quakelight", "skyambient"] as const;
const WORLD_LIGHT = bits("INAMBIENTCUBE CASTENTITYSHADOWS");
/** `lightmode_*` of Strata Source. */
const LIGHT_MODES = ["static", "specular", "bounce", "dynamic"] as const;

/** `LEAF_FLAGS_*`, stored above the area's number. */
const LEAF = bits("SKY RADIAL SKY2D");
const COLOR_BYTES = 4;

/** `DISPTRI_TAG_*` and `DISPTRI_FLAG_*` of `CDispTri`, as Source SDK 2013 has them. */
const DISP_TRI = bits("SURFACE WALKABLE BUILDABLE SURFPROP1 SURFPROP2 REMOVE");
/** `DISPTRI_*` since Alien Swarm. */
const LATER_DISP_TRI = bits("SURFACE WALKABLE BUILDABLE SURFPROP1 SURFPROP2 SURFPROP3 SURFPROP4");
/** `LVLFLAGS_*` of `dflagslump_t`, including CS:GO's. The last is Strata Source's. */
const LEVEL = bits(
  `BAKED_STATIC_PROP_LIGHTING_NONHDR BAKED_STATIC_PROP_LIGHTING_HDR LIGHTMAP_ALPHA BAKED_STATIC_PROP_LIGHTING_3 LIGHTMAP_ALPHA_3 BAKED_STATIC_PROP_LIGHTING_3_NO_SUN LIGHTSTYLES_WITH_CSM${" -".repeat(23)} DISABLE_BAKED_AO`,
);
/** `OCCLUDER_FLAGS_*` of `doccluderdata_t`. */
const OCCLUDER = bits("INACTIVE");

/** Returns the names of the set bits. A bit without a name is given as its value. */
export function nameBits(flags: number, names: BitNames): string[] {
  const found: string[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if (((flags >>> bit) & 1) === 0) continue;
    const isNamed = bit < names.length && names[bit] !== "-";
    found.push(isNamed ? names[bit] : `0x${(2 ** bit).toString(16)}`);
  }
  return found;
}

type Words = Readonly<Record<string, unknown>>;

const contentsWords = ({ contents }: Words): Words =>
  nameField("contentsNames", contents, CONTENTS);
const lightWords = ({ type, mode, flags }: Words): Words => ({
  typeName: EMITTERS[type as number] ?? null,
  ...(typeof mode === "number" ? { modeName: LIGHT_MODES[mode] ?? null } : {}),
  ...nameField("flagNames", flags, WORLD_LIGHT),
});

function leafWords({ areaFlags }: Words, { areaBits }: LumpStruct): Words {
  if (typeof areaFlags !== "number" || areaBits === undefined) return {};
  return {
    area: areaFlags & ((1 << areaBits) - 1),
    flagNames: nameBits(areaFlags >>> areaBits, LEAF),
  };
}

/** Unpacks the number of primitives and the flag for dynamic shadows, which share a number. */
function primWords({ numPrims }: Words, { shadowsBit }: LumpStruct): Words {
  if (typeof numPrims !== "number") return {};
  return shadowsBit === "lowest"
    ? { primCount: numPrims >>> 1, dynamicShadows: (numPrims & 1) !== 0 }
    : { primCount: numPrims & 0x7fff, dynamicShadows: (numPrims & 0x8000) === 0 };
}

/**
 * Unpacks the mean colours of a face's styles, in faces that have them: red, green, blue, and the
 * exponent of two.
 */
function colorWords({ avgLightColor: bytes }: Words): Words {
  if (!Array.isArray(bytes)) return {};
  const avgLightColor = Array.from({ length: bytes.length / COLOR_BYTES }, (_, style) => {
    const at = style * COLOR_BYTES;
    return [...bytes.slice(at, at + 3), (bytes[at + 3] << 24) >> 24];
  });
  return { avgLightColor };
}

const faceWords = (row: Words, { record }: About): Words => ({
  ...colorWords(row),
  ...primWords(row, record),
});

const dispWords = (row: Words, { littleEndian }: About): Words => ({
  ...contentsWords(row),
  ...listDispNeighbors(
    row.edgeNeighbors as number[],
    row.cornerNeighbors as number[],
    littleEndian,
  ),
});

/**
 * Unpacks face count and render order: `OVERLAY_RENDER_ORDER_MASK` is the two bits above the count.
 */
const pictureWords = ({ faceCountAndRenderOrder: packed }: Words): Words =>
  typeof packed === "number"
    ? { faceCount: packed & 0x3fff, renderOrder: (packed >>> 14) & 3 }
    : {};

/** Properties of the map and of the record that a row belongs to. */
interface About {
  readonly version: number;
  readonly littleEndian: boolean;
  readonly record: LumpStruct;
}

const LATER_VERSION = 21;

const WORDS: { readonly [K in LumpName]?: (row: Words, about: About) => Words } = {
  LUMP_FACES: faceWords,
  LUMP_FACES_HDR: faceWords,
  LUMP_ORIGINALFACES: faceWords,
  LUMP_OVERLAYS: pictureWords,
  LUMP_WATEROVERLAYS: pictureWords,
  LUMP_TEXINFO: ({ flags }) => nameField("flagNames", flags, SURFACE),
  LUMP_BRUSHES: contentsWords,
  LUMP_LEAFS: (row, about) => ({ ...contentsWords(row), ...leafWords(row, about.record) }),
  LUMP_DISPINFO: dispWords,
  LUMP_DISP_TRIS: ({ tags }, { version }) =>
    nameField("tagNames", tags, version < LATER_VERSION ? DISP_TRI : LATER_DISP_TRI),
  LUMP_MAP_FLAGS: ({ levelFlags }) => nameField("levelFlagNames", levelFlags, LEVEL),
  LUMP_OCCLUSION: ({ flags }) => nameField("flagNames", flags, OCCLUDER),
  LUMP_WORLDLIGHTS: lightWords,
  LUMP_WORLDLIGHTS_HDR: lightWords,
};

/** Records of a dialect may lack the field. */
const nameField = (field: string, flags: unknown, names: BitNames): Words =>
  typeof flags === "number" ? { [field]: nameBits(flags, names) } : {};

/** Returns a lump's table with the names of flags added to its rows. */
export function withWords(slot: LumpName, table: LumpTable, about: About): LumpTable {
  const row = (index: number) => {
    const fields = table.row(index);
    return { ...fields, ...WORDS[slot]?.(fields, about) };
  };
  return { ...table, row };
}
