import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { buildGpuImage } from "../../../src/formats/vtf/build-gpu-image.ts";
import { parseRareVtf } from "../../../src/formats/vtf/rare/parse-rare-vtf.ts";
import { summarizeVtf } from "../../../src/formats/vtf/summarize-vtf.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { fuzzRuns } from "../../support/fuzz-runs.ts";
import { mutations } from "../../support/mutate.ts";
import { makeVtf } from "./make-vtf.ts";
import { makeX360 } from "./rare/make-x360.ts";

/** Parses a file and uses everything in it. Damaged files may only throw FormatErrors. */
function useVtf(bytes: Uint8Array): "used" | "refused" {
  try {
    const vtf = parseRareVtf(bytes);
    for (const bc of [true, false]) buildGpuImage(vtf, { bc, srgb: true, maxDimension: 64 });
    vtf.image(vtf.mipCount - 1, vtf.frameCount - 1, vtf.faceCount - 1);
    summarizeVtf(vtf);
    return "used";
  } catch (error) {
    if (error instanceof FormatError && error.format === "VTF") return "refused";
    throw error;
  }
}

function fuzz(seeds: Uint8Array[], numRuns: number) {
  const outcomes = { used: 0, refused: 0 };
  fc.assert(
    fc.property(fc.constantFrom(...seeds).chain(mutations), (bytes) => {
      outcomes[useVtf(bytes)]++;
    }),
    { numRuns, seed: 1 },
  );
  // A fuzzer that only gets refused or only valid files tests nothing.
  expect(outcomes.used).toBeGreaterThan(numRuns / 50);
  expect(outcomes.refused).toBeGreaterThan(numRuns / 50);
}

describe("mutated VTFs", () => {
  it("of rare formats parse or throw a FormatError", () => {
    const [width, height, mipCount] = [8, 8, 4];
    const compressed = { minorVersion: 6, compression: 8, width, height, mipCount };
    fuzz(
      [
        makeVtf({ ...compressed, format: "BC7" }),
        makeVtf({ ...compressed, format: "RGBA8888", frameCount: 3, extraResources: [0x10] }),
        makeVtf({ minorVersion: 5, format: "ATI2N", width: 6, height: 3, mipCount: 2 }),
        makeX360({ format: "DXT1", width, height }),
        makeX360({ format: "BGRA8888", width, height, lod: [5, 6, 0, 0] }),
      ],
      fuzzRuns(600),
    );
  });

  it("of common formats parse or throw a FormatError", () => {
    fuzz(
      [
        makeVtf({ format: "DXT1", width: 8, height: 8, mipCount: 4, lowRes: true }),
        makeVtf({ format: "DXT5", width: 6, height: 3, mipCount: 3, minorVersion: 4 }),
        makeVtf({ format: "RGBA16161616F", flags: 0x4000, faceCount: 7, minorVersion: 4 }),
        makeVtf({ format: "BGR888", depth: 4, mipCount: 3, frameCount: 2, minorVersion: 5 }),
      ],
      fuzzRuns(600),
    );
  });

  it.skipIf(!hasCorpus)("made from real files parse or throw a FormatError", () => {
    const folder = "srctools_vtf/tests/test_vtf";
    const names = ["sample_dxt5.vtf", "test_save_cython_dxt1.vtf", "sample_ia88.vtf"];
    fuzz(
      names.map((name) => readCorpus(folder, name)),
      fuzzRuns(150),
    );
  });
});
