/** Captures pictures at a given size and time, for videos. */

import { GpuError } from "../../gpu/errors.ts";
import type { Camera } from "../../render/types.ts";
import type { OpenRenderer } from "./open-renderer.ts";

/** Frames drawn before the first picture, from which occlusion culling has its start. */
const SETTLING_FRAMES = 2;
/** Pictures per second. */
const DEFAULT_RATE = 60;

export interface FrameCapture {
  /** Size in pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * Draws the present view at a time in seconds; if omitted, 1/60 second after the last picture. A
   * map's simulation that plays advances by the time between two pictures, and one that is paused
   * stands still. Returns RGBA in sRGB, top row first; alpha is meaningless. Only one call may run at a
   * time. Rejects with GpuError if the device is lost.
   */
  read(seconds?: number): Promise<Uint8Array>;
  /** Resumes frames on the canvas. Further calls have no effect. */
  end(): void;
}

export interface CaptureSize {
  readonly width: number;
  readonly height: number;
}

export interface CaptureHost {
  /** Whether the viewer has lost or replaced the device. */
  readonly isLost: () => boolean;
  readonly onEnd: () => void;
  /** Lets time pass, in seconds. Returns the time of the scene to draw. */
  readonly advance: (elapsed: number, seconds: number) => number;
}

export function createFrameCapture(
  { gpu, renderer }: OpenRenderer,
  camera: Camera,
  { width, height }: CaptureSize,
  { isLost, onEnd, advance }: CaptureHost,
): FrameCapture {
  const max = gpu.device.limits.maxTextureDimension2D;
  if (![width, height].every((edge) => Number.isInteger(edge) && edge > 0)) {
    throw new TypeError("a picture's edges must be whole numbers above 0");
  }
  if (Math.max(width, height) > max) {
    const message = `this device draws up to ${max}x${max}, not ${width}x${height}`;
    throw new GpuError("limit", "", message);
  }
  let hasEnded = false;
  let pictures = 0;
  /** Time of the last picture. */
  let last = 0;
  renderer.resize(width, height);

  // Not drawn onto the canvas, which has another size.
  const draw = (seconds: number, eyeSeconds: number): void =>
    renderer.render(camera, seconds, false, eyeSeconds);

  async function drawWhole(eyeSeconds: number): Promise<Uint8Array> {
    const seconds = advance(pictures === 0 ? 0 : Math.max(0, eyeSeconds - last), eyeSeconds);
    last = eyeSeconds;
    if (pictures === 0) {
      // Culling begins on the GPU when a picture was drawn without it. Where surfaces meet, it may
      // change single pixels, so it has to begin before the first picture.
      for (let frame = 0; frame < SETTLING_FRAMES; frame++) {
        await renderer.settled();
        draw(seconds, eyeSeconds);
      }
      await renderer.settled();
    }
    await renderer.ready();
    draw(seconds, eyeSeconds);
    return renderer.readPixels();
  }

  return {
    width,
    height,
    async read(seconds = pictures / DEFAULT_RATE) {
      if (hasEnded) throw new Error("the capture has ended");
      if (!isLost()) {
        const pixels = await drawWhole(seconds).catch((error) => {
          if (isLost()) return null;
          throw error;
        });
        pictures++;
        if (pixels !== null && !isLost()) return pixels;
      }
      throw new GpuError("no-device", "", "the graphics device was lost between two pictures");
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      onEnd();
    },
  };
}
