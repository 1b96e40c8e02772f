/**
 * Interface that all viewers share. Positions and distances are inches, z up; angles are degrees,
 * pitch positive downwards. A `Point` is any list of three numbers.
 */

import type { ContentSpec } from "../content/types.ts";
import type { MemoryKind } from "../gpu/memory.ts";
import type { Camera, FrameStats, RenderSettings } from "../render/types.ts";
import type { ViewerCamera } from "./camera/camera.ts";
import type { CaptureSize, FrameCapture } from "./frame/frame-capture.ts";
import type { FrameTiming } from "./frame/frame-timing.ts";

export type Point = ArrayLike<number>;

/** Point that the viewer returns. */
export type Vector = readonly [x: number, y: number, z: number];

/**
 * Camera controls. "fly": keys and mouse move the camera freely, two thumbs on a touch screen.
 * "orbit": dragging turns it around the centre of the view, wheel and pinch zoom. "none": no input
 * is handled; the page moves the camera.
 */
export type ControlsMode = "fly" | "orbit" | "none";

/**
 * Preset of `pixelRatioLimit`, `textureBudgetBytes`, `frameGoalMs` and the costliest effects.
 * "auto" equals "high" on a GPU that draws 30 frames a second, and draws fewer pixels on a slower
 * one. On a software adapter it disables the costliest effects.
 */
export type Quality = "low" | "high" | "auto";

/**
 * Location of content: a spec, the address of a folder (ends in a slash), the address of an archive
 * (.vpk, .zip, .gma), or an archive's bytes.
 */
export type ContentInput = ContentSpec | string | URL | Blob;

export interface BaseViewerOptions {
  /** Content for all loads, searched in order after the content that comes with the loaded file. */
  readonly content?: readonly ContentInput[];
  /** The engine's `fov`: horizontal degrees at 4:3, 20 to 140; if omitted 90, or 54 for models. */
  readonly fov?: number;
  /** If omitted "fly", or "orbit" for models. */
  readonly controls?: ControlsMode;
  /**
   * Target of key events; the canvas if omitted. Use the window for a viewer that fills the page.
   */
  readonly keyTarget?: HTMLElement | Window;
  /** "auto" if omitted. */
  readonly quality?: Quality;
  /** Most device pixels drawn per CSS pixel; set by `quality` if omitted. */
  readonly pixelRatioLimit?: number;
  /** See `BaseViewer.frameGoalMs`; set by `quality` if omitted. */
  readonly frameGoalMs?: number;
  /** Limit of GPU memory for textures, in bytes; large mips are skipped beyond it. */
  readonly textureBudgetBytes?: number;
  /**
   * Whether the GPU device is shared with the page's other viewers; true if omitted. A separate
   * device costs memory and start-up time, but is not lost when theirs is.
   */
  readonly sharedDevice?: boolean;
  /** Whether frames stop while the canvas is scrolled out of view; true if omitted. */
  readonly pauseOffscreen?: boolean;
  /** "readback" shows frames without a WebGPU canvas; see `readback-presenter.ts`. */
  readonly present?: "canvas" | "readback";
}

export interface FlyToOptions {
  /** If omitted 1.5, or 0.8 for models; 0 jumps. Users who prefer reduced motion always get 0. */
  readonly seconds?: number;
  readonly signal?: AbortSignal;
}

export interface ScreenshotOptions {
  /** PNG if omitted. */
  readonly type?: "image/png" | "image/jpeg" | "image/webp";
  /** 0 to 1, for JPEG and WebP. */
  readonly quality?: number;
  /** Size in pixels; the size shown if omitted. A single edge keeps the aspect ratio. */
  readonly width?: number;
  readonly height?: number;
}

/** GPU memory that visleaf allocated, in bytes. */
export interface ViewerMemory {
  readonly bufferBytes: number;
  readonly textureBytes: number;
  readonly byKind: ReadonlyMap<MemoryKind, number>;
  /** Bytes of all viewers on the same device. */
  readonly deviceBytes: number;
}

export interface ViewerControls {
  /** Can be changed at any time. */
  mode: ControlsMode;
  /** Flying speed of the keys in inches per second, before Shift and Ctrl. */
  speed: number;
  /** Whether the slow key (Ctrl) is held, which turns W, D and others into browser shortcuts. */
  readonly slow: boolean;
  /** Stops all motion and releases all keys. */
  stop(): void;
}

/**
 * A frame for `onRender`. The same object is used for all frames: copy what you keep. Matrices are
 * column-major, as in WGSL and three.js.
 */
