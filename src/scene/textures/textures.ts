/**
 * Reads a material set's textures. Each VTF's header determines its place in an array texture of
 * its size and format; texels are decoded only when they are streamed.
 */

import {
  type GpuImage,
  type GpuImageFormat,
  layersOf,
  type TextureDimension,
} from "../../core/image.ts";
import {
  buildGpuImage,
  type GpuImagePlan,
  planGpuImage,
} from "../../formats/vtf/build-gpu-image.ts";
import {
  TEXTUREFLAGS_CLAMPS,
  TEXTUREFLAGS_CLAMPT,
  TEXTUREFLAGS_EIGHTBITALPHA,
  TEXTUREFLAGS_ONEBITALPHA,
  TEXTUREFLAGS_SSBUMP,
} from "../../formats/vtf/texture-flags.ts";
import type { Vtf } from "../../formats/vtf/types.ts";
import {
  type MaterialSet,
  TEXTURE_CLAMP_S,
  TEXTURE_CLAMP_T,
  type TextureArray,
  type TextureTable,
} from "../../map/material.ts";
import { ROLE_COUNT, type TextureRole, type TextureSpace } from "../../map/texture-roles.ts";
import { limitConcurrency } from "../open/concurrent.ts";
import type { TextureImage } from "../open/events.ts";
import { type ContentAccess, parseOrWarn } from "../open/read-content.ts";
import { throwIfAborted } from "../open/throw-if-aborted.ts";
import { decodeRgbs } from "./decode-rgbs.ts";
import { enlargeImage } from "./enlarge-image.ts";
import { enlargeThumbnail } from "./enlarge-thumbnail.ts";
import { type ReadTexture, readTextureFile, readVtf, type TextureOptions } from "./read-vtf.ts";
import { fitTextures, imageByteLength, LEFT_OUT, MAX_ARRAY_LAYERS } from "./texture-budget.ts";

// Cubemaps under HDR light, which `buildcubemaps` writes as separate files.

/** Bytes of an RGBA half-float texel, and of its colour. */
const TEXEL_BYTES = 8;
const COLOR_BYTES = 6;
const CUBE_FACES = 6;

export interface HdrCube extends ReadTexture {
  /** Content path. */
  readonly path: string;
}

/**
 * Reads the HDR file of a map's cubemap. Returns `null` under LDR light, if the file is missing, or
 * if it is black as vbsp leaves it; the LDR file is then better.
 * @param name without `materials/` and `.vtf`
 */
async function readHdrCube(
  name: string,
  access: ContentAccess,
  options: TextureOptions,
): Promise<HdrCube | null> {
  if (options.side !== "hdr" || !name.startsWith("maps/")) return null;
  const path = `materials/${name}.hdr.vtf`;
  const accepts = (vtf: Vtf) => !isBlack(vtf);
  const wanted = { dimension: "cube", accepts, isOptional: true } as const;
  const read = await readTextureFile(path, access, options, wanted);
  return read && { ...read, path };
}

/** Tests the smallest mips, which contain the light of the whole image. */
function isBlack(vtf: Vtf): boolean {
  if (vtf.formatName !== "RGBA16161616F") return false;
  for (let face = 0; face < CUBE_FACES; face++) {
    const texels = vtf.image(vtf.mipCount - 1, 0, face);
    for (let i = 0; i < texels.length; i++) {
      if (i % TEXEL_BYTES < COLOR_BYTES && texels[i] !== 0) return false;
    }
  }
  return true;
}

// Number of frames of an animated texture.

/** Share of the texture budget that one animation may take at its smallest size. */
const LARGEST_SHARE = 1 / 8;

/**
 * Returns the number of frames; fewer, with a warning, if they exceed an array texture or the
 * budget.
 */
