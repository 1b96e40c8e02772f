/**
 * What a viewer is to those who use it. Positions and distances are inches, in the map's own space
 * (z is up); angles are degrees, pitch positive downwards. Whatever takes a `Point` takes any list of
 * three numbers.
 */

import type { ContentSpec } from "../content/types.ts";
import type { MemoryKind } from "../gpu/memory.ts";
import type { CameraPose, LightSideName } from "../map/types.ts";
import type { Camera, FrameStats, RenderSettings } from "../render/types.ts";
import type { ViewerCamera } from "./camera/camera.ts";
import type { Flight } from "./camera/flight.ts";
import type { CaptureSize, FrameCapture } from "./frame/frame-capture.ts";
import type { FrameTiming } from "./frame/frame-timing.ts";
import type { LoadLimits } from "./load/load-protocol.ts";
import type { MapSource } from "./load/map-source.ts";
import type { LeafInfo, LoadSummary, MapInfo, ViewerEvents } from "./viewer-events.ts";

export type Point = ArrayLike<number>;

/** Three numbers of our own making. */
export type Vector = readonly [x: number, y: number, z: number];

/**
 * "fly": keys and mouse move the camera freely, two thumbs on a touch screen. "orbit": dragging turns
 * it around what lies at the middle of the picture, wheel and pinch go nearer and farther. "none":
 * nothing is listened to, and the camera is the page's.
 */
export type ControlsMode = "fly" | "orbit" | "none";

/**
 * Preset of `pixelRatioLimit`, `textureBudgetBytes`, `frameGoalMs` and what costs most in a picture. "auto" is as
 * "high" where a GPU draws 30 frames a second, and draws fewer pixels where it does not; where the CPU draws it
 * leaves out what costs most.
 */
export type Quality = "low" | "high" | "auto";

/**
 * Where content is: a spec, the address of a folder (it ends in a slash), the address of an archive
 * (.vpk, .zip, .gma), or an archive's bytes.
 */
export type ContentInput = ContentSpec | string | URL | Blob;

/** A map: an address, its bytes, or a source with a name. May be packed as `MapSource` says. */
export type MapInput = string | URL | Blob | ArrayBuffer | Uint8Array | MapSource;

/** A camera path: its address, its file, or what `parseFlight` made of it. */
export type PathInput = string | URL | Blob | Flight;

export interface ViewerOptions {
  /** Content for every map that is loaded, searched in order after the map's own. */
  readonly content?: readonly ContentInput[];
  /** The light to show maps in, where there is a choice: "hdr" if left out. */
  readonly side?: LightSideName;
  /** The engine's `fov`: horizontal degrees at 4:3, 20 to 140; 90 if left out. */
  readonly fov?: number;
  /** "fly" if left out. */
  readonly controls?: ControlsMode;
  /** Where keys are heard: the canvas if left out. Give the window to a viewer that is all of a page. */
  readonly keyTarget?: HTMLElement | Window;
  /** "auto" if left out. */
  readonly quality?: Quality;
  /** Most pixels that are drawn for a CSS pixel; `quality` says how many if left out. */
  readonly pixelRatioLimit?: number;
  /** See `Viewer.frameGoalMs`; `quality` says how many if left out. */
  readonly frameGoalMs?: number;
  /** Most bytes of GPU memory for a map's textures; over it, high mips are left out. */
  readonly textureBudgetBytes?: number;
  /** What a map may cost to open, item by item: see docs/limits.md. `Infinity` is no limit. */
  readonly limits?: LoadLimits;
  /**
   * Whether the GPU device is shared with the page's other viewers: true if left out. One of its own
   * costs memory and start-up time, and does not go down with theirs.
   */
  readonly sharedDevice?: boolean;
  /** No frames while the canvas is scrolled out of view: true if left out. */
  readonly pauseOffscreen?: boolean;
  /** "readback" shows frames without a WebGPU canvas; see `readback-presenter.ts`. */
  readonly present?: "canvas" | "readback";
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

export interface FlyToOptions {
  /** 1.5 if left out; 0 jumps, and so does every flight for who prefers reduced motion. */
  readonly seconds?: number;
  readonly signal?: AbortSignal;
}

export interface PlayOptions {
  /** Begins anew at the end. A path that is a loop does so if this is left out. */
  readonly loop?: boolean;
  /** 1 if left out. */
  readonly speed?: number;
  readonly signal?: AbortSignal;
}

export interface ScreenshotOptions {
  /** PNG if left out. */
  readonly type?: "image/png" | "image/jpeg" | "image/webp";
  /** 0 to 1, of JPEG and WebP. */
  readonly quality?: number;
  /** Pixels; the size that is shown if left out. One alone keeps the shape. */
  readonly width?: number;
  readonly height?: number;
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

/** Bytes of GPU memory of our own making. */
export interface ViewerMemory {
  readonly bufferBytes: number;
  readonly textureBytes: number;
  readonly byKind: ReadonlyMap<MemoryKind, number>;
  /** Of all viewers on the same device. */
  readonly deviceBytes: number;
}

export interface ViewerControls {
  /** May be written at any time. */
  mode: ControlsMode;
  /** Inches a second at which keys fly, before Shift and Ctrl. */
  speed: number;
  /** Whether the slow key (Ctrl) is held, which makes shortcuts of the browser out of W, D, ... */
  readonly slow: boolean;
  /** Forgets all motion and all held keys. */
  stop(): void;
}

export interface Viewer {
  readonly canvas: HTMLCanvasElement;
  /** For people: what the graphics adapter calls itself. */
  readonly adapterName: string;

