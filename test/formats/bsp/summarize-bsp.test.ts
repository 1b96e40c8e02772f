import { describe, expect, it } from "vitest";
import { parseBsp, summarizeBsp } from "../../../src/formats/bsp/index.ts";
import { makeBsp } from "./make-bsp.ts";

describe("summarizeBsp", () => {
  it("counts all tables of a map", () => {
    const summary = summarizeBsp(parseBsp(makeBsp({ light: "both", detailProps: true })), 3);
    expect(summary.counts).toEqual({
      planes: 14,
      vertexes: 44,
      edges: 45,
      surfEdges: 44,
      nodes: 7,
      leafs: 3,
      leafFaces: 10,
      clusters: 2,
      faces: 11,
      facesHdr: 11,
      origFaces: 11,
      displacements: 1,
      models: 2,
      texinfos: 5,
      texdatas: 2,
      primitives: 1,
      entities: 3,
      overlays: 0,
      cubemaps: 1,
      staticProps: 2,
      staticPropModels: 1,
      detailProps: 3,
      pakEntries: 3,
    });
    expect(summary).toMatchObject({
      format: "BSP",
      version: 20,
      endian: "little",
      headerOrder: "standard",
      mapRevision: 7,
      staticProps: { version: 5, recordBytes: 60 },
      lighting: { litFaces: 10, bumpedFaces: 2, styles: [0, 32] },
    });
    expect(summary.lighting.hdrBytes).toBe(summary.lighting.ldrBytes);
    expect(summary.lumps).toHaveLength(64);
    expect(summary.pakRecovered).toBeNull();
  });

  it("reports how many files were recovered from a damaged pakfile", () => {
    const recovered = { intact: 2, seen: 3 };
    const summary = summarizeBsp(parseBsp(makeBsp()), { entries: null, recovered });
    expect([summary.counts.pakEntries, summary.pakRecovered]).toEqual([null, recovered]);
  });

  it("counts each face lump separately", () => {
    const { counts, lighting } = summarizeBsp(parseBsp(makeBsp({ light: "hdr" })), null);
    expect(counts).toMatchObject({ faces: 0, facesHdr: 11, pakEntries: null });
    expect(lighting.ldrBytes).toBe(0);
  });

  it("counts clusters from the leafs if there is no visibility", () => {
    const bsp = parseBsp(makeBsp({ visibility: false, light: "none" }));
    const { counts, lighting } = summarizeBsp(bsp, null);
    expect(counts.clusters).toBe(2);
    expect(lighting).toEqual({
      ldrBytes: 0,
      hdrBytes: 0,
      litFaces: 0,
      bumpedFaces: 0,
      styles: [],
    });
  });

  it("returns plain JSON", () => {
    const summary = summarizeBsp(parseBsp(makeBsp()), 0);
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
  });
});
