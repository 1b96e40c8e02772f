import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_CHUNK_TRIANGLES, WORLD_VERTEX } from "../../../src/map/world.ts";
import { splitChunks } from "../../../src/scene/world/world.ts";

const STRIDE = WORLD_VERTEX.strideBytes / 4;
const MOST = MAX_CHUNK_TRIANGLES * 3;

/** Builds consecutive runs of triangles with separate vertices at (i, 1 − i, i / 2). */
function makeRuns(triangles: readonly number[]) {
  const indexCount = Uint32Array.from(triangles, (count) => count * 3);
  const firstIndex = new Uint32Array(triangles.length);
  for (let i = 1; i < triangles.length; i++) firstIndex[i] = firstIndex[i - 1] + indexCount[i - 1];
  const total = indexCount.reduce((a, b) => a + b, 0);
  const vertices = new Float32Array(total * STRIDE);
  for (let i = 0; i < total; i++) vertices.set([i, 1 - i, i / 2], i * STRIDE);
  // Reversed, so that positions must be found by index.
  const indices = Uint32Array.from({ length: total }, (_, i) => total - 1 - i);
  const box = Float32Array.from(triangles.flatMap((_, i) => [i, i, i, i + 9, i + 9, i + 9]));
  return { indexCount, firstIndex, box, indices, vertices };
}

function split(triangles: readonly number[]) {
  const { firstIndex, indexCount, box, indices, vertices } = makeRuns(triangles);
  return splitChunks(firstIndex, indexCount, box, indices, vertices);
}

describe("splitChunks", () => {
  it("keeps small chunks with their box", () => {
    const runs = split([1, MAX_CHUNK_TRIANGLES, 5]);
    expect([...runs.source]).toEqual([0, 1, 2]);
    expect([...runs.firstIndex]).toEqual([0, 3, 3 + MOST]);
    expect([...runs.indexCount]).toEqual([3, MOST, 15]);
    expect([...runs.box.subarray(6, 12)]).toEqual([1, 1, 1, 10, 10, 10]);
  });

  it("splits larger chunks, each part with its own box", () => {
    const runs = split([MAX_CHUNK_TRIANGLES + 1]);
    expect([...runs.source]).toEqual([0, 0]);
    expect([...runs.indexCount]).toEqual([MOST, 3]);
    // The last triangle's vertices are 2, 1 and 0.
    expect([...runs.box.subarray(6, 12)]).toEqual([0, -1, 0, 2, 1, 1]);
  });

  it("keeps an empty run, and returns none for none", () => {
    expect([...split([0]).indexCount]).toEqual([0]);
    expect(split([]).count).toBe(0);
  });

  it("covers every run in order, in parts that fit a mask", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 12 }), (triangles) => {
        const { firstIndex, indexCount, indices, vertices, box } = makeRuns(triangles);
        const runs = splitChunks(firstIndex, indexCount, box, indices, vertices);
        const next = firstIndex.slice();
        for (let run = 0; run < runs.count; run++) {
          const source = runs.source[run];
          if (run > 0) expect(source).toBeGreaterThanOrEqual(runs.source[run - 1]);
          expect(runs.firstIndex[run]).toBe(next[source]);
          expect(runs.indexCount[run]).toBeLessThanOrEqual(MOST);
          next[source] += runs.indexCount[run];
        }
        triangles.forEach((_, i) => {
          expect(next[i]).toBe(firstIndex[i] + indexCount[i]);
        });
      }),
      { numRuns: 100 },
    );
  });
});
