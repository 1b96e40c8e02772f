/**
 * Reads the 2D skybox: six materials `skybox/<name><side>`, as six images.
 *
 * Source: the engine's sky shaders (`sky_dx9.cpp`, `sky_hdr_dx9.cpp`). Under HDR light the engine
 * shows `$hdrcompressedtexture`, else `$hdrbasetexture`, else `$basetexture`; under LDR light
 * always `$basetexture`. The first is RGBS, read without the sRGB curve, and rgb * a * 8 is linear
 * light. `$color` multiplies the result, and `$basetexturetransform` moves it: sides of half height
 * cover the upper half of the cube's side, and are clamped below. Only the shader "sky" has
 * textures for HDR light.
 */

import type { GpuImage } from "../../core/image.ts";
import {
  buildGpuImage,
  type GpuImageOptions,
  planGpuImage,
} from "../../formats/vtf/build-gpu-image.ts";
import { requireDecoder } from "../../formats/vtf/decode-vtf-image.ts";
import { halfFromFloat } from "../../formats/vtf/half-float.ts";
import { vtfParser } from "../../formats/vtf/open-vtf.ts";
import type { Vtf } from "../../formats/vtf/types.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import { SKY_SIDES, type Sky } from "../../map/material.ts";
import { contentName } from "../materials/content-name.ts";
import { createVmtReader, type ReadVmt } from "../materials/read-vmt.ts";
import { parseTransform, type Transform } from "../materials/transform-text.ts";
import { colorParam, textureParam } from "../materials/vmt-values.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import { requireFittingVtf, type TextureOptions } from "../textures/read-vtf.ts";
import { imageByteLength } from "../textures/texture-budget.ts";

/** Factor of an RGBS texel's colour times its alpha. */
const RGBS_SCALE = 8;

/**
 * Memory limit. Six sides of 2048 texels in half floats take 2^28 bytes, and unlike other textures
 * they are decoded all at once.
 */
const MAX_SKY_BYTES = 2 ** 29;

/** A side's texture before decoding. */
interface SideFile {
  readonly path: string;
  readonly vtf: Vtf;
  /** True if it holds compressed HDR colours. */
  readonly rgbs: boolean;
  readonly rows: Transform;
  readonly tint: readonly [number, number, number];
  /** True if the material names another texture for the other light. */
  readonly isOfLight: boolean;
}

/** Texture parameters by light, in order of preference. */
const TEXTURES: Readonly<Record<LightSideName, readonly string[]>> = {
  hdr: ["$hdrcompressedtexture", "$hdrbasetexture", "$basetexture"],
  ldr: ["$basetexture", "$hdrbasetexture", "$hdrcompressedtexture"],
};

const IDENTITY: Transform = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
];

/**
 * Reads a sky, with smaller mips if the budget requires it. Missing sides are `null`, with one
 * warning for all. Returns `null` if the map has no sky, or, with a warning, if no side exists or
 * the sky cannot fit the budget.
 * @param side light that the map is shown in
 */
export async function readSky(
  skyName: string,
  light: LightSideName,
  access: ContentAccess,
  options: TextureOptions,
): Promise<Sky | null> {
  const name = contentName(skyName, ".vmt");
  if (name === "") return null;
  const readVmt = createVmtReader(access);
  const files = await mapConcurrent(
    SKY_SIDES,
    (side) => readSide(`skybox/${name}${side}`, light, readVmt, access, options),
    access.signal,
  );
  const missing = SKY_SIDES.filter((_, i) => files[i] === null);
  if (missing.length > 0) {
    access.diagnostics.warn(
      "missing-texture",
      `materials/skybox/${name}`,
      `Sky ${name} lacks ${missing.length} of its 6 sides (${missing.join(", ")}).`,
    );
  }
  if (missing.length === SKY_SIDES.length) return null;
  const maxDimension = fitSides(files, access, options);
  if (maxDimension === null) {
    const message = `Sky ${name} is left out: it has no smaller mips that fit the budget.`;
    access.diagnostics.warn("over-budget", `materials/skybox/${name}`, message);
    return null;
  }
  const plan = { ...options, maxTextureDimension: maxDimension };
  return {
    name,
    sides: files.map((file) => file && buildSide(file, plan)),
    transform: Float32Array.from(
      files.flatMap((file) => (file?.rows ?? IDENTITY).flatMap((row) => row.slice(0, 3))),
    ),
    tint: Float32Array.from(files.flatMap((file) => file?.tint ?? [1, 1, 1])),
    isOfLight: files.some((file) => file?.isOfLight),
  };
}

