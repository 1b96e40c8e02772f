/**
 * Reads a material for display: its file and those it patches, as text, and the textures it names.
 */

import { normalizeContentPath } from "../../content/normalize-content-path.ts";
import type { ContentSource } from "../../content/types.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { resolveVmt } from "../../formats/vmt/resolve-vmt.ts";
import { decodeVtfImage, isHdrFormat } from "../../formats/vtf/decode-vtf-image.ts";
import { openVtf } from "../../formats/vtf/open-vtf.ts";
import { textureFlagNames } from "../../formats/vtf/texture-flags.ts";

/** Requested file, and the source that has it. */
export interface LocatedFile {
  /** Content path: `materials/brick/wall.vmt`. */
  readonly path: string;
  /** Source that has the file: `pakfile`, or a folder's name; `null` if none has it. */
  readonly source: string | null;
}

export interface MaterialFile extends LocatedFile {
  /** Text of the file, cut at `MAX_TEXT`; empty if missing. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface MaterialTexture extends LocatedFile {
  /** Parameters that name the texture: `$basetexture`. */
  readonly params: readonly string[];
  /** `null` if the file is missing or cannot be read. */
  readonly image: TextureFacts | null;
  /** Reason why the file cannot be read, or `null`. */
  readonly problem: string | null;
}

export interface TextureFacts {
  readonly width: number;
  readonly height: number;
  readonly mips: number;
  readonly frames: number;
  readonly faces: number;
  /** Format name of `imageformat.h`: `DXT5`. */
  readonly format: string;
  readonly hasAlpha: boolean;
  readonly flags: readonly string[];
  readonly byteLength: number;
}

export interface MaterialReport {
  readonly name: string;
  /** Lower case; `null` if the file is missing or unreadable. */
  readonly shader: string | null;
  /** Reason why the material cannot be read, or `null`. */
  readonly problem: string | null;
  /** The material's own file first, then those it patches. */
  readonly files: readonly MaterialFile[];
  readonly textures: readonly MaterialTexture[];
}

/** Most characters of a file in the report. */
export const MAX_TEXT = 20_000;
const MAX_TEXTURES = 64;

/** Parameters whose value is always a texture, even if the file is missing. */
const NAMES_TEXTURE =
  /texture\d?$|bumpmap\d?$|normalmap\d?$|^\$envmapmask$|^\$detail$|warp$|^\$flowmap$/;
/** Values that are no files: render targets and cubemaps of the engine, numbers. */
const NO_FILE = /^(_rt|\[|\{|env_cubemap$|-?[\d.]+(\s|$))/i;

/**
 * @param name as in maps: `brick/wall`
 * @param sources in search order
 */
export async function readMaterial(
  name: string,
  sources: readonly ContentSource[],
): Promise<MaterialReport> {
  const files: MaterialFile[] = [];
  const read = async (path: string): Promise<Uint8Array | null> => {
    const { source, bytes } = await findFile(path, sources);
    const text = bytes === null ? "" : decodeText(bytes);
    const isCut = text.length > MAX_TEXT;
    files.push({ path, source, text: text.slice(0, MAX_TEXT), isCut });
    return bytes;
  };
  try {
    const vmt = await resolveVmt(`materials/${name}.vmt`, read);
    const textures = vmt === null ? [] : await findTextures(vmt.params, sources);
    return { name, shader: vmt?.shader ?? null, problem: null, files, textures };
  } catch (error) {
    return { name, shader: null, problem: messageOf(error), files, textures: [] };
  }
}

export async function findFile(
  path: string,
  sources: readonly ContentSource[],
): Promise<{ source: string | null; bytes: Uint8Array | null }> {
  const normalized = normalizeContentPath(path);
  for (const source of sources) {
    const bytes = await source.read(normalized);
    if (bytes !== null) return { source: source.label, bytes };
  }
  return { source: null, bytes: null };
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

async function findTextures(
  params: ReadonlyMap<string, string>,
  sources: readonly ContentSource[],
): Promise<MaterialTexture[]> {
  const byPath = new Map<string, string[]>();
  for (const [param, value] of params) {
    if (!param.startsWith("$") || value === "" || NO_FILE.test(value)) continue;
    const path = normalizeContentPath(`materials/${value.replace(/\.vtf$/i, "")}.vtf`);
    byPath.set(path, [...(byPath.get(path) ?? []), param]);
  }
  const textures: MaterialTexture[] = [];
  for (const [path, of] of byPath) {
    if (textures.length === MAX_TEXTURES) break;
    const { source, bytes } = await findFile(path, sources);
    // Words and numbers of other parameters are not file names.
    if (bytes === null && !of.some((param) => NAMES_TEXTURE.test(param))) continue;
    textures.push({ path, source, params: of, ...(await factsOf(bytes)) });
  }
  return textures;
}

async function factsOf(
  bytes: Uint8Array | null,
): Promise<Pick<MaterialTexture, "image" | "problem">> {
  if (bytes === null) return { image: null, problem: null };
  try {
    const vtf = await openVtf(bytes);
    const flags = textureFlagNames(vtf.flags);
    const image = {
      ...{ width: vtf.width, height: vtf.height, mips: vtf.mipCount, frames: vtf.frameCount },
      ...{ faces: vtf.faceCount, format: vtf.formatName, flags, byteLength: bytes.length },
      hasAlpha: flags.some((flag) => /(ONEBIT|EIGHTBIT)ALPHA$/.test(flag)),
    };
    return { image, problem: null };
  } catch (error) {
    return { image: null, problem: messageOf(error) };
  }
}

export interface TextureMip {
  /** 0 is the largest. */
  readonly level: number;
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits, as stored. Values above 1 are clamped. */
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Largest edge of a mip in texels. Larger mips are left out. */
export const MAX_MIP_EDGE = 1024;

/**
 * Decodes the first frame and side. Throws FormatError if the file cannot be read or its format has
 * no picture; returns `null` if no source has the file.
 * @param path content path
 */
export async function readMips(
  path: string,
  sources: readonly ContentSource[],
): Promise<TextureMip[] | null> {
  const { bytes } = await findFile(path, sources);
  if (bytes === null) return null;
  const vtf = await openVtf(bytes);
  const mips: TextureMip[] = [];
  for (let level = 0; level < vtf.mipCount; level++) {
    const [width, height] = [vtf.width, vtf.height].map((edge) => Math.max(1, edge >>> level));
    if (Math.max(width, height) > MAX_MIP_EDGE) continue;
    const texels = decodeVtfImage(vtf, level);
    const rgba = isHdrFormat(vtf) ? bytesOfHalves(texels) : Uint8Array.from(texels);
    mips.push({ level, width, height, rgba });
  }
  return mips;
}

/** Converts half floats from 0 to 1 to bytes. */
function bytesOfHalves(texels: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(texels.buffer, texels.byteOffset, texels.byteLength);
  const bytes = new Uint8Array(texels.byteLength / 2);
  for (let i = 0; i < bytes.length; i++) {
    const half = view.getUint16(i * 2, true);
    const exponent = (half >>> 10) & 31;
    const fraction = (half & 1023) / 1024;
    const value = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
    bytes[i] = half >= 0x8000 ? 0 : Math.round(Math.min(value, 1) * 255);
  }
  return bytes;
}
