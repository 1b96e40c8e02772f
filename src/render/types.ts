/** What a frame is told, and what it tells: camera, settings, inset, counts. */

import type { CameraPose } from "../map/types.ts";
import type { ProjectedView } from "./views/projected-view.ts";

export interface Camera extends CameraPose {
  /** The engine's `fov`: horizontal degrees at 4:3. */
  readonly fov: number;
  /** Writes a projection of its own in place of that field of view's, and which clusters it sees; it may not allocate. */
  readonly project?: (view: ProjectedView) => void;
}

/** What shadows of models look like: soft blobs cost no more where models move than where they stand. */
export type PropShadows = "off" | "blob" | "silhouette";

/** Switches of the frame; all may be changed between frames. */
export interface RenderSettings {
  textures: boolean;
  /** Textures by their mips of 16 texels and less, as low-resolution images are: `mat_showlowresimage`. */
  lowResTextures: boolean;
  lightmaps: boolean;
  /** What surfaces mirror of the map's cubemaps: `mat_specular`. */
  specular: boolean;
  /** Normal maps: `mat_bumpmap`. Off: surfaces are lit as if they were flat. */
  bumps: boolean;
  /** Highlights and rims of lamps on models: `mat_phong`. */
  phong: boolean;
  props: boolean;
  /** Detail sprites: grass. */
  details: boolean;
  /** Sprites and glows. */
  sprites: boolean;
  /** What lies on surfaces: overlays, decals. */
  decals: boolean;
  /** Shadows of models that are entities; true is their silhouettes. */
  propShadows: boolean | PropShadows;
  /** Models by the level of detail of this number, or the last that they have: `r_lod`. -1: by their size in the picture. */
  modelLod: number;
  ropes: boolean;
  sky: boolean;
  displacements: boolean;
  brushModels: boolean;
  translucent: boolean;
  /** Water mirrors what is above it, where the map wants that; off at first where the CPU draws. */
  waterReflection: boolean;
  /** The map's fog, its 3D sky's, and the distance at which the map says that nothing more is drawn. */
  fog: boolean;
  wireframe: boolean;
  /** How surfaces are shown: a name of `VIEWS` (`inspect/view-list.ts`); "" as they look. */
  view: string;
  /** Light flickers and pulses where the map has it so. Off: all as bright as it was baked, or off where it starts so. */
  lightStyles: boolean;
  /** Models of entities play what they play when the map starts. Off: they stand as it begins. */
  animations: boolean;
  /** No light at all: textures as they are. */
  fullbright: boolean;
  /** Cull by the PVS. Off: every cluster counts as visible. */
  pvs: boolean;
  /** Leave out what area portals hide that are closed when the map starts, as behind doors that are shut. Off: all are open. */
  areaPortals: boolean;
  /** Keep the visible set of the frame in which it was switched on, to look at it from outside. */
  freezePvs: boolean;
  frustum: boolean;
  /** Leave out what lies behind what was drawn, by the depth pyramid. */
  occlusion: boolean;
  /** Only where that saves more than it costs, which is tried out now and then. Off: always. */
  occlusionByCost: boolean;
  /** Cull in compute, once it is compiled. Off, and until then: on the CPU, without occlusion. */
  gpuCulling: boolean;
  /** Draw from recorded bundles. Off: every draw is encoded anew each frame. */
  bundles: boolean;
  /** Time each pass on the GPU. Off: those that draw into the same targets are one pass. */
  timing: boolean;
  /** Samples a pixel: 4 smooth the edges, 1 does not. 0: 4, or 1 where the CPU does the drawing. */
  samples: number;
  /** Multiplies linear light before it is shown, on top of the map's own exposure: 1 is as the map wants. */
  exposure: number;
  /** Exposes maps lit for HDR anew in each frame, by what it shows. Off: once, from the map's first picture. */
  autoExposure: boolean;
  /** Lets what is bright shine over what lies around it, in maps lit for HDR; off at first where the CPU draws. */
  bloom: boolean;
  /** Corrects colours by the map's own tables. */
  colorCorrection: boolean;
  /** Smooths edges in the finished picture: for a fraction of what samples cost, and not as well. */
  fxaa: boolean;
  /**
   * Edges of what surfaces are drawn into, in those of the picture: 0.25 to 2. Below 1 costs less, above 1 shows
   * more; the finished picture is always as large as the canvas.
   */
  renderScale: number;
  /** Makes the finished picture crisper: 0 not at all, 1 most. */
  sharpen: number;
  /** Inches that the tops of detail sprites sway at most, 0 to 16, if the map has them sway: `cl_detail_max_sway`. */
  detailSway: number;
}

/** What `renderScale` is kept to. */
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
  fxaa: false,
  renderScale: 1,
  sharpen: 0,
  detailSway: 5,
};

/**
 * One object for the renderer's life. What the CPU knows is of the last frame. What the GPU counts is
 * of frame `countedFrame`, a few frames older: it is read back without waiting; `readStats` waits.
 */
export interface FrameStats {
  /** Frames drawn so far. */
  frame: number;
  leaf: number;
  /** -1: solid or outside; everything is drawn. */
  cluster: number;
  visibleClusters: number;
  clusterCount: number;
  /** Of the map. */
  chunkCount: number;
  /** JavaScript milliseconds of `render`. */
  cpuMs: number;
  readonly passNames: readonly string[];
  /** JavaScript milliseconds of each pass; 0 where it was not drawn. */
  readonly passCpuMs: Float32Array;
  readonly stepNames: readonly string[];
  /** JavaScript milliseconds of what comes before and after the passes. */
  readonly stepCpuMs: Float32Array;
  /** A pixel's: what the settings want, as soon as there are pipelines for it. */
  samples: number;
  /** GPU memory of our own making, bytes. */
  bufferBytes: number;
  textureBytes: number;

  /** The frame that the numbers below are of; 0: none yet. */
  countedFrame: number;
  /** Chunks drawn. */
  chunks: number;
  /** Prop instances drawn. */
  props: number;
  /** Quads of detail sprites drawn. */
  details: number;
  /** Sprites and glows drawn. */
  sprites: number;
  /** Decals drawn, overlays among them. */
  decals: number;
  /** Runs of shadows of models drawn: one or more a shadow. */
  shadows: number;
  /** Segments of ropes drawn. */
  ropeSegments: number;
  triangles: number;
  worldTriangles: number;
  /** Draws that had something to draw: of the world, of props, and all, sky and screen included. */
  worldDraws: number;
  propDraws: number;
  draws: number;
  /** The newest measured; -1 where the adapter has no timestamps, or `timing` is off. */
  gpuMs: number;
  /** A value a pass, -1 where not measured. */
  readonly passGpuMs: Float32Array;
}

/** A place in the picture, in parts of it from its upper left corner: 0 to 1. */
export interface InsetPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a second camera sees, drawn over a part of the picture. */
export interface Inset extends InsetPlace {
  /** Read each frame. */
  readonly camera: Camera;
}
