import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import { CHUNK_DISPLACEMENT, CHUNK_FACE, type Chunks } from "../../../src/map/world.ts";
import { BATCH_ARGS } from "../../../src/render/chunks/batch-args.ts";
import { buildChunkBatches } from "../../../src/render/chunks/chunk-batches.ts";
import {
  createChunkGathering,
  createGatheredChunks,
  gatherChunks,
} from "../../../src/render/chunks/gather-chunks.ts";
import type { DrawnBuffer } from "../../../src/render/cull/drawn-buffer.ts";

const PASSES = [PASS_OPAQUE, PASS_ALPHA_TEST, PASS_OPAQUE, PASS_TRANSLUCENT, PASS_NONE];
/** Five materials, of which 0 and 2 may share a batch. */
const KEYS = {
  set: { pass: Uint8Array.from(PASSES) },
  key: Uint32Array.of(0, 2, 0, 4, 0),
  textureGroup: Uint16Array.of(5, 5, 5, 5, 5),
};
const ALL_KINDS = Uint8Array.of(1, 1, 1);

/**
 * Builds chunks of the given materials; chunk i has (i % 3 + 1) triangles with separate indices.
 */
function makeChunks(
  materials: readonly number[],
  kinds?: readonly number[],
): [Chunks, Uint32Array] {
  const count = materials.length;
  const indexCount = Uint32Array.from(materials, (_, i) => ((i % 3) + 1) * 3);
  const firstIndex = new Uint32Array(count);
  for (let i = 1; i < count; i++) firstIndex[i] = firstIndex[i - 1] + indexCount[i - 1];
  const total = indexCount.reduce((a, b) => a + b, 0);
  const chunks: Chunks = {
    count,
    material: Uint16Array.from(materials),
    kind: Uint8Array.from(kinds ?? new Array(count).fill(CHUNK_FACE)),
    firstIndex,
    indexCount,
    box: new Float32Array(count * 6),
    firstCluster: new Uint32Array(count),
    clusterCount: new Uint32Array(count),
    clusters: new Uint32Array(0),
    leaf: new Uint32Array(count),
  };
  return [chunks, Uint32Array.from({ length: total }, (_, i) => 1000 + i)];
}

describe("buildChunkBatches", () => {
  it("joins only materials with the same pipeline and texture group", () => {
    const [chunks] = makeChunks([0, 1, 2, 3, 4]);
    const batches = buildChunkBatches(chunks, KEYS);
    expect([...batches.key]).toEqual([0, 2]);
    expect([...batches.chunkBatch]).toEqual([0, 1, 0, -1, -1]);
    expect([...batches.translucentChunk]).toEqual([3]);
    const split = { ...KEYS, textureGroup: Uint16Array.of(5, 5, 6, 5, 5) };
    expect(buildChunkBatches(chunks, split).count).toBe(3);
  });

  it("separates 300 pipelines with any key", () => {
    const count = 300;
    const materials = Array.from({ length: count }, (_, i) => i);
    const [chunks] = makeChunks(materials);
    const keys = {
      set: { pass: new Uint8Array(count).fill(PASS_OPAQUE) },
      key: Uint32Array.from(materials, (i) => 2 ** 32 - 1 - i),
      textureGroup: Uint16Array.from(materials, (i) => 65535 - (i % 2)),
    };
    const batches = buildChunkBatches(chunks, keys);
    expect(batches.count).toBe(count);
    expect([...batches.key]).toEqual([...keys.key].reverse());
    expect([...batches.textureGroup]).toEqual([...keys.textureGroup].reverse());
  });

  it("gives each batch a contiguous index range for all its chunks", () => {
    const [chunks] = makeChunks([0, 1, 2, 3, 4]);
    const batches = buildChunkBatches(chunks, KEYS);
    expect([...batches.firstIndex]).toEqual([0, 3 + 9]);
    expect(batches.indexCapacity).toBe(3 + 9 + 6);
  });

  it("lists chunks by batch, in map order", () => {
    const [chunks] = makeChunks([1, 0, 3, 1, 2, 4, 0]);
    const batches = buildChunkBatches(chunks, KEYS);
    expect([...batches.rowChunk]).toEqual([1, 4, 6, 0, 3]);
    expect([...batches.firstRow]).toEqual([0, 3, 5]);
  });
});

