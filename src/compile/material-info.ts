/**
 * Reads material data for the compilers from VMT and VTF files.
 * Follows the SDK's public `utilmatlib.cpp`: the size is that of the editor image (`%tooltexture`,
 * else the base texture), or 128x128 without one. The reflectivity is `$reflectivity`, or else that
 * of the first texture that represents the material.
 */

import { assert, FormatError } from "../core/errors.ts";
import {
  CONTENTS_BLOCKLOS,
  CONTENTS_DETAIL,
  CONTENTS_GRATE,
  CONTENTS_LADDER,
  CONTENTS_MONSTERCLIP,
  CONTENTS_OPAQUE,
  CONTENTS_ORIGIN,
  CONTENTS_PLAYERCLIP,
  CONTENTS_SLIME,
  CONTENTS_SOLID,
  CONTENTS_WATER,
  CONTENTS_WINDOW,
} from "../formats/bsp/layouts/contents-flags.ts";
import * as surf from "../formats/bsp/layouts/surface-flags.ts";
import { normalizePath } from "../formats/normalize-path.ts";
import { type ReadFile, resolveVmt } from "../formats/vmt/resolve-vmt.ts";
import type { Vmt } from "../formats/vmt/types.ts";
import { openVtf } from "../formats/vtf/open-vtf.ts";
import {
  TEXTUREFLAGS_EIGHTBITALPHA,
  TEXTUREFLAGS_ONEBITALPHA,
} from "../formats/vtf/texture-flags.ts";
import type { Vtf } from "../formats/vtf/types.ts";
import type { CompileReport, CompilerMaterial, FindMaterial } from "./types.ts";

// Bits that a material sets for vbsp: `SURF_*` and `CONTENTS_*` from its `%compile...` keys, shader
// and opacity. The rules are those of `FindMiptex` in the SDK's public `utils/vbsp/textures.cpp`,
// and the defaults for a brush side in `map.cpp`.

const CLIPS = CONTENTS_PLAYERCLIP | CONTENTS_MONSTERCLIP;
/** Contents bits, of which a side has at least one, or else is solid. */
const DEFINITE_CONTENTS = 0xff | CLIPS;
const NODRAW = surf.SURF_NODRAW | surf.SURF_NOLIGHT;

/** Keys of tool materials, which are not drawn. The first key that is set determines all flags. */
const TOOL_KEYS: readonly (readonly [key: string, surfaceFlags: number, contents: number])[] = [
  ["%compilesky", surf.SURF_SKY | surf.SURF_NOLIGHT, 0],
  ["%compile2dsky", surf.SURF_SKY | surf.SURF_SKY2D | surf.SURF_NOLIGHT, 0],
  ["%compilehint", NODRAW | surf.SURF_HINT, 0],
  ["%compileskip", NODRAW | surf.SURF_SKIP, 0],
  ["%compileorigin", NODRAW, CONTENTS_ORIGIN | CONTENTS_DETAIL],
  ["%compileclip", NODRAW, CLIPS],
  ["%playerclip", NODRAW, CONTENTS_PLAYERCLIP],
  ["%compilenpcclip", NODRAW, CONTENTS_MONSTERCLIP],
  ["%compilenochop", surf.SURF_NOCHOP, 0],
  ["%compiletrigger", surf.SURF_NOLIGHT | surf.SURF_TRIGGER, 0],
];

/** Shaders that draw with a lightmap. */
const LIGHTMAPPED =
  /^(sdk_)?(lightmapped|worldvertex|worldtwotexture|worldtexture|gooinglass|decalbasetimeslightmap|overlay_fit|debugluxel)/;

interface MaterialFlags {
  readonly surfaceFlags: number;
  readonly contents: number;
  readonly isBumped: boolean;
}

/** Returns the flags of a material. `hasAlpha` is true if its base texture has an alpha channel. */
function readMaterialFlags(vmt: Vmt, hasAlpha: boolean): MaterialFlags {
  const tool = TOOL_KEYS.find(([key]) => isTrue(vmt, key));
  if (tool) return finish(tool[1], tool[2]);
  if (isTrue(vmt, "%compilenolight") && !isTrue(vmt, "%compilewater")) {
    return finish(surf.SURF_NOLIGHT, 0);
  }
  let surfaceFlags = readSurfaceFlags(vmt);
  let contents = readContents(vmt);
  const opacity = readOpacity(vmt, hasAlpha);
  const neverWindow = isTrue(vmt, "%compilenonsolid") || isTrue(vmt, "%compileblocklos");
  if (opacity !== "opaque" && !neverWindow) {
    if ((contents & (CONTENTS_GRATE | CONTENTS_WATER)) === 0) contents |= CONTENTS_WINDOW;
    if (opacity === "translucent") surfaceFlags |= surf.SURF_TRANS;
  }
  if (surfaceFlags & surf.SURF_NOLIGHT) surfaceFlags &= ~surf.SURF_BUMPLIGHT;
  return finish(surfaceFlags, contents);
}

