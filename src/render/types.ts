/** Input and output of frames: camera, settings, inset and statistics. */

import type { CameraPose } from "../map/types.ts";
import type { ProjectedView } from "./views/projected-view.ts";

export interface Camera extends CameraPose {
  /** The engine's `fov`: horizontal degrees at 4:3. */
  readonly fov: number;
  /** Degrees by which the camera leans to its right; 0 if left out. */
  readonly roll?: number;
  /**
   * Writes another projection instead of the field of view's, and the visible clusters. It must not
   * allocate.
   */
  readonly project?: (view: ProjectedView) => void;
}

/** Kind of model shadows. Soft blobs cost the same for moving and static models. */
export type PropShadows = "off" | "blob" | "silhouette";

/** Settings of the renderer; all may be changed between frames. */
export interface RenderSettings {
  textures: boolean;
  /**
   * Limits textures to mips of 16 texels or less, like low-resolution images:
   * `mat_showlowresimage`.
   */
  lowResTextures: boolean;
  lightmaps: boolean;
  /** Reflections of the map's cubemaps: `mat_specular`. */
  specular: boolean;
  /** Normal maps: `mat_bumpmap`. If off, surfaces are lit as if they were flat. */
  bumps: boolean;
  /** Highlights and rim light of lamps on models: `mat_phong`. */
  phong: boolean;
  props: boolean;
  /** Detail sprites such as grass. */
  details: boolean;
  /** Sprites and glows. */
  sprites: boolean;
  /** Decals and overlays. */
  decals: boolean;
  /** Shadows of model entities; `true` means silhouettes. */
  propShadows: boolean | PropShadows;
  /**
   * Level of detail of all models, limited to the levels they have: `r_lod`. -1 chooses by size in
   * the picture.
   */
  modelLod: number;
  ropes: boolean;
  sky: boolean;
  displacements: boolean;
  brushModels: boolean;
  translucent: boolean;
  /** Reflections in water, if the map has them. Off by default on software adapters. */
  waterReflection: boolean;
  /** Fog of the map and of its 3D skybox, and the map's far clipping distance. */
  fog: boolean;
  wireframe: boolean;
  /**
   * Name of an inspection view in `VIEWS` (`inspect/view-list.ts`), or "" for the usual picture.
   */
  view: string;
  /**
   * Flickering and pulsing light styles. If off, lights keep their baked brightness, or stay off if
   * they start off.
   */
  lightStyles: boolean;
  /** Animations of model entities. If off, models keep their first frame. */
  animations: boolean;
  /** Lights the map from the camera, with shadows. */
  flashlight: boolean;
  /** Draws unlit textures. */
  fullbright: boolean;
  /** Culls by the PVS. If off, every cluster counts as visible. */
  pvs: boolean;
  /**
   * Culls areas behind area portals that are closed when the map starts, for example by doors. If
   * off, all are open.
   */
  areaPortals: boolean;
  /**
   * Keeps the visible clusters of the frame in which it was switched on, to look at them from
   * outside.
   */
  freezePvs: boolean;
  frustum: boolean;
  /** Culls what is hidden behind other surfaces, by the depth pyramid. */
  occlusion: boolean;
  /**
   * Uses occlusion culling only if it saves more time than it costs, which is measured now and
   * then. If off, always.
   */
  occlusionByCost: boolean;
  /**
   * Culls in compute shaders once they are compiled. If off, or until then, the CPU culls, without
   * occlusion.
   */
  gpuCulling: boolean;
  /** Replays recorded render bundles. If off, every draw is encoded each frame. */
  bundles: boolean;
  /** Times each pass on the GPU. If off, passes with the same targets are merged. */
  timing: boolean;
  /** Samples per pixel: 4 or 1. 0 means 4, or 1 on software adapters. */
  samples: number;
  /** Factor of linear light before display, on top of the map's exposure: 1 leaves the map's. */
  exposure: number;
  /**
   * Adapts the exposure of maps lit for HDR each frame. If off, one exposure is computed from the
   * map's first picture.
   */
  autoExposure: boolean;
  /** Glow around bright places on maps lit for HDR. Off by default on software adapters. */
  bloom: boolean;
  /** Applies the map's colour correction tables. */
  colorCorrection: boolean;
  /** Fades of the picture to a colour by the map's simulation; only players see them. */
  fades: boolean;
  /** Shaking of the eye by the map's simulation; only players feel it. */
  shake: boolean;
  /** Smooths edges in the finished picture. Cheaper than multisampling, but not as good. */
  fxaa: boolean;
  /**
   * Width of the scene target relative to the picture, 0.25 to 2. Below 1 costs less, above 1 shows
   * more; the finished picture always has the canvas's size.
   */
  renderScale: number;
  /** Sharpens the finished picture, from 0 (off) to 1. */
  sharpen: number;
  /**
   * Greatest sway of detail sprites in inches, 0 to 16, on maps where they sway:
   * `cl_detail_max_sway`.
   */
  detailSway: number;
}

