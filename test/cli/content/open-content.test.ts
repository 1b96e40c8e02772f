import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openContent } from "../../../src/cli/content/open-content.ts";
import { Content } from "../../../src/content/content.ts";
import { writeGma } from "../../../src/formats/gma/index.ts";
import { writeSplitVpk, writeVpk } from "../../../src/formats/vpk/index.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { writeTree } from "../serve-helpers.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-content-"));
afterAll(() => rmSync(base, { recursive: true }));

const text = (content: string) => new TextEncoder().encode(content);
const one = (path: string, content: string) => new Map([[path, text(content)]]);

async function read(paths: string[], file: string): Promise<string | null> {
  const { sources } = await openContent(paths.map((path) => join(base, path)));
  const bytes = await new Content(sources).read(file);
  return bytes && new TextDecoder().decode(bytes);
}

const { directory, parts } = writeSplitVpk(
  new Map([...one("materials/first.vmt", "1234"), ...one("materials/paked.vmt", "in a part")]),
  4,
);
const SEARCH = "Game |gameinfo_path|. Game |all_source_engine_paths|hl2/hl2_textures.vpk Game hl2";
writeTree(base, {
  "loose/Materials/Brick/WALL01.vmt": "wall",
  "loose/readme": "text",
  "loose/addons/more/models/inner.mdl": "inner",
  "loose/addons/extra.zip": writeZip(one("materials/brick/wall01.vmt", "not first")),
  "single.vpk": writeVpk(one("materials/single.vmt", "vpk")),
  "single.gma": writeGma(one("materials/single.vmt", "gma")),
  "single.zip": writeZip(one("materials/single.vmt", "zip")),
  "PAK_dir.vpk": directory,
  ...Object.fromEntries(parts.map((part, i) => [`pak_00${i}.VPK`, part])),
  "Game Files/mod/GameInfo.txt": `GameInfo { game "The Mod" FileSystem { SearchPaths { ${SEARCH} } } }`,
  "Game Files/mod/materials/wall.vmt": "the mod's",
  "Game Files/hl2/materials/wall.vmt": "hl2's",
  "Game Files/hl2/materials/base.vmt": "hl2's, loose",
  "Game Files/hl2/hl2_textures_dir.vpk": writeVpk(
    new Map([...one("materials/base.vmt", "hl2's, packed"), ...one("materials/wall.vmt", "no")]),
  ),
  "empty/notes.txt": "nothing",
  "bad/broken.vpk": "no VPK",
  "bad/materials/fine.vmt": "fine",
});

describe("--content", () => {
  it("finds files of a folder in any case", async () => {
    expect(await read(["loose"], "materials/brick/wall01.vmt")).toBe("wall");
    for (const path of ["materials/wood.vmt", "models/a.mdl", "materials/brick", "readme/a.vmt"]) {
      expect(await read(["loose"], path)).toBeNull();
    }
  });

  it("reads content in inner folders, after the folder's own", async () => {
    expect(await read(["loose"], "models/inner.mdl")).toBe("inner");
    expect(await read([""], "materials/paked.vmt")).toBeNull(); // There are games in it: they count.
  });

  it("opens each kind of archive by itself, and a VPK in parts", async () => {
    for (const kind of ["vpk", "gma", "zip"]) {
      expect(await read([`single.${kind}`], "materials/single.vmt")).toBe(kind);
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(await read(["PAK_dir.vpk"], "materials/paked.vmt")).toBe("in a part");
  });

  it("mounts a game by its search paths, from its folder or the one above", async () => {
    for (const folder of ["Game Files/mod", "Game Files"]) {
      expect(await read([folder], "materials/wall.vmt")).toBe("the mod's");
      expect(await read([folder], "materials/base.vmt")).toBe("hl2's, packed");
    }
  });

  it("prefers the path named first if several have a file", async () => {
    const paths = ["single.gma", "single.zip", "single.vpk"];
    expect(await read(paths, "materials/single.vmt")).toBe("gma");
    expect(await read(paths.reverse(), "materials/single.vmt")).toBe("vpk");
  });

  it("reports paths without content, and continues", async () => {
    const { sources, problems } = await openContent(
      ["empty", "bad", "loose/Materials"].map((path) => join(base, path)),
    );
    expect(sources.length).toBe(1);
    expect(problems).toEqual([
      expect.stringMatching(/empty has no content/),
      expect.stringMatching(/^bad\/broken\.vpk is left out: VPK /),
      expect.stringMatching(/Materials is a part of a content folder/),
    ]);
  });

  it("rejects a missing path, and a broken archive named by itself", async () => {
    const open = (name: string) => openContent([join(base, name)]);
    await expect(open("nowhere")).rejects.toThrow("is no folder");
    await expect(open("loose/readme")).rejects.toThrow("no folder and no archive");
    await expect(open("bad/broken.vpk")).rejects.toThrow(/VPK .*broken\.vpk/);
    writeFileSync(join(base, "lone_000.vpk"), "");
    await expect(open("lone_000.vpk")).rejects.toThrow("_dir.vpk");
  });
});
