/**
 * Reads a material for display: its file and those it patches, as text, and the textures it names.
 */

import { normalizeContentPath } from "../../content/normalize-content-path.ts";
import type { ContentSource } from "../../content/types.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { resolveVmt } from "../../formats/vmt/resolve-vmt.ts";
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
