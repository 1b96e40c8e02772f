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
import { type GpuImageOptions, planGpuImage } from "../../formats/vtf/build-gpu-image.ts";
import { requireDecoder } from "../../formats/vtf/decode-vtf-image.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import { SKY_SIDES, type Sky } from "../../map/material.ts";
import { ROLE_BASE, ROLE_COUNT } from "../../map/texture-roles.ts";
import { contentName } from "../materials/content-name.ts";
import { createVmtReader, type ReadVmt } from "../materials/read-vmt.ts";
import { parseTransform, type Transform } from "../materials/transform-text.ts";
import { colorParam, textureParam } from "../materials/vmt-values.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import type { TextureImage } from "../open/events.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { type ReadTexture, readTextureFile, type TextureOptions } from "../textures/read-vtf.ts";
import { imageByteLength } from "../textures/texture-budget.ts";
import type { TexturePlaces } from "../textures/texture-places.ts";
import {
  listSmallMips,
  reopenTexture,
  type StreamedFile,
  type StreamedFiles,
  streamTextures,
} from "../textures/textures.ts";

/**
 * Memory limit. Six sides of 2048 texels in half floats take 2^28 bytes, and unlike other textures
 * they are decoded all at once.
 */
const MAX_SKY_BYTES = 2 ** 29;

/** A side's texture before decoding. */
interface SideFile extends ReadTexture {
  readonly path: string;
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

export interface OpenedSky {
  /** Complete, or with the small mips of those sides of which they were read. */
  readonly sky: Sky;
  /** GPU bytes of the complete sky. */
  readonly byteLength: number;
  /** Its sides, if they are still to be streamed. Rows are numbers of `SKY_SIDES`. */
  readonly rest: StreamedFiles | null;
}

/**
 * Opens a sky, with smaller mips if the budget requires it. Of its files only the heads are read if
 * the options want that. Missing sides are `null`, with one warning for all. Returns `null` if the
 * map has no sky, or, with a warning, if no side exists or the sky cannot fit the budget.
 * @param side light that the map is shown in
 */
export async function openSky(
  skyName: string,
  light: LightSideName,
  access: ContentAccess,
  options: TextureOptions,
): Promise<OpenedSky | null> {
  const name = contentName(skyName, ".vmt");
  if (name === "") return null;
  const readVmt = createVmtReader(access);
  const sides = await mapConcurrent(
    SKY_SIDES,
    (side) => readSide(`skybox/${name}${side}`, light, readVmt, access, options),
    access.signal,
  );
  const missing = SKY_SIDES.filter((_, i) => sides[i] === null);
  if (missing.length > 0) {
    access.diagnostics.warn(
      "missing-texture",
      `materials/skybox/${name}`,
      `Sky ${name} lacks ${missing.length} of its 6 sides (${missing.join(", ")}).`,
    );
  }
  if (missing.length === SKY_SIDES.length) return null;
  const maxDimension = fitSides(sides, access, options);
  if (maxDimension === null) {
    const message = `Sky ${name} is left out: it has no smaller mips that fit the budget.`;
    access.diagnostics.warn("over-budget", `materials/skybox/${name}`, message);
    return null;
  }
  const files = {
    arrays: Uint16Array.from(SKY_SIDES.keys()),
    files: sides.map((side) =>
      toStreamedFile(side, { ...options, maxTextureDimension: maxDimension }),
    ),
  };
  const isWhole = sides.every((side) => side === null || side.isHeld);
  const images = isWhole
    ? streamTextures(files, SKY_SIDES.keys(), access, options)
    : listSmallMips(files, access, options);
  const sky: Sky = {
    name,
    sides: placeSides(images),
    transform: Float32Array.from(
      sides.flatMap((side) => (side?.rows ?? IDENTITY).flatMap((row) => row.slice(0, 3))),
    ),
    tint: Float32Array.from(sides.flatMap((side) => side?.tint ?? [1, 1, 1])),
    isOfLight: sides.some((side) => side?.isOfLight),
  };
  const byteLength = files.files.reduce((sum, file) => sum + file.gpuByteLength, 0);
  return { sky, byteLength, rest: isWhole ? null : files };
}

/** Reads a whole sky; `null` as `openSky` returns it. */
export async function readSky(
  skyName: string,
  light: LightSideName,
  access: ContentAccess,
  options: TextureOptions,
): Promise<Sky | null> {
  const opened = await openSky(skyName, light, access, options);
  if (opened === null) return null;
  const { sky, rest } = opened;
  if (rest === null) return sky;
  const images: TextureImage[] = [];
  for (const side of SKY_SIDES.keys()) {
    await reopenTexture(rest, side, access, options);
    images.push(...streamTextures(rest, [side], access, options));
  }
  return { ...sky, sides: placeSides(images, sky.sides) };
}

function placeSides(images: Iterable<TextureImage>, before: Sky["sides"] = []): Sky["sides"] {
  const sides = SKY_SIDES.map((_, side) => before[side] ?? null);
  for (const { texture, image } of images) sides[texture] = image;
  return sides;
}

/** Directions that the sides look along. */
const DIRECTIONS = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const;
/** Distance of the sides in inches: far outside of any map. */
const DISTANCE = 2 ** 20;

/** Returns boxes far away that the sides are seen in, a quarter of a turn wide. */
export function placeSky(): TexturePlaces {
  const across = DISTANCE / 2;
  const box = DIRECTIONS.flatMap((direction) => [
    ...direction.map((d) => d * DISTANCE - (1 - Math.abs(d)) * across),
    ...direction.map((d) => d * DISTANCE + (1 - Math.abs(d)) * across),
  ]);
  const roleTexture = new Int32Array(SKY_SIDES.length * ROLE_COUNT).fill(-1);
  for (const side of SKY_SIDES.keys()) roleTexture[side * ROLE_COUNT + ROLE_BASE] = side;
  return {
    box: Float32Array.from(box),
    material: Uint32Array.from(SKY_SIDES.keys()),
    roleTexture,
    textureCount: SKY_SIDES.length,
  };
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
    const read = await readTextureFile(path, access, options, {
      dimension: "2d",
      accepts: (vtf) => {
        requireDecoder(vtf);
        return true;
      },
      isOptional: true,
    });
    const rgbs = param === "$hdrcompressedtexture";
    if (read) return { ...read, path, rgbs, rows, tint, isOfLight };
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

/** A missing side: there is nothing to stream. */
const NO_FILE: StreamedFile = {
  ...{ path: "", space: "srgb", dimension: "2d", maxDimension: 0, frames: 1, isRgbs: false },
  ...{ format: "", byteLength: 0, gpuFormat: "rgba8unorm", gpuByteLength: 0, untakenBytes: 0 },
  ...{ vtf: null, isHeld: true, rest: null, isShown: false, small: null },
};

/** @param options with the longest edge that fits the budget */
function toStreamedFile(side: SideFile | null, options: TextureOptions): StreamedFile {
  if (side === null) return NO_FILE;
  const { path, vtf, isHeld, rest, rgbs } = side;
  const plan = planSide(side, options);
  return {
    path,
    space: rgbs ? "linear" : "srgb",
    dimension: "2d",
    maxDimension: options.maxTextureDimension,
    frames: 1,
    format: vtf.formatName,
    byteLength: vtf.byteLength,
    gpuFormat: plan.format,
    gpuByteLength: imageByteLength(plan),
    vtf,
    isHeld,
    rest,
    isRgbs: rgbs,
    // `fitSides` has taken them.
    untakenBytes: 0,
    isShown: false,
    small: null,
  };
}
