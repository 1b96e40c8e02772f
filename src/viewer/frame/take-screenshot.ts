/** Takes a picture of a viewer's scene at any size, without resizing the canvas. */

import { GpuError } from "../../gpu/errors.ts";
import type { Camera } from "../../render/types.ts";
import type { ScreenshotOptions } from "../base-viewer.ts";
import type { OpenRenderer } from "./open-renderer.ts";
import { encodePicture, pictureSize } from "./screenshot.ts";

/** @param seconds returns the map's clock when the picture is drawn */
export async function takeScreenshot(
  { gpu, renderer }: OpenRenderer,
  camera: Camera,
  seconds: () => number,
  options: ScreenshotOptions,
): Promise<Blob> {
  await renderer.ready();
  const shown = { width: renderer.width, height: renderer.height };
  const { type = "image/png", quality } = options;
  const { width, height } = pictureSize(options, shown);
  const max = gpu.device.limits.maxTextureDimension2D;
  if (Math.max(width, height) > max) {
    const wanted = `${width}x${height}`;
    throw new GpuError("limit", "", `this device draws up to ${max}x${max}, not ${wanted}`);
  }
  const isShown = width === shown.width && height === shown.height;
  if (!isShown) renderer.resize(width, height);
  renderer.render(camera, seconds(), isShown);
  const reading = renderer.readPixels();
  if (!isShown) renderer.resize(shown.width, shown.height);
  return encodePicture(await reading, width, height, { type, quality });
}
