import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { NO_BAKED_LIGHT } from "../../../src/map/props.ts";
import { readBakedPropLight } from "../../../src/scene/light/build-prop-light.ts";
import { writeBakedLight } from "../../../src/scene/light/write-baked-light.ts";
import type { PropModel } from "../../../src/scene/props/prop-model.ts";
import { makeVhv } from "../../formats/studio/make-vhv.ts";
import { madeContent } from "../content-sources.ts";

/** A model of three vertices matching the generated file: two in LOD 0, one in LOD 1. */
const MODEL = {
  name: "models/x.mdl",
  mdl: { checksum: 0xdeadbeef | 0 },
  mesh: { vertices: { count: 3 } },
  stripGroups: [
    { model: 0, vertices: Uint32Array.of(0, 2) },
    { model: 0, vertices: Uint32Array.of(1) },
  ],
  isStandIn: false,
} as unknown as PropModel;

const TARGET = {
  prop: Uint32Array.of(5, 6, 7, 8),
  model: [MODEL, MODEL, MODEL, MODEL],
  firstVertex: Uint32Array.of(0, 0, 0, 0),
};

function read(ledger: Ledger, files: Record<string, Uint8Array>) {
  const diagnostics = new Diagnostics();
  const access = { diagnostics, ledger };
  const light = readBakedPropLight(TARGET, "ldr", madeContent(files), access);
  return light.then((result) => ({ ...result, diagnostics }));
}

const FILES = {
  "sp_6.vhv": makeVhv(),
  "sp_hdr_7.vhv": makeVhv(),
  "sp_8.vhv": new Uint8Array(10),
};

describe("baked vertex light of props", () => {
  it("is allocated only for props with files, including broken ones", async () => {
    const ledger = new Ledger();
    const { baked, bakedBase, diagnostics } = await read(ledger, FILES);
    expect([...bakedBase]).toEqual([NO_BAKED_LIGHT, 0, 3, NO_BAKED_LIGHT]);
    expect(baked.length).toBe(9);
    expect([...baked.subarray(0, 3)]).toEqual([0xff010203, 0x80070809, 0xff040506]);
    expect(baked.subarray(3, 6)).toEqual(baked.subarray(0, 3));
    expect(diagnostics.subjects("lighting")).toEqual(["sp_8.vhv"]);
    expect(ledger.used("bakedWords")).toBe(9);
  });

  it("uses LOD 0 for vertices shared with coarser LODs", () => {
    const stripGroups = [
      { model: 0, lod: 0, vertices: Uint32Array.of(0, 1) },
      { model: 0, lod: 1, vertices: Uint32Array.of(1, 2) },
      { model: 1, lod: 0, vertices: Uint32Array.of(0) },
    ];
    const out = new Uint32Array(3);
    const vhv = {
      directed: null,
      checksum: 0,
      meshCount: 3,
      meshLod: Uint8Array.of(0, 1, 0),
      meshFirstVertex: Uint32Array.of(0, 2, 4),
      meshVertexCount: Uint32Array.of(2, 2, 1),
      color: new Uint8Array(Uint32Array.of(10, 11, 21, 22, 30).buffer),
    };
    expect(writeBakedLight(out, vhv, { ...MODEL, stripGroups } as PropModel)).toBe(true);
    // Another model of the body part does not use the light either.
    expect([...out]).toEqual([10, 11, 22]);
  });

  it("above the budget is dropped with a warning", async () => {
    const { baked, bakedBase, diagnostics } = await read(new Ledger({ bakedWords: 8 }), FILES);
    expect(baked.length).toBe(0);
    expect([...bakedBase]).toEqual(new Array(4).fill(NO_BAKED_LIGHT));
    expect(diagnostics.subjects("over-budget")).toEqual(["game lump sprp"]);
  });
});
