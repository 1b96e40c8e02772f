/**
 * vtex: images to a VTF, with mips, thumbnail, mean colour and the flags that follow from the texels.
 *
 * Seen in files of the real tool: the reflectivity is the mean of (byte / 255)^2.2 over all frames and
 * faces of the source, alpha without influence; the thumbnail is DXT1, at most 16 texels on an edge.
 */

import { encodeBc } from "../../formats/vtf/encode-bc.ts";
import { encodeBgra8888, encodeRgba16161616f } from "../../formats/vtf/encode-texels.ts";
import { IMAGE_FORMATS } from "../../formats/vtf/image-format.ts";
import {
  TEXTUREFLAGS_EIGHTBITALPHA,
  TEXTUREFLAGS_ENVMAP,
  TEXTUREFLAGS_NORMAL,
  TEXTUREFLAGS_ONEBITALPHA,
} from "../../formats/vtf/texture-flags.ts";
import type { VtfLowResImage } from "../../formats/vtf/types.ts";
import { writeVtf } from "../../formats/vtf/write-vtf.ts";
import { buildMips } from "./build-mips.ts";
import { bytesFromPlane, planeFromBytes, type TexelKind, type TexelPlane } from "./texels.ts";

export type VtexFormat = "RGBA8888" | "BGRA8888" | "DXT1" | "DXT5" | "RGBA16161616F";

export interface VtexOptions {
  /** Powers of two. */
  readonly width: number;
  readonly height: number;
  readonly format: VtexFormat;
  readonly kind: TexelKind;
  readonly mips: boolean;
  /** `TEXTUREFLAGS_*` to set besides those that follow from the rest. */
  readonly flags: number;
  /** Each frame has six images, in the order right, left, back, front, up, down. */
  readonly cubemap: boolean;
  /** Alpha is kept as dense in the mips as it is in the image; null where it is not tested. */
  readonly alphaTestReference: number | null;
}

export const VTEX_DEFAULTS = {
  format: "DXT1",
  kind: "color",
  mips: true,
  flags: 0,
  cubemap: false,
  alphaTestReference: null,
} as const;

const LOW_RES_EDGE = 16;
/** Source's own idea of the curve between bytes and linear light, for mean colours. */
const REFLECTIVITY_GAMMA = 2.2;

/**
 * Compiles one texture. `images` holds RGBA texels by frame, then face: bytes as they are stored, or
 * floats of linear light (of `normal`, vectors; of `data`, 0..1). Alpha is 0..1 or a byte.
 * Throws RangeError for sizes and counts that make no texture.
 */
export function compileVtex(
  images: readonly (Uint8Array | Float32Array)[],
  options: Pick<VtexOptions, "width" | "height"> & Partial<VtexOptions>,
): Uint8Array {
  const settings: VtexOptions = { ...VTEX_DEFAULTS, ...options };
  const { width, height, kind, format } = settings;
  checkSizes(images, settings);
  const planes = images.map((image) =>
    image instanceof Float32Array
      ? { width, height, rgba: image }
      : planeFromBytes(image, width, height, kind),
  );
  const faceCount = settings.cubemap ? 6 : 1;
  const chains = planes.map((plane) => (settings.mips ? buildMips(plane, settings) : [plane]));
  const hasAlpha = planes.some(isSeenThrough);
  const encoded = chains.map((chain) => chain.map((mip) => encodePlane(mip, settings, hasAlpha)));
  return writeVtf({
    width,
    height,
    depth: 1,
    frameCount: images.length / faceCount,
    firstFrame: 0,
    faceCount,
    mipCount: chains[0].length,
    flags: settings.flags | derivedFlags(settings, hasAlpha),
    format: formatNumber(format === "DXT1" && hasAlpha ? "DXT1_ONEBITALPHA" : format),
    reflectivity: measureReflectivity(images, planes, kind),
    bumpScale: 1,
    lowRes: makeLowRes(settings.mips ? chains[0] : buildMips(planes[0], settings), kind),
    image: (mip, frame = 0, face = 0) => encoded[frame * faceCount + face][mip],
  });
}

function checkSizes(
  images: readonly (Uint8Array | Float32Array)[],
  { width, height, cubemap }: VtexOptions,
): void {
  for (const edge of [width, height]) {
    if (!(edge >= 1 && edge <= 32768 && (edge & (edge - 1)) === 0)) {
      throw new RangeError(`${width}x${height} texels: both must be powers of two`);
    }
  }
  if (images.length === 0 || (cubemap && images.length % 6 !== 0)) {
    throw new RangeError(`${images.length} images make no ${cubemap ? "cubemap" : "texture"}`);
  }
  for (const { length } of images) {
    if (length !== width * height * 4) {
      throw new RangeError(`an image has ${length} values, not ${width * height * 4}`);
    }
  }
}

function encodePlane(plane: TexelPlane, settings: VtexOptions, hasAlpha: boolean): Uint8Array {
  const { format, kind } = settings;
  if (format === "RGBA16161616F") return encodeRgba16161616f(plane.rgba);
  const bytes = bytesFromPlane(plane, kind);
  if (format === "RGBA8888") return bytes;
  if (format === "BGRA8888") return encodeBgra8888(bytes);
  if (format === "DXT5") return encodeBc(3, bytes, plane.width, plane.height);
  return encodeBc(1, bytes, plane.width, plane.height, hasAlpha);
}

function derivedFlags({ format, kind, cubemap }: VtexOptions, hasAlpha: boolean): number {
  let flags = kind === "normal" ? TEXTUREFLAGS_NORMAL : 0;
  if (cubemap) flags |= TEXTUREFLAGS_ENVMAP;
  if (!hasAlpha) return flags;
  return flags | (format === "DXT1" ? TEXTUREFLAGS_ONEBITALPHA : TEXTUREFLAGS_EIGHTBITALPHA);
}

function isSeenThrough({ rgba }: TexelPlane): boolean {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] < 254.5 / 255) return true;
  return false;
}

function measureReflectivity(
  images: readonly (Uint8Array | Float32Array)[],
  planes: readonly TexelPlane[],
  kind: TexelKind,
): [number, number, number] {
  const sum = [0, 0, 0];
  let count = 0;
  for (const [i, image] of images.entries()) {
    // What the file will hold: floats of colours are linear light already.
    const bytes = image instanceof Float32Array ? null : image;
    const { rgba } = planes[i];
    for (let at = 0; at < image.length; at += 4, count++) {
      for (let k = 0; k < 3; k++)
        sum[k] += bytes ? GAMMA_TABLE[bytes[at + k]] : lightOf(rgba[at + k], kind);
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

const GAMMA_TABLE = Float64Array.from({ length: 256 }, (_, i) => (i / 255) ** REFLECTIVITY_GAMMA);

function lightOf(value: number, kind: TexelKind): number {
  if (kind === "color") return value;
  const unit = kind === "normal" ? value * 0.5 + 0.5 : value;
  return Math.min(Math.max(unit, 0), 1) ** REFLECTIVITY_GAMMA;
}

/** The mip of at most 16 texels on an edge, opaque. */
function makeLowRes(mips: readonly TexelPlane[], kind: TexelKind): VtfLowResImage {
  const small = mips.find(({ width, height }) => Math.max(width, height) <= LOW_RES_EDGE)!;
  const { width, height } = small;
  const data = encodeBc(1, bytesFromPlane(small, kind), width, height);
  return { width, height, format: formatNumber("DXT1"), data };
}

function formatNumber(name: string): number {
  return IMAGE_FORMATS.findIndex((format) => format.name === name);
}