function fitFrames(
  vtf: Vtf,
  path: string,
  { diagnostics }: ContentAccess,
  { textureCompressionBc: bc, textureBudgetBytes = Number.POSITIVE_INFINITY }: TextureOptions,
): number {
  const smallest = planGpuImage(vtf, { bc, srgb: true, maxDimension: 0, dimension: "2d" });
  const room = Math.floor((textureBudgetBytes * LARGEST_SHARE) / imageByteLength(smallest));
  const most = Math.min(room, MAX_ARRAY_LAYERS / layersOf("2d"));
  if (vtf.frameCount <= most) return vtf.frameCount;
  const frames = Math.max(1, most);
  const message = `${path} has ${vtf.frameCount} frames: the first ${frames} are shown.`;
  diagnostics.warn("over-budget", path, message);
  return frames;
}

/** Reading options of a role's textures. */
export type TextureReading = Pick<TextureRole, "space" | "dimension">;

/** A texture requested by materials. A file that is read in two ways becomes two textures. */
export interface TextureRequest extends TextureReading {
  /** Name without `materials/` and `.vtf`. */
  readonly name: string;
  /** Distance: the farthest textures are reduced first. */
  readonly distance: number;
  /** Whether all frames are wanted, not only the first. */
  readonly isAnimated?: boolean;
}

/** Returns the key of a request. Names contain no line breaks. */
export function textureKey(name: string, { space, dimension }: TextureReading): string {
  return `${space} ${dimension}\n${name}`;
}

/** A texture that can be streamed. */
export interface StreamedFile {
  /** Content path. */
  readonly path: string;
  readonly space: TextureSpace;
  readonly dimension: TextureDimension;
  /** Mips with a longer edge are skipped. */
  readonly maxDimension: number;
  readonly frames: number;
  /** Format and length of the file. */
  readonly format: string;
  readonly byteLength: number;
  /** Format and bytes of all its mips on the GPU. */
  readonly gpuFormat: GpuImageFormat;
  readonly gpuByteLength: number;
  /** `null` after its texels were decoded. */
  vtf: Vtf | null;
  /** Whether `vtf` has all texels; see `reopenTexture`. */
  isHeld: boolean;
  /** See `ReadTexture.rest`. */
  readonly rest: ReadTexture["rest"];
  /** Whether colours are RGBS, which is decoded to half floats: see `decodeRgbs`. */
  readonly isRgbs: boolean;
  /** Bytes of its texels that are still to be taken from the ledger. */
  untakenBytes: number;
  /** Whether any of its texels were sent. */
  isShown: boolean;
  /** Its small mips, once they were sent. */
  small: SmallMips | null;
}

/** A texture of a set. Its row in the table is its index in the list. */
export interface TextureFile extends StreamedFile {
  /** True if the header says that it has alpha. */
  readonly hasAlpha: boolean;
  /** True if the header says that it is a self-shadowed bump map. */
  readonly isSelfShadowed: boolean;
  /** Mean colour stated by the file, linear. */
  readonly reflectivity: readonly [number, number, number];
}

interface SmallMips {
  /** Number of larger mips. */
  readonly skipMips: number;
  /** True if they are shown for good, because the rest of the file cannot be read. */
  isFinal: boolean;
}

/** Textures that can be streamed. */
export interface StreamedFiles {
  /** Array of each texture. */
  readonly arrays: Uint16Array;
  readonly files: readonly StreamedFile[];
}

/** The textures of a set. Shares no buffer with `table`, which may be transferred. */
export interface TextureFiles extends StreamedFiles {
  readonly table: TextureTable;
  readonly files: readonly TextureFile[];
  /** Row by `textureKey`; missing or unreadable textures have none. */
  readonly row: ReadonlyMap<string, number>;
}

interface ReadFile extends ReadTexture {
  readonly path: string;
}

/** Begins to read the texture of a request, once; `null` if it is missing or broken. */
export type ReadRequest = (
  request: Pick<TextureRequest, "name" | "space" | "dimension">,
) => Promise<ReadFile | null>;

