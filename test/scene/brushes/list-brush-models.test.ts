import { describe, expect, it } from "vitest";
import type { ModelPlacement } from "../../../src/scene/brushes/brush-models.ts";
import { listBrushModels } from "../../../src/scene/brushes/list-brush-models.ts";

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const MOVED = [0, -1, 0, 8, 1, 0, 0, 16, 0, 0, 1, 24];

const place = (model: number, entity: number, matrix: number[] | null = null): ModelPlacement => ({
  ...{ model, entity, modulation: null },
  matrix: matrix && Float32Array.from(matrix),
});

describe("listBrushModels", () => {
  const placements = [place(0, 0), place(3, 7), place(2, 9), place(3, 11, MOVED)];

  it("lists the chunks of each entity, and leaves out entities without any", () => {
    const brushes = listBrushModels(placements, Uint32Array.of(0, 3, 1, 0, 3, 1, 3));
    expect(brushes).toMatchObject({ count: 2 });
    expect(brushes?.entity).toEqual(Int32Array.of(7, 11));
    expect(brushes?.model).toEqual(Int32Array.of(3, 3));
    expect(brushes?.firstChunk).toEqual(Uint32Array.of(0, 2));
    expect(brushes?.chunkCount).toEqual(Uint32Array.of(2, 3));
    expect(brushes?.chunks).toEqual(Uint32Array.of(2, 5, 1, 4, 6));
    expect([...(brushes?.worldFromModel ?? [])]).toEqual([...IDENTITY, ...MOVED]);
  });

  it("returns null if only the world is drawn", () => {
    expect(listBrushModels(placements, Uint32Array.of(0, 0))).toBeNull();
  });
});
