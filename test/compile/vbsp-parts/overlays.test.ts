import { describe, expect, it } from "vitest";
import { buildOverlays } from "../../../src/compile/vbsp/parts/compiled-entities.ts";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import { writeRecords } from "../../../src/formats/binary/write-records.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../../src/formats/bsp/read/lump-reader.ts";
import { DOVERLAY, DOVERLAYFADE } from "../../../src/formats/bsp/records/overlays.ts";
import { wholeBytes } from "../../../src/formats/bsp/whole-bytes.ts";
import { parseVmf } from "../../../src/formats/vmf/parse-vmf.ts";
import type { VmfEntity } from "../../../src/formats/vmf/types.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { catchFault, makeEntity } from "./make-entity.ts";

const KEYS = {
  classname: "info_overlay",
  material: "signs/arrow",
  sides: "7 8",
  BasisOrigin: "10 20 30",
  BasisU: "0 1 0",
  BasisV: "0 0 -1",
  BasisNormal: "-1 0 0",
  StartU: "1",
  EndU: "0",
  StartV: "0.25",
  EndV: "0.75",
  uv0: "-64 -32 0",
  uv1: "-64 32 0",
  uv2: "64 32 0",
  uv3: "64 -32 0",
};

const FACES = new Map([
  [7, [40, 41]],
  [8, [3, 41]],
]);

function build(
  entities: VmfEntity[],
  facesOfSide = (side: number) => FACES.get(side) ?? ([] as number[]),
) {
  const materials: string[] = [];
  const built = buildOverlays(entities, facesOfSide, (material) => materials.push(material) - 1);
  const bytes = (name: "LUMP_OVERLAYS" | "LUMP_OVERLAY_FADES") =>
    built.lumps.get(name)?.bytes as Uint8Array;
  return {
    materials,
    named: built.named,
    bytes,
    overlays: readRecords(bytes("LUMP_OVERLAYS"), DOVERLAY, true),
    fades: readRecords(bytes("LUMP_OVERLAY_FADES"), DOVERLAYFADE, true),
  };
}

describe("overlays", () => {
  it("store the entity's plane, corners and texture range", () => {
    const { overlays, bytes, materials } = build([makeEntity(KEYS)]);
    expect(bytes("LUMP_OVERLAYS").length).toBe(352);
    expect(materials).toEqual(["signs/arrow"]);
    expect([...overlays.u, ...overlays.v]).toEqual([1, 0, 0.25, 0.75]);
    expect([...overlays.origin, ...overlays.basisNormal]).toEqual([10, 20, 30, -1, 0, 0]);
    // The U axis (0 1 0) is in the third numbers. Normal x U is (-1 0 0) x (0 1 0) = (0 0 -1),
    // which is V: not flipped.
    expect([...overlays.uvPoints]).toEqual([-64, -32, 0, -64, 32, 1, 64, 32, 0, 64, -32, 0]);
  });

  it("store in the fourth corner that V is flipped", () => {
    const { overlays } = build([makeEntity({ ...KEYS, BasisV: "0 0 1" })]);
    expect(overlays.uvPoints[11]).toBe(1);
  });

  it("list each face of their sides once, in order, with the render order above the count", () => {
    const { overlays } = build([makeEntity({ ...KEYS, RenderOrder: "2", sides: "7 8 9" })]);
    expect([...overlays.faces.subarray(0, 4)]).toEqual([3, 40, 41, 0]);
    expect(overlays.faceCountAndRenderOrder[0]).toBe(3 | (2 << 14));
  });

  it("store squares of fade distances, but keep 0 and -1, which disable fading", () => {
    const { fades } = build([
      makeEntity({ ...KEYS, fademindist: "-1" }),
      makeEntity({ ...KEYS, fademindist: "100", fademaxdist: "200" }),
    ]);
    expect([...fades.fadeDistMinSq, ...fades.fadeDistMaxSq]).toEqual([-1, 10000, 0, 40000]);
  });

  it("are numbered, and named ones are listed", () => {
    const sign = makeEntity({ ...KEYS, targetname: "sign" });
    const { overlays, named } = build([makeEntity(KEYS), makeEntity({ classname: "light" }), sign]);
    expect([...overlays.id]).toEqual([0, 1]);
    expect([...named]).toEqual([[sign, 1]]);
  });

  it.each([
    [{ RenderOrder: "4" }, "bad-value"],
    [{ RenderOrder: "-1" }, "bad-value"],
    [{ sides: "7 eight" }, "bad-value"],
    [{ material: "" }, "bad-value"],
    [{ uv2: "1" }, "bad-value"],
    [{ sides: "100" }, "bad-count"],
  ])("with bad keys end in one error with the line: %o", (keys, code) => {
    const facesOfSide = (side: number) => (side === 100 ? [...Array(65).keys()] : [1]);
    const entity = makeEntity({ ...KEYS, ...(keys as Record<string, string>) }, 9);
    const error = catchFault(() => build([entity], facesOfSide));
    expect([error.format, error.code, error.line]).toEqual(["VMF", code, 9]);
  });

  it("are limited to 512", () => {
    const entities = Array.from({ length: 513 }, (_, i) => makeEntity(KEYS, i + 1));
    const error = catchFault(() => build(entities));
    expect([error.code, error.line]).toEqual(["bad-count", 513]);
  });
});

