/** Tests state that decals share: growing buffers, successive searches, kept boxes. */

import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { DECAL_VERTEX, type DecalSet } from "../../../src/map/decals.ts";
import { WORLD_VERTEX } from "../../../src/map/world.ts";
import { lightDecalVertices } from "../../../src/render/sources/decal-source.ts";
import type { DecalSurfaces, DecalWorld, Facet } from "../../../src/scene/decals/decal-surfaces.ts";
import { createFaceSearch } from "../../../src/scene/decals/decal-surfaces.ts";
import { DecalWriter } from "../../../src/scene/decals/decal-writer.ts";
import { isNearGrid } from "../../../src/scene/decals/infodecals.ts";
import { POINT_NUMBERS, type Polygon } from "../../../src/scene/decals/polygon.ts";
import type { DisplacementGrid } from "../../../src/scene/world/displacement.ts";
import { makeSlabs, WIDTH } from "../../analysis/made-slabs.ts";

const SLABS = 64;
const { tree } = makeSlabs(SLABS);
const list = (count: number) => Array.from({ length: count }, (_, i) => i);
/** Returns a tile of 16 inches with `SIDES` corners along its edge, clockwise. */
const cornersOf = (tile: number) => [
  [tile * 4, 0, 8],
  [tile * 4, 16, 8],
  [tile * 4 + 16, 16, 8],
  [tile * 4 + 16, 0, 8],
];
const facetOf = (tile: number): Facet => {
  const points = Float64Array.from(cornersOf(tile).flat());
  return {
    count: 4,
    flat: points,
    place: points,
    vertex: Uint32Array.from(list(4), (i) => tile * 4 + i),
  };
};
/** Returns a quad four inches larger on all sides; s and t are fractions of its 24 inches. */
const quadOf = (tile: number): Polygon => ({
  count: 4,
  values: Float64Array.from(
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 0],
    ].flatMap(([s, t]) => [tile * 4 - 4 + s * 24, -4 + t * 24, 50, s, t]),
  ),
});
const style = (decal: number) => ({
  ...{ material: decal % 7, order: Math.floor(decal / 100), tangent: [1, 0, 0] },
  ...{ fadeOrigin: [decal, 2, 3], fadeRange: [decal, 1] as const },
});
const addTile = (tile: number) => (add: Parameters<Parameters<DecalWriter["writeDecal"]>[1]>[0]) =>
  add(quadOf(tile), facetOf(tile), [0, 0, -1], [0, 0, 1]);

function write(decals: readonly (readonly number[])[]): Omit<DecalSet, "materials"> {
  const writer = new DecalWriter(tree, new Ledger(), "LUMP_OVERLAYS");
  decals.forEach((tiles, decal) => {
    const isWritten = writer.writeDecal(style(decal), (add) => {
      for (const tile of tiles) addTile(tile)(add);
    });
    expect(isWritten).toBe(tiles.length > 0);
  });
  return writer.finish();
}

