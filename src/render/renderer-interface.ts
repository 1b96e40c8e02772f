/** Interface of the renderer for `viewer/`. */

import type { GpuImage } from "../core/image.ts";
import type { MapMoment } from "../map/motion/brush-models.ts";
import type { EntityModels } from "../map/motion/models.ts";
import type { LeafWaters } from "../map/tree.ts";
import type {
  ColorCorrections,
  LampSet,
  LightPatterns,
  MapScene,
  MaterialSet,
  PropLight,
  Sky,
  TextureOwner,
} from "../map/types.ts";
import type { AreaWalk } from "../visibility/areas.ts";
import type { MakeSource } from "./draws/draw-set.ts";
import type { OwnDraws } from "./frame/frame-job.ts";
import type { MakeLines } from "./lines/lines.ts";
import type { Camera, FrameStats, Inset, RenderSettings } from "./types.ts";

export interface Renderer {
  readonly settings: RenderSettings;
  readonly stats: FrameStats;
  readonly width: number;
  readonly height: number;

  /** Shows a map. The previous one is freed. */
  setScene(scene: MapScene): void;
  /**
   * Replaces the world's vertices and lightmaps and the props' light. Materials and textures are
   * kept.
   */
  relight(scene: MapScene, light: PropLight | null): void;
  /** @param waters water around the map's leaves; `null` or left out if there is none */
  setMaterials(materials: MaterialSet, waters?: LeafWaters | null): void;
  /** Draws a kind of geometry beside the world. Replaces the previous source of that kind. */
  setSource(make: MakeSource): void;
  setSky(sky: Sky): void;
  /** Sets the colour correction tables and the places where they apply. */
  setColorCorrections(corrections: ColorCorrections): void;
  /** Sets the state of the map's projected textures at its start. */
  setLamps(lamps: LampSet): void;
  /** Sets the areas that area portals separate, for the setting `areaPortals`. */
  setAreas(areas: AreaWalk): void;
  /** @param texture row of the owner's table; a number of `SKY_SIDES` for the sky */
  setTexture(owner: TextureOwner, texture: number, image: GpuImage): void;
  /** Sets the patterns of the light styles, for the setting `lightStyles`. */
  setLightPatterns(patterns: LightPatterns): void;
  /**
   * Sets the brightness of a light style (1 is the baked one) or a pattern. `null` restores the
   * map's own.
   */
  setStyle(style: number, light: number | string | null): void;
  /**
   * Shows the map as a simulation has it; `null` shows it as it starts. Call before the first frame
   * that shows a changed moment. Its columns are read by each `render` in which the version differs.
   */
  setMoment(moment: MapMoment | null): void;
  /** The moment that was set for the shown map; `null` if none was. */
  readonly moment: MapMoment | null;
  /** Models of the shown map's entities; `null` until they are loaded, or if there are none. */
  readonly entityModels: EntityModels | null;
  /** Draws lines over the picture; `null` removes them. */
  setLines(make: MakeLines | null): void;
  /** Draws the page's objects in the picture; `null` removes them. */
  setOwnDraws(own: OwnDraws | null): void;
  /**
   * Call when a load begins and when it ends. On a software adapter the CPU culls until the load
   * ends: compiling and running GPU culling would take the cores that the load needs.
   */
  setLoading(isLoading: boolean): void;
  /** Frees the map. */
  clear(): void;

  resize(width: number, height: number): void;
  /** Shows a second camera in a part of the picture; `null` removes it. */
  setInset(inset: Inset | null): void;
  /**
   * Draws one frame into the render target and, if there is a canvas and `isShown` is not false,
   * copies it to the canvas texel for texel.
   * @param seconds time to show, 0 by default; the same time gives the same picture
   * @param eyeSeconds clock by which the exposure adapts, `seconds` by default. It goes on while a
   *   map is paused.
   */
  render(camera: Camera, seconds?: number, isShown?: boolean, eyeSeconds?: number): void;
  /**
   * Call before each frame of a sequence. Returns true if the frame need not be drawn, because it
   * would show the last frame's picture again: nothing has changed for some frames, and nothing in
   * view changes with time. Does not draw.
   * @param isChanged whether the caller changed GPU data of the scene itself
   * @param eyeSeconds see `render`
   */
  isAtRest(camera: Camera, seconds: number, isChanged?: boolean, eyeSeconds?: number): boolean;
  /**
   * Resolves when all pipelines of the map's picture are compiled, so the next frame is complete.
   * Until then surfaces have their mean colours, and translucent ones are left out. The CPU may
   * still cull instead of the GPU, with the same result. Rejects with a GpuError if the device
   * rejects something.
   */
  ready(): Promise<void>;
  /**
   * Like `ready`, and also waits for GPU culling and occlusion, so the next frame costs as much as
   * later ones.
   */
  settled(): Promise<void>;
  /**
   * Waits for the GPU and returns `stats` with all counts of the last frame. They are unchanged if
   * what that frame drew has been replaced since.
   */
  readStats(): Promise<FrameStats>;
  /** The render target's pixels: RGBA, sRGB, top row first. */
  readPixels(): Promise<Uint8Array>;
  destroy(): void;
}
