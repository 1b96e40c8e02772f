/** The renderer's face: what `viewer/` sees of it. */

import type { GpuImage } from "../core/image.ts";
import type {
  CameraPose,
  DetailSet,
  MapScene,
  MaterialSet,
  PropLight,
  PropSet,
  Sky,
  TextureOwner,
} from "../map/types.ts";

export interface Camera extends CameraPose {
  /** The engine's `fov`: horizontal degrees at 4:3. */
  readonly fov: number;
}

/** Switches of the frame; all may be changed between frames. */
export interface RenderSettings {
  textures: boolean;
  lightmaps: boolean;
  props: boolean;
  /** Detail sprites: grass. */
  details: boolean;
  sky: boolean;
  displacements: boolean;
  brushModels: boolean;
  translucent: boolean;
  wireframe: boolean;
  /** No light at all: textures as they are. */
  fullbright: boolean;
  /** Cull by the PVS. Off: every cluster counts as visible. */
  pvs: boolean;
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
  /** Makes the finished picture crisper: 0 not at all, 1 most. */
  sharpen: number;
}

export const DEFAULT_RENDER_SETTINGS: Readonly<RenderSettings> = {
  textures: true,
  lightmaps: true,
  props: true,
  details: true,
  sky: true,
  displacements: true,
  brushModels: true,
  translucent: true,
  wireframe: false,
  fullbright: false,
  pvs: true,
  freezePvs: false,
  frustum: true,
  occlusion: true,
  occlusionByCost: true,
  gpuCulling: true,
  bundles: true,
  timing: false,
  samples: 0,
  exposure: 1,
  sharpen: 0,
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
  triangles: number;
  worldTriangles: number;
  /** Draws that had something to draw: of the world, of props, and all, sky and screen included. */
  worldDraws: number;
  propDraws: number;
  draws: number;
  /** The newest measured; -1 where the adapter has no timestamps, or `timing` is off. */
  readonly gpuMs: number;
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

export interface Renderer {
  readonly settings: RenderSettings;
  readonly stats: FrameStats;
  readonly width: number;
  readonly height: number;

  /** Shows a map; what was shown before is freed. */
  setScene(scene: MapScene): void;
  /** Swaps the world's vertices and lightmaps and the props' light; materials and textures stay. */
  relight(scene: MapScene, light: PropLight | null): void;
  setMaterials(materials: MaterialSet): void;
  setProps(props: PropSet): void;
  setDetails(details: DetailSet): void;
  setSky(sky: Sky): void;
  setTexture(owner: TextureOwner, texture: number, image: GpuImage): void;
  /** Brightness of a light style, 1 at rest. */
  setStyle(style: number, brightness: number): void;
  /** Frees the map. */
  clear(): void;

  resize(width: number, height: number): void;
  /** Shows what another camera sees in a part of the picture; null: in none. */
  setInset(inset: Inset | null): void;
  /**
   * Draws one frame into the render target and, if there is a canvas and `isShown` is not false, onto
   * it, texel for texel.
   * @param seconds the moment that is shown, 0 if left out: the same gives the same picture
   */
  render(camera: Camera, seconds?: number, isShown?: boolean): void;
  /**
   * Resolves when all that the map's picture takes is compiled: the next frame is whole. Until then,
   * surfaces are in their mean colours, or left out where they blend. The CPU may still cull in place of
   * the GPU, which draws the same. Rejects with a GpuError if the device refuses something.
   */
  ready(): Promise<void>;
  /** The same, and the GPU's culling and occlusion too: the next frame costs what others will. */
  settled(): Promise<void>;
  /**
   * Waits for the GPU and returns `stats`, with all that it counts being of the last frame; as they
   * are, if what that frame drew was replaced since.
   */
  readStats(): Promise<FrameStats>;
  /** The render target's pixels: RGBA, sRGB, top row first. */
  readPixels(): Promise<Uint8Array>;
  destroy(): void;
}