  /**
   * Where the view is from: one object, which may be read and written at any time. Assigning takes
   * over what is given, as `viewer.camera = { yaw: 90 }`.
   */
  get camera(): ViewerCamera;
  set camera(pose: Partial<Camera>);
  /**
   * Moves there smoothly; what is left out stays. Resolves with true on arrival, with false if it was
   * overtaken: by the user, another flight, another map.
   */
  flyTo(pose: Partial<Camera>, options?: FlyToOptions): Promise<boolean>;
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

  readonly controls: ViewerControls;
  /** Switches of the frame; may be written at any time. */
  readonly settings: RenderSettings;
  quality: Quality;
  /** May be written at any time. */
  pixelRatioLimit: number;
  /**
   * Milliseconds that a frame may take: where frames take longer, surfaces are drawn in fewer pixels, down to about
   * half of the edges, by `settings.renderScale`. 0: however long it takes. May be written at any time.
   */
  frameGoalMs: number;
  /** Of the maps loaded from now on. */
  textureBudgetBytes: number;
  /** Of the maps loaded from now on. */
  limits: LoadLimits;
  /** For the maps loaded from now on. */
  get content(): readonly ContentSpec[];
  set content(content: readonly ContentInput[]);

  /** Of the last frame: one object, written anew each frame. */
  readonly stats: FrameStats;
  readonly timing: FrameTiming;
  readonly memory: ViewerMemory;

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
  /** The view as it is now. Rejects with GpuError where the device draws no picture of this size. */
  screenshot(options?: ScreenshotOptions): Promise<Blob>;
  /**
   * Stops frames until the capture's `end`, and draws pictures as they are asked for: what a video, or
   * a series of pictures, is made of. Throws GpuError where the device draws none of this size, and
   * where there is a capture already.
   */
  capture(size: CaptureSize): FrameCapture;

  /** Returns what takes the listener away again. */
  on<Name extends keyof ViewerEvents>(
    name: Name,
    listener: (detail: ViewerEvents[Name]) => void,
  ): () => void;
  off<Name extends keyof ViewerEvents>(
    name: Name,
    listener: (detail: ViewerEvents[Name]) => void,
  ): void;

  /** No frames until `resume`, but where the canvas would be blank: resized, restored. Loads go on. */
  pause(): void;
  resume(): void;
  readonly isPaused: boolean;
  /** Frees everything. Running loads and flights end; calling it again does nothing. */
  destroy(): void;
}

export type { CameraPose, CaptureSize, FrameCapture };