/** Creates the reader of a set's textures. It may be called before all requests are known. */
export function createTextureReader(access: ContentAccess, options: TextureOptions): ReadRequest {
  const limit = limitConcurrency();
  const reads = new Map<string, Promise<ReadFile | null>>();
  const readFile = async ({ name, dimension }: Pick<TextureRequest, "name" | "dimension">) => {
    const cube = dimension === "cube" ? await readHdrCube(name, access, options) : null;
    if (cube !== null) return cube;
    const path = `materials/${name}.vtf`;
    const read = await readTextureFile(path, access, options, { dimension });
    return read && { ...read, path };
  };
  return (request) => {
    const key = textureKey(request.name, request);
    let read = reads.get(key);
    if (read === undefined) {
      read = limit(() => readFile(request));
      // A load may end before anything awaits it.
      read.catch(() => undefined);
      reads.set(key, read);
    }
    return read;
  };
}

/**
 * Whether all requested textures fit the budget at full size: then `openTextures` opens the same
 * with any larger budget.
 */
export async function areWithinBudget(
  requests: readonly TextureRequest[],
  options: TextureOptions,
  readRequest: ReadRequest,
): Promise<boolean> {
  const { textureCompressionBc: bc, maxTextureDimension: maxDimension } = options;
  const { textureBudgetBytes = Number.POSITIVE_INFINITY } = options;
  let bytes = 0;
  for (const request of requests) {
    const vtf = (await readRequest(request))?.vtf;
    if (vtf === undefined) continue;
    const { dimension, isAnimated } = request;
    const frames = isAnimated ? vtf.frameCount : 1;
    const plan = planGpuImage(vtf, { bc, srgb: true, maxDimension, dimension, frames });
    // An animation may take only a share: see `fitFrames`.
    bytes += imageByteLength(plan) / (isAnimated ? LARGEST_SHARE : 1);
  }
  return bytes <= textureBudgetBytes;
}

/** Reads the VTFs of requests, which are listed once each. All that are found fit the budget. */
export async function openTextures(
  requests: readonly TextureRequest[],
  access: ContentAccess,
  options: TextureOptions,
  readRequest = createTextureReader(access, options),
): Promise<TextureFiles> {
  const read = async (request: TextureRequest) => {
    const texture = await readRequest(request);
    if (texture === null) return null;
    const { path, vtf } = texture;
    const frames = request.isAnimated ? fitFrames(vtf, path, access, options) : 1;
    return { ...request, ...texture, frames };
  };
  const textures = await Promise.all(requests.map(read));
  throwIfAborted(access.signal);
  const found = textures.filter((texture) => texture !== null);
  const maxDimension = fitTextures(found, options);
  const files: TextureFile[] = [];
  const row = new Map<string, number>();
  for (const [at, texture] of found.entries()) {
    const { name, path, space, dimension, vtf, isHeld, rest, frames } = texture;
    if (maxDimension[at] === LEFT_OUT) {
      const message = `${path} is left out: it has no smaller mips that fit the texture budget.`;
      access.diagnostics.warn("over-budget", path, message);
      continue;
    }
    row.set(textureKey(name, texture), files.length);
    const { textureCompressionBc: bc } = options;
    const limits = { bc, maxDimension: maxDimension[at], dimension, frames };
    const plan = planGpuImage(vtf, { ...limits, srgb: space === "srgb" });
    files.push({
      path,
      space,
      dimension,
      hasAlpha: (vtf.flags & (TEXTUREFLAGS_ONEBITALPHA | TEXTUREFLAGS_EIGHTBITALPHA)) !== 0,
      isSelfShadowed: (vtf.flags & TEXTUREFLAGS_SSBUMP) !== 0,
      reflectivity: vtf.reflectivity.map((c) => Math.min(Math.max(c || 0, 0), 1)) as [
        number,
        number,
        number,
      ],
      maxDimension: maxDimension[at],
      frames,
      format: vtf.formatName,
      byteLength: vtf.byteLength,
      gpuFormat: plan.format,
      gpuByteLength: imageByteLength(plan),
      vtf,
      isHeld,
      rest,
      isRgbs: false,
      untakenBytes: imageByteLength(plan),
      isShown: false,
      small: null,
    });
  }
  const table = buildTextureTable(files, options);
  return { table, arrays: table.array.slice(), files, row };
}

