/**
 * What the compilers hand to each other: the map itself, as lumps, as the real tools do through the
 * file. vbsp makes it, vvis adds visibility, vrad adds light.
 */

import type { LumpName } from "../formats/bsp/lumps.ts";

export type { PortalFile } from "../formats/prt/types.ts";

export interface MapLump {
  readonly version: number;
  readonly bytes: Uint8Array;
}

/** A map of version 20, before `writeBsp` puts it together. */
export interface CompiledMap {
  readonly revision: number;
  /** All lumps but the game lump and the pakfile. */
  readonly lumps: Map<LumpName, MapLump>;
  /** By four letters, `sprp`. Offsets inside are from the game lump's own start. */
  readonly gameLumps: Map<string, MapLump>;
  /** Files of the pakfile by content path. */
  readonly pak: Map<string, Uint8Array>;
}

/** What the compilers need to know of a material. */
export interface CompilerMaterial {
  readonly width: number;
  readonly height: number;
  /** Mean colour, linear. */
  readonly reflectivity: readonly [number, number, number];
  /** `SURF_*` bits that its `%compile...` parameters and shader ask for. */
  readonly surfaceFlags: number;
  /** `CONTENTS_*` bits; `CONTENTS_SOLID` for a plain material. */
  readonly contents: number;
  /** Whether it has a normal map, so that its faces get bumped lightmaps. */
  readonly isBumped: boolean;
  /** Detail props that it sprouts, by `detail.vbsp` name. */
  readonly detailType: string | null;
  /** Of water: what its surface is seen to be from below; left out: it is not. */
  readonly bottomMaterial?: string;
}

/** By name as the VMF writes it; null if there is no such material. */
export type FindMaterial = (name: string) => CompilerMaterial | null;

export interface CompileReport {
  /** 0..1 of a named stage. */
  progress(stage: string, done: number): void;
  /** One line for a person; compiling goes on. */
  warn(message: string): void;
}
