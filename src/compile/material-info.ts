/**
 * Reads material data for the compilers from VMT and VTF files.
 * Follows the SDK's public `utilmatlib.cpp`: the size is that of the editor image (`%tooltexture`,
 * else the base texture), or 128x128 without one. The reflectivity is `$reflectivity`, or else that
 * of the first texture that represents the material.
 */

import { assert, FormatError } from "../core/errors.ts";
import { normalizePath } from "../formats/normalize-path.ts";
import { type ReadFile, resolveVmt } from "../formats/vmt/resolve-vmt.ts";
import type { Vmt } from "../formats/vmt/types.ts";
import { openVtf } from "../formats/vtf/open-vtf.ts";
import {
  TEXTUREFLAGS_EIGHTBITALPHA,
  TEXTUREFLAGS_ONEBITALPHA,
} from "../formats/vtf/texture-flags.ts";
import type { Vtf } from "../formats/vtf/types.ts";
import { readMaterialFlags } from "./material-flags.ts";
import type { CompileReport, CompilerMaterial, FindMaterial } from "./types.ts";

/** Textures that may represent the material's color. The first existing one is used. */
const REPRESENTATIVES = ["$basetexture", "$envmapmask", "$bumpmap", "$dudvmap", "$normalmap"];
const DEFAULT_REFLECTIVITY = [0.2, 0.2, 0.2] as const;
const DEFAULT_EDGE = 128;

/**
 * Reads the materials of a map in advance, so that compiling does not wait for files. `names` are
 * as in the VMF; looking up another name is a bug. A material whose textures are missing or broken
 * gets the defaults, with a warning. A broken material counts as missing, with a warning. Each file
 * is read once.
 */
export async function createFindMaterial(
  names: Iterable<string>,
  read: ReadFile,
  report: Pick<CompileReport, "warn">,
): Promise<FindMaterial> {
  const infos = new Map<string, CompilerMaterial | null>();
  const textures = new TextureHeaders(read, report);
  const readVmt = readOnce(read);
  // Grows by the bottom materials that materials name.
  const wanted = [...names].map(materialKey);
  for (const key of wanted) {
    if (infos.has(key)) continue;
    const info = await readMaterial(key, readVmt, textures, report);
    infos.set(key, info);
    if (info?.bottomMaterial !== undefined) wanted.push(info.bottomMaterial);
  }
  return (name) => {
    const info = infos.get(materialKey(name));
    assert(info !== undefined, `material ${name} was not read beforehand`);
    return info;
  };
}

/** Returns a reader that caches each file, because many patches may include the same one. */
function readOnce(read: ReadFile): ReadFile {
  const known = new Map<string, ReturnType<ReadFile>>();
  return (path) => {
    let file = known.get(path);
    if (file === undefined) {
      file = read(path);
      known.set(path, file);
    }
    return file;
  };
}

/**
 * Returns a reader of files in memory, for example for `createFindMaterial(names,
 * readFromMap(files), report)`.
 */
export function readFromMap(files: ReadonlyMap<string, Uint8Array>): ReadFile {
  return async (path) => files.get(normalizePath(path)) ?? null;
}

/** Lists the names of all materials among content paths, without `materials/` and `.vmt`. */
export function listMaterials(paths: Iterable<string>): string[] {
  return [...paths]
    .map(normalizePath)
    .filter((path) => path.startsWith("materials/") && path.endsWith(".vmt"))
    .map(materialKey);
}

function materialKey(name: string): string {
  return normalizePath(name)
    .replace(/^materials\//, "")
    .replace(/\.vmt$/, "");
}

async function readMaterial(
  name: string,
  read: ReadFile,
  textures: TextureHeaders,
  report: Pick<CompileReport, "warn">,
): Promise<CompilerMaterial | null> {
  let vmt: Vmt | null;
  try {
    vmt = await resolveVmt(`materials/${name}.vmt`, read);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report.warn(`materials/${name}.vmt is broken: ${error.message}`);
    return null;
  }
  if (vmt === null) return null;
  if (vmt.missingInclude !== undefined) {
    report.warn(`materials/${name}.vmt changes ${vmt.missingInclude}, which is missing`);
    return null;
  }
  const base = await textures.find(vmt.params.get("$basetexture"));
  const picture = await textures.find(previewName(vmt));
  const bottom = materialKey(vmt.params.get("$bottommaterial") ?? "");
  const alphaFlags = TEXTUREFLAGS_ONEBITALPHA | TEXTUREFLAGS_EIGHTBITALPHA;
  return {
    width: picture?.width ?? DEFAULT_EDGE,
    height: picture?.height ?? DEFAULT_EDGE,
    reflectivity: await readReflectivity(vmt, textures),
    ...readMaterialFlags(vmt, base !== null && (base.flags & alphaFlags) !== 0),
    detailType: vmt.params.get("%detailtype")?.trim().toLowerCase() || null,
    ...(bottom === "" ? {} : { bottomMaterial: bottom }),
  };
}

function previewName(vmt: Vmt): string | undefined {
  if (vmt.params.has("%notooltexture")) return undefined;
  return vmt.params.get("%tooltexture") ?? vmt.params.get("$basetexture");
}

async function readReflectivity(
  vmt: Vmt,
  textures: TextureHeaders,
): Promise<readonly [number, number, number]> {
  const given = vmt.params
    .get("$reflectivity")
    ?.match(/[-+.\deE]+/g)
    ?.map(Number);
  if (given && given.length >= 3 && given.slice(0, 3).every(Number.isFinite)) {
    return [given[0], given[1], given[2]];
  }
  for (const param of REPRESENTATIVES) {
    const texture = await textures.find(vmt.params.get(param));
    if (texture) return texture.reflectivity;
  }
  return DEFAULT_REFLECTIVITY;
}

type TextureHeader = Pick<Vtf, "width" | "height" | "flags" | "reflectivity">;

/** Headers of textures by name, each read once. */
class TextureHeaders {
  readonly #known = new Map<string, TextureHeader | null>();
  readonly #read: ReadFile;
  readonly #report: Pick<CompileReport, "warn">;

  constructor(read: ReadFile, report: Pick<CompileReport, "warn">) {
    this.#read = read;
    this.#report = report;
  }

  /** Returns null without a name, for render targets, and for a file that is missing or broken. */
  async find(name: string | undefined): Promise<TextureHeader | null> {
    if (name === undefined) return null;
    const key = normalizePath(name).replace(/\.vtf$/, "");
    if (key === "" || key === "env_cubemap" || /^_?rt_/.test(key)) return null;
    let header = this.#known.get(key);
    if (header === undefined) {
      header = await this.#load(`materials/${key}.vtf`);
      this.#known.set(key, header);
    }
    return header;
  }

  async #load(path: string): Promise<TextureHeader | null> {
    const bytes = await this.#read(path);
    if (bytes === null) {
      this.#report.warn(`no texture ${path}`);
      return null;
    }
    try {
      const { width, height, flags, reflectivity } = await openVtf(bytes);
      return { width, height, flags, reflectivity };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#report.warn(`${path} is broken: ${error.message}`);
      return null;
    }
  }
}