/**
 * Places textures of equal dimension, format, size and mip count in one array, up to its layer
 * limit.
 */
function buildTextureTable(files: readonly TextureFile[], options: TextureOptions): TextureTable {
  const array = new Uint16Array(files.length);
  const layer = new Uint16Array(files.length);
  const frames = Uint16Array.from(files, (file) => file.frames);
  const clamp = new Uint8Array(files.length);
  const arrays: { -readonly [K in keyof TextureArray]: TextureArray[K] }[] = [];
  const openArray = new Map<string, number>();
  for (const [i, file] of files.entries()) {
    const { vtf } = file;
    if (vtf === null) continue;
    const plan = gpuImageOptions(options, file);
    const { dimension, format, width, height, mipCount } = planGpuImage(vtf, plan);
    const key = `${dimension} ${format} ${width} ${height} ${mipCount}`;
    const most = Math.floor(MAX_ARRAY_LAYERS / layersOf(dimension));
    let at = openArray.get(key);
    if (at === undefined || arrays[at].layerCount + file.frames > most) {
      at = arrays.length;
      arrays.push({ dimension, format, width, height, mipCount, layerCount: 0 });
      openArray.set(key, at);
    }
    array[i] = at;
    layer[i] = arrays[at].layerCount;
    arrays[at].layerCount += file.frames;
    // A cube has no edges to clamp.
    if (dimension === "cube") continue;
    clamp[i] =
      ((vtf.flags & TEXTUREFLAGS_CLAMPS) !== 0 ? TEXTURE_CLAMP_S : 0) |
      ((vtf.flags & TEXTUREFLAGS_CLAMPT) !== 0 ? TEXTURE_CLAMP_T : 0);
  }
  return {
    count: files.length,
    name: files.map((f) => f.path),
    array,
    layer,
    frames,
    clamp,
    arrays,
  };
}

function gpuImageOptions(options: TextureOptions, file: StreamedFile) {
  const { maxDimension, space, dimension, frames, isRgbs } = file;
  const bc = options.textureCompressionBc && !isRgbs;
  return { bc, maxDimension, srgb: space === "srgb", dimension, frames };
}

function buildImage(vtf: Vtf, file: StreamedFile, options: TextureOptions, skipMips = 0): GpuImage {
  const image = buildGpuImage(vtf, { ...gpuImageOptions(options, file), skipMips });
  return file.isRgbs ? decodeRgbs(image) : image;
}

/**
 * Returns the distance of each texture: that of the nearest material that uses it. Call before the
 * set is transferred.
 * @param distance distance of each material, in any unit
 */
export function measureTextures(materials: MaterialSet, distance: ArrayLike<number>): Float32Array {
  const nearest = new Float32Array(materials.textures.count).fill(Number.POSITIVE_INFINITY);
  for (let material = 0; material < materials.count; material++) {
    for (let role = 0; role < ROLE_COUNT; role++) {
      const texture = materials.roleTexture[material * ROLE_COUNT + role];
      if (texture >= 0) nearest[texture] = Math.min(nearest[texture], distance[material]);
    }
  }
  return nearest;
}

/** Longest edge of the mips that are sent first, in texels. */
const SMALL_EDGE = 64;

/**
 * Decodes the small mips of all textures that are in memory: pictures for the time until
 * `streamTextures` sends all mips. Textures that are small themselves are sent whole. Those without
 * small mips get an enlarged thumbnail.
 */
