/**
 * Targets of conversion, with the forms that their engines accept. Sources: Valve's public
 * `bspfile.h` and `gamebspfile.h` (Source SDK 2013, Alien Swarm), bsp_tool and BSPSource; for
 * version 25 and consoles also the contents of real maps.
 */

import type { LumpName } from "../../lumps.ts";
import type { Endian, HeaderOrder } from "../../types.ts";

export interface PropForm {
  readonly version: number;
  readonly recordBytes: number;
}

export interface MapForm {
  readonly version: number;
  readonly endian: Endian;
  readonly headerOrder: HeaderOrder;
}

export interface ConvertTarget extends MapForm {
  readonly leafVersion: 0 | 1 | 2;
  /** Whether records have 32-bit fields instead of 16-bit ones. */
  readonly isWide: boolean;
  /** Lump versions that are kept. Others are converted to the first. */
  readonly worldLightVersions: readonly number[];
  /** Records of static props that are kept. Others are converted to the first. */
  readonly staticProps: readonly PropForm[];
}

const PROPS_2004: readonly PropForm[] = [
  { version: 5, recordBytes: 60 },
  { version: 4, recordBytes: 56 },
];
const PROPS_2007: readonly PropForm[] = [{ version: 6, recordBytes: 64 }, ...PROPS_2004];
const PROPS_2013: readonly PropForm[] = [{ version: 10, recordBytes: 72 }, ...PROPS_2007];
const PROPS_LEFT_4_DEAD_2: readonly PropForm[] = [
  { version: 9, recordBytes: 72 },
  { version: 8, recordBytes: 68 },
  { version: 7, recordBytes: 68 },
];
/** Includes those of CS:GO, whose maps have the same version. */
const PROPS_21: readonly PropForm[] = [
  ...PROPS_LEFT_4_DEAD_2,
  { version: 10, recordBytes: 76 },
  { version: 11, recordBytes: 80 },
];
const PROPS_25: readonly PropForm[] = [
  { version: 13, recordBytes: 88 },
  { version: 12, recordBytes: 80 },
];

const PC = { endian: "little", headerOrder: "standard" } as const;

export const CONVERT_TARGETS = {
  /** The first releases of Half-Life 2 and Counter-Strike: Source. */
  v19: {
    ...PC,
    version: 19,
    leafVersion: 0,
    isWide: false,
    worldLightVersions: [0],
    staticProps: PROPS_2004,
  },
  /** The Orange Box, Source SDK 2013, Team Fortress 2, Garry's Mod. */
  v20: {
    ...PC,
    version: 20,
    leafVersion: 1,
    isWide: false,
    worldLightVersions: [0],
    staticProps: PROPS_2013,
  },
  /** Portal 2, Alien Swarm, CS:GO. */
  v21: {
    ...PC,
    version: 21,
    leafVersion: 1,
    isWide: false,
    worldLightVersions: [1],
    staticProps: PROPS_21,
  },
  /** Left 4 Dead 2: the fields of directory entries have another order. */
  l4d2: {
    ...PC,
    headerOrder: "left4dead2",
    version: 21,
    leafVersion: 1,
    isWide: false,
    worldLightVersions: [1],
    staticProps: PROPS_LEFT_4_DEAD_2,
  },
  /** Strata Source: Momentum Mod, Portal: Revolution. */
  v25: {
    ...PC,
    version: 25,
    leafVersion: 2,
    isWide: true,
    worldLightVersions: [1],
    staticProps: PROPS_25,
  },
  /** The Orange Box on Xbox 360. The game's own maps have lights of version 1. */
  x360: {
    endian: "big",
    headerOrder: "standard",
    version: 20,
    leafVersion: 1,
    isWide: false,
    worldLightVersions: [0, 1],
    staticProps: PROPS_2007,
  },
} as const satisfies Readonly<Record<string, ConvertTarget>>;

export type ConvertTargetName = keyof typeof CONVERT_TARGETS;

/** Lump versions with 32-bit fields in version 25. */
export const WIDE_LUMP_VERSIONS: { readonly [K in LumpName]?: number } = {
  LUMP_NODES: 1,
  LUMP_LEAFS: 2,
  LUMP_FACES: 2,
  LUMP_FACES_HDR: 2,
  LUMP_ORIGINALFACES: 2,
  LUMP_FACEIDS: 1,
  LUMP_EDGES: 1,
  LUMP_LEAFFACES: 1,
  LUMP_LEAFBRUSHES: 1,
  LUMP_BRUSHSIDES: 1,
  LUMP_AREAPORTALS: 1,
  LUMP_DISPINFO: 1,
  LUMP_OVERLAYS: 1,
  LUMP_WATEROVERLAYS: 1,
  LUMP_LEAFWATERDATA: 1,
  LUMP_PRIMITIVES: 1,
  LUMP_PRIMINDICES: 1,
  LUMP_VERTNORMALINDICES: 1,
  LUMP_LEAF_AMBIENT_INDEX: 1,
  LUMP_LEAF_AMBIENT_INDEX_HDR: 1,
  LUMP_UNUSED0: 1,
  LUMP_UNUSED1: 1,
};

/** First version in which a slot is used. It is empty before. */
export const SLOT_SINCE: { readonly [K in LumpName]?: number } = {
  LUMP_OVERLAY_FADES: 20,
  LUMP_OVERLAY_SYSTEM_LEVELS: 21,
  LUMP_PHYSLEVEL: 21,
  LUMP_DISP_MULTIBLEND: 21,
};
