/** The renderer as `viewer/` sees it. */

import type { GpuImage } from "../core/image.ts";
import type { LeafWaters } from "../map/tree.ts";
import type {
  ColorCorrections,
  LightPatterns,
  MapScene,
  MaterialSet,
  PropLight,
  Sky,
  TextureOwner,
} from "../map/types.ts";
import type { AreaWalk } from "../visibility/areas.ts";
import type { MakeSource } from "./draws/draw-set.ts";
import type { MakeLines } from "./lines/lines.ts";
import type { Camera, FrameStats, Inset, RenderSettings } from "./types.ts";

export interface Renderer {
  readonly settings: RenderSettings;
  readonly stats: FrameStats;
  readonly width: number;
  readonly height: number;

  /** Shows a map; what was shown before is freed. */
  setScene(scene: MapScene): void;
  /** Swaps the world's vertices and lightmaps and the props' light; materials and textures stay. */
  relight(scene: MapScene, light: PropLight | null): void;
  /** @param waters what is in water; null, or left out: nothing */
  setMaterials(materials: MaterialSet, waters?: LeafWaters | null): void;
  /** Draws a kind of geometry beside the world, in place of what was there of it before. */
  setSource(make: MakeSource): void;
  setSky(sky: Sky): void;
  /** Corrects the map's colours by tables, where they say. */
  setColorCorrections(corrections: ColorCorrections): void;
  /** Areas of which some are closed to each other, for the setting `areaPortals`. */
  setAreas(areas: AreaWalk): void;
  setTexture(owner: TextureOwner, texture: number, image: GpuImage): void;
  /** How light styles change in time, for the setting `lightStyles`. */
  setLightPatterns(patterns: LightPatterns): void;
  /** Brightness of a light style, 1 at rest, or the pattern that it follows; null: as the map has it. */
  setStyle(style: number, light: number | string | null): void;
  /** Draws lines over what is drawn, whatever that is; null: none. */
  setLines(make: MakeLines | null): void;
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
