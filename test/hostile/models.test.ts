/** Model files that ask for far more than they hold. */

import { describe, expect, it } from "vitest";
import { LIMITS } from "../../src/core/limits.ts";
import { parseMdlAnimations } from "../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../src/formats/studio/read/parse-mdl.ts";
import { parseVhv } from "../../src/formats/studio/read/parse-vhv.ts";
import { parseVtx } from "../../src/formats/studio/read/parse-vtx.ts";
import { catchFormatError } from "../formats/studio/catch-format-error.ts";
import {
  makeFoldedAnimations,
  makeFoldedMeshes,
  makeFoldedNames,
  makeFoldedVhv,
  makeFoldedWeights,
} from "../support/hostile/studio.ts";
import { processorMs } from "../support/processor-time.ts";

/** Of the made model. */
const BONES = 3;

describe("poses of animations that share a record", () => {
  const most = Math.floor(LIMITS.animationPoses.least / BONES);
  const parse = (bytes: Uint8Array, limits = {}) =>
    parseMdlAnimations(bytes, parseMdl(bytes), { limits });

  it("are let by up to the limit", () => {
    const { animations } = parse(makeFoldedAnimations(2, most / 2));
    expect(animations).toHaveLength(2);
    expect(animations[1].position).toHaveLength(Math.floor(most / 2) * BONES * 3);
  });

  it("are refused above it, by animations together and before they are made", () => {
    for (const bytes of [makeFoldedAnimations(3, most / 2), makeFoldedAnimations(1, 0x7fffffff)]) {
      const before = process.memoryUsage().arrayBuffers;
      const error = catchFormatError(() => parse(bytes));
      expect([error.format, error.code]).toEqual(["MDL", "too-large"]);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16_000_000);
    }
  });

  it("are let by where the caller says so", () => {
    const bytes = makeFoldedAnimations(3, most / 2);
    expect(parse(bytes, { animationPoses: 2 * most * BONES }).animations).toHaveLength(3);
  });
});

describe("bone weights of sequences that lie over each other", () => {
  const parse = (count: number, animationPoses: number) => {
    const bytes = makeFoldedWeights(count);
    return parseMdlAnimations(bytes, parseMdl(bytes), { limits: { animationPoses } });
  };

  it("are refused above the limit of poses, which they draw from", () => {
    // One pose of three bones besides.
    expect(parse(40, 41 * BONES).sequences).toHaveLength(40);
    const error = catchFormatError(() => parse(40, 40 * BONES - 1));
    expect([error.format, error.code]).toEqual(["MDL", "too-large"]);
  });
});

describe("arrays of model files that many records name", () => {
  it("are read where nothing is shared", () => {
    expect(parseVtx(makeFoldedMeshes(1, 30_000)).indices).toHaveLength(30_000);
    expect(parseVhv(makeFoldedVhv(1, 30_000)).color).toHaveLength(120_000);
    expect(parseMdl(makeFoldedNames(3, 200)).textures[2]).toBe("a".repeat(200));
  });

  it.each([
    ["strip groups", () => parseVtx(makeFoldedMeshes(2000, 30_000))],
    ["baked light", () => parseVhv(makeFoldedVhv(1000, 30_000))],
    ["names", () => parseMdl(makeFoldedNames(60_000, 259))],
  ])("%s: refused", (_, read) => {
    const start = processorMs();
    expect(["bad-count", "bad-offset"]).toContain(catchFormatError(read).code);
    expect(processorMs() - start).toBeLessThan(5000);
  });
});
