import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { type Bsp, parseBsp } from "../../../src/formats/bsp/index.ts";
import { LUMP, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { assembleBsp, type MakeBspOptions, makeBsp, makeBspLumps } from "./make-bsp.ts";

type Edit = (view: DataView, bytes: Uint8Array) => void;

/** Returns a generated map with one modified lump. */
function spoil(name: LumpName, edit: Edit, options: MakeBspOptions = {}): Uint8Array {
  const lumps = makeBspLumps(options);
  const lump = lumps.get(name);
  if (!lump) throw new Error(`no ${name}`);
  edit(new DataView(lump.bytes.buffer), lump.bytes);
  return assembleBsp(lumps, options);
}

/** Returns a generated map with modified words in the header's directory. */
function spoilEntry(name: LumpName, field: 0 | 1 | 2, value: number): Uint8Array {
  const file = makeBsp();
  new DataView(file.buffer).setInt32(8 + LUMP[name] * 16 + field * 4, value, true);
  return file;
}

function errorOf(bytes: Uint8Array): FormatError {
  try {
    parseBsp(bytes);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("it was read");
}

/** Parses a damaged map and collects its warnings. */
function parseDamaged(bytes: Uint8Array): { bsp: Bsp; subjects: string[] } {
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(bytes, diagnostics);
  expect(diagnostics.warnings.every((warning) => warning.code === "damaged-section")).toBe(true);
  const subjects = diagnostics.subjects("damaged-section");
  for (const subject of subjects) expect(bsp.lumps[LUMP[subject as LumpName]].problem).toBeTruthy();
  return { bsp, subjects };
}

const setInt =
  (at: number, value: number): Edit =>
  (view) =>
    view.setInt32(at, value, true);
const setShort =
  (at: number, value: number): Edit =>
  (view) =>
    view.setInt16(at, value, true);
const setFloat =
  (at: number, value: number): Edit =>
  (view) =>
    view.setFloat32(at, value, true);

describe("damage to a lump that drawing requires", () => {
  const faults: [what: string, lump: LumpName, edit: Edit, code: string, where?: LumpName][] = [
    ["a plane that is not a number", "LUMP_PLANES", setFloat(0, Number.NaN), "bad-value"],
    ["a vertex at infinity", "LUMP_VERTEXES", setFloat(0, Infinity), "bad-value"],
    ["an edge past the vertexes", "LUMP_EDGES", setShort(4, 44), "bad-index"],
    ["a surfedge past the edges", "LUMP_SURFEDGES", setInt(0, 45), "bad-index"],
    ["a surfedge before the edges", "LUMP_SURFEDGES", setInt(0, -45), "bad-index"],
    ["the least surfedge of all", "LUMP_SURFEDGES", setInt(0, -0x80000000), "bad-index"],
    ["a face past the planes", "LUMP_FACES", setShort(0, 14), "bad-index"],
    ["a face past the surfedges", "LUMP_FACES", setInt(4, 41), "bad-index"],
    ["a face with negative edges", "LUMP_FACES", setShort(8, -1), "bad-index"],
    ["a face past the texinfos", "LUMP_FACES", setShort(10, 5), "bad-index"],
    ["a face before the texinfos", "LUMP_FACES", setShort(10, -2), "bad-index"],
    ["a face past the dispinfos", "LUMP_FACES", setShort(12, 1), "bad-index"],
    ["a displacement of three edges", "LUMP_FACES", setShort(5 * 56 + 8, 3), "bad-value"],
    ["a displacement past the faces", "LUMP_DISPINFO", setShort(36, 11), "bad-index"],
    ["a displacement of power 5", "LUMP_DISPINFO", setInt(20, 5), "bad-value"],
    ["a displacement of another face", "LUMP_DISPINFO", setShort(36, 0), "mismatch"],
    ["a displacement past its vertices", "LUMP_DISPINFO", setInt(12, 1), "bad-index"],
    ["a displaced vertex nowhere", "LUMP_DISP_VERTS", setFloat(12, Number.NaN), "bad-value"],
    ["a node past the planes", "LUMP_NODES", setInt(0, 14), "bad-index"],
    ["a node past the nodes", "LUMP_NODES", setInt(4, 7), "bad-index"],
    ["a node past the leafs", "LUMP_NODES", setInt(4, -4), "bad-index"],
    ["a node past the faces", "LUMP_NODES", setShort(26, 12), "bad-index"],
    ["a node that is its own child", "LUMP_NODES", setInt(8, 0), "cycle"],
    ["a node with two parents", "LUMP_NODES", setInt(8, 3), "cycle"],
    ["a ring of nodes", "LUMP_NODES", setInt(6 * 32 + 4, 0), "cycle"],
    ["a leaf past the leaffaces", "LUMP_LEAFS", setShort(32 + 22, 11), "bad-index"],
    ["a leaf of a cluster past any", "LUMP_LEAFS", setShort(32 + 4, 3), "bad-index"],
    ["a leafface past the faces", "LUMP_LEAFFACES", setShort(0, 11), "bad-index"],
    ["a model past the nodes", "LUMP_MODELS", setInt(36, 7), "bad-index"],
    ["a model past the faces", "LUMP_MODELS", setInt(44, 12), "bad-index"],
  ];
  for (const [what, lump, edit, code] of faults) {
    it(`${what} throws one FormatError`, () => {
      const file = spoil(lump, edit);
      const error = errorOf(file);
      expect(error).toMatchObject({ format: "BSP", where: lump, code });
      expect(error.offset).toBeGreaterThanOrEqual(1036);
      expect(error.offset).toBeLessThan(file.length);
    });
  }

  const needed: LumpName[] = [
    ...(["LUMP_PLANES", "LUMP_VERTEXES", "LUMP_EDGES", "LUMP_SURFEDGES", "LUMP_FACES"] as const),
    ...(["LUMP_NODES", "LUMP_LEAFS", "LUMP_LEAFFACES", "LUMP_MODELS", "LUMP_TEXINFO"] as const),
    ...(["LUMP_DISPINFO", "LUMP_DISP_VERTS"] as const),
  ];
  for (const lump of needed) {
    it(`${lump} past the file's end, with a negative length or with partial records throws a FormatError`, () => {
      expect(errorOf(spoilEntry(lump, 0, 1 << 28))).toMatchObject({
        where: lump,
        code: "truncated",
      });
      expect(errorOf(spoilEntry(lump, 0, -4))).toMatchObject({ where: lump, code: "bad-offset" });
      expect(errorOf(spoilEntry(lump, 0, 100))).toMatchObject({ where: lump, code: "bad-offset" });
      expect(errorOf(spoilEntry(lump, 1, -4))).toMatchObject({ where: lump, code: "bad-count" });
      expect(errorOf(spoilEntry(lump, 1, 0x7fffffff)).code).toBe("truncated");
      expect(errorOf(spoilEntry(lump, 1, 7))).toMatchObject({ where: lump });
    });
  }

  it("an empty leaf, model or face lump throws a FormatError", () => {
    for (const lump of ["LUMP_LEAFS", "LUMP_MODELS", "LUMP_FACES"] as const) {
      expect(errorOf(spoilEntry(lump, 1, 0))).toMatchObject({ where: lump, code: "bad-count" });
    }
  });
});

describe("damage to a lump that drawing does not require", () => {
  const optional: [LumpName, (bsp: Bsp) => unknown, unknown][] = [
    ["LUMP_PAKFILE", (bsp) => bsp.pakfile.length, 0],
    ["LUMP_CUBEMAPS", (bsp) => bsp.cubemaps.count, 0],
    ["LUMP_GAME_LUMP", (bsp) => bsp.staticProps, null],
    ["LUMP_VISIBILITY", (bsp) => bsp.visibility, null],
    ["LUMP_ENTITIES", (bsp) => bsp.entities, []],
    ["LUMP_PRIMITIVES", (bsp) => bsp.primitives.count, 0],
    ["LUMP_DISP_TRIS", (bsp) => bsp.dispTris.count, 0],
    ["LUMP_LEAF_AMBIENT_LIGHTING", (bsp) => bsp.ldr?.ambient, null],
    ["LUMP_TEXDATA_STRING_DATA", (bsp) => bsp.texDatas.name, ["", ""]],
    ["LUMP_LIGHTING", (bsp) => bsp.ldr, null],
  ];
  for (const [lump, find, missing] of optional) {
    it(`${lump} past the end of the file is replaced by its empty value with a warning`, () => {
      const { bsp, subjects } = parseDamaged(spoilEntry(lump, 0, 1 << 28));
      expect(subjects).toContain(lump);
      expect(find(bsp)).toEqual(missing);
      expect(bsp.faces.count).toBe(11);
    });
  }

  it("a file cut inside the pakfile still parses", () => {
    const file = makeBsp();
    const { bsp, subjects } = parseDamaged(file.subarray(0, bspEnd(file)));
    expect(subjects).toEqual(["LUMP_PAKFILE"]);
    expect(bsp.ldr).not.toBeNull();
  });

  it("visibility with invalid offsets or cluster counts becomes null with a warning", () => {
    for (const [at, value] of [
      [0, 3],
      [0, -1],
      [0, 1],
      [4, 19],
      [4, 22],
      [8, -1],
    ]) {
      const { bsp, subjects } = parseDamaged(spoil("LUMP_VISIBILITY", setInt(at, value)));
      expect(subjects).toEqual(["LUMP_VISIBILITY"]);
      expect(bsp.visibility).toBeNull();
    }
  });

  it("primitives that point past their face's edges leave that face without primitives", () => {
    const { bsp, subjects } = parseDamaged(spoil("LUMP_PRIMINDICES", setShort(4, 4)));
    expect(subjects).toEqual(["LUMP_PRIMITIVES"]);
    expect([...bsp.faces.primitiveCount]).toEqual(Array(11).fill(0));
  });

  it("texinfos that refer to missing texdata get texdata −1", () => {
    const { bsp, subjects } = parseDamaged(spoil("LUMP_TEXINFO", setInt(68, 2)));
    expect(subjects).toEqual([]);
    expect([...bsp.texInfos.texdata]).toEqual([-1, 0, 0, 1, -1]);
  });

  it("texdata names outside the string table become empty with a warning", () => {
    const { bsp, subjects } = parseDamaged(spoil("LUMP_TEXDATA", setInt(12, 99)));
    expect(subjects).toEqual(["LUMP_TEXDATA"]);
    expect(bsp.texDatas.name[0]).toBe("");
    expect(bsp.texDatas.name[1]).not.toBe("");
  });

  it("static props in leafs that do not exist are dropped with a warning", () => {
    const file = makeBsp();
    const at = file.findIndex(
      (_, i) => String.fromCharCode(...file.subarray(i, i + 6)) === "models",
    );
    // The count of leafs and the leafs follow the names.
    new DataView(file.buffer).setUint16(at + 128 + 4, 3, true);
    const { bsp, subjects } = parseDamaged(file);
    expect(subjects).toEqual(["LUMP_GAME_LUMP"]);
    expect(bsp.staticProps).toBeNull();
    expect(bsp.detailProps).not.toBeNull();
  });

  it("ambient samples past the lump's end are dropped with a warning", () => {
    const { bsp, subjects } = parseDamaged(spoil("LUMP_LEAF_AMBIENT_INDEX", setShort(6, 2)));
    expect(subjects).toEqual(["LUMP_LEAF_AMBIENT_INDEX"]);
    expect([...(bsp.ldr?.ambient?.sampleCount ?? [])]).toEqual([0, 0, 1]);
  });
});

describe("damaged light", () => {
  it("leaves faces unlit if their luxels were cut off", () => {
    const lumps = makeBspLumps();
    const lighting = lumps.get("LUMP_LIGHTING");
    if (!lighting) throw new Error("no lighting");
    lighting.bytes = lighting.bytes.subarray(0, 4 + 81 * 4 + 100);
    const { bsp, subjects } = parseDamaged(assembleBsp(lumps));
    expect(subjects).toEqual(["LUMP_LIGHTING"]);
    expect([...bsp.faces.lightOffset]).toEqual([4, ...Array(10).fill(-1)]);
  });

  it("uses the remaining bytes of a lighting lump that runs past the end of the file", () => {
    // Lighting is the last lump of a file without a pakfile.
    const lumps = makeBspLumps({ light: "hdr7" });
    lumps.delete("LUMP_PAKFILE");
    const hdr = assembleBsp(lumps);
    const { bsp, subjects } = parseDamaged(hdr.subarray(0, hdr.length - 81 * 4 * 4));
    expect(subjects).toEqual(["LUMP_LIGHTING_HDR"]);
    const lit = [...bsp.faces.lightOffset].filter((offset) => offset >= 0);
    expect(lit.length).toBe(9);
    expect(bsp.hdr?.lighting.length).toBe(hdr.length - 81 * 4 * 4 - bsp.lumps[53].offset);
  });

  it("leaves faces unlit if their lightmap size or offset is invalid", () => {
    for (const size of [-1, 511, 0x7fffffff]) {
      const { bsp } = parseDamaged(spoil("LUMP_FACES", setInt(36, size)));
      expect(bsp.faces.lightOffset[0]).toBe(-1);
      expect(bsp.faces.lightOffset[1]).toBeGreaterThan(0);
    }
  });

  it("leaves faces without texinfo or styles unlit", () => {
    const { bsp } = parseDamaged(spoil("LUMP_FACES", setShort(10, -1)));
    expect(bsp.faces.lightOffset[0]).toBe(-1);
    const dark = parseDamaged(spoil("LUMP_FACES", (_, bytes) => bytes.fill(255, 16, 20)));
    expect(dark.bsp.faces.lightOffset[0]).toBe(-1);
  });

  it("falls back to the other side (LDR or HDR) if one face lump is damaged", () => {
    const options = { light: "both" } as const;
    const hdrGone = parseDamaged(spoil("LUMP_FACES_HDR", setShort(0, 14), options));
    expect(hdrGone.subjects).toEqual(["LUMP_FACES_HDR"]);
    // LUMP_FACES then also serves the HDR lighting, as in maps without an HDR face lump.
    expect(hdrGone.bsp.ldr).not.toBeNull();
    const ldrGone = parseDamaged(spoil("LUMP_FACES", setShort(0, 14), options));
    expect(ldrGone.subjects).toEqual(["LUMP_FACES"]);
    expect(ldrGone.bsp.ldr).toBeNull();
    expect(ldrGone.bsp.hdr).not.toBeNull();
  });

  it("checks one shared face table against each of the two lighting lumps separately", () => {
    const lumps = makeBspLumps({ light: "both" });
    lumps.delete("LUMP_FACES_HDR");
    const ldr = lumps.get("LUMP_LIGHTING");
    if (!ldr) throw new Error("no lighting");
    ldr.bytes = ldr.bytes.subarray(0, 4 + 81 * 4);
    const { bsp, subjects } = parseDamaged(assembleBsp(lumps));
    expect(subjects).toEqual(["LUMP_LIGHTING"]);
    const countLit = (offsets?: Int32Array) => offsets?.filter((offset) => offset >= 0).length;
    expect(countLit(bsp.ldr?.faces.lightOffset)).toBe(1);
    expect(countLit(bsp.hdr?.faces.lightOffset)).toBe(10);
  });

  it("sets origFace to −1 if the map has no original faces", () => {
    const lumps = makeBspLumps();
    lumps.delete("LUMP_ORIGINALFACES");
    const { bsp, subjects } = parseDamaged(assembleBsp(lumps));
    expect(subjects).toEqual([]);
    expect([...bsp.faces.origFace]).toEqual(Array(11).fill(-1));
  });

  it("does not use a face table that is shorter than the other one", () => {
    const lumps = makeBspLumps({ light: "both" });
    const faces = lumps.get("LUMP_FACES");
    if (!faces) throw new Error("no faces");
    faces.bytes = faces.bytes.subarray(0, 10 * 56);
    const { bsp, subjects } = parseDamaged(assembleBsp(lumps));
    expect(subjects).toEqual(["LUMP_FACES"]);
    expect(bsp.ldr).toBeNull();
    expect(bsp.faces.count).toBe(11);
  });
});

describe("damaged LZMA compression", () => {
  const lzma = ["LUMP_PLANES", "LUMP_CUBEMAPS"] as const;

  it("throws one FormatError in a required lump", () => {
    const file = makeBsp({ lzma });
    const view = new DataView(file.buffer);
    const at = view.getInt32(8 + 16, true);
    view.setInt32(at + 4, 0x7fffffff, true);
    const where = "LUMP_PLANES";
    expect(errorOf(file)).toMatchObject({ format: "LZMA", where, code: "mismatch" });
    // A whole number of planes whose size is given only by the directory.
    view.setInt32(8 + 16 + 12, 20 * 107_374_182, true);
    expect(errorOf(file)).toMatchObject({ format: "BSP", where, code: "too-large" });
  });

  it("with a size above the map's limit is refused before decompression", () => {
    // LZMA could really pack this many zeros into so few bytes.
    const file = makeBsp({ lzma: ["LUMP_PLANES", "LUMP_VERTEXES"] });
    const big = new Uint8Array(file.length + 100_000);
    big.set(file);
    const view = new DataView(big.buffer);
    const at = big.length - 60_000;
    big.set(new TextEncoder().encode("LZMA"), at);
    view.setInt32(at + 4, 300_000_000, true);
    view.setInt32(at + 8, 59_000, true);
    view.setInt32(8 + 16, at, true);
    view.setInt32(8 + 16 + 4, 60_000, true);
    view.setInt32(8 + 16 + 12, 300_000_000, true);
    expect(errorOf(big)).toMatchObject({ where: "LUMP_PLANES", code: "too-large" });
  });

  it("drops an optional lump with a warning", () => {
    const file = makeBsp({ lzma });
    const at = new DataView(file.buffer).getInt32(8 + 42 * 16, true);
    file[at + 12] = 255;
    const { bsp, subjects } = parseDamaged(file);
    expect(subjects).toEqual(["LUMP_CUBEMAPS"]);
    expect(bsp.cubemaps.count).toBe(0);
  });
});

function bspEnd(file: Uint8Array): number {
  const view = new DataView(file.buffer);
  return view.getInt32(8 + LUMP.LUMP_PAKFILE * 16, true) + 10;
}
