/** Reads every material of the corpus, loose or in a map's pakfile. */

import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../src/core/errors.ts";
import { resolveVmt } from "../../src/formats/vmt/resolve-vmt.ts";
import { MATERIAL_FAMILIES } from "../../src/map/material-families.ts";
import { buildMaterialState } from "../../src/scene/materials/material-state.ts";
import { corpusPath, hasCorpus, listCorpusFiles, readCorpus } from "../support/corpus.ts";

const LUMP_PAKFILE = 40;
/** Parameters that no family reads yet. */
const UNREAD = [
  ...["$phong", "$rimlight", "$lightwarptexture", "$halflambert", "$blendtintbybasealpha"],
  ...["$treesway", "$flowmap", "$vertexcolor", "$vertexalpha"],
];

type Files = ReadonlyMap<string, () => Uint8Array>;

/** Returns the files of a map's pakfile; none if it has no pakfile that this reader supports. */
function readPakfile(map: string): Files {
  const bytes = readCorpus(map);
  const files = new Map<string, () => Uint8Array>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 + 64 * 16 || view.getUint32(0, true) !== 0x50534256) return files;
  const [offset, length] = [0, 4].map((at) => view.getUint32(8 + LUMP_PAKFILE * 16 + at, true));
  if (length === 0 || offset + length > bytes.length) return files;
  try {
    const entries = unzipSync(bytes.subarray(offset, offset + length));
    for (const [path, entry] of Object.entries(entries)) files.set(path.toLowerCase(), () => entry);
  } catch {
    // LZMA entries, and Left 4 Dead 2's header order: other tests open these maps.
  }
  return files;
}

/** Lists folders of loose materials, each with all its files. */
function listLooseFolders(): Files[] {
  const folders = new Map<string, Map<string, () => Uint8Array>>();
  for (const path of listCorpusFiles("")) {
    const at = path.toLowerCase().indexOf("materials/");
    const folder = at < 0 ? "" : path.slice(0, at);
    const files = folders.get(folder) ?? new Map<string, () => Uint8Array>();
    folders.set(folder, files);
    const name = at < 0 ? path : path.slice(at);
    if (name.toLowerCase().endsWith(".vmt")) {
      files.set(name.toLowerCase(), () => new Uint8Array(readFileSync(corpusPath(path))));
    }
  }
  return [...folders.values()];
}

describe.skipIf(!hasCorpus)("materials of the corpus", () => {
  it("can all be read, and proxies compile to programs within the limit", async () => {
    const shaders = new Map<string, number>();
    const families = new Map<string, number>();
    const ignored = new Map<string, number>();
    const unread = new Map<string, number>();
    const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1);
    let read = 0;
    let broken = 0;
    let longest = 0;
    let programs = 0;
    let scrolling = 0;
    const pakfiles = listCorpusFiles(".bsp").map(readPakfile);
    for (const files of [...listLooseFolders(), ...pakfiles]) {
      for (const path of files.keys()) {
        if (!path.endsWith(".vmt")) continue;
        const open = async (file: string) => files.get(file)?.() ?? null;
        const vmt = await resolveVmt(path, open).catch((error: unknown) => {
          if (!(error instanceof FormatError)) throw error;
          broken++;
          return null;
        });
        if (vmt === null || vmt.missingInclude !== undefined) continue;
        read++;
        const state = buildMaterialState(vmt);
        if (state.unsupported) count(shaders, vmt.shader);
        count(families, MATERIAL_FAMILIES[state.family].name);
        for (const name of UNREAD) if (vmt.params.has(name)) count(unread, name);
        for (const name of state.ignoredProxies) count(ignored, name);
        if (state.paramRates.length > 0) scrolling++;
        if (state.stores.length === 0) continue;
        const words = state.graph?.emit(state.stores, () => 4) ?? null;
        expect(words, path).not.toBe(null);
        programs++;
        longest = Math.max(longest, (words as number[]).length / 4);
      }
    }
    const table = (of: Map<string, number>) => [...of].map((row) => row.join(" ")).join(", ");
    console.log(`${read} materials, ${broken} broken; families: ${table(families)}
unknown shaders: ${table(shaders) || "none"}; unknown proxies: ${table(ignored) || "none"}
programs: ${programs}, the longest ${longest} operations; scrolling evenly: ${scrolling}
not read: ${table(unread)}`);
    expect(read).toBeGreaterThan(500);
    expect(broken).toBe(0);
    expect(programs).toBeGreaterThan(10);
    expect([...shaders.keys()]).toEqual([]);
    expect([...ignored.keys()].sort()).toEqual(["cycle", "lightedfloorbutton"]);
  });
});
