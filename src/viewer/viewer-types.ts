/**
 * What a viewer is to those who use it. Positions and distances are inches, in the map's own space
 * (z is up); angles are degrees, pitch positive downwards. Whatever takes a `Point` takes any list of
 * three numbers.
 */

import type { CameraPose, LightSideName } from "../map/types.ts";
import type { BaseViewer, BaseViewerOptions, ContentInput, Point } from "./base-viewer.ts";
import type { Flight } from "./camera/flight.ts";
import type { LoadLimits } from "./load/load-protocol.ts";
import type { MapSource } from "./load/map-source.ts";
import type { LeafInfo, LoadSummary, MapInfo, ViewerEvents } from "./viewer-events.ts";

/** Three numbers of our own making. */
export type Vector = readonly [x: number, y: number, z: number];

/** A map: an address, its bytes, or a source with a name. May be packed as `MapSource` says. */
export type MapInput = string | URL | Blob | ArrayBuffer | Uint8Array | MapSource;

/** A camera path: its address, its file, or what `parseFlight` made of it. */
export type PathInput = string | URL | Blob | Flight;

export interface ViewerOptions extends BaseViewerOptions {
  /** The light to show maps in, where there is a choice: "hdr" if left out. */
  readonly side?: LightSideName;
  /** What a map may cost to open, item by item: see docs/limits.md. `Infinity` is no limit. */
  readonly limits?: LoadLimits;
}

export interface LoadMapOptions {
  /** Content for this map, searched before the viewer's. */
  readonly content?: readonly ContentInput[];
  /** Ends the load; what has come of the map stays. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ViewerEvents["progress"]) => void;
  /** Limits of this map alone, before the viewer's. */
  readonly limits?: LoadLimits;
  /** The map's name; its file's if left out. */
  readonly name?: string;
}

export interface PlayOptions {
  /** Begins anew at the end. A path that is a loop does so if this is left out. */
  readonly loop?: boolean;
  /** 1 if left out. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
}

export interface RaycastOptions {
  /** Inches; endless if left out. */
  readonly maxDistance?: number;
}

export interface RaycastHit {
  readonly point: Vector;
  /** Unit length, out of what was hit, towards the ray's origin. */
  readonly normal: Vector;
  /** Inches from the origin; 0 where the ray starts inside a brush, whose normal is then zeros. */
  readonly distance: number;
  /** As the map names it: lower case, no `materials/`, no `.vmt`; empty where there is none. */
  readonly material: string;
  readonly kind: "brush" | "displacement";
  /** Row of `entities` whose brush model was hit; null: the world. */
  readonly entity: number | null;
}

/** An entity as the map states it: keys in order, repeated ones kept. */
export type MapEntity = readonly (readonly [key: string, value: string])[];

export interface Viewer extends BaseViewer<ViewerEvents> {
  /**
   * Flies along a recorded path, in any form that `parseFlight` reads. Resolves with true at its end,
   * with false if it was overtaken. Rejects with FormatError, or a sentence if it cannot be had.
   */
  play(path: PathInput, options?: PlayOptions): Promise<boolean>;
  /**
   * A flight at a steady speed past places all over the map that is shown, for `play`: the same for the
   * same map. Rejects with a sentence where no map is shown.
   */
  createTour(): Promise<Flight>;
  /**
   * Where all of the map that one can get to is seen from above, through the present lens and canvas.
   * Rejects with a sentence where no map is shown; null where there is nowhere to be.
   */
  findOverview(): Promise<CameraPose | null>;
  /** Ends `flyTo` and `play` where they are. */
  stop(): void;
  /** Whether `flyTo` or `play` has the camera. */
  readonly isFlying: boolean;

  /** Of the maps loaded from now on. */
  limits: LoadLimits;
  /**
   * Loads a map in place of the one that is shown, which stays until the new one can be seen. Resolves
   * when everything is there. Rejects with FormatError for a bad file, with a sentence where it cannot
   * be had, with GpuError where it does not fit the GPU, and with CancelledError when aborted or when
   * another load was begun: the last one wins.
   */
  load(map: MapInput, options?: LoadMapOptions): Promise<LoadSummary>;
  /** Ends the load that is running; what has come of the map stays. */
  cancel(): void;
  /** Shows nothing and frees the map; a load that is running ends. */
  unload(): void;
  /** The map that is shown. */
  readonly map: MapInfo | null;
  /** Of the map that is shown; null until it is there whole. */
  readonly summary: LoadSummary | null;
  /** Where the map that is shown came from: it can be read again; null: none is shown. */
  readonly source: MapSource | null;
  /** Of the map that is shown. */
  readonly entities: readonly MapEntity[];
  /** Shows the map under its other light, and later maps too. */
  setLightSide(side: LightSideName): Promise<void>;
  /**
   * What a light style, 0 to 255, is like from now on: so bright, 1 as it was baked; by a pattern, as
   * `light` entities have them ("mmamma": ten letters a second, `a` dark, `m` as baked); or, by null, as
   * the map has it. Lamps that can be switched are the styles from 32, see their entities' `style`.
   */
  setStyle(style: number, light: number | string | null): void;

  /** null: no map is shown. */
  leafAt(point: Point): LeafInfo | null;
  /**
   * Whether the PVS says that one point may be seen from the other. Where there is nothing to go by
   * (no map, no PVS, a point outside) everything may be seen, as in the engine.
   */
  isVisible(from: Point, to: Point): boolean;
  /**
   * What a ray meets first of what is drawn: the world's solid brushes, its displacements, and the brush
   * entities that are shown. What nobody sees (triggers, clips, nodraw sides) lets it through, and a ray
   * that comes to the sky has met nothing; water, props and decals are not met. The direction need not
   * be of unit length. null: nothing, or no map; what a ray meets is known a little after the first
   * picture (event "load" at the latest).
   */
  raycast(origin: Point, direction: Point, options?: RaycastOptions): RaycastHit | null;
}

export type { CameraPose };
