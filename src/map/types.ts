/** A loaded map, whole: what `scene/` hands over and `render/` draws. */

import type { Fog } from "./fog.ts";
import type { LightmapAtlas, LightSideName, LightStyles } from "./lightmap.ts";
import type { MaterialSet } from "./material.ts";
import type { SkyGradient } from "./sky-gradient.ts";
import type { LeafTree, Pvs } from "./tree.ts";
import type { Chunks, WorldMesh } from "./world.ts";

/** How a map lit for HDR is exposed, from frame to frame, and how much it blooms. */
export interface ToneMapping {
  /** Between what linear light may be multiplied by; both above 0, `min` not above `max`. */
  readonly min: number;
  readonly max: number;
  /** How fast the exposure follows; 0: at once. */
  readonly rate: number;
  /** The linear luminance that the brightest `brightShare` of the picture is to begin at, 0 to 1. */
  readonly brightTarget: number;
  readonly brightShare: number;
  /** The least linear luminance that half of the picture is to be above, 0 to 1. */
  readonly leastMedian: number;
  /** Of the bloom; 0: none. */
  readonly bloomScale: number;
}

export type * from "./areas.ts";
export type * from "./color-correction.ts";
export type * from "./decals.ts";
export type * from "./details.ts";
export type * from "./fog.ts";
export type * from "./lightmap.ts";
export type * from "./material.ts";
export type * from "./motion/prop-motion.ts";
export type * from "./placed/beams.ts";
export type * from "./placed/ropes.ts";
export type * from "./placed/sprites.ts";
export type * from "./props.ts";
export type * from "./sky-gradient.ts";
export type * from "./tree.ts";
export type * from "./world.ts";

/** Where a camera stands: inches and degrees; pitch is positive downwards, as the engine's. */
export interface CameraPose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly pitch: number;
  readonly yaw: number;
}

/**
 * The 3D skybox: a room of the map that is seen behind everything, from its camera plus the view's own
 * place over `scale`.
 */
export interface SkyCamera {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly scale: number;
  /** In the room's own inches; null: none. */
  readonly fog: Fog | null;
}

/** The map as it can be drawn first: materials not yet read, no props, no textures. */
export interface MapScene {
  readonly name: string;
  readonly version: number;
  readonly revision: number;
  /** The light it was built with; null for an unlit map. */
  readonly side: LightSideName | null;
  readonly sides: readonly LightSideName[];
  /** World box: mins, maxs. */
  readonly bounds: Float32Array;
  readonly world: WorldMesh;
  readonly chunks: Chunks;
  readonly lightmap: LightmapAtlas | null;
  readonly styles: LightStyles;
  readonly tree: LeafTree;
  /** null: never run through vvis; everything is always seen. */
  readonly pvs: Pvs | null;
  /** Names and reflectivities; every material opaque until the resolved set comes. */
  readonly materials: MaterialSet;
  /** Where the first picture is from: where a player would stand, if there is something to see. */
  readonly start: CameraPose;
  /**
   * By what linear light is multiplied for the picture from `start` to be well exposed: 1 where the light
   * is made to be shown as it is, as that of LDR maps.
   */
  readonly exposure: number;
  /** How the engine exposes it from there on; null: as it is. */
  readonly toneMapping: ToneMapping | null;
  readonly skyName: string;
  /** Drawn for those sides of the sky that are missing. */
  readonly skyGradient: SkyGradient;
  /** null: the map has no 3D skybox. */
  readonly skyCamera: SkyCamera | null;
  /** What lies over everything but the sky; null: none. */
  readonly fog: Fog | null;
}