export interface RenderFrame {
  /** Another one after the device was lost: make your buffers and pipelines again. */
  readonly device: GPUDevice;
  /** Size of colour and depth in pixels; it changes with the canvas and the render scale. */
  readonly width: number;
  readonly height: number;
  /** Samples per pixel of colour and depth, 1 or 4. */
  readonly samples: number;
  /** Linear light before exposure. */
  readonly colorFormat: "rgba16float";
  /** Reverse-Z: 1 at the near plane, 0 infinitely far. Compare by "greater". */
  readonly depthFormat: "depth32float";
  /** Attachments; both can also be bound as textures between passes. */
  readonly colorView: GPUTextureView;
  readonly depthView: GPUTextureView;
  /**
   * From the map's space (inches, z up) to clip space, with x and y from −1 to 1, and to depth as
   * above: `clipFromView` times `viewFromWorld`.
   */
  readonly clipFromWorld: Float32Array<ArrayBuffer>;
  /** To the eye's space: x right, y up, −z ahead. */
  readonly viewFromWorld: Float32Array<ArrayBuffer>;
  readonly clipFromView: Float32Array<ArrayBuffer>;
  /** Place of the eye. */
  readonly eye: Float32Array<ArrayBuffer>;
  /** Time of the scene, which stands still while no frames are drawn. */
  readonly seconds: number;
  /**
   * Factor from light to the picture: divide a colour by it to show it as it is. With automatic
   * exposure, the GPU multiplies by another one.
   */
  readonly exposure: number;
}

/** What a page draws in each frame, after opaque surfaces and the sky, before translucent ones. */
export interface RenderHooks {
  /**
   * Draws into the open pass, whose attachments are the scene's colour and depth. Set your own
   * pipeline, bind groups and buffers; nothing of them is kept.
   */
  readonly draw?: (pass: GPURenderPassEncoder, frame: RenderFrame) => void;
  /** Encodes passes of your own before `draw`. Load and store colour and depth if you attach them. */
  readonly encode?: (encoder: GPUCommandEncoder, frame: RenderFrame) => void;
}

export interface BaseViewer<Events> {
  readonly canvas: HTMLCanvasElement;
  /** Display name of the graphics adapter. */
  readonly adapterName: string;

  /**
   * Camera of the view: a single object that can be read and changed at any time. Assigning copies
   * the given fields, as in `viewer.camera = { yaw: 90 }`.
   */
  get camera(): ViewerCamera;
  set camera(pose: Partial<Camera>);
  /**
   * Moves the camera smoothly; omitted fields stay unchanged. Resolves with `true` on arrival, or
   * `false` if the user, another flight or another map or model interrupted it.
   */
  flyTo(pose: Partial<Camera>, options?: FlyToOptions): Promise<boolean>;

  readonly controls: ViewerControls;
  /** Render settings; can be changed at any time. */
  readonly settings: RenderSettings;
  quality: Quality;
  /** Can be changed at any time. */
  pixelRatioLimit: number;
  /**
   * Milliseconds that a frame may take. If frames take longer, `settings.renderScale` reduces the
   * resolution of surfaces, down to about half of the edges. 0 disables this. Can be changed at any
   * time.
   */
  frameGoalMs: number;
  /** Limit for later loads. */
  textureBudgetBytes: number;
  /** Content for later loads. */
  get content(): readonly ContentSpec[];
  set content(content: readonly ContentInput[]);

  /** Statistics of the last frame: a single object, overwritten each frame. */
  readonly stats: FrameStats;
  readonly timing: FrameTiming;
  readonly memory: ViewerMemory;

  /**
   * Takes a picture of the current view. Rejects with GpuError if the device cannot draw this size.
   */
  screenshot(options?: ScreenshotOptions): Promise<Blob>;
  /**
   * Stops frames until the capture's `end`, and draws pictures on request, for videos or series of
   * pictures. Throws GpuError if the device cannot draw this size, and Error if another capture is
   * active.
   */
  capture(size: CaptureSize): FrameCapture;

  /** Returns a function that removes the listener. */
  on<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void;
  off<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): void;

  /**
   * Draws your own objects in the map's depth. Frames are only drawn when something changes: call
   * `requestFrame` while your objects move. Hooks that throw are removed, and their error is
   * reported as uncaught; WebGPU's errors about your commands come as the event "fault". Returns a
   * function that removes the hooks.
   */
  onRender(hooks: RenderHooks): () => void;
  /** Draws the next frame even if the picture is at rest. */
  requestFrame(): void;

  /**
   * Stops frames until `resume`, except when the canvas would be blank (resized, restored). Loads
   * continue.
   */
  pause(): void;
  resume(): void;
  readonly isPaused: boolean;
  /** Frees everything, and ends loads and flights. Further calls have no effect. */
  destroy(): void;
}

export type { CaptureSize, FrameCapture };
