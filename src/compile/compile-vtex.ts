/**
 * vtex: compiles images to a VTF, with mips, thumbnail, mean color and the flags that follow from
 * the texels.
 * Observed in files of the real tool: the reflectivity is the mean of (byte / 255)^2.2 over all
 * frames and faces of the source, regardless of alpha. The thumbnail is DXT1, at most 16 texels on
 * an edge.
 */

import { encodeBc, encodeBgra8888, encodeRgba16161616f } from "../formats/vtf/encode-texels.ts";
import { IMAGE_FORMATS } from "../formats/vtf/image-format.ts";
import {
  TEXTUREFLAGS_EIGHTBITALPHA,
  TEXTUREFLAGS_ENVMAP,
  TEXTUREFLAGS_NORMAL,
  TEXTUREFLAGS_ONEBITALPHA,
} from "../formats/vtf/texture-flags.ts";
import type { VtfLowResImage } from "../formats/vtf/types.ts";
import { writeVtf } from "../formats/vtf/write-vtf.ts";

// Texel kinds, with their storage and filtering.

// Conversion between stored 8-bit colors and linear light.

/** sRGB byte to linear light, 0..1. */
const LINEAR_FROM_BYTE: Float32Array = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Bytes by linear light, in steps of a fifth of the narrowest byte. */
const STEPS = 16384;
const BYTE_FROM_STEP = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const linear = step / STEPS;
  const encoded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
});

/**
 * Converts linear light, clamped to 0..1, to the nearest sRGB byte, with an error of at most a
 * tenth of a level.
 */
function byteFromLinear(value: number): number {
  const linear = Math.min(Math.max(value, 0), 1);
  return BYTE_FROM_STEP[Math.round(linear * STEPS)];
}

/** Converts 0..1 to the nearest byte. */
function byteFromUnit(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 1) * 255);
}

/**
 * `color`: sRGB bytes, filtered in linear light. `normal`: a unit vector in r, g, b, renormalized
 * in each mip. `data`: numbers filtered directly. Alpha is a plain number in each.
 */
export type TexelKind = "color" | "normal" | "data";

/** RGBA in the space of filtering: linear light, -1..1 vectors, or plain numbers. */
export interface TexelPlane {
  readonly width: number;
  readonly height: number;
  readonly rgba: Float32Array;
}

/** Decodes stored bytes. */
function planeFromBytes(
  bytes: Uint8Array,
  width: number,
  height: number,
  kind: TexelKind,
): TexelPlane {
  const rgba = new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const unit = bytes[i] / 255;
    if (i % 4 === 3 || kind === "data") rgba[i] = unit;
    else rgba[i] = kind === "color" ? LINEAR_FROM_BYTE[bytes[i]] : unit * 2 - 1;
  }
  return { width, height, rgba };
}

/** Encodes stored bytes. */
function bytesFromPlane({ rgba }: TexelPlane, kind: TexelKind): Uint8Array {
  const bytes = new Uint8Array(rgba.length);
  for (let i = 0; i < bytes.length; i++) {
    if (i % 4 === 3 || kind === "data") bytes[i] = byteFromUnit(rgba[i]);
    else if (kind === "color") bytes[i] = byteFromLinear(rgba[i]);
    else bytes[i] = byteFromUnit(rgba[i] * 0.5 + 0.5);
  }
  return bytes;
}

// Mips by a box filter: each texel is the mean of four texels of the previous mip.

export interface MipOptions {
  readonly kind: TexelKind;
  /**
   * Reference value of the alpha test, or `null` without alpha test. Colors are then weighted by
   * alpha, and alpha is scaled so that each mip keeps the coverage of the first.
   */
  readonly alphaTestReference: number | null;
}

/** Builds the whole chain, largest first. */
function buildMips(image: TexelPlane, options: MipOptions): TexelPlane[] {
  const mips = [image];
  const reference = options.alphaTestReference;
  const coverage = reference === null ? 0 : alphaCoverage(image, reference, 1);
  for (let mip = image; mip.width > 1 || mip.height > 1; ) {
    mip = halve(mip, reference !== null);
    mips.push(mip);
  }
  for (const mip of mips.slice(1)) {
    if (options.kind === "normal") normalize(mip);
    if (reference !== null) keepCoverage(mip, reference, coverage);
  }
  return mips;
}

