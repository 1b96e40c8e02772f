/** `visleaf pak`: listing, extracting, adding and removing files of a map's pakfile. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LUMP } from "../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { replaceLumps } from "../../../../src/formats/bsp/write/replace-lumps.ts";
import { parseZip } from "../../../../src/formats/zip/parse-zip.ts";
import { type MakeBspOptions, makeBsp } from "../../../formats/bsp/make-bsp.ts";
import { lzmaEntry, type MadeEntry, makeZip } from "../../../formats/zip/make-zip.ts";
import { runVisleaf } from "../../run-visleaf.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-pak-"));
afterAll(() => rmSync(base, { recursive: true }));
let count = 0;

const text = (content: string) => new TextEncoder().encode(content);
const ENTRIES: readonly MadeEntry[] = [
  { name: "materials/Maps/room/a.vmt", data: text("one") },
  { name: "materials/maps/room/b[1].vtf", data: text("two") },
  lzmaEntry("scripts/soundscapes.txt", text("three ".repeat(40))),
  { name: "readme.txt", data: text("four") },
];

function makeMap(entries: readonly MadeEntry[] = ENTRIES, options: MakeBspOptions = {}): string {
  const path = join(base, `map${count++}.bsp`);
  const pak = new Map([[LUMP.LUMP_PAKFILE, { bytes: makeZip(entries) }]]);
  writeFileSync(path, replaceLumps(makeBsp(options), pak));
  return path;
}

function writeFiles(files: Record<string, string>): string {
  const folder = join(base, `files${count++}`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

async function list(map: string) {
  const { code, stdout } = await runVisleaf("pak", map, "list", "--json");
  expect(code).toBe(0);
  const entries: { path: string; method: string; byteLength: number }[] =
    JSON.parse(stdout).entries;
  return entries;
}

const names = async (map: string) => (await list(map)).map(({ path }) => path);

function read(map: string, path: string): string {
  const archive = parseZip(parseBsp(readFileSync(map)).pakfile);
  return new TextDecoder().decode(archive.read(archive.find(path)!));
}

describe("visleaf pak", () => {
  it("lists files with their stored sizes and methods", async () => {
    const map = makeMap();
    const { code, stdout } = await runVisleaf("pak", map, "list");
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.trim().split(/\s+/))).toMatchObject([
      ["bytes", "packed", "method", "crc", "path"],
      ["3", "3", "stored", "7a6c86f1", "materials/Maps/room/a.vmt"],
      ["3", "3", "stored", "11ca8a66", "materials/maps/room/b[1].vtf"],
      ["240", expect.any(String), "lzma", expect.any(String), "scripts/soundscapes.txt"],
      ["4", "4", "stored", expect.any(String), "readme.txt"],
      ["4", "files,", expect.any(String), "bytes"],
    ]);
    const byJson = await runVisleaf("pak", map, "list", "--json");
    expect(JSON.parse(byJson.stdout).entries[0]).toEqual({
      path: "materials/Maps/room/a.vmt",
      byteLength: 3,
      packedByteLength: 3,
      method: "stored",
      crc: "7a6c86f1",
    });
  });

  it("extracts all files, or the given ones", async () => {
    const map = makeMap();
    const all = join(base, "all");
    expect((await runVisleaf("pak", map, "extract", "--out", all)).code).toBe(0);
    expect(readFileSync(join(all, "materials/Maps/room/a.vmt"), "utf8")).toBe("one");
    expect(readFileSync(join(all, "scripts/soundscapes.txt"), "utf8")).toBe("three ".repeat(40));
    const meant: [string[], string[]][] = [
      [["MATERIALS\\MAPS\\ROOM\\A.VMT"], ["materials/Maps/room/a.vmt"]],
      [["*.txt"], ["readme.txt"]],
      [["**/*.txt"], ["readme.txt", "scripts/soundscapes.txt"]],
      [["materials/**"], ["materials/Maps/room/a.vmt", "materials/maps/room/b[1].vtf"]],
      [
        ["**/?[1].vtf", "readme.txt"],
        ["materials/maps/room/b[1].vtf", "readme.txt"],
      ],
    ];
    for (const [globs, paths] of meant) {
      const out = join(base, `some${count++}`);
      const { stdout } = await runVisleaf("pak", map, "extract", ...globs, "-o", out, "--json");
      const { files } = JSON.parse(stdout);
      expect(files.map(({ path }: { path: string }) => path).sort()).toEqual(paths);
      for (const path of paths) expect(existsSync(join(out, path)), path).toBe(true);
    }
  });

  it("extracts more files than are synced at a time, and skips names that no file system accepts", async () => {
    const many = Array.from({ length: 600 }, (_, i) => ({
      name: `materials/${i % 7}/${i}.vmt`,
      data: text(`file ${i}`),
    }));
    const long = { name: `materials/${"x".repeat(60_000)}.vmt`, data: text("long") };
    const folder = join(base, `out${count++}`);
    const map = makeMap([...many.slice(0, 300), long, ...many.slice(300)]);
    const { code, stdout, stderr } = await runVisleaf("pak", map, "extract", "-o", folder);
    expect(code, stderr).toBe(0);
    expect(stdout.split("\n")).toEqual([...many.map(({ name }) => name), `600 files in ${folder}`]);
    for (const { name, data } of many) {
      expect(readFileSync(join(folder, name))).toEqual(Buffer.from(data));
    }
    expect(stderr).toMatch(
      /^visleaf: materials\/x{290}… is left out: its path has 60014 bytes, more than the 1024/,
    );
    expect(stderr.length).toBeLessThan(500);
  });

  it("extracts nothing outside the folder, and skips damaged files", async () => {
    const map = makeMap([
      { name: "../../../outside.txt", data: text("out") },
      { name: "good.txt", data: text("good") },
      { name: "bad.txt", data: text("bad"), crc: 5 },
    ]);
    const out = join(base, "deep/er");
    const { code, stdout, stderr } = await runVisleaf("pak", map, "extract", "--out", out);
    expect(code).toBe(2);
    expect(stdout.split("\n")).toEqual(["good.txt", `1 file in ${out}`]);
    expect(stderr).toContain("../../../outside.txt is left out: it leads out of the folder");
    expect(stderr).toContain("bad.txt is left out: ZIP bad.txt at byte");
    expect(readdirSync(out)).toEqual(["good.txt"]);
    expect(existsSync(join(base, "outside.txt"))).toBe(false);
    const limited = await runVisleaf(
      ...["pak", map, "extract", "--out", out, "--limit", "unpackedBytes=5"],
    );
    expect([limited.code, limited.stderr]).toEqual([2, expect.stringContaining("at most 5")]);
  });

  it("skips names that no file system accepts, with a short line each, and extracts the others", async () => {
    const map = makeMap([
      { name: `${"a".repeat(65_000)}.txt`, data: text("long") },
      { name: `${"b/".repeat(600)}deep.txt`, data: text("deep") },
      { name: `${"c".repeat(252)}.txt`, data: text("one too long") },
      { name: "readme", data: text("file") },
      { name: "readme/below.txt", data: text("below a file") },
      { name: `${"c".repeat(251)}.txt`, data: text("longest") },
      { name: "last.txt", data: text("last") },
    ]);
    const out = join(base, "names");
    const { code, stdout, stderr } = await runVisleaf("pak", map, "extract", "--out", out);
    expect(code).toBe(0);
    expect(readdirSync(out).sort()).toEqual([`${"c".repeat(251)}.txt`, "last.txt", "readme"]);
    expect(stdout).toContain(`3 files in ${out}`);
    const lines = stderr.split("\n");
    expect(lines).toEqual([
      expect.stringMatching(
        /^visleaf: a{300}… is left out: its path has 65004 bytes, more than the 1024/,
      ),
      expect.stringMatching(/^visleaf: (b\/)+… is left out: its path has 1208 bytes, more than/),
      expect.stringMatching(/^visleaf: c+.txt is left out: a part of its path has more than 255/),
      "visleaf: readme/below.txt is left out: readme is a file of the archive",
    ]);
  });

  it("counts skipped files past 20 lines, and replaces files with --force", async () => {
    const bad = Array.from({ length: 30 }, (_, i) => ({ name: `../${i}.txt`, data: text("x") }));
    const map = makeMap([...bad, { name: "readme.txt", data: text("new") }]);
    const out = writeFiles({ "readme.txt": "an old and longer text" });
    const { stderr } = await runVisleaf("pak", map, "extract", "--out", out, "--force");
    const lines = stderr.split("\n");
    expect(lines.length).toBe(21);
    expect(lines[20]).toBe("visleaf: 10 more are left out");
    expect(readFileSync(join(out, "readme.txt"), "utf8")).toBe("new");
    expect(readdirSync(out)).toEqual(["readme.txt"]);
  });

  it("adds a folder's files by their paths, and replaces existing entries", async () => {
    const map = makeMap();
    const before = readFileSync(map);
    const folder = writeFiles({
      "materials/new/Wall.vmt": "wall",
      "materials/maps/room/A.vmt": "other",
    });
    const { code, stdout } = await runVisleaf("pak", map, "add", folder, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      out: map,
      byteLength: readFileSync(map).length,
      added: [{ path: "materials/maps/room/a.vmt" }, { path: "materials/new/wall.vmt" }],
      replaced: ["materials/maps/room/a.vmt"],
    });
    expect(await names(map)).toEqual([
      "materials/maps/room/b[1].vtf",
      "scripts/soundscapes.txt",
      "readme.txt",
      "materials/maps/room/a.vmt",
      "materials/new/wall.vmt",
    ]);
    const paths = ["materials/maps/room/a.vmt", "materials/new/wall.vmt", "readme.txt"];
    expect(paths.map((path) => read(map, path))).toEqual(["other", "wall", "four"]);
    expect(readdirSync(base).filter((name) => name.includes("unfinished"))).toEqual([]);
    const others = { pakfile: 0, lumps: 0, byteLength: 0 };
    expect({ ...parseBsp(readFileSync(map)), ...others }).toEqual({
      ...parseBsp(before),
      ...others,
    });
  });

  it("adds files at a path, and is unchanged after their removal", async () => {
    for (const options of [{}, { littleEndian: false }, { headerOrder: "left4dead2" } as const]) {
      const map = makeMap(ENTRIES, options);
      const before = readFileSync(map);
      const file = join(writeFiles({ "x.TXT": "x", "y.txt": "y" }), "x.TXT");
      const other = join(dirname(file), "y.txt");
      const out = join(base, `out${count++}.bsp`);
      const under = ["--under", "Scripts\\deep"];
      await runVisleaf("pak", map, "add", file, other, ...under, "--out", out);
      expect((await names(out)).slice(4)).toEqual(["scripts/deep/x.txt", "scripts/deep/y.txt"]);
      expect(readFileSync(map)).toEqual(before);
      await runVisleaf("pak", out, "add", file, "--as", "Cfg/X.cfg");
      expect((await names(out)).at(-1)).toBe("cfg/x.cfg");
      await runVisleaf("pak", out, "remove", "scripts/deep/**", "cfg/*");
      expect(Buffer.compare(readFileSync(out), before)).toBe(0);
    }
  });

  it("packs new files with LZMA if that is smaller", async () => {
    const map = makeMap();
    const folder = writeFiles({ "a.txt": "a ".repeat(2000), "b.txt": "b", "c.txt": "" });
    expect((await runVisleaf("pak", map, "add", folder, "--lzma")).code).toBe(0);
    expect((await list(map)).slice(4).map(({ method }) => method)).toEqual([
      "lzma",
      "stored",
      "stored",
    ]);
    expect(read(map, "a.txt")).toBe("a ".repeat(2000));
    expect([read(map, "b.txt"), read(map, "c.txt")]).toEqual(["b", ""]);
  });

  it("makes a pakfile if the map has none", async () => {
    const map = join(base, "bare.bsp");
    const none = new Map([[LUMP.LUMP_PAKFILE, { bytes: new Uint8Array(0) }]]);
    writeFileSync(map, replaceLumps(makeBsp(), none));
    expect(await names(map)).toEqual([]);
    const folder = writeFiles({ "a.txt": "a" });
    expect((await runVisleaf("pak", map, "add", folder)).code).toBe(0);
    expect([await names(map), read(map, "a.txt")]).toEqual([["a.txt"], "a"]);
  });

  it("changes an enciphered map, which stays enciphered", async () => {
    const map = makeMap();
    const plain = makeMap();
    const key = Uint8Array.from({ length: 32 }, (_, i) => i + 1);
    const secret = readFileSync(map).map((byte, i) => byte ^ key[i % 32]);
    writeFileSync(map, secret);
    expect((await names(map)).length).toBe(4);
    for (const each of [map, plain]) await runVisleaf("pak", each, "remove", "readme.txt");
    expect(readFileSync(plain).length).toBeLessThan(secret.length);
    const deciphered = readFileSync(map).map((byte, i) => byte ^ key[i % 32]);
    expect(Buffer.compare(deciphered, readFileSync(plain))).toBe(0);
  });

  const file = join(writeFiles({ "f.txt": "f" }), "f.txt");
  const map = makeMap();
  const cut = join(base, "cut.bsp");
  writeFileSync(cut, readFileSync(map).subarray(0, -200));
  const noZip = makeMap();
  const pak = new Map([[LUMP.LUMP_PAKFILE, { bytes: text("this is no zip") }]]);
  writeFileSync(noZip, replaceLumps(makeBsp(), pak));

  it.each<[string, number, string[], string]>([
    ["no action", 1, [map], "wants a map, then list"],
    ["an unknown action", 1, [map, "constructor"], "wants a map, then list"],
    ["a missing map", 1, [join(base, "none.bsp"), "list"], "there is no file"],
    ["paths to list", 1, [map, "list", "x"], "takes no paths"],
    ["no output folder", 1, [map, "extract"], "wants --out"],
    ["an option of another action", 1, [map, "remove", "x", "--lzma"], "takes no --lzma"],
    ["nothing to add", 1, [map, "add"], "wants files"],
    ["two storage methods", 1, [map, "add", file, "--lzma", "--store"], "not both"],
    ["a path for a folder", 1, [map, "add", file, "--as", "a", "--under", "b"], "not both"],
    ["one name for two files", 1, [map, "add", file, file, "--as", "a"], "names one file"],
    [
      "one path for two files",
      1,
      [map, "add", file, file, "--under", "a"],
      "would both be a/f.txt",
    ],
    ["a file without a path", 1, [map, "add", file], "wants --as or --under"],
    ["a path outside the pakfile", 1, [map, "add", file, "--as", "../../f"], "leads out"],
    ["a missing file", 1, [map, "add", "none.txt", "--as", "a"], "there is no file"],
    ["a missing entry", 1, [map, "remove", "nothing*"], "the pakfile has no nothing*"],
    ["the map as its own entry", 1, [map, "add", file, "--as", "f", "-o", file], "is an input"],
    ["a cut map", 2, [cut, "list"], "BSP LUMP_PAKFILE at byte"],
    ["a file that is not a map", 2, [file, "list"], "BSP "],
    ["an invalid pakfile", 2, [noZip, "remove", "a"], "ZIP "],
  ])("%s ends in %i and changes nothing", async (_, code, args, message) => {
    const before = readFileSync(map);
    const result = await runVisleaf("pak", ...args);
    expect(result.stderr).toContain(message);
    expect([result.code, result.stderr.split("\n").length]).toEqual([code, 1]);
    expect(Buffer.compare(readFileSync(map), before)).toBe(0);
  });
});