function openLumps(map: string): LumpReader {
  const bytes = readCorpus(map);
  return new LumpReader(wholeBytes(bytes), parseBspHeader(bytes));
}

describe.skipIf(!hasCorpus)("overlays of real maps", () => {
  it("of triggertests, 66 in all, are the same records after decoding and building", () => {
    const lumps = openLumps("momentum_game/triggertests_v1287.bsp");
    const bytes = lumps.bytes("LUMP_OVERLAYS");
    const real = readRecords(bytes, DOVERLAY, true);
    const fades = readRecords(lumps.bytes("LUMP_OVERLAY_FADES"), DOVERLAYFADE, true);
    expect(real.count).toBe(66);
    expect(writeRecords(real, DOVERLAY)).toEqual(new Uint8Array(bytes));
    const facesOf: number[][] = [];
    const entities = Array.from({ length: real.count }, (_, i) => {
      const uv = real.uvPoints.subarray(i * 12, i * 12 + 12);
      const [nx, ny, nz] = real.basisNormal.subarray(i * 3, i * 3 + 3);
      const u = [uv[2], uv[5], uv[8]];
      const sign = uv[11] === 1 ? -1 : 1;
      const v = [ny * u[2] - nz * u[1], nz * u[0] - nx * u[2], nx * u[1] - ny * u[0]];
      const packed = real.faceCountAndRenderOrder[i];
      facesOf.push([...real.faces.subarray(i * 64, i * 64 + (packed & 0x3fff))]);
      const root = (square: number) => String(square > 0 ? Math.sqrt(square) : square);
      return makeEntity({
        classname: "info_overlay",
        material: String(real.texinfo[i]),
        sides: String(i),
        RenderOrder: String(packed >> 14),
        BasisOrigin: real.origin.subarray(i * 3, i * 3 + 3).join(" "),
        BasisNormal: [nx, ny, nz].join(" "),
        BasisU: u.join(" "),
        BasisV: v.map((value) => value * sign).join(" "),
        StartU: String(real.u[i * 2]),
        EndU: String(real.u[i * 2 + 1]),
        StartV: String(real.v[i * 2]),
        EndV: String(real.v[i * 2 + 1]),
        fademindist: root(fades.fadeDistMinSq[i]),
        fademaxdist: root(fades.fadeDistMaxSq[i]),
        ...Object.fromEntries(
          [0, 1, 2, 3].map((corner) => [
            `uv${corner}`,
            `${uv[corner * 3]} ${uv[corner * 3 + 1]} 0`,
          ]),
        ),
      });
    });
    const built = buildOverlays(entities, (side) => facesOf[side], Number);
    const ours = readRecords(built.lumps.get("LUMP_OVERLAYS")?.bytes as Uint8Array, DOVERLAY, true);
    for (const key of ["id", "texinfo", "faceCountAndRenderOrder", "u", "v"] as const) {
      expect(ours[key], key).toEqual(real[key]);
    }
    for (const key of ["uvPoints", "origin", "basisNormal"] as const) {
      // Text has no negative zero.
      expect(ours[key], key).toEqual(real[key].map((value) => value + 0));
    }
    for (let i = 0; i < 66; i++) {
      const faces = [...ours.faces.subarray(i * 64, i * 64 + facesOf[i].length)];
      expect(faces).toEqual([...facesOf[i]].sort((a, b) => a - b));
    }
    expect(built.lumps.get("LUMP_OVERLAY_FADES")?.bytes).toEqual(writeRecords(fades, DOVERLAYFADE));
  });

  it("of artpass_valvebase, 29 in all, are the compiled records", () => {
    const name = "artpass_valvebase/artpass_valvebase";
    const lumps = openLumps(`${name}.bsp`);
    const vmf = parseVmf(new TextDecoder().decode(readCorpus(`${name}.vmf`)));
    const real = readRecords(lumps.bytes("LUMP_OVERLAYS"), DOVERLAY, true);
    const { overlays, bytes } = build([...vmf.entities], () => []);
    expect(overlays.count).toBe(29);
    for (const key of ["id", "u", "v", "uvPoints", "origin", "basisNormal"] as const) {
      expect(overlays[key], key).toEqual(real[key]);
    }
    expect(bytes("LUMP_OVERLAY_FADES")).toEqual(new Uint8Array(lumps.bytes("LUMP_OVERLAY_FADES")));
  });
});
