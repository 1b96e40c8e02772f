/**
 * Types that the compilers exchange: the map as lumps, which the real tools pass in the file. vbsp
 * creates it, vvis adds visibility, vrad adds light.
 */

import type { LumpName } from "../formats/bsp/lumps.ts";

export type { PortalFile } from "../formats/prt/parse-prt.ts";

export interface MapLump {
  readonly version: number;
  readonly bytes: Uint8Array;
}

/** Map of version 20, before `writeBsp` assembles it. */
export interface CompiledMap {
  readonly revision: number;
  /** All lumps but the game lump and the pakfile. */
  readonly lumps: Map<LumpName, MapLump>;
  /**
   * Game lumps by four letters, such as `sprp`. Offsets inside count from the game lump's start.
   */
  readonly gameLumps: Map<string, MapLump>;
  /** Files of the pakfile by content path. */
  readonly pak: Map<string, Uint8Array>;
}

/** Material data for the compilers. */
export interface CompilerMaterial {
  readonly width: number;
  readonly height: number;
  /** Mean colour, linear. */
  readonly reflectivity: readonly [number, number, number];
  /** `SURF_*` bits that its `%compile...` parameters and shader ask for. */
  readonly surfaceFlags: number;
  /** `SURF_*` bits from its `%compile...` parameters and shader. */
  readonly contents: number;
  /** Whether it has a normal map, so that its faces get bumped lightmaps. */
  readonly isBumped: boolean;
  /** Detail props that it sprouts, by `detail.vbsp` name. */
  readonly detailType: string | null;
  /** Water only: material of the surface seen from below; omitted for others. */
  readonly bottomMaterial?: string;
}

/** Finds a material by its name in the VMF; `null` if none. */
export type FindMaterial = (name: string) => CompilerMaterial | null;

export interface CompileReport {
  /** 0..1 of a named stage. */
  progress(stage: string, done: number): void;
  /** Reports a one-line warning. Compiling continues. */
  warn(message: string): void;
}
