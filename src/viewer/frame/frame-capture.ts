/** Pictures one after another, at a size and a pace of their own: what a video is made of. */

import { GpuError } from "../../gpu/errors.ts";
import type { Camera } from "../../render/types.ts";
import type { OpenRenderer } from "./open-renderer.ts";

/** Pictures a second. */
const DEFAULT_RATE = 60;

export interface FrameCapture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * Draws the view as the camera is now, at a moment of the map's clock: left out, each picture is a
   * 60th of a second after the one before. RGBA, sRGB, top row first; what lies in alpha says nothing.
   * One at a time. Rejects with GpuError when the device goes away.
   */
  read(seconds?: number): Promise<Uint8Array>;
  /** Frames are drawn on the canvas again. Calling it again does nothing. */
  end(): void;
}

export interface CaptureSize {
  readonly width: number;
  readonly height: number;
}

/** `isLost`: whether the device of `gpu` is not, or no longer, what the viewer draws with. */
export function createFrameCapture(
  { gpu, renderer }: OpenRenderer,
  camera: Camera,
  { width, height }: CaptureSize,
  { isLost, onEnd }: { readonly isLost: () => boolean; readonly onEnd: () => void },
): FrameCapture {
  const max = gpu.device.limits.maxTextureDimension2D;
  if (![width, height].every((edge) => Number.isInteger(edge) && edge > 0)) {
    throw new TypeError("a picture's edges are to be whole numbers above 0");
  }
  if (Math.max(width, height) > max) {
    const message = `this device draws up to ${max}x${max}, not ${width}x${height}`;
    throw new GpuError("limit", "", message);
  }
  let hasEnded = false;
  let pictures = 0;
  renderer.resize(width, height);

  async function drawWhole(seconds: number): Promise<Uint8Array> {
    await renderer.ready();
    // Not onto the canvas, which has a size of its own.
    renderer.render(camera, seconds, false);
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
