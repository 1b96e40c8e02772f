import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import {
  joinVpkFile,
  locateVpkFile,
  parseVpk,
  parseVpkTree,
  summarizeVpk,
  type VpkDirectory,
  vpkPartName,
  writeSplitVpk,
  writeVpk,
} from "../../../src/formats/vpk/index.ts";
import { corpusPath, hasCorpus, readCorpus } from "../../support/corpus.ts";
import { vpkLongNames } from "../../support/hostile/vpk-long-names.ts";
import { mutations } from "../../support/mutate.ts";
import { processorMs } from "../../support/processor-time.ts";
import { GAME_PATHS, makeFiles } from "./make-files.ts";

/** Reads a file like the content layer, from parts in memory. */
function read(vpk: VpkDirectory, file: number, part: (archive: number) => Uint8Array): Uint8Array {
  const bytes = part(vpk.fileArchive[file]);
  const slice = locateVpkFile(vpk, file, bytes.length);
  if (slice === null) return joinVpkFile(vpk, file, new Uint8Array(0));
  return joinVpkFile(vpk, file, bytes.subarray(slice.offset, slice.offset + slice.byteLength));
}

function faultOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof FormatError) return `${error.format} ${error.code} ${error.where}`;
    throw error;
  }
  return "fine";
}

/** Builds a tree of version 1 by hand: unchanged names, each file in separate lists, no data. */
function makeTree(names: readonly (readonly [string, string, string])[]): Uint8Array {
  const record = `${"\0".repeat(16)}\xff\xff\0\0`;
  const text = names.map((path) => `${path.join("\0")}\0${record}`).join("");
  const tree = Buffer.from(`${text}\0`, "latin1");
  const bytes = new Uint8Array(12 + tree.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x55aa1234, true);
  view.setUint32(4, 1, true);
  view.setUint32(8, tree.length, true);
  bytes.set(tree, 12);
  return bytes;
}

const files = makeFiles(GAME_PATHS);

