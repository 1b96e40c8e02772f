import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../src/map/material.ts";
import { CHUNK_DISPLACEMENT, CHUNK_FACE, type Chunks } from "../../src/map/world.ts";
import {
  buildWorldBatches,
  CHUNK_NOT_DRAWN,
  CHUNK_ORDERED,
  DRAW_ARGS_WORDS,
  gatherChunks,
} from "../../src/render/world-batches.ts";

const PASSES = [PASS_OPAQUE, PASS_ALPHA_TEST, PASS_OPAQUE, PASS_TRANSLUCENT, PASS_NONE];
/** Five materials: 0 and 2 may share a batch. */
const KEYS = {
  set: { pass: Uint8Array.from(PASSES) },
  pipeline: Uint8Array.of(0, 2, 0, 4, 0),
  textureGroup: Uint16Array.of(5, 5, 5, 5, 5),
};
const ALL_KINDS = Uint8Array.of(1, 1, 1);

/** Chunks of the given materials; chunk i has (i % 3 + 1) triangles of its own indices. */
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

describe("buildWorldBatches", () => {
  it("joins materials of one pipeline and texture group, and no others", () => {
    const [chunks] = makeChunks([0, 1, 2, 3, 4]);
    const batches = buildWorldBatches(chunks, KEYS);
    expect([...batches.pipeline]).toEqual([0, 2]);
    expect([...batches.chunkBatch]).toEqual([0, 1, 0, CHUNK_ORDERED, CHUNK_NOT_DRAWN]);
    const split = { ...KEYS, textureGroup: Uint16Array.of(5, 5, 6, 5, 5) };
    expect(buildWorldBatches(chunks, split).count).toBe(3);
  });

  it("gives each batch room for all its chunks, end to end", () => {
    const [chunks] = makeChunks([0, 1, 2, 3, 4]);
    const batches = buildWorldBatches(chunks, KEYS);
    expect([...batches.firstIndex]).toEqual([0, 3 + 9]);
    expect(batches.indices).toHaveLength(3 + 9 + 6);
    expect([...batches.args]).toEqual([0, 1, 0, 0, 0, 0, 1, 12, 0, 0]);
    expect(batches.ordered).toHaveLength(1);
  });
});

describe("gatherChunks", () => {
  it("leaves out kinds that are off and passes the ordered ones on", () => {
    const [chunks, indices] = makeChunks([0, 0, 3, 3], [CHUNK_FACE, CHUNK_DISPLACEMENT, 0, 1]);
    const batches = buildWorldBatches(chunks, KEYS);
    const visible = Uint32Array.of(0, 1, 2, 3);
    gatherChunks(batches, chunks, indices, visible, 4, Uint8Array.of(1, 0, 1));
    expect(batches).toMatchObject({ drawnChunks: 1, drawnBatches: 1, orderedCount: 1 });
    expect(batches.ordered[0]).toBe(2);
    gatherChunks(batches, chunks, indices, visible, 4, ALL_KINDS);
    expect(batches).toMatchObject({ drawnChunks: 2, orderedCount: 2, drawnIndices: 9 });
  });

  it("uploads nothing when nothing changed, and only from the first change on", () => {
    const [chunks, indices] = makeChunks([0, 0, 0, 0]);
    const batches = buildWorldBatches(chunks, KEYS);
    const dirty = () => Math.max(0, batches.dirtyTo[0] - batches.dirtyFrom[0]);
    const gather = (...visible: number[]) => {
      batches.areArgsDirty = false;
      gatherChunks(batches, chunks, indices, Uint32Array.from(visible), visible.length, ALL_KINDS);
      return [dirty(), batches.areArgsDirty];
    };
    expect(gather(0, 1, 2)).toEqual([18, true]);
    expect(gather(0, 1, 2)).toEqual([0, false]);
    // The last goes: only the count changes.
    expect(gather(0, 1)).toEqual([0, true]);
    expect(gather(0, 1, 3)).toEqual([3, true]);
    expect(batches.dirtyFrom[0]).toBe(9);
    // Chunk 1 gives way to chunk 2: same start, everything behind it moves.
    expect(gather(0, 2)).toEqual([9, false]);
    expect(batches.dirtyFrom[0]).toBe(3);
  });

  it("holds exactly the visible chunks' indices after any sequence of frames", () => {
    const materials = fc.array(fc.nat(4), { minLength: 1, maxLength: 30 });
    const frames = fc.array(fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(materials, frames, (chunkMaterials, seen) => {
        const [chunks, indices] = makeChunks(chunkMaterials);
        const batches = buildWorldBatches(chunks, KEYS);
        // What a GPU would hold that gets the dirty runs only.
        const uploaded = new Uint32Array(batches.indices.length);
        for (const frame of seen) {
          const visible = chunkMaterials.flatMap((_, i) => (frame[i] ? [i] : []));
          gatherChunks(
            batches,
            chunks,
            indices,
            Uint32Array.from(visible),
            visible.length,
            ALL_KINDS,
          );
          for (let batch = 0; batch < batches.count; batch++) {
            const from = batches.dirtyFrom[batch];
            const to = batches.dirtyTo[batch];
            if (from < to) uploaded.set(batches.indices.subarray(from, to), from);
            const first = batches.firstIndex[batch];
            const drawn = uploaded.subarray(first, first + batches.args[batch * DRAW_ARGS_WORDS]);
            const expected = visible
              .filter((chunk) => batches.chunkBatch[chunk] === batch)
              .flatMap((chunk) => {
                const start = chunks.firstIndex[chunk];
                return [...indices.subarray(start, start + chunks.indexCount[chunk])];
              });
            expect([...drawn]).toEqual(expected);
          }
          const ordered = visible.filter((chunk) => batches.chunkBatch[chunk] === CHUNK_ORDERED);
          expect([...batches.ordered.subarray(0, batches.orderedCount)]).toEqual(ordered);
        }
      }),
      { numRuns: 60 },
    );
  });
});
