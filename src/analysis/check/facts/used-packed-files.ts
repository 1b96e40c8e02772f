/**
 * Finds the packed files that something in the map names. A game uses files in more ways than can
 * be followed, so a file counts as used wherever its name occurs: as a material or a model of the
 * map, as any value of an entity, in a text file, or in a file that is used itself. Only materials,
 * textures, models and sounds are judged.
 */

import { openPakfile } from "../../../content/archives/open-pakfile.ts";
import { pakfileSource } from "../../../content/archives/pakfile-source.ts";
import type { ZipReader } from "../../../content/archives/zip-archive.ts";
import { memoryBytes } from "../../../content/bytes/memory-bytes.ts";
import type { ContentSource } from "../../../content/types.ts";
import { FormatError } from "../../../core/errors.ts";
import type { Ledger } from "../../../core/ledger.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import { decodeText } from "../../../formats/keyvalues/decode-text.ts";
import { normalizePath } from "../../../formats/normalize-path.ts";
import type { ZipEntry } from "../../../formats/zip/types.ts";
import { UntoldError } from "../findings.ts";

// Reading of the map's pakfile.

export interface PackedFiles {
  /** `null` if the map has no pakfile. */
  readonly zip: ZipReader | null;
  /** Entries by path. If several entries have the same path, the last counts. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
  /** One sentence; `null` if the archive is intact. */
  readonly damage: string | null;
  /**
   * Returns the file's bytes, or `null` if it is missing or broken. Throws UntoldError if the files
   * are too large in total.
   */
  read(path: string): Promise<Uint8Array | null>;
}

export async function readPackedFiles(pakfile: Uint8Array, ledger: Ledger): Promise<PackedFiles> {
  if (pakfile.length === 0) {
    return { zip: null, entries: new Map(), damage: null, read: () => Promise.resolve(null) };
  }
  const { zip, damage } = await openPakfile(memoryBytes("pakfile", pakfile));
  const source: ContentSource = pakfileSource(zip, ledger);
  return {
    zip,
    entries: new Map(zip.entries.map((entry) => [entry.path, entry])),
    damage: damage?.message ?? null,
    read: async (path) => {
      try {
        return await source.read(path);
      } catch (error) {
        if (error instanceof FormatError && error.code !== "too-large") return null;
        throw error;
      }
    },
  };
}

/** Files that count as unused if nothing in the map names them. */
const JUDGED = /\.(vmt|vtf|mdl|vvd|vtx|phy|ani|wav|mp3|ogg)$/;
/** Files that are searched for names of other files. */
const NAMING = /\.(vmt|mdl|phy|txt|res|nut|lua|pcf|cfg|vcd|cache|lst|json|xml|vdf|vbsp)$/;
/**
 * Files that the game finds by their path alone, so nothing has to name them. Code names materials of
 * effects, such as particle/rain.
 */
const BY_CONVENTION =
  /^materials\/(maps|vgui|overviews|console|hud|particle|effects)\/|^resource\/|^maps\//;
/** Extensions of the files that belong to a model of the same name. */
const MODEL_PARTS = [
  ".vvd",
  ".phy",
  ".ani",
  ".dx90.vtx",
  ".dx80.vtx",
  ".sw.vtx",
  ".vtx",
  ".xbox.vtx",
];
const SKY_SIDES = ["rt", "lf", "bk", "ft", "up", "dn"];
/** Separators between names in any file. In models, names end in a zero byte. */
const BETWEEN = /[\s\p{Cc}"',;{}|]+/u;
/** Most bytes of files that are searched for names. A real map has some hundreds of kilobytes. */
const MOST_BYTES = 2 ** 25;

/** @param others used files from outside the map: a game's material may name a packed texture */
export async function findUsedPackedFiles(
  name: string,
  bsp: Bsp,
  packed: PackedFiles,
  others: ReadonlyMap<string, Uint8Array>,
): Promise<Set<string>> {
  const { entries } = packed;
  const used = new Set<string>();
  const open: string[] = [];
  const take = (path: string): void => {
    if (!entries.has(path) || used.has(path)) return;
    used.add(path);
    open.push(path);
  };
  const mention = (text: string): void => {
    if (text.length < 3 || text.length > 260) return;
    const path = normalizePath(text.replace(/^[*#@<>^)(}!?]+/, ""));
    const stem = path.replace(/\.(vmt|vtf|mdl)$/, "");
    take(path);
    for (const at of [stem, `materials/${stem}`]) {
      for (const kind of [".vmt", ".vtf", ".hdr.vtf"]) take(at + kind);
    }
    take(`${stem}.mdl`);
    take(`models/${stem}.mdl`);
    take(`sound/${path}`);
  };
  const map = name.toLowerCase();
  for (const path of entries.keys()) {
    if (!JUDGED.test(path) || BY_CONVENTION.test(path) || path.includes(map)) take(path);
  }
  for (const material of bsp.texDatas.name) mention(material);
  for (const model of bsp.staticProps?.modelName ?? []) mention(model);
  for (const model of bsp.detailProps?.modelName ?? []) mention(model);
  mention("detail/detailsprites");
  for (const [path, bytes] of others) {
    if (!path.endsWith(".vmt")) continue;
    for (const part of decodeText(bytes).split(BETWEEN)) mention(part);
  }
  for (const { pairs } of bsp.entities) {
    for (const [key, value] of pairs) {
      mention(value);
      for (const part of value.split(BETWEEN)) mention(part);
      if (key.toLowerCase() !== "skyname") continue;
      for (const side of SKY_SIDES) mention(`skybox/${value}${side}`);
    }
  }
  let left = MOST_BYTES;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (!NAMING.test(path)) continue;
    left -= entries.get(path)?.byteLength ?? 0;
    if (left < 0) throw new UntoldError("the packed files that may name others are too large");
    const bytes = await packed.read(path);
    if (bytes === null) continue;
    const parts = decodeText(bytes).split(BETWEEN);
    for (const part of parts) mention(part);
    if (path.endsWith(".mdl")) takeModel(path, parts, take);
  }
  return used;
}

/**
 * Takes a model's files and its materials. A model stores material directories and names
 * separately.
 */
function takeModel(path: string, parts: readonly string[], take: (path: string) => void): void {
  const stem = path.slice(0, -".mdl".length);
  for (const part of MODEL_PARTS) take(stem + part);
  const dirs = parts.filter((part) => /[\\/]$/.test(part)).slice(0, 64);
  const names = [...new Set(parts)].filter((part) => part.length > 1).slice(0, 4096);
  for (const dir of dirs) {
    for (const name of names) take(normalizePath(`materials/${dir}/${name}.vmt`));
  }
}

export const isJudged = (path: string): boolean => JUDGED.test(path);