describe("DecalWriter", () => {
  it("keeps earlier decals when its buffers grow", () => {
    // 256 vertices hold 64 tiles, so 500 tiles grow the buffer three times.
    const tiles = list(500).map((tile) => [tile]);
    const { vertexCount, vertices, corners, weights, indices, chunks, chunkOrder, decalCount } =
      write(tiles);
    expect([decalCount, vertexCount, indices.length, chunks.count]).toEqual([500, 2000, 3000, 500]);
    const floats = new Float32Array(vertices.buffer);
    const words = new Uint32Array(vertices.buffer);
    const wrong: unknown[] = [];
    for (const vertex of list(vertexCount)) {
      const tile = vertex >> 2;
      const word = (vertex * DECAL_VERTEX.strideBytes) / 4;
      const [x, y, z] = floats.subarray(word, word + 3);
      const three = [...corners.subarray(vertex * 3, vertex * 3 + 3)];
      const [second, third] = weights.subarray(vertex * 2, vertex * 2 + 2);
      const parts = [1 - second - third, second, third];
      const at = [0, 1, 2].map((axis) =>
        three.reduce(
          (sum, corner, i) => sum + parts[i] * cornersOf(corner >> 2)[corner & 3][axis],
          0,
        ),
      );
      const [s, t] = floats.subarray(
        word + WORLD_VERTEX.texCoord / 4,
        word + WORLD_VERTEX.texCoord / 4 + 2,
      );
      const wanted = [
        x,
        y,
        z,
        (x - tile * 4 + 4) / 24,
        (y + 4) / 24,
        tile % 7,
        tile,
        2,
        3,
        tile,
        1,
      ];
      const fade = DECAL_VERTEX.fadeOrigin / 4;
      const found = [
        ...[...at, s, t, words[word + WORLD_VERTEX.surface / 4]],
        ...floats.subarray(word + fade, word + fade + 3),
        ...floats.subarray(
          word + DECAL_VERTEX.fadeRange / 4,
          word + DECAL_VERTEX.fadeRange / 4 + 2,
        ),
      ];
      const isCorner = cornersOf(tile).some((corner) => corner.join() === [x, y, z].join());
      const isNear = found.every((value, i) => Math.abs(value - wanted[i]) < 1e-4);
      if (!isCorner || !isNear || three.some((corner) => corner >> 2 !== tile))
        wrong.push({ tile, found, wanted });
    }
    expect(wrong).toEqual([]);
    expect([...indices].every((index, i) => index >> 2 === Math.floor(i / 6))).toBe(true);
    for (const chunk of list(500)) {
      const row = [
        chunks.material[chunk],
        chunkOrder[chunk],
        chunks.firstIndex[chunk],
        chunks.indexCount[chunk],
      ];
      expect(row).toEqual([chunk % 7, Math.floor(chunk / 100), chunk * 6, 6]);
      const [first, last] = [chunk * 4 - 1, chunk * 4 + 17];
      expect([...chunks.box.subarray(chunk * 6, chunk * 6 + 6)]).toEqual([
        first,
        -1,
        7,
        last,
        17,
        9,
      ]);
      const seen = chunks.clusters.subarray(
        chunks.firstCluster[chunk],
        chunks.firstCluster[chunk] + chunks.clusterCount[chunk],
      );
      const clusters = list(SLABS).filter(
        (slab) => slab * WIDTH <= last && (slab + 1) * WIDTH >= first,
      );
      // Leafs continue past the first and the last slab.
      if (last < SLABS * WIDTH && first > 0)
        expect([...seen].sort((a, b) => a - b)).toEqual(clusters);
    }
  });

  it("splits a large decal into chunks of 32 triangles and starts the next decal in a new chunk", () => {
    const { chunks, indices } = write([[], list(40), [3]]);
    expect([...chunks.firstIndex]).toEqual([0, 96, 192, 240]);
    expect([...chunks.indexCount]).toEqual([96, 96, 48, 6]);
    expect([...chunks.material]).toEqual([1, 1, 1, 2]);
    expect([...chunks.box.subarray(18)]).toEqual([11, -1, 7, 29, 17, 9]);
    expect(indices.length).toBe(246);
  });

  it("clips pieces by several planes, one part after the other", () => {
    const writer = new DecalWriter(tree, new Ledger(), "LUMP_OVERLAYS");
    /** Returns a part between two corners, in inches from the tile's corner. */
    const partOf = ([left, bottom, right, top]: readonly [number, number, number, number]) => ({
      within: Float64Array.of(1, 0, 0, left, 0, 1, 0, bottom, -1, 0, 0, -right, 0, -1, 0, -top),
      blendAt: () => left / 16,
    });
    const rects = [
      [0, 0, 4, 16],
      [4, 2, 12, 9],
      [12, 5, 14, 6],
      [20, 0, 30, 16],
    ] as const;
    writer.writeDecal({ ...style(1), parts: rects.map(partOf) }, addTile(0));
    const { vertices, vertexCount } = writer.finish();
    // The last part lies outside the tile.
    expect(vertexCount).toBe(12);
    const floats = new Float32Array(vertices.buffer);
    const words = new Uint32Array(vertices.buffer);
    for (const [part, [left, bottom, right, top]] of rects.slice(0, 3).entries()) {
      const corners = list(4).map((i) => {
        const word = ((part * 4 + i) * DECAL_VERTEX.strideBytes) / 4;
        expect(words[word + WORLD_VERTEX.blend / 4]).toBe(Math.round((left / 16) * 255));
        return [...floats.subarray(word, word + 2)].map((at) => Math.round(at * 1e4) / 1e4).join();
      });
      const wanted = [
        `${left},${bottom}`,
        `${left},${top}`,
        `${right},${bottom}`,
        `${right},${top}`,
      ];
      expect(corners.sort()).toEqual(wanted.sort());
    }
  });

  it("writes nothing for a decal that touches no surface, and continues", () => {
    const writer = new DecalWriter(tree, new Ledger(), "LUMP_OVERLAYS");
    // Beside its facet, and parallel to it.
    expect(
      writer.writeDecal(style(0), (add) => add(quadOf(90), facetOf(3), [0, 0, -1], [0, 0, 1])),
    ).toBe(false);
    expect(
      writer.writeDecal(style(0), (add) => add(quadOf(3), facetOf(3), [1, 0, 0], [0, 0, 1])),
    ).toBe(false);
    expect(writer.writeDecal(style(4), addTile(3))).toBe(true);
    expect([writer.decalCount, writer.chunkCount, writer.finish().vertexCount]).toEqual([1, 1, 4]);
  });

  it("clips polygons with more corners than earlier ones", () => {
    const sides = 40;
    const ring = list(sides).map((i) => [
      100 + Math.cos((-i * 2 * Math.PI) / sides) * 6,
      8 + Math.sin((-i * 2 * Math.PI) / sides) * 6,
      8,
    ]);
    const points = Float64Array.from(ring.flat());
    const round: Facet = {
      count: sides,
      flat: points,
      place: points,
      vertex: Uint32Array.from(list(sides)),
    };
    const wide: Polygon = {
      count: 4,
      values: Float64Array.from([
        90, -4, 0, 0, 0, 90, 20, 0, 0, 1, 110, 20, 0, 1, 1, 110, -4, 0, 1, 0,
      ]),
    };
    expect(wide.values.length).toBe(4 * POINT_NUMBERS);
    const writer = new DecalWriter(tree, new Ledger(), "LUMP_OVERLAYS");
    for (const _ of [1, 2])
      writer.writeDecal(style(1), (add) => add(wide, round, [0, 0, -1], [0, 0, 1]));
    writer.writeDecal(style(1), addTile(3));
    const { vertices, vertexCount } = writer.finish();
    expect(vertexCount).toBe(sides * 2 + 4);
    const floats = new Float32Array(vertices.buffer);
    for (const vertex of list(sides * 2)) {
      const word = (vertex * DECAL_VERTEX.strideBytes) / 4;
      expect(Math.hypot(floats[word] - 100, floats[word + 1] - 8)).toBeCloseTo(6, 3);
    }
  });
});