function halve({ width, height, rgba }: TexelPlane, weighted: boolean): TexelPlane {
  const newWidth = Math.max(1, width >>> 1);
  const newHeight = Math.max(1, height >>> 1);
  const out = new Float32Array(newWidth * newHeight * 4);
  const right = width > 1 ? 4 : 0;
  const below = height > 1 ? width * 4 : 0;
  for (let y = 0; y < newHeight; y++) {
    for (let x = 0; x < newWidth; x++) {
      const a = (Math.min(y * 2, height - 1) * width + Math.min(x * 2, width - 1)) * 4;
      const [b, c, d] = [a + right, a + below, a + right + below];
      const to = (y * newWidth + x) * 4;
      const alpha = rgba[a + 3] + rgba[b + 3] + rgba[c + 3] + rgba[d + 3];
      out[to + 3] = alpha / 4;
      for (let k = 0; k < 3; k++) {
        out[to + k] =
          weighted && alpha > 0
            ? (rgba[a + k] * rgba[a + 3] +
                rgba[b + k] * rgba[b + 3] +
                rgba[c + k] * rgba[c + 3] +
                rgba[d + k] * rgba[d + 3]) /
              alpha
            : (rgba[a + k] + rgba[b + k] + rgba[c + k] + rgba[d + k]) / 4;
      }
    }
  }
  return { width: newWidth, height: newHeight, rgba: out };
}

/** Normalizes vectors. Vectors that cancel out become straight up. */
function normalize({ rgba }: TexelPlane): void {
  for (let i = 0; i < rgba.length; i += 4) {
    const length = Math.hypot(rgba[i], rgba[i + 1], rgba[i + 2]);
    if (length < 1e-6) rgba.set([0, 0, 1], i);
    else for (let k = 0; k < 3; k++) rgba[i + k] /= length;
  }
}

/** Returns the share of texels whose alpha times `scale` reaches the reference. */
function alphaCoverage({ rgba }: TexelPlane, reference: number, scale: number): number {
  let count = 0;
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] * scale >= reference) count++;
  return (count * 4) / rgba.length;
}

/** Scales alpha by the factor that best keeps the coverage, found by bisection. */
function keepCoverage(mip: TexelPlane, reference: number, coverage: number): void {
  let low = 0;
  let high = 8;
  for (let round = 0; round < 12; round++) {
    const scale = (low + high) / 2;
    if (alphaCoverage(mip, reference, scale) < coverage) low = scale;
    else high = scale;
  }
  const missing = coverage - alphaCoverage(mip, reference, low);
  const extra = alphaCoverage(mip, reference, high) - coverage;
  const scale = missing < extra ? low : high;
  for (let i = 3; i < mip.rgba.length; i += 4) mip.rgba[i] = Math.min(1, mip.rgba[i] * scale);
}

export type VtexFormat = "RGBA8888" | "BGRA8888" | "DXT1" | "DXT5" | "RGBA16161616F";

export interface VtexOptions {
  /** Powers of two. */
  readonly width: number;
  readonly height: number;
  readonly format: VtexFormat;
  readonly kind: TexelKind;
  readonly mips: boolean;
  /** `TEXTUREFLAGS_*` to set besides those that are derived. */
  readonly flags: number;
  /** Each frame has six images, in the order right, left, back, front, up, down. */
  readonly cubemap: boolean;
  /** Reference value at which mips keep the image's alpha coverage; `null` without alpha test. */
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
/** Source's gamma between bytes and linear light for mean colors. */
const REFLECTIVITY_GAMMA = 2.2;

/**
 * Compiles one texture. `images` holds RGBA texels by frame, then face: stored bytes, or floats of
 * linear light (for `normal`, vectors; for `data`, 0..1). Alpha is 0..1 or a byte. Throws
 * RangeError for invalid sizes and counts.
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
    // Bytes are the stored values. Floats of colors are linear light.
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

/** Returns the mip of at most 16 texels on an edge, opaque. */
function makeLowRes(mips: readonly TexelPlane[], kind: TexelKind): VtfLowResImage {
  const small = mips.find(({ width, height }) => Math.max(width, height) <= LOW_RES_EDGE)!;
  const { width, height } = small;
  const data = encodeBc(1, bytesFromPlane(small, kind), width, height);
  return { width, height, format: formatNumber("DXT1"), data };
}

function formatNumber(name: string): number {
  return IMAGE_FORMATS.findIndex((format) => format.name === name);
}
