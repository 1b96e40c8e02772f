import { describe, expect, it } from "vitest";
import type { MdlSequence } from "../../../../src/formats/studio/animation/animation-types.ts";
import { countPlayed, isMoving } from "../../../../src/scene/props/stand-models.ts";

const AUTOPLAY = 8;

describe("countPlayed", () => {
  it("counts a sequence, its layers and autoplay sequences, recursively", () => {
    const row = (flags: number, ...over: number[]) =>
      ({ flags, autoLayers: over.map((sequence) => ({ sequence })) }) as unknown as MdlSequence;
    const sequences = [row(0, 1, 1), row(0, 2), row(0), row(AUTOPLAY, 2)];
    const played = (of: number) => countPlayed({ sequences } as never, of);
    // 1 + 2 * (1 + 1), plus the autoplay sequence: 1 + 1.
    expect(played(0)).toBe(5 + 2);
    expect(played(2)).toBe(1 + 2);
    expect(played(3)).toBe(2 + 2);
  });
});

describe("isMoving", () => {
  const track = (position: number[], quaternion: number[], fps = 10) => ({
    ...{ frameCount: position.length / 3, fps, looping: true },
    ...{ position: Float32Array.from(position), quaternion: Float32Array.from(quaternion) },
  });
  const still = [0, 0, 0, 1];

  it("is true if a bone differs between frames and the rate is not 0", () => {
    expect(isMoving(track([1, 2, 3, 1, 2, 3], [...still, ...still]))).toBe(false);
    expect(isMoving(track([1, 2, 3, 1, 2, 3.01], [...still, ...still]))).toBe(true);
    expect(isMoving(track([1, 2, 3, 1, 2, 3], [...still, 0, 0, 0.6, 0.8]))).toBe(true);
    expect(isMoving(track([1, 2, 3], still))).toBe(false);
    expect(isMoving(track([1, 2, 3, 1, 2, 9], [...still, ...still], 0))).toBe(false);
  });
});
