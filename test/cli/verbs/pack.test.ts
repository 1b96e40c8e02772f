/** `visleaf pack`: packs exactly the files that a map uses, and the picture stays the same. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMapFile } from "../../../src/cli/files/map-file.ts";
import {
  type HeadlessRenderer,
  openHeadlessRenderer,
} from "../../../src/cli/render/headless-renderer.ts";
import { loadMapFile } from "../../../src/cli/render/load-map-file.ts";
import { writeGma } from "../../../src/formats/gma/index.ts";
import { writeSplitVpk } from "../../../src/formats/vpk/index.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { DEFAULT_FOV } from "../../../src/viewer/camera/camera.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeStudioFiles } from "../../formats/studio/make-studio.ts";
import { makeVtf } from "../../formats/vtf/make-vtf.ts";
import { corpusContent, corpusPath, hasCorpus, listCorpusFiles } from "../../support/corpus.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { drawOnOneDevice } from "../../support/kept-device.ts";
import { runVisleaf } from "../run-visleaf.ts";
import { writeTree } from "../serve-helpers.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-pack-"));
afterAll(() => rmSync(base, { recursive: true }));
const test = await openTestGpu();
afterAll(() => test?.close());

const text = (content: string) => new TextEncoder().encode(content);
const { mdl, vvd, vtx } = makeStudioFiles();
/** Content of the made room without its sky: noise, which does not deflate, and plain colour. */
const noise = makeVtf({ width: 64, height: 64, texels: (_mip, _frame, _face, n) => makeNoise(n) });
function makeNoise(byteLength: number): Uint8Array {
  let state = 1;
  return new Uint8Array(byteLength).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}
const USED: Record<string, Uint8Array> = {
  "materials/brick/brickwall001a.vmt": text('patch { include "materials/base.vmt" }'),
  "materials/base.vmt": text('LightmappedGeneric { $basetexture "brick/noise" }'),
  "materials/brick/noise.vtf": noise,
  "models/crate.mdl": mdl,
  "models/crate.vvd": vvd,
  "models/crate.dx90.vtx": vtx,
};
const UNUSED: Record<string, Uint8Array> = {
  "materials/unused.vmt": text("LightmappedGeneric {}"),
  "models/crate.sw.vtx": vtx,
  "models/other.mdl": mdl,
};
const all = { ...UNUSED, ...USED };
const room = join(base, "room.bsp");
writeFileSync(room, makeBsp());
const loose = writeTree(join(base, "loose"), all);

const pack = async (out: string, ...args: string[]) => {
  const path = join(base, out);
  const result = await runVisleaf("pack", ...args, "-o", path);
  return { ...result, path };
};