function readSurfaceFlags(vmt: Vmt): number {
  let flags = 0;
  const { shader } = vmt;
  const isLit = LIGHTMAPPED.test(shader) || shader.startsWith("water");
  const keepsLight = isTrue(vmt, "%compilekeeplight");
  if (isTrue(vmt, "%noportal")) flags |= surf.SURF_NOPORTAL;
  if (isLit && isSet(vmt, "$bumpmap") && !isOn(vmt, "$nodiffusebumplighting")) {
    flags |= surf.SURF_BUMPLIGHT;
  }
  if (!isLit) flags |= surf.SURF_NOLIGHT;
  if (isTrue(vmt, "%compilenodraw") || isTrue(vmt, "%compileinvisible")) flags |= NODRAW;
  if (isTrue(vmt, "%compilewater")) {
    flags |= surf.SURF_WARP | surf.SURF_NOSHADOWS | surf.SURF_NODECALS;
    if (!keepsLight) flags |= surf.SURF_NOLIGHT;
  }
  if (shader.startsWith("water") && !keepsLight) flags |= surf.SURF_NOLIGHT;
  if (shader.startsWith("unlitgeneric")) flags |= surf.SURF_NOLIGHT;
  if (isTrue(vmt, "%compileslime")) flags |= surf.SURF_NODECALS;
  return flags;
}

function readContents(vmt: Vmt): number {
  let contents = 0;
  if (isTrue(vmt, "%compileladder")) contents |= CONTENTS_LADDER;
  if (isTrue(vmt, "%compilepassbullets")) contents |= CONTENTS_GRATE;
  if (isTrue(vmt, "%compileinvisible")) contents |= CONTENTS_GRATE;
  if (isTrue(vmt, "%compilenonsolid")) contents = CONTENTS_OPAQUE;
  if (isTrue(vmt, "%compileblocklos")) contents = CONTENTS_BLOCKLOS;
  if (isTrue(vmt, "%compiledetail")) contents |= CONTENTS_DETAIL;
  if (isTrue(vmt, "%compilewater")) contents = (contents & ~CONTENTS_DETAIL) | CONTENTS_WATER;
  if (isTrue(vmt, "%compileslime")) contents = (contents & ~CONTENTS_DETAIL) | CONTENTS_SLIME;
  return contents;
}

/** Classifies a material by blending and alpha test, like the material system. */
function readOpacity(vmt: Vmt, hasAlpha: boolean): "opaque" | "translucent" | "alpha-test" {
  const alpha = Number.parseFloat(vmt.params.get("$alpha") ?? "1");
  if (alpha < 1 || isOn(vmt, "$vertexalpha") || isOn(vmt, "$additive")) return "translucent";
  if (vmt.shader.startsWith("refract")) return "translucent";
  // With these keys the texture's alpha is a mask for another effect, not opacity.
  const masked = isOn(vmt, "$selfillum") || isOn(vmt, "$basealphaenvmapmask");
  if (isOn(vmt, "$translucent") && hasAlpha && !masked) return "translucent";
  return isOn(vmt, "$alphatest") ? "alpha-test" : "opaque";
}

/** Completes the flags of a brush side: solid by default, no contents for hints. */
function finish(surfaceFlags: number, contents: number): MaterialFlags {
  const isBumped = (surfaceFlags & surf.SURF_BUMPLIGHT) !== 0;
  if (surfaceFlags & (surf.SURF_HINT | surf.SURF_SKIP)) {
    return { surfaceFlags, contents: 0, isBumped };
  }
  let all = contents;
  if (all & CLIPS) all |= CONTENTS_DETAIL;
  if ((all & DEFINITE_CONTENTS) === 0) all |= CONTENTS_SOLID;
  return { surfaceFlags, contents: all, isBumped };
}

/** A `%` key counts only as `1` or `true`. */
function isTrue(vmt: Vmt, key: string): boolean {
  return /^(1|true)$/i.test(vmt.params.get(key) ?? "");
}

function isOn(vmt: Vmt, key: string): boolean {
  const value = Number.parseFloat(vmt.params.get(key) ?? "0");
  return Number.isFinite(value) && value !== 0;
}

function isSet(vmt: Vmt, key: string): boolean {
  return (vmt.params.get(key) ?? "") !== "";
}

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