describe("gatherChunks", () => {
  it("omits disabled kinds and translucent chunks", () => {
    const [chunks, indices] = makeChunks([0, 0, 3], [CHUNK_FACE, CHUNK_DISPLACEMENT, 0]);
    const batches = buildChunkBatches(chunks, KEYS);
    const out = createGatheredChunks(batches);
    const visible = Uint32Array.of(0, 1, 2);
    gatherChunks(out, batches, chunks, indices, visible, 3, Uint8Array.of(1, 0, 1));
    expect([...out.args]).toEqual([3, 1, 0, 0, 0, 6, 1, 0, 0, 1]);
    gatherChunks(out, batches, chunks, indices, visible, 3, ALL_KINDS);
    expect([...out.args]).toEqual([9, 1, 0, 0, 0, 18, 1, 0, 0, 2]);
  });

  it("gathers exactly the visible chunks' indices without gaps, independent of earlier frames", () => {
    const materials = fc.array(fc.nat(4), { minLength: 1, maxLength: 30 });
    const frames = fc.array(fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(materials, frames, (chunkMaterials, seen) => {
        const [chunks, indices] = makeChunks(chunkMaterials);
        const batches = buildChunkBatches(chunks, KEYS);
        const out = createGatheredChunks(batches);
        for (const frame of seen) {
          const visible = chunkMaterials.flatMap((_, i) => (frame[i] ? [i] : []));
          const list = Uint32Array.from(visible);
          const length = gatherChunks(
            ...([out, batches, chunks, indices] as const),
            ...([list, list.length, ALL_KINDS] as const),
          );
          let first = 0;
          for (let batch = 0; batch < batches.count; batch++) {
            const row = batch * BATCH_ARGS.strideWords;
            const count = out.args[row + BATCH_ARGS.indexCount];
            const own = visible.filter((chunk) => batches.chunkBatch[chunk] === batch);
            const expected = own.flatMap((chunk) => {
              const start = chunks.firstIndex[chunk];
              return [...indices.subarray(start, start + chunks.indexCount[chunk])];
            });
            expect([...out.indices.subarray(first, first + count)]).toEqual(expected);
            expect(out.args[row + BATCH_ARGS.firstIndex]).toBe(first);
            expect(out.args[row + BATCH_ARGS.rowCount]).toBe(own.length);
            first += count;
          }
          expect(length).toBe(first);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("createChunkGathering", () => {
  /** Gathers into memory, and copies what is touched to `uploaded`. */
  function makeGathering(materials: readonly number[]) {
    const [chunks, indices] = makeChunks(materials);
    const batches = buildChunkBatches(chunks, KEYS);
    const list = new Uint32Array(batches.indexCapacity);
    const args = new Uint32Array(batches.count * BATCH_ARGS.strideWords);
    const uploaded = new Uint32Array(list.length);
    const touched: [first: number, length: number][] = [];
    const drawn = {
      listOf: () => list,
      argsOf: () => args,
      onForget: () => undefined,
      touchArgs: () => undefined,
      touchList(_: unknown, first: number, length: number) {
        touched.push([first, length]);
        uploaded.set(list.subarray(first, first + length), first);
      },
    } as unknown as DrawnBuffer;
    const place = { args: 0, lists: 0, firstRow: 0, rows: 0, clusters: 0, meshes: 0 };
    const gathering = createChunkGathering({ chunks, indices }, batches, drawn, place);
    const gather = (visible: readonly number[], kinds = ALL_KINDS) => {
      gathering.begin().set(visible);
      gathering.gather(visible.length, kinds);
      const fresh = createGatheredChunks(batches);
      const rows = Uint32Array.from(visible);
      const length = gatherChunks(fresh, batches, chunks, indices, rows, rows.length, kinds);
      return {
        drawn: [...uploaded.subarray(0, length)],
        fresh: [...fresh.indices.subarray(0, length)],
      };
    };
    return { gather, touched };
  }

  it("uploads only what changed, whatever was drawn before", () => {
    const materials = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 24 });
    const masks = fc.array(fc.integer({ min: 0, max: 2 ** 24 - 1 }), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(materials, masks, (own, views) => {
        const { gather } = makeGathering(own);
        for (const mask of views) {
          const visible = own.map((_, chunk) => chunk).filter((chunk) => (mask >> chunk) & 1);
          const result = gather(visible);
          expect(result.drawn).toEqual(result.fresh);
        }
      }),
    );
  });

  it("keeps the lists up to the first chunk that changed", () => {
    // Materials 0 and 1 have a batch each; chunks have 3, 6, 9, 3, 6 and 9 indices.
    const { gather, touched } = makeGathering([0, 0, 0, 1, 1, 1]);
    gather([0, 1, 2, 3, 4]);
    gather([0, 1, 2, 3, 4]);
    gather([0, 1, 2, 3, 4, 5]);
    gather([0, 1, 3, 4, 5]);
    gather([0, 1, 3, 4, 5], Uint8Array.of(1, 1, 0));
    expect(touched).toEqual([
      [0, 27],
      [27, 9],
      [9, 18],
      [0, 27],
    ]);
  });
});
