/** A complete loaded map: `scene/` builds it and `render/` draws it. */

import type { Fog } from "./fog.ts";
import type { LightmapAtlas, LightSideName, LightStyles } from "./lightmap.ts";
import type { MaterialSet } from "./material.ts";
import type { BrushModels } from "./motion/brush-models.ts";
import type { SkyGradient } from "./sky-gradient.ts";
import type { LeafTree, Pvs } from "./tree.ts";
import type { Chunks, WorldMesh } from "./world.ts";

/** Auto-exposure and bloom settings of a map lit for HDR. */
export interface ToneMapping {
  /** Range of the exposure factor. Both are above 0, and `min` is not above `max`. */
  readonly min: number;
  readonly max: number;
  /** Adaptation speed of the exposure; 0 for immediate. */
  readonly rate: number;
  /**
   * Target linear luminance, 0 to 1, at which the brightest `brightShare` of the picture begins.
   */
  readonly brightTarget: number;
  readonly brightShare: number;
  /** Minimum of the median linear luminance, 0 to 1. */
  readonly leastMedian: number;
  /** Strength of the bloom; 0 if none. */
  readonly bloomScale: number;
}

export type * from "./areas.ts";
export type * from "./color-correction.ts";
export type * from "./decals.ts";
export type * from "./details.ts";
export type * from "./fog.ts";
export type * from "./lightmap.ts";
export type * from "./material.ts";
export type * from "./motion/brush-models.ts";
export type * from "./motion/lamps.ts";
export type * from "./motion/models.ts";
export type * from "./motion/prop-motion.ts";
export type * from "./motion/view.ts";
export type * from "./placed/beams.ts";
export type * from "./placed/emitters.ts";
export type * from "./placed/particles.ts";
export type * from "./placed/ropes.ts";
export type * from "./placed/sprites.ts";
export type * from "./props.ts";
export type * from "./sky-gradient.ts";
export type * from "./tree.ts";
export type * from "./world.ts";

/** Pose of a camera in inches and degrees. Pitch is positive downwards, as in the engine. */
export interface CameraPose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly pitch: number;
  readonly yaw: number;
}

/**
 * The 3D skybox: a room of the map drawn behind everything, seen from its camera position plus the
 * view's position divided by `scale`.
 */
export interface SkyCamera {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly scale: number;
  /** Fog in the room's own inches; `null` if none. */
  readonly fog: Fog | null;
}

/** First drawable state of the map: materials not yet read, no props, no textures. */
export interface MapScene {
  readonly name: string;
  readonly version: number;
  readonly revision: number;
  /** Light the map is shown with; `null` for an unlit map. */
  readonly side: LightSideName | null;
  readonly sides: readonly LightSideName[];
  /** World box: mins, maxs. */
  readonly bounds: Float32Array;
  readonly world: WorldMesh;
  readonly chunks: Chunks;
  /** `null` if no brush entity is drawn. */
  readonly brushes: BrushModels | null;
  readonly lightmap: LightmapAtlas | null;
  readonly styles: LightStyles;
  readonly tree: LeafTree;
  /** `null` if the map was not run through vvis: everything is always visible. */
  readonly pvs: Pvs | null;
  /** Names and reflectivities; every material is opaque until the resolved set arrives. */
  readonly materials: MaterialSet;
  /** Initial pose: a player spawn, if anything is visible from it. */
  readonly start: CameraPose;
  /**
   * Exposure factor for a well-exposed first picture; 1 for light made to be shown unchanged, as in
   * LDR maps.
   */
  readonly exposure: number;
  /** Auto-exposure settings; `null` if the exposure is constant. */
  readonly toneMapping: ToneMapping | null;
  readonly skyName: string;
  /** Gradient for missing sides of the sky. */
  readonly skyGradient: SkyGradient;
  /** `null` if the map has no 3D skybox. */
  readonly skyCamera: SkyCamera | null;
  /** Fog over everything but the sky; `null` if none. */
  readonly fog: Fog | null;
}
