/** Encodes a frame's pixels as an image file. */

export interface PictureType {
  readonly type: "image/png" | "image/jpeg" | "image/webp";
  /** 0 to 1, for JPEG and WebP; the browser's default if omitted. */
  readonly quality?: number;
}

/** Encodes a frame's pixels. The canvas need not show anything. */
export async function encodePicture(
  pixels: Uint8Array,
  width: number,
  height: number,
  { type, quality }: PictureType,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser has no 2D canvas to make the picture with");
  context.putImageData(toImageData(pixels, width, height), 0, 0);
  return canvas.convertToBlob({ type, quality });
}

export interface PictureSize {
  readonly width?: number;
  readonly height?: number;
}

/** Returns the requested size; a single edge keeps the shown aspect ratio. */
export function pictureSize(
  { width, height }: PictureSize,
  shown: { readonly width: number; readonly height: number },
): { width: number; height: number } {
  for (const edge of [width, height]) {
    if (edge === undefined || (Number.isInteger(edge) && edge > 0)) continue;
    throw new TypeError("a picture's edges must be whole numbers above 0");
  }
  const shape = shown.width / shown.height;
  const whole = (edge: number): number => Math.max(1, Math.round(edge));
  return {
    width: width ?? (height === undefined ? shown.width : whole(height * shape)),
    height: height ?? (width === undefined ? shown.height : whole(width / shape)),
  };
}

/** Converts RGBA rows to opaque `ImageData`: a render target's alpha is not transparency. */
export function toImageData(pixels: Uint8Array, width: number, height: number): ImageData {
  const image = new ImageData(width, height);
  image.data.set(pixels);
  for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
  return image;
}