describe("decal light", () => {
  it("is interpolated from the corners of each vertex, again for another world", () => {
    const set = write(list(70).map((tile) => [tile])) as DecalSet;
    const worldOf = (scale: number, count = 280) => {
      const vertices = new Uint8Array(count * WORLD_VERTEX.strideBytes);
      const view = new DataView(vertices.buffer);
      for (const vertex of list(count)) {
        const at = vertex * WORLD_VERTEX.strideBytes;
        const [x, y] = cornersOf(vertex >> 2)[vertex & 3];
        view.setFloat32(at + WORLD_VERTEX.lightmapCoord, x * scale + 5, true);
        view.setFloat32(at + WORLD_VERTEX.lightmapCoord + 4, y * scale + 7, true);
        // Different material, block and bits.
        view.setUint32(at + WORLD_VERTEX.surface, 0x4000_0000 + ((vertex >> 2) << 16) + 99, true);
        view.setUint32(at + WORLD_VERTEX.styles, 0xffff_0000 + (vertex >> 2), true);
      }
      return { vertexCount: count, vertices, indices: new Uint32Array(0) };
    };
    for (const scale of [0.5, 0.25]) {
      const lit = lightDecalVertices(set, worldOf(scale));
      const floats = new Float32Array(lit.buffer);
      const words = new Uint32Array(lit.buffer);
      for (const vertex of list(set.vertexCount)) {
        const word = (vertex * DECAL_VERTEX.strideBytes) / 4;
        const tile = vertex >> 2;
        const coord = word + WORLD_VERTEX.lightmapCoord / 4;
        expect(floats[coord]).toBeCloseTo(floats[word] * scale + 5, 3);
        expect(floats[coord + 1]).toBeCloseTo(floats[word + 1] * scale + 7, 3);
        const [surface, styles] = [WORLD_VERTEX.surface, WORLD_VERTEX.styles].map(
          (at) => words[word + at / 4],
        );
        expect([surface, styles]).toEqual([
          0x4000_0000 + (tile << 16) + (tile % 7),
          0xffff_0000 + tile,
        ]);
      }
    }
    // In a world without some or all of the last tile's vertices, that tile keeps its earlier
    // light.
    for (const count of [276, 277, 278]) {
      const short = lightDecalVertices(set, worldOf(1, count));
      const from = 276 * DECAL_VERTEX.strideBytes;
      expect([...short.subarray(from)]).toEqual([...set.vertices.subarray(from)]);
      expect([...short.subarray(0, from)]).not.toEqual([...set.vertices.subarray(0, from)]);
    }
  });
});

