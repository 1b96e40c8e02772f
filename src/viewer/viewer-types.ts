/**
 * Interface of a map viewer. Positions and distances are inches, in the map's own space (z is up);
 * angles are degrees, pitch positive downwards. A `Point` is any list of three numbers.
 */

import type { CameraPose, LightSideName } from "../map/types.ts";
import type { BaseViewer, BaseViewerOptions, ContentInput, Point, Vector } from "./base-viewer.ts";
import type { Flight } from "./camera/flight.ts";
import type { LoadLimits } from "./load/load-protocol.ts";
import type { MapSource } from "./load/map-source.ts";
import type { Simulation, SimulationMode } from "./simulation/simulation-types.ts";
import type { MapSound } from "./sound/sound-types.ts";
import type { PlayArea } from "./tour/overview.ts";
import type { LeafInfo, LoadSummary, MapInfo, ViewerEvents } from "./viewer-events.ts";

/**
 * Map to load: an address, its bytes, or a source with a name. It may be packed: see `MapSource`.
 */
export type MapInput = string | URL | Blob | ArrayBuffer | Uint8Array | MapSource;

/** Camera path: its address, its file, or the result of `parseFlight`. */
export type PathInput = string | URL | Blob | Flight;

export interface ViewerOptions extends BaseViewerOptions {
  /** Start of each map's simulation: "auto" if left out. */
  readonly simulation?: SimulationMode;
  /** Preferred light of maps that have both: "hdr" if left out. */
  readonly side?: LightSideName;
  /** Limits of what a map may cost to open: see docs/limits.md. `Infinity` is no limit. */
  readonly limits?: LoadLimits;
}

export interface LoadMapOptions {
  /** Content for this map, searched before the viewer's. */
  readonly content?: readonly ContentInput[];
  /** Cancels the load. Parts of the map that have arrived stay. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ViewerEvents["progress"]) => void;
  /** Limits for this map; they override the viewer's. */
  readonly limits?: LoadLimits;
  /** Name of the map; taken from its file if left out. */
  readonly name?: string;
}

export interface PlayOptions {
  /** Whether the path repeats; if left out, it does if it is a loop. */
  readonly loop?: boolean;
  /** 1 if left out. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
}

export interface RaycastOptions {
  /** Inches; no limit if left out. */
  readonly maxDistance?: number;
}

export interface RaycastHit {
  readonly point: Vector;
  /** Unit length, out of the surface, towards the ray's origin. */
  readonly normal: Vector;
  /** Inches from the origin; 0 if the ray starts inside a brush, with a normal of zeros. */
  readonly distance: number;
  /** Material name in lower case, without `materials/` and `.vmt`; empty if there is none. */
  readonly material: string;
  readonly kind: "brush" | "displacement";
  /** Row of `entities` whose brush model was hit; `null` for the world. */
  readonly entity: number | null;
}

/** Keys and values of an entity, in the map's order, repeated keys included. */
export type MapEntity = readonly (readonly [key: string, value: string])[];

export interface Viewer extends BaseViewer<ViewerEvents> {
  /**
   * Flies along a recorded path, in any form that `parseFlight` reads. Resolves with true at its
   * end, and with false if it was interrupted. Rejects with FormatError, or with one sentence if
   * the path cannot be read.
   */
  play(path: PathInput, options?: PlayOptions): Promise<boolean>;
  /**
   * Creates a flight past places all over the shown map, at a steady speed, for `play`. It is the
   * same each time. Rejects with one sentence if no map is shown.
   */
  createTour(): Promise<Flight>;
  /**
   * Finds a camera above the map that sees all of its playable area, with the current field of view
   * and canvas. Rejects with one sentence if no map is shown. Resolves with `null` if the map has
   * no playable area.
   */
  findOverview(): Promise<CameraPose | null>;
  /**
   * Finds the box of the playable area: the largest connected part of the map, without the 3D
   * skybox. Inches. Rejects with one sentence if no map is shown. Resolves with `null` if the map
   * has no playable area.
   */
  findPlayArea(): Promise<PlayArea | null>;
  /** Stops `flyTo` and `play` where they are. */
  stop(): void;
  /** Whether `flyTo` or `play` moves the camera. */
  readonly isFlying: boolean;

  /** Limits for later loads. */
  limits: LoadLimits;
  /**
   * Loads a map in place of the shown one, which stays until the new one can be drawn. Resolves
   * when everything is loaded. Rejects with FormatError for a bad file, with one sentence if the
   * file cannot be read, with GpuError if the map does not fit the GPU, and with CancelledError if
   * it was aborted, or another load was started.
   */
  load(map: MapInput, options?: LoadMapOptions): Promise<LoadSummary>;
  /** Cancels the running load. Parts of the map that have arrived stay. */
  cancel(): void;
  /** Clears the viewer, frees the map and cancels a running load. */
  unload(): void;
  /** Facts of the shown map. */
  readonly map: MapInfo | null;
  /** Summary of the shown map's load; `null` until it is fully loaded. */
  readonly summary: LoadSummary | null;
  /** Source of the shown map, which can be read again; `null` if none is shown. */
  readonly source: MapSource | null;
  /** Entities of the shown map. */
  readonly entities: readonly MapEntity[];
  /** Shows this map and later ones in a light, if they have it. */
  setLightSide(side: LightSideName): Promise<void>;
  /**
   * Sets a light style, 0 to 255: a brightness, where 1 is as baked; a pattern, as `light` entities
   * have ("mmamma": ten letters a second, `a` dark, `m` as baked); or `null` for the map's own
   * pattern. Switchable lamps have styles from 32: see their entities' `style`.
   */
  setStyle(style: number, light: number | string | null): void;

  /** Simulation of the shown map; `null` until it has started or `openSimulation` was called. */
  readonly simulation: Simulation | null;
  /**
   * Opens the simulation of the shown map, paused at time 0, or returns the open one. Rejects with
   * one sentence if no map is shown, and with CancelledError if another one is opened meanwhile.
   */
  openSimulation(): Promise<Simulation>;
  /** Start of the simulation of this map and later ones; see `SimulationMode`. */
  simulationMode: SimulationMode;

  /**
   * Reads the sounds of the shown map, silent until `turnOn`. Rejects with one sentence if no map is
   * shown, and with CancelledError if another one is opened meanwhile.
   */
  openSound(): Promise<MapSound>;

  /** Returns the leaf at a point; `null` if no map is shown. */
  leafAt(point: Point): LeafInfo | null;
  /**
   * Whether the PVS has one point visible from the other. True if that is unknown (no map, no PVS,
   * a point outside), as in the engine.
   */
  isVisible(from: Point, to: Point): boolean;
  /**
   * Returns the first drawn surface that a ray hits: the world's solid brushes, its displacements,
   * and visible brush entities. Invisible brushes (triggers, clips, nodraw sides), water, props and
   * decals are ignored, and the sky is no hit. The direction need not be of unit length. `null` if
   * nothing is hit, or no map is shown. Rays are answered from a little after the first picture,
   * and from the event "load" at the latest.
   */
  raycast(origin: Point, direction: Point, options?: RaycastOptions): RaycastHit | null;
}

export type { CameraPose, PlayArea, Vector };