describe("VPK", () => {
  it.each([
    { version: 1, preloadByteLength: 0 },
    { version: 2, preloadByteLength: 0 },
    { version: 1, preloadByteLength: 104 },
    { version: 2, preloadByteLength: 16 },
  ] as const)("in one file reads back equal: %o", (options) => {
    const bytes = writeVpk(files, options);
    const vpk = parseVpk(bytes);
    expect(vpk.header.version).toBe(options.version);
    expect(vpk.fileCount).toBe(files.size);
    for (const [path, content] of files) {
      const file = vpk.find(path);
      expect(vpk.path(file)).toBe(path);
      expect(read(vpk, file, () => bytes)).toEqual(content);
    }
  });

  it.each([1, 2] as const)("in parts reads back equal: version %i", (version) => {
    const { directory, parts } = writeSplitVpk(files, 250, { version, preloadByteLength: 10 });
    expect(parts.length).toBeGreaterThan(3);
    const vpk = parseVpk(directory);
    for (const [path, content] of files) {
      expect(read(vpk, vpk.find(path), (archive) => parts[archive])).toEqual(content);
    }
    // Parsing needs only the tree.
    const { treeOffset, dataOffset } = vpk.header;
    const again = parseVpkTree(vpk.header, directory.subarray(treeOffset, dataOffset));
    expect(again.fileCount).toBe(files.size);
  });

  it("finds paths in any case and with either slash, and no others", () => {
    const vpk = parseVpk(writeVpk(files));
    expect(vpk.path(vpk.find("Materials\\BRICK//wall.VTF"))).toBe("materials/brick/wall.vtf");
    for (const path of ["materials/brick/wall", "wall.vtf", "", "constructor", "toString"]) {
      expect(vpk.find(path), path).toBe(-1);
    }
    const empty = parseVpk(writeVpk(new Map()));
    expect([empty.fileCount, empty.find("x")]).toEqual([0, -1]);
  });

  it("keeps the first of several files with the same path", () => {
    const vpk = parseVpk(
      makeTree([
        ["vmt", "Materials", "A"],
        ["VMT", "materials", "a"],
        ["vmt", "materials//", "a"],
      ]),
    );
    expect(vpk.find("materials/a.vmt")).toBe(0);
    expect([...vpk.repeated]).toEqual([1, 2]);
    expect([0, 1, 2].map((file) => vpk.path(file))).toEqual(Array(3).fill("materials/a.vmt"));
  });

  it("rejects paths that leave the root", () => {
    const vpk = parseVpk(
      makeTree([
        ["vmt", "../materials", "a"],
        ["vmt", "materials", "../../b"],
        [" ", "materials", ".."],
        ["txt", " ", "c"],
      ]),
    );
    expect(vpk.refused).toEqual(["../materials/a.vmt", "materials/../../b.vmt", "materials/.."]);
    expect([0, 1, 2, 3].map((file) => vpk.path(file))).toEqual(["", "", "", "c.txt"]);
    for (const path of ["a.vmt", "materials/a.vmt", "b.vmt", "materials"]) {
      expect(vpk.find(path)).toBe(-1);
    }
  });

  it("parses 60,000 files of one path in limited time", () => {
    const names = Array(60_000).fill(["vmt", "m", "a"] as const);
    const started = performance.now();
    expect(parseVpk(makeTree(names)).find("m/a.vmt")).toBe(0);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it("refuses long names that many files share", () => {
    expect(parseVpk(vpkLongNames(100, 520)).path(0)).toHaveLength(520 + 1 + 1 + 1 + 520);
    const tree = vpkLongNames(50_000, 500_000);
    const started = performance.now();
    expect(faultOf(() => parseVpk(tree))).toBe("VPK too-large tree");
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it("derives part names from the directory's name", () => {
    expect(vpkPartName("pak01_dir.vpk", 3)).toBe("pak01_003.vpk");
    expect(vpkPartName("http://x/PAK01_DIR.VPK", 123)).toBe("http://x/PAK01_123.VPK");
    expect(vpkPartName("single.vpk", 0)).toBeNull();
  });

  it("refuses to write invalid paths", () => {
    for (const path of ["../x", "", "a/..", " ", "a\0b"]) {
      expect(() => writeVpk(new Map([[path, new Uint8Array(1)]])), path).toThrow(RangeError);
    }
  });

  it("summarizes version and file counts", () => {
    const { directory } = writeSplitVpk(files, 250, { version: 1 });
    const summary = summarizeVpk(parseVpk(directory));
    expect(summary).toMatchObject({ format: "VPK", version: 1, files: files.size, maps: [] });
    expect(summary.bytes).toBe([...files.values()].reduce((sum, { length }) => sum + length, 0));
    expect(summary.extensions.find(({ extension }) => extension === ".vtf")?.files).toBe(2);
    expect(summary.parts).toEqual([0, 1, 2, 3]);
  });
});

describe("parseVpk on a damaged file", () => {
  const good = writeVpk(files, { version: 2 });
  const changed = (change: (view: DataView) => void, bytes = good): Uint8Array => {
    const copy = bytes.slice();
    change(new DataView(copy.buffer));
    return copy;
  };
  const firstEntry = good.indexOf(0, good.indexOf(0, good.indexOf(0, 28) + 1) + 1) + 1;

  it.each<[string, Uint8Array]>([
    ["VPK truncated header", new Uint8Array(3)],
    ["VPK truncated header", good.subarray(0, 20)],
    ["VPK bad-magic header", new Uint8Array(40)],
    ["VPK bad-version header", changed((view) => view.setUint32(4, 3, true))],
    ["VPK truncated tree", changed((view) => view.setUint32(8, 0xffffffff, true))],
    ["VPK truncated file data", good.subarray(0, good.length - 1)],
    ["VPK truncated archive MD5", changed((view) => view.setUint32(16, 1, true))],
    ["VPK truncated signature", changed((view) => view.setUint32(24, 0xffffffff, true))],
    ["VPK truncated tree", changed((view) => view.setUint32(8, 30, true))],
    ["VPK bad-value tree", changed((view) => view.setUint16(firstEntry + 16, 0, true))],
    ["VPK truncated tree", changed((view) => view.setUint16(firstEntry + 4, 0xffff, true))],
  ])("throws %s", (fault, bytes) => {
    expect(faultOf(() => parseVpk(bytes))).toBe(fault);
  });

  it("reports a file outside its part and a file with the wrong checksum", () => {
    const outside = parseVpk(changed((view) => view.setUint32(firstEntry + 8, 0x7fffffff, true)));
    expect(faultOf(() => read(outside, 0, () => good))).toBe(`VPK bad-offset ${outside.path(0)}`);
    const wrong = parseVpk(changed((view) => view.setUint32(firstEntry, 1, true)));
    expect(faultOf(() => read(wrong, 0, () => good))).toBe(`VPK mismatch ${wrong.path(0)}`);
    expect(faultOf(() => read(wrong, 1, () => good))).toBe("fine");
  });

  it("throws only FormatErrors", () => {
    const seed = writeVpk(files, { version: 1, preloadByteLength: 20 });
    const outcomes = { used: 0, refused: 0 };
    fc.assert(
      fc.property(mutations(seed), (bytes) => {
        const faults: string[] = [];
        const parsed = faultOf(() => {
          const vpk = parseVpk(bytes);
          for (let file = 0; file < vpk.fileCount; file++) {
            expect(vpk.path(file)).not.toMatch(/^\/|(^|\/)\.\.(\/|$)/);
            faults.push(faultOf(() => read(vpk, file, () => bytes)));
          }
        });
        const isFine = [parsed, ...faults].every((fault) => fault === "fine");
        outcomes[isFine ? "used" : "refused"]++;
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(outcomes.used).toBeGreaterThan(20);
    expect(outcomes.refused).toBeGreaterThan(40);
  });
});

describe("a directory as large as a game's", () => {
  it("is parsed into columns in limited time", () => {
    const extensions = ["vmt", "vtf", "mdl", "vvd", "dx90.vtx", "wav", "phy"];
    const names = Array.from({ length: 100_000 }, (_, i) => {
      const folder = `materials/models/player/items/folder_${i % 3000}`;
      return [extensions[i % 7], folder, `some_texture_${i}`] as const;
    });
    const bytes = makeTree(names);
    const started = processorMs();
    const vpk = parseVpk(bytes);
    const parseMs = processorMs() - started;
    for (const [extension, folder, name] of names) {
      if (vpk.find(`${folder}/${name}.${extension}`) < 0) expect.fail(name);
    }
    expect(vpk.find("materials/models/player/items/folder_1/some_texture_0.vmt")).toBe(-1);
    // Measured 30 to 130 ms; much more means extra work per file.
    expect(parseMs).toBeLessThan(5000);
  });
});

describe.skipIf(!hasCorpus)("VPKs of the corpus", () => {
  const folder = ["valvepak_vpk", "ValvePak", "ValvePak.Test", "Files"];
  const file = (name: string) => readCorpus(...folder, name);

  it("have the same files in one file and in parts", () => {
    const single = file("steamdb_test_single.vpk");
    const split = file("steamdb_test_dir.vpk");
    const part = file("steamdb_test_000.vpk");
    const [a, b] = [parseVpk(single), parseVpk(split)];
    expect(a.fileCount).toBe(3);
    for (let i = 0; i < a.fileCount; i++) {
      const other = b.find(a.path(i));
      expect(read(a, i, () => single)).toEqual(read(b, other, () => part));
    }
    expect(b.find("KITTEN.jpg")).toBeGreaterThanOrEqual(0);
  });

  it("may have unusual names and capitals", () => {
    const vpk = parseVpk(file("broken_dir.vpk"));
    const part = file("broken_000.vpk");
    const texts = new Map<string, string>();
    for (let i = 0; i < vpk.fileCount; i++) {
      expect(vpk.find(vpk.path(i)), corpusPath(vpk.path(i))).toBe(i);
      texts.set(vpk.path(i), new TextDecoder().decode(read(vpk, i, () => part)));
    }
    expect([...texts.keys()]).toEqual([
      "folder with space/space_extension. txt",
      "uppercasefolder/bad_file_forfun.txt",
      "folder with space/file name with space.txt",
      "uppercasefolder/uppercasefile.txt",
      "folder with space/test",
      "test",
    ]);
    expect(texts.get("test")).toBe("This was a root file with no extension.");
    expect(texts.get("uppercasefolder/bad_file_forfun.txt")).toBe(":D");
  });

  it("may have MD5 sums and a signature, which are bounds-checked", () => {
    const bytes = file("platform_misc_dir.vpk");
    const vpk = parseVpk(bytes);
    expect(vpk.header.version).toBe(2);
    expect(vpk.fileCount).toBeGreaterThan(200);
    expect(vpk.find("shaders/fxc/color_projection_vs20.vcs")).toBe(0);
    expect(faultOf(() => parseVpk(bytes.subarray(0, -1)))).toBe("VPK truncated signature");
  });
});
