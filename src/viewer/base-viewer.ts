/**
 * Interface that all viewers share. Positions and distances are inches, z up;
 * angles are degrees, pitch positive downwards. Whatever takes a `Point` takes any list of three numbers.
 */

import type { ContentSpec } from "../content/types.ts";
import type { MemoryKind } from "../gpu/memory.ts";
import type { Camera, FrameStats, RenderSettings } from "../render/types.ts";
import type { ViewerCamera } from "./camera/camera.ts";
import type { CaptureSize, FrameCapture } from "./frame/frame-capture.ts";
import type { FrameTiming } from "./frame/frame-timing.ts";

export type Point = ArrayLike<number>;

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

export interface BaseViewerOptions {
  /** Content for all that is loaded, searched in order after what comes with it. */
  readonly content?: readonly ContentInput[];
  /** The engine's `fov`: horizontal degrees at 4:3, 20 to 140; 90 if left out, of models 54. */
  readonly fov?: number;
  /** "fly" if left out, of models "orbit". */
  readonly controls?: ControlsMode;
  /** Where keys are heard: the canvas if left out. Give the window to a viewer that is all of a page. */
  readonly keyTarget?: HTMLElement | Window;
  /** "auto" if left out. */
  readonly quality?: Quality;
  /** Most pixels that are drawn for a CSS pixel; `quality` says how many if left out. */
  readonly pixelRatioLimit?: number;
  /** See `BaseViewer.frameGoalMs`; `quality` says how many if left out. */
  readonly frameGoalMs?: number;
  /** Most bytes of GPU memory for textures; over it, high mips are left out. */
  readonly textureBudgetBytes?: number;
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

export interface FlyToOptions {
  /** 1.5 if left out, of models 0.8; 0 jumps, and so does every flight for who prefers reduced motion. */
  readonly seconds?: number;
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

/** Bytes of GPU memory of our own making. */
export interface ViewerMemory {
  readonly bufferBytes: number;
  readonly textureBytes: number;
  readonly byKind: ReadonlyMap<MemoryKind, number>;
  /** Bytes of all viewers on the same device. */
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

export interface BaseViewer<Events> {
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
   * overtaken: by the user, another flight, something else that is shown.
   */
  flyTo(pose: Partial<Camera>, options?: FlyToOptions): Promise<boolean>;

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
  /** Limit for later loads. */
  textureBudgetBytes: number;
  /** For all that is loaded from now on. */
  get content(): readonly ContentSpec[];
  set content(content: readonly ContentInput[]);

  /** Statistics of the last frame: one object, which each frame overwrites. */
  readonly stats: FrameStats;
  readonly timing: FrameTiming;
  readonly memory: ViewerMemory;

  /** Takes a picture of the current view. Rejects with GpuError if the device cannot draw this size. */
  screenshot(options?: ScreenshotOptions): Promise<Blob>;
  /**
   * Stops frames until the capture's `end`, and draws pictures as they are asked for: what a video, or
   * a series of pictures, is made of. Throws GpuError where the device draws none of this size, and
   * where there is a capture already.
   */
  capture(size: CaptureSize): FrameCapture;

  /** Returns what takes the listener away again. */
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void;
  off<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): void;

  /** No frames until `resume`, but where the canvas would be blank: resized, restored. Loads go on. */
  pause(): void;
  resume(): void;
  readonly isPaused: boolean;
  /** Frees everything. Running loads and flights end; calling it again does nothing. */
  destroy(): void;
}

export type { CaptureSize, FrameCapture };