export function listSmallMips(
  { files }: StreamedFiles,
  access: ContentAccess,
  options: TextureOptions,
): TextureImage[] {
  const images: TextureImage[] = [];
  for (const [texture, file] of files.entries()) {
    const { vtf } = file;
    if (vtf === null) continue;
    const plan = planGpuImage(vtf, gpuImageOptions(options, file));
    const skipMips = countLargeMips(vtf, plan);
    if (skipMips === null) {
      const { isRgbs, isHeld } = file;
      const isKnown = vtf.lowRes !== null && !isRgbs && !isHeld;
      const image = isKnown ? enlargeThumbnail(vtf.lowRes, plan) : null;
      if (image === null || !access.ledger.tryTake("texelBytes", image.data.length)) continue;
      file.isShown = true;
      images.push({ texture, image });
      continue;
    }
    const image = parseOrWarn(access, file.path, "unreadable-texture", () => {
      const image = buildImage(vtf, file, options, skipMips);
      const bytes = Math.min(image.data.length, file.untakenBytes);
      if (!access.ledger.tryTake("texelBytes", bytes)) return null;
      file.untakenBytes -= bytes;
      file.small = { skipMips, isFinal: false };
      return image;
    });
    // It has no decoder, or it is complete.
    if (image === undefined || (image !== null && skipMips === 0)) file.vtf = null;
    if (!image) continue;
    file.isShown = true;
    images.push({ texture, image });
  }
  return images;
}

/** Returns how many mips are larger than small ones, or not in memory; `null` for all. */
function countLargeMips({ firstHeldMip = 0 }: Vtf, plan: GpuImagePlan): number | null {
  const edge = Math.max(plan.width, plan.height);
  let mip = Math.max(0, firstHeldMip - plan.firstMip);
  while (mip < plan.mipCount && edge >>> mip > SMALL_EDGE) mip++;
  return mip < plan.mipCount ? mip : null;
}

/**
 * Reads the rest of a texture's file, or the file again, if it is not in memory; call before it is
 * streamed.
 */
export async function reopenTexture(
  { files }: StreamedFiles,
  texture: number,
  access: ContentAccess,
  options: TextureOptions,
): Promise<void> {
  const file = files[texture];
  const { vtf, path, dimension, rest, small } = file;
  if (vtf === null || file.isHeld) return;
  const plan = gpuImageOptions(options, file);
  const known = JSON.stringify(planGpuImage(vtf, plan));
  let read = await readVtf(path, access, options, dimension, rest);
  file.isHeld = true;
  if (read !== null && JSON.stringify(planGpuImage(read, plan)) !== known) {
    read = null;
    // Its place in the array was planned for the earlier file.
    const shown = file.isShown ? "its small mips are shown" : "it is not shown";
    const message = `${path} changed before it was read again: ${shown}.`;
    access.diagnostics.warn("unreadable-texture", path, message);
  }
  file.vtf = read ?? (small && vtf);
  if (read === null && small !== null) small.isFinal = true;
}

/** Decodes textures one at a time, and releases each file afterwards. */
export function* streamTextures(
  files: StreamedFiles,
  order: Iterable<number>,
  access: ContentAccess,
  options: TextureOptions,
): Generator<TextureImage, void> {
  for (const texture of order) {
    const file = files.files[texture];
    const { vtf, small } = file;
    if (vtf === null) continue;
    file.vtf = null;
    const image = parseOrWarn(access, file.path, "unreadable-texture", () => {
      access.ledger.take("texelBytes", file.untakenBytes, file.path, "VTF");
      if (small?.isFinal !== true) return buildImage(vtf, file, options);
      const plan = planGpuImage(vtf, gpuImageOptions(options, file));
      return enlargeImage(buildImage(vtf, file, options, small.skipMips), plan);
    });
    if (image) yield { texture, image };
  }
}