describe("decal searches", () => {
  const faceCount = SLABS * 3;
  /** Each slab has three faces and the next one's first; face 7 belongs to a brush entity. */
  const facesOf = (slab: number) => list(4).map((i) => Math.min(slab * 3 + i, faceCount - 1));
  function makeSearch() {
    const leafs = {
      firstLeafFace: new Uint32Array(SLABS + 1),
      leafFaceCount: new Uint32Array(SLABS + 1),
    };
    const leafFaces: number[] = [];
    for (const leaf of list(SLABS + 1)) {
      leafs.firstLeafFace[leaf] = leafFaces.length;
      if (leaf === 0) continue;
      leafFaces.push(...facesOf(SLABS - leaf));
      leafs.leafFaceCount[leaf] = 4;
    }
    const models = {
      mins: Float32Array.of(0, 0, 0, 10, 20, 30),
      maxs: Float32Array.of(1, 1, 1, 40, 50, 60),
      firstFace: Uint32Array.of(0, 7),
      faceCount: Uint32Array.of(faceCount - 2, 2),
    };
    let looks = 0;
    const surfaces = {
      placements: [
        { model: 0, matrix: null },
        { model: 1, matrix: null },
      ],
      placementOf: (face: number) => (face === 7 ? 1 : 0),
      look: (count: number) => {
        looks += count;
      },
    } as unknown as DecalSurfaces;
    const bsp = { models, leafs, leafFaces: Uint32Array.from(leafFaces) };
    const world = { bsp, faces: { count: faceCount }, tree } as unknown as DecalWorld;
    return { search: createFaceSearch(world, surfaces), looks: () => looks };
  }

  it("visit each face once per search", () => {
    const { search, looks } = makeSearch();
    expect([...search.boxes]).toEqual([0, 0, 0, 1, 1, 1, 10, 20, 30, 40, 50, 60]);
    let before = 0;
    for (const slab of [2, 2, 40, 2, 1]) {
      const found: number[] = [];
      const x = (slab + 0.5) * WIDTH;
      // Two slabs: this one and the next.
      search.visitWorld(Float32Array.of(x, 0, 0, x + WIDTH, 8, 8), (face) => found.push(face));
      const wanted = new Set([...facesOf(slab), ...facesOf(slab + 1)].filter((face) => face !== 7));
      expect(found.sort((a, b) => a - b)).toEqual([...wanted].sort((a, b) => a - b));
      // Two leafs, and four faces of each.
      expect(looks() - before).toBe(10);
      before = looks();
    }
    // More searches than a 16-bit counter holds.
    const far = Float32Array.of(300, 0, 0, 310, 8, 8);
    for (let i = 0; i < 66_000; i++) search.visitWorld(far, () => undefined);
    const again: number[] = [];
    search.visitWorld(Float32Array.of(80, 0, 0, 112, 8, 8), (face) => again.push(face));
    expect(again.sort((a, b) => a - b)).toEqual([6, 8, 9, 10, 11, 12]);
    const ofModel: number[] = [];
    search.visitModel(1, (face) => ofModel.push(face));
    expect(ofModel).toEqual([7, 8]);
  });

  it("use each displacement's own box in any order of queries", () => {
    const gridAt = (x: number): DisplacementGrid => {
      const flat = Float32Array.of(x, 0, 0, x, 16, 0, x + 16, 0, 0, x + 16, 16, 0);
      const position = flat.map((value, i) => (i % 3 === 2 ? 20 : value));
      return {
        flat,
        position,
        indices: Uint32Array.of(0, 1, 2, 1, 3, 2),
      } as unknown as DisplacementGrid;
    };
    const surfaces = { look: () => {} } as unknown as DecalSurfaces;
    const [near, far] = [gridAt(0), gridAt(500)];
    const isNear = (grid: DisplacementGrid, x: number, z: number) =>
      isNearGrid(surfaces, grid, [0, 0, 1, 0], [x, 4, z], 8);
    for (const _ of [1, 2]) {
      expect([isNear(near, 4, 20), isNear(far, 504, 20)]).toEqual([true, true]);
      expect([isNear(near, 504, 20), isNear(far, 4, 20)]).toEqual([false, false]);
      // 4 inches above and below the ground, on both of its triangles; and beside it.
      expect([isNear(near, 4, 23.9), isNear(near, 4, 24.1), isNear(near, 14, 16.1)]).toEqual([
        true,
        false,
        true,
      ]);
      expect([isNear(near, 14, 15.9), isNear(near, 21, 20), isNear(near, 25, 20)]).toEqual([
        false,
        true,
        false,
      ]);
    }
  });
});
