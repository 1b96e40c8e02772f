/** The renderer's face: what `viewer/` sees of it. */

import type { GpuImage } from "../core/image.ts";
import type { CameraPose, MapScene, MaterialSet, PropLight, PropSet, Sky } from "../map/types.ts";

export interface Camera extends CameraPose {
  /** The engine's `fov`: horizontal degrees at 4:3. */
  readonly fov: number;
}

/** Switches of the frame; all may be changed between frames. */
export interface RenderSettings {
  textures: boolean;
  lightmaps: boolean;
  props: boolean;
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
  /** Multiplies linear light before it is shown. */
  exposure: number;
}

export const DEFAULT_RENDER_SETTINGS: Readonly<RenderSettings> = {
  textures: true,
  lightmaps: true,
  props: true,
  sky: true,
  displacements: true,
  brushModels: true,
  translucent: true,
  wireframe: false,
  fullbright: false,
  pvs: true,
  freezePvs: false,
  frustum: true,
  exposure: 1,
};

/** Of the last frame. One object for the renderer's life, written anew each frame. */
export interface FrameStats {
  leaf: number;
  /** -1: solid or outside; everything is drawn. */
  cluster: number;
  visibleClusters: number;
  clusterCount: number;
  /** Chunks drawn, of the map's `chunkCount`. */
  chunks: number;
  chunkCount: number;
  triangles: number;
  /** Draws that had something to draw. */
  draws: number;
  /** Prop instances drawn. */
  props: number;
  /** JavaScript milliseconds of `render`. */
  cpuMs: number;
  /** The newest measured; -1 where the adapter has no timestamps. */
  gpuMs: number;
  readonly passNames: readonly string[];
  /** A value a pass, -1 where not measured. */
  readonly passGpuMs: Float32Array;
  /** GPU memory of our own making, bytes. */
  bufferBytes: number;
  textureBytes: number;
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
  setSky(sky: Sky): void;
  setTexture(owner: "world" | "props", texture: number, image: GpuImage): void;
  /** Brightness of a light style, 1 at rest. */
  setStyle(style: number, brightness: number): void;
  /** Frees the map. */
  clear(): void;

  resize(width: number, height: number): void;
  /** Draws one frame into the render target and, if there is a canvas, onto it. */
  render(camera: Camera): void;
  /** The render target's pixels: RGBA, sRGB, top row first. */
  readPixels(): Promise<Uint8Array>;
  destroy(): void;
}
