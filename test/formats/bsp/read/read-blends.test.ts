/** Tests the weights of four textures, from the lump to the vertices. */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../../src/formats/bsp/index.ts";
import { buildDisplacementGrid } from "../../../../src/scene/world/displacement.ts";
import { assembleBsp, makeBspLumps } from "../make-bsp.ts";

const HAS_MULTIBLEND = 0x40000000;
const RECORD_BYTES = 80;
/** Offset of `minTess` in a displacement record. */
const MIN_TESS = 24;
const VERTICES = 25;

/** Four different weights per vertex. The bytes after them are not weights. */
const weightOf = (vertex: number, layer: number) => (vertex + layer * 50) / 255;

function makeBlends(vertices: number): Uint8Array {
  const bytes = new Uint8Array(vertices * RECORD_BYTES).fill(0x3f);
  const view = new DataView(bytes.buffer);
  for (let vertex = 0; vertex < vertices; vertex++) {
    for (let layer = 0; layer < 4; layer++) {
      view.setFloat32(vertex * RECORD_BYTES + layer * 4, weightOf(vertex, layer), true);
    }
  }
  return bytes;
}

function read(flags: number, blends: Uint8Array) {
  const lumps = makeBspLumps();
  const infos = lumps.get("LUMP_DISPINFO")!.bytes;
  new DataView(infos.buffer, infos.byteOffset).setInt32(MIN_TESS, flags, true);
  lumps.set("LUMP_DISP_MULTIBLEND", { ...lumps.get("LUMP_DISPINFO")!, bytes: blends });
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(assembleBsp(lumps), diagnostics);
  const { blend } = buildDisplacementGrid(bsp, bsp.faces, bsp.dispInfos.mapFace[0]);
  const words = [...blend].map((word) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 255));
  return { words, subjects: diagnostics.subjects("damaged-section") };
}

const alphaAlone = Array.from({ length: VERTICES }, (_, i) => [i * 10, i * 10, 0, 0]);

describe("weights of four-texture displacements", () => {
  it("are read for each vertex and packed beside the two-texture alpha", () => {
    const { words, subjects } = read(HAS_MULTIBLEND, makeBlends(VERTICES));
    expect(subjects).toEqual([]);
    const expected = Array.from({ length: VERTICES }, (_, i) => [i * 10, i + 50, i + 100, i + 150]);
    expect(words).toEqual(expected);
  });

  it("fall back to the two-texture alpha if a displacement has no multiblend", () => {
    expect(read(3, makeBlends(VERTICES))).toEqual({ words: alphaAlone, subjects: [] });
    expect(read(HAS_MULTIBLEND, new Uint8Array(0)).words).toEqual(alphaAlone);
  });

  it("are clamped to 0 and 1", () => {
    const blends = makeBlends(VERTICES);
    const view = new DataView(blends.buffer);
    view.setFloat32(4, 7, true);
    view.setFloat32(8, -2, true);
    expect(read(HAS_MULTIBLEND, blends).words[0]).toEqual([0, 255, 0, 150]);
  });

  it("are dropped with a warning if the lump is too short or holds NaN", () => {
    const short = read(HAS_MULTIBLEND, makeBlends(VERTICES - 1));
    expect(short).toEqual({ words: alphaAlone, subjects: ["LUMP_DISP_MULTIBLEND"] });
    const broken = makeBlends(VERTICES);
    new DataView(broken.buffer).setFloat32(4, Number.NaN, true);
    expect(read(HAS_MULTIBLEND, broken).subjects).toEqual(["LUMP_DISP_MULTIBLEND"]);
  });
});