describe("visleaf pack", () => {
  it("packs the files that a map uses, and lists packed and missing files", async () => {
    const { code, stdout, stderr, path } = await pack(
      "room.zip",
      room,
      "--content",
      loose,
      "--json",
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const zip = unzipSync(new Uint8Array(readFileSync(path)));
    const paths = ["maps/room.bsp", ...Object.keys(USED)].sort();
    expect(Object.keys(zip)).toEqual(paths);
    for (const [name, bytes] of Object.entries(USED)) expect(zip[name]).toEqual(bytes);
    expect(zip["maps/room.bsp"]).toEqual(makeBsp());

    const { entries } = parseZip(new Uint8Array(readFileSync(path)));
    const methods = Object.fromEntries(entries.map(({ path, method }) => [path, method]));
    expect(methods).toMatchObject({
      ...{ "maps/room.bsp": 0, "materials/brick/noise.vtf": 0 },
      ...{ "models/crate.mdl": 8 },
    });
    const report = JSON.parse(stdout);
    expect(report.byteLength).toBe(readFileSync(path).length);
    expect(report.files.map((file: { path: string }) => file.path)).toEqual(paths);
    for (const file of report.files) {
      const entry = entries.find((entry) => entry.path === file.path)!;
      expect(file.byteLength).toBe(entry.byteLength);
      expect(file.packedByteLength).toBe(entry.compressedByteLength);
    }
    const kinds = report.kinds.map((total: { kind: string; files: number }) => [
      total.kind,
      total.files,
    ]);
    expect(kinds).toEqual([
      ["map", 1],
      ["materials", 2],
      ["textures", 1],
      ["models", 3],
    ]);
    expect(report.missing.textures).toEqual(["materials/skybox/sky_day01_01"]);
    expect(report.missing.materials).not.toContain("materials/brick/brickwall001a.vmt");
    expect(report.missing.models).toEqual([]);
  });

  it("prints the same as text", async () => {
    const { stdout } = await pack("room.zip", room);
    expect(stdout).toMatch(/^.*room\.zip: 0\.0 MB\n {2}kind +files +bytes +packed\n/);
    expect(stdout).toContain("missing models: 1\n  models/crate.mdl");
  });

  it("makes the same bytes of the same files, whatever holds them", async () => {
    const files = new Map(Object.entries(all));
    const { directory, parts } = writeSplitVpk(files, 4000);
    const game = 'GameInfo { FileSystem { SearchPaths { game base game "|gameinfo_path|." } } }';
    const { "materials/base.vmt": shared, ...own } = all;
    writeTree(base, {
      ...{ "pak_dir.vpk": directory, "addon.gma": writeGma(files), "files.zip": writeZip(files) },
      ...Object.fromEntries(parts.map((part, i) => [`pak_00${i}.vpk`, part])),
      "games/mod/gameinfo.txt": game,
      "games/base/materials/base.vmt": shared,
      ...Object.fromEntries(Object.entries(own).map(([path, file]) => [`games/mod/${path}`, file])),
    });
    const names = ["loose", "pak_dir.vpk", "addon.gma", "files.zip", "games", "games/mod"];
    const zips: Buffer[] = [];
    for (const name of names) {
      const { code, stderr, path } = await pack("same.zip", room, "--content", join(base, name));
      expect([name, code, stderr]).toEqual([name, 0, ""]);
      zips.push(readFileSync(path));
    }
    for (const [i, zip] of zips.entries())
      expect([names[i], zip.equals(zips[0])]).toEqual([names[i], true]);
    // Also of a pack that it made before.
    const { path } = await pack("room.visleaf.zip", room, "--content", loose);
    const again = await pack("again.zip", path);
    expect(readFileSync(again.path).equals(zips[0])).toBe(true);
  });

  it("prefers the content named first if several have a file", async () => {
    const other = writeTree(join(base, "other"), {
      "materials/base.vmt": 'UnlitGeneric { $basetexture "brick/noise" }',
    });
    const { path } = await pack("first.zip", room, "--content", other, "--content", loose);
    const zip = unzipSync(new Uint8Array(readFileSync(path)));
    expect(new TextDecoder().decode(zip["materials/base.vmt"])).toContain("UnlitGeneric");
  });

  it.each([
    ["no map", 1, ["pack", "-o", "never.zip"], "wants one map"],
    ["a missing map", 1, ["pack", join(base, "none.bsp"), "-o", "never.zip"], "there is no file"],
    ["a folder", 1, ["pack", base, "-o", "never.zip"], "is a folder, not a file"],
    ["missing content", 1, ["pack", room, "--content", "nowhere", "-o", "x"], "is no folder"],
    [
      "content that is not an archive",
      1,
      ["pack", room, "--content", room, "-o", "x"],
      "no folder and no arch",
    ],
    ["a part of a VPK", 1, ["pack", room, "--content", "pak_000.vpk", "-o", "x"], "_dir.vpk"],
    ["a zip without a map", 1, ["pack", "files.zip", "-o", "never.zip"], "there is no map"],
    ["a cut map", 2, ["pack", "cut.bsp", "-o", "never.zip"], "BSP "],
    ["an invalid archive", 2, ["pack", room, "--content", "bad.vpk", "-o", "x"], "VPK "],
    ["the map as its own zip", 1, ["pack", "room.bsp", "-o", "room.bsp"], "is an input"],
    [
      "the content as the zip",
      1,
      ["pack", room, "--content", "bad.vpk", "-o", "bad.vpk"],
      "is an input",
    ],
  ])("ends with one line for %s, and writes nothing", async (_, wanted, args, says) => {
    writeFileSync(join(base, "cut.bsp"), makeBsp().subarray(0, 900));
    writeTree(base, {
      "bad.vpk": "not a VPK",
      "pak_000.vpk": "",
      "files.zip": writeZip(new Map()),
    });
    const inBase = args.map((arg) => (/^[\w-]+\.\w+$/.test(arg) ? join(base, arg) : arg));
    const { code, stdout, stderr } = await runVisleaf(...inBase);
    expect({ code, stdout }).toEqual({ code: wanted, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr.split("\n")).toHaveLength(1);
    expect(existsSync(join(base, "never.zip"))).toBe(false);
    expect(existsSync("x")).toBe(false);
    expect(readFileSync(room).equals(makeBsp())).toBe(true);
  });
});

describe.skipIf(test === null)("a packed map", () => {
  drawOnOneDevice(test);

  let headless: HeadlessRenderer;
  beforeAll(async () => {
    headless = await openHeadlessRenderer(160, 90);
  });
  afterAll(() => headless.close());

  /** Returns the picture and the warnings of a map with its content. */
  async function draw(path: string, content: string[]) {
    const loaded = await loadMapFile(headless, await readMapFile(path, content), "hdr");
    await headless.renderer.settled();
    headless.renderer.render({ ...loaded.scene.start, fov: DEFAULT_FOV });
    const pixels = await headless.renderer.readPixels();
    await headless.drain();
    return { pixels, warnings: loaded.warnings };
  }

  it("looks the same as the map with its content beside it", async () => {
    const { path } = await pack("picture.zip", room, "--content", loose);
    const fromFolder = await draw(room, [loose]);
    const fromZip = await draw(path, []);
    const bare = await draw(room, []);
    expect(fromZip.warnings).toEqual(fromFolder.warnings);
    expect(fromZip.pixels).toEqual(fromFolder.pixels);
    expect(bare.pixels).not.toEqual(fromFolder.pixels);
  });

  it.skipIf(!hasCorpus)("of a real map is drawn as with its content beside it", async () => {
    const name = "gunman_city2/gunman_city2.bsp";
    const map = corpusPath(name);
    const [content] = corpusContent(name);
    const { code, stdout, path } = await pack(
      "city.visleaf.zip",
      map,
      "--content",
      content,
      "--json",
    );
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    const counts = report.kinds.map((total: { kind: string; files: number }) => [
      total.kind,
      total.files,
    ]);
    expect(counts.map(([kind]: [string]) => kind)).toEqual(
      expect.arrayContaining(["map", "materials", "textures", "models", "sky"]),
    );
    // The folder has content of several maps.
    const inFolder = listCorpusFiles("", relative(corpusPath(), content)).length;
    expect(report.files.length).toBeLessThan((inFolder * 4) / 5);

    const fromFolder = await draw(map, [content]);
    const fromZip = await draw(path, []);
    expect(fromZip.warnings).toEqual(fromFolder.warnings);
    expect(fromZip.pixels).toEqual(fromFolder.pixels);
    const missing = (code: string) =>
      fromZip.warnings.filter((warning) => warning.code === code).map(({ subject }) => subject);
    expect(missing("missing-material")).toEqual(report.missing.materials);
    expect(missing("missing-texture")).toEqual(report.missing.textures);
    const bare = JSON.parse((await pack("bare.zip", map, "--json")).stdout);
    expect(bare.missing.materials.length).toBeGreaterThan(report.missing.materials.length);
  });
});
