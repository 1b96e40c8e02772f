/** A frame's pixels as a picture. */

import type { Renderer } from "../render/types.ts";

/** Reads the last frame back and packs it as PNG. The canvas need not show anything for this. */
export async function encodeScreenshot(renderer: Renderer): Promise<Blob> {
  const { width, height } = renderer;
  const pixels = await renderer.readPixels();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no 2D canvas to make the picture with");
  context.putImageData(toImageData(pixels, width, height), 0, 0);
  return await canvas.convertToBlob({ type: "image/png" });
}

/** RGBA rows as `ImageData`, opaque: what lies in a target's alpha is no transparency. */
export function toImageData(pixels: Uint8Array, width: number, height: number): ImageData {
  const image = new ImageData(width, height);
  image.data.set(pixels);
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  return image;
}