/** Limits of `renderScale`. */
export const MIN_RENDER_SCALE = 0.25;
export const MAX_RENDER_SCALE = 2;

export const DEFAULT_RENDER_SETTINGS: Readonly<RenderSettings> = {
  textures: true,
  lowResTextures: false,
  lightmaps: true,
  specular: true,
  bumps: true,
  phong: true,
  props: true,
  details: true,
  sprites: true,
  decals: true,
  propShadows: true,
  modelLod: -1,
  ropes: true,
  sky: true,
  displacements: true,
  brushModels: true,
  translucent: true,
  waterReflection: true,
  fog: true,
  wireframe: false,
  view: "",
  lightStyles: true,
  animations: true,
  flashlight: false,
  fullbright: false,
  pvs: true,
  areaPortals: false,
  freezePvs: false,
  frustum: true,
  occlusion: true,
  occlusionByCost: true,
  gpuCulling: true,
  bundles: true,
  timing: false,
  samples: 0,
  exposure: 1,
  autoExposure: true,
  bloom: true,
  colorCorrection: true,
  fades: true,
  shake: true,
  fxaa: false,
  renderScale: 1,
  sharpen: 0,
  detailSway: 5,
};

/**
 * Statistics, in one object for the renderer's life. Numbers known to the CPU are of the last
 * frame. Numbers counted by the GPU are of frame `countedFrame`, a few frames older, because they
 * are read back without waiting; `readStats` waits.
 */
export interface FrameStats {
  /** Number of frames drawn. */
  frame: number;
  leaf: number;
  /** -1 if the camera is in a solid or outside leaf; everything is drawn then. */
  cluster: number;
  visibleClusters: number;
  clusterCount: number;
  /** Chunks of the map. */
  chunkCount: number;
  /** JavaScript milliseconds of `render`. */
  cpuMs: number;
  readonly passNames: readonly string[];
  /** JavaScript milliseconds of each pass; 0 if it was not drawn. */
  readonly passCpuMs: Float32Array;
  readonly stepNames: readonly string[];
  /** JavaScript milliseconds of the steps before and after the passes. */
  readonly stepCpuMs: Float32Array;
  /** Samples per pixel. Follows the setting as soon as the pipelines are compiled. */
  samples: number;
  /** GPU memory allocated by the renderer, in bytes. */
  bufferBytes: number;
  textureBytes: number;

  /** Frame of the numbers below, or 0 if none has been counted yet. */
  countedFrame: number;
  /** Chunks drawn. */
  chunks: number;
  /** Prop instances drawn. */
  props: number;
  /** Quads of detail sprites drawn. */
  details: number;
  /** Sprites and glows drawn. */
  sprites: number;
  /** Decals and overlays drawn. */
  decals: number;
  /** Runs of model shadows drawn; a shadow has one or more. */
  shadows: number;
  /** Segments of ropes drawn. */
  ropeSegments: number;
  triangles: number;
  worldTriangles: number;
  /** Draws that drew anything: of the world, of props, and in total including sky and screen. */
  worldDraws: number;
  propDraws: number;
  draws: number;
  /** Latest GPU time in milliseconds. -1 if the adapter has no timestamps or `timing` is off. */
  gpuMs: number;
  /** GPU milliseconds of each pass, or -1 if not measured. */
  readonly passGpuMs: Float32Array;
}

/** A rectangle in the picture, relative to its size: 0 to 1 from the upper left corner. */
export interface InsetPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A second camera, drawn over a part of the picture. */
export interface Inset extends InsetPlace {
  /** Read each frame. */
  readonly camera: Camera;
}