/** Returns the GPU bytes of the six sky images. */
export function skyByteLength(sky: Sky): number {
  return sky.sides.reduce((sum, image) => sum + (image === null ? 0 : imageByteLength(image)), 0);
}

/** Reads one side's texture; `null` if its material or texture is missing or broken. */
async function readSide(
  name: string,
  light: LightSideName,
  readVmt: ReadVmt,
  access: ContentAccess,
  options: TextureOptions,
): Promise<SideFile | null> {
  const vmt = await readVmt(name);
  if (!vmt) return null;
  const transform = vmt.params.get("$basetexturetransform");
  const rows = (transform === undefined ? null : parseTransform(transform)) ?? IDENTITY;
  const tint = colorParam(vmt, "$color") ?? [1, 1, 1];
  const isSky = vmt.shader === "sky";
  const isOfLight = isSky && TEXTURES.ldr.filter((param) => vmt.params.has(param)).length > 1;
  for (const param of TEXTURES[isSky ? light : "ldr"]) {
    const texture = textureParam(vmt, param);
    if (texture === undefined) continue;
    const path = `materials/${texture}.vtf`;
    const bytes = await readOrWarn(access, path, "unreadable-texture");
    if (!bytes) continue;
    const parseVtf = await vtfParser(bytes);
    const vtf = parseOrWarn(access, path, "unreadable-texture", () => {
      const parsed = requireFittingVtf(parseVtf(bytes), options);
      requireDecoder(parsed);
      return parsed;
    });
    const rgbs = param === "$hdrcompressedtexture";
    if (vtf) return { path, vtf, rgbs, rows, tint, isOfLight };
  }
  return null;
}

/**
 * Returns the longest edge at which all sides fit the budget, before any is decoded; `null` if a
 * side has no smaller mip.
 */
function fitSides(
  files: readonly (SideFile | null)[],
  { ledger }: ContentAccess,
  options: TextureOptions,
): number | null {
  const budget = Math.min(options.textureBudgetBytes ?? MAX_SKY_BYTES, MAX_SKY_BYTES);
  const sides = files.filter((file) => file !== null);
  let maxDimension = options.maxTextureDimension;
  for (;;) {
    const images = sides.map((file) =>
      planSide(file, { ...options, maxTextureDimension: maxDimension }),
    );
    const total = images.reduce((sum, image) => sum + imageByteLength(image), 0);
    if (total <= budget && ledger.tryTake("texelBytes", total)) return maxDimension;
    if (images.some(({ mipCount }) => mipCount === 1)) return null;
    maxDimension = Math.max(...images.map(({ width, height }) => Math.max(width, height))) >>> 1;
  }
}

function gpuImageOptions({ rgbs }: SideFile, options: TextureOptions): GpuImageOptions {
  return {
    bc: options.textureCompressionBc && !rgbs,
    srgb: !rgbs,
    maxDimension: options.maxTextureDimension,
  };
}

/** Plans the image that `buildSide` creates from a file. */
function planSide(file: SideFile, options: TextureOptions): Omit<GpuImage, "data" | "mipOffset"> {
  const { rgbs, vtf } = file;
  const plan = planGpuImage(vtf, gpuImageOptions(file, options));
  const { dimension, width, height, mipCount } = plan;
  const format = rgbs ? "rgba16float" : plan.format;
  return {
    dimension,
    format,
    width,
    height,
    mipCount,
  };
}

function buildSide(file: SideFile, options: TextureOptions): GpuImage {
  const { rgbs, vtf } = file;
  const image = buildGpuImage(vtf, gpuImageOptions(file, options));
  return rgbs && image.format !== "rgba16float" ? decodeRgbs(image) : image;
}

function decodeRgbs(image: GpuImage): GpuImage {
  const { data } = image;
  const texels = new Uint16Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const scale = (data[i + 3] / 255 / 255) * RGBS_SCALE;
    for (let k = 0; k < 3; k++) texels[i + k] = halfFromFloat(data[i + k] * scale);
    texels[i + 3] = halfFromFloat(1);
  }
  const mipOffset = image.mipOffset.map((offset) => offset * 2);
  const bytes = new Uint8Array(texels.buffer);
  return { ...image, format: "rgba16float", mipOffset, data: bytes };
}
