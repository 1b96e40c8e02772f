import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { decompressBz2 } from "../../../src/formats/bz2/decompress-bz2.ts";
import { isBz2 } from "../../../src/formats/bz2/is-bz2.ts";
import { corpusPath, hasCorpus, readCorpus } from "../../support/corpus.ts";
import { bz2Alternating } from "../../support/hostile/bz2-alternating.ts";
import { countAllocations } from "../../support/hostile/count-allocations.ts";
import { mutations } from "../../support/mutate.ts";
import { concat } from "../zip/make-zip.ts";
import { BLOCKS, BOMB, EMPTY, HELLO, RUNS } from "./samples.ts";

function faultOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof FormatError) return `${error.format} ${error.code}`;
    throw error;
  }
  return "fine";
}

describe("decompressBz2", () => {
  it.each(Object.entries({ HELLO, EMPTY, RUNS, BLOCKS, BOMB }))("unpacks %s", (_, sample) => {
    const made = sample.make();
    const unpacked = decompressBz2(sample.packed);
    expect(unpacked.length).toBe(made.length);
    expect(Buffer.compare(unpacked, made)).toBe(0);
    expect(unpacked.buffer.byteLength).toBe(made.length);
  });

  it("unpacks concatenated streams and ignores trailing padding", () => {
    const two = concat([HELLO.packed, BLOCKS.packed, new Uint8Array(30)]);
    expect(decompressBz2(two).length).toBe(HELLO.make().length + 350_000);
  });

  it("stops at the size limit", () => {
    const started = performance.now();
    expect(faultOf(() => decompressBz2(BOMB.packed, 1 << 20))).toBe("BZ2 too-large");
    expect(performance.now() - started).toBeLessThan(10_000);
    const { length } = HELLO.make();
    expect(decompressBz2(HELLO.packed, length).length).toBe(length);
    expect(faultOf(() => decompressBz2(HELLO.packed, length - 1))).toBe("BZ2 too-large");
  });

  it("allocates the largest block once, however many streams there are", async () => {
    const small = HELLO.packed.slice();
    small[3] = 0x31;
    const both = concat([small, HELLO.packed]);
    const { bytes, error } = await countAllocations("Uint32Array", () => {
      expect(decompressBz2(bz2Alternating(20_000)).length).toBe(0);
      expect(decompressBz2(concat([both, both, both])).length).toBe(HELLO.make().length * 6);
    });
    expect(error).toBeNull();
    expect(bytes).toBe((100_000 + 900_000) * 4);
  });

  it("reports the kind of damage", () => {
    const { packed } = HELLO;
    const changed = (at: number, byte: number) => {
      const copy = packed.slice();
      copy[at] = byte;
      return copy;
    };
    expect(isBz2(packed)).toBe(true);
    expect(faultOf(() => decompressBz2(new Uint8Array(0)))).toBe("BZ2 bad-magic");
    expect(faultOf(() => decompressBz2(changed(3, 0x30)))).toBe("BZ2 bad-magic");
    expect(faultOf(() => decompressBz2(changed(5, 0)))).toBe("BZ2 bad-value");
    expect(faultOf(() => decompressBz2(changed(12, 0)))).toBe("BZ2 mismatch");
    expect(faultOf(() => decompressBz2(changed(14, packed[14] | 0x80)))).toBe("BZ2 unsupported");
    for (let length = 4; length < packed.length; length++) {
      expect(faultOf(() => decompressBz2(packed.subarray(0, length)))).toMatch(
        /^BZ2 (truncated|bad-value|mismatch)$/,
      );
    }
    expect(faultOf(() => decompressBz2(packed.subarray(0, -4)))).toBe("BZ2 truncated");
  });

  it("throws only FormatErrors on damaged files", () => {
    const outcomes = { used: 0, refused: 0 };
    fc.assert(
      fc.property(fc.oneof(mutations(RUNS.packed), mutations(HELLO.packed)), (bytes) => {
        const fault = faultOf(() => decompressBz2(bytes, 1 << 22));
        outcomes[fault === "fine" ? "used" : "refused"]++;
      }),
      { numRuns: 800, seed: 1 },
    );
    expect(outcomes.refused).toBeGreaterThan(400);
  });
});

const hasBzip2 = spawnSync("bzip2", ["--help"]).status === 0;

describe.skipIf(!hasCorpus || !hasBzip2)("decompressBz2 on corpus maps packed by bzip2", () => {
  it.each([
    ["lanofdoom_css", "gg_canyon.bsp"],
    ["gunman_city2", "gunman_city2.bsp"],
  ])("restores %s/%s", (...path) => {
    const options = { maxBuffer: 1 << 28 };
    const packed = execFileSync("bzip2", ["--stdout", corpusPath(...path)], options);
    expect(Buffer.compare(decompressBz2(packed), readCorpus(...path))).toBe(0);
  });
});
