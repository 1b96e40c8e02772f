/** Frames written by libzstd 1.5.4, with contents that are regenerated here. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ZstdFault } from "../../../src/formats/zstd/backward-bits.ts";
import { decompressZstd, xxh64Low } from "../../../src/formats/zstd/decompress-zstd.ts";

/** Returns the high bytes of a linear congruential generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
}

function lcg(count: number, seed: number): number[] {
  return Array.from({ length: count }, generator(seed));
}

/** Returns small numbers, smaller ones more often. */
function skewed(count: number): number[] {
  const [a, b] = [generator(1), generator(2)];
  return Array.from({ length: count }, () => (a() & b()) >> 4);
}

/** Returns letters with many repeats of earlier ones. */
function copied(count: number): number[] {
  const out: number[] = [];
  const next = generator(5);
  while (out.length < count) {
    const kind = next();
    if (out.length > 0 && kind < 150) repeat(out, next() * 256 + next(), 3 + (next() % 60));
    else for (let i = 0; i < 1 + (kind % 12); i++) out.push(97 + (next() % 16));
  }
  return out.slice(0, count);
}

/** Returns the same with four letters and shorter repeats. */
function mixed(count: number): number[] {
  const out: number[] = [];
  const next = generator(7);
  while (out.length < count) {
    const kind = next();
    if (out.length > 40 && kind < 200) {
      repeat(out, next() * 256 + next(), 3 + ((next() & next()) % 40));
    } else for (let i = 0; i < 1 + (kind % 5); i++) out.push(97 + (next() % 4));
  }
  return out.slice(0, count);
}

function repeat(out: number[], from: number, count: number): void {
  const start = from % out.length;
  for (let i = 0; i < count; i++) out.push(out[start + i]);
}

/** Returns growing runs of x with the same letters in between. */
function rows(): number[] {
  const letters = [97, 98, 99, 100, 101, 102, 103, 104];
  return Array.from({ length: 30 }, (_, i) => [...new Array(30 + i).fill(120), ...letters]).flat();
}

const FRAMES: readonly (readonly [string, readonly number[], string])[] = [
  [
    "literals of four streams",
    skewed(300),
    "KLUv/WQsAIUEAMYSI45TQkIxQxEhECAAIAAfAEIwjeV7R/x5/U9HmxuEKgOZxcv3xnkHZGCU+uCfhckIM/OqStL59w3291DuuJ1KzR3j6cwBOJ27IHKE8nZFTAdk1gXTjcg7eFF/Il8cqvH5PrdgmdlRd51g2sGzuzlyr5yWl+4VhLn8Cf5zD5eZ2z0+udh5tOJM8uCVQk8GAOmvOHI=",
  ],
  [
    "literals without a tree, from the second block on",
    copied(3000),
    "KLUv/QBofAEAUsIHDMA9JAxLmiL//3/pAafjLz2SujsKgMbU5HdJxMOTHgUQAIgSMLElhUU0UVcMAgAigwkMwD0kWdu2Lf//v7sBnJZzJcw7QSHUjTu5T5R1QD6Onzp4zU/IAQgAryFCfBT9bJhOIjKwEYED9Eg3ZQcFglQDANKFDw/AtwFEJLTSNpdsAwAAfgHpFqzsyd4HG0lcMDiyG2Hlw57/i1Vi4a+Iq0p8ixgfrSduKnI0YVoPn32SBhYEEADkTdtFNJAMCwOtDXeeLzF8GbOHRsTRl4VCwH1KoxPIdwDw7jvfAYAsAwBDxg0GihUc4jNJZoALWQBIZTFwAoBDVYgy6mlCgCSqJVwGdGVJMQQIYIDmVQU78lB8U2YEZkgUMhAEDwDI63YZiygIHKq+gMeKGG4iIlAUIgoAJKXhagxtXdqYExCA43gxJ6AvEK0CAGNECR2yIynsKSpMIWlDBAHaIZ6lz+DgseIPGYFm24UyAp1PBASlZxkPADrFcUwll0Mo4WK59LlETgEQRn1LsiHCieZkCHRDnOB77yvfDHEC41IKBFc=",
  ],
  [
    "tables of their own, then repeated",
    mixed(2400),
    "KLUv/QRorAMAUscIBvA5Un4mATO4WemyJFUniI3PUXKKDxIYvKWwSwRufPBCtBAeoGAlBgU1yrUDEIYkcgekS8nrlY7aIjeeTjN4zPOtLBI0eaoUGU3kn5s27zfa4V4J6T9yxzpXzCna2fR4/sC2FKKkfl2sVIHECdKUIWcKnAMAMwQFDRIpSMEH0woSoCALAQWviIQEDwIhoDBLCgzuGRAUAUHM0gN8Q+oTeNUFIVHwZRj0ECjyQ1nmsD9TDMbsGcSQBoq4QpOfDAMkL9UPlVAv2YoApxpM8o2dkZA51Qvt5efg6b2x0ygidSGIDmC2mPYKFU0DAFNEBAURjQsKbGkHwPy6LscnkAkJH7AwSaZa2DeHzjtPX41aQieP1ZgHe5XnOCNXefp2nCS5coQ2aeIdB829bpKSgg3nGnNEq/5AaYg1DsakpEhg4stOj6RhX0B/8Vm5yn7dLruimJbvC2Xdzz4=",
  ],
  [
    "lengths and offsets by tables",
    rows(),
    "KLUv/WQnBU0CAFB4YWJjZGVmZ2h4Hqjw2TMgwugDEP5z8SfxXZigYAc3sFAegUFeAgPtAH6Hf+95b1abcdjLWHZF/VSkMUPw0fF2ppdYVUynBWRyNQeL",
  ],
  ["plain literals", copied(200), "KLUv/STIrQAAYGxsZWtsYWxqamtjbAIAgEYlCmAB8v9DOA=="],
  [
    "a long match, by one symbol",
    [...copied(50), ...new Array(70000).fill(0), ...copied(50)],
    "KLUv/aTUEQEAbQAAGGwAbANQAQBGbBG5USQYcIo=",
  ],
  [
    "blocks of one byte",
    new Array(300_000).fill(0),
    "KLUv/aTgkwQATAAACAABAPz/ORACAgAQAAOfBAAtKN4m",
  ],
  [
    "a block as it is",
    lcg(40, 9),
    "KLUv/SQoQQEAPRj7AGFZOeIWGeHmZ3MPtRZyEqC+m27kET1ghL2woWsK1ZHuUZIQ4uP9T0o=",
  ],
  ["nothing", [], "KLUv/SQAAQAAmenYUQ=="],
];

const packedOf = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));

function faultOf(data: Uint8Array, byteLength: number): string {
  try {
    decompressZstd(data, byteLength);
  } catch (error) {
    if (error instanceof ZstdFault) return error.reason;
    throw error;
  }
  return "none";
}

describe("decompressZstd", () => {
  it.each(FRAMES)("reads %s", (_, content, base64) => {
    const out = decompressZstd(packedOf(base64), content.length);
    expect(Buffer.compare(out, Uint8Array.from(content))).toBe(0);
  });

  it("reads concatenated frames with separate offsets, and skips skippable frames", () => {
    const [, content, base64] = FRAMES[2];
    const skipped = [0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    const frame = [...packedOf(base64)];
    const out = decompressZstd(
      Uint8Array.from([...frame, ...skipped, ...frame]),
      content.length * 2,
    );
    expect([...out]).toEqual([...content, ...content]);
  });

  it("checks the content's checksum", () => {
    const [, content, base64] = FRAMES[0];
    const packed = packedOf(base64);
    packed[packed.length - 1] ^= 1;
    expect(faultOf(packed, content.length)).toBe("another checksum");
    // Lower halves of XXH64, which libzstd stores.
    const lowOf = (bytes: readonly number[]) => xxh64Low(Uint8Array.from(bytes)).toString(16);
    expect(lowOf([])).toBe("51d8e999");
    expect(lowOf([97, 98, 99])).toBe("ad770999");
    expect(lowOf(Array.from({ length: 100 }, (_, i) => i))).toBe("32166597");
  });

  it("returns exactly the requested number of bytes", () => {
    for (const [, content, base64] of FRAMES) {
      const packed = packedOf(base64);
      expect(faultOf(packed, content.length + 1)).toBe(
        `${content.length} bytes, fewer than are stated`,
      );
      if (content.length === 0) continue;
      expect(faultOf(packed, content.length - 1)).toBe("more bytes than are stated");
      for (const cut of [1, 4, 6, packed.length >> 1]) {
        expect(faultOf(packed.subarray(0, -cut), content.length)).not.toBe("none");
      }
    }
  });

  it.each([
    ["a dictionary", [0x28, 0xb5, 0x2f, 0xfd, 0x21, 1, 7, 9, 0, 0, 5]],
    ["a later kind", [0x28, 0xb5, 0x2f, 0xfd, 0x28, 1, 9, 0, 0, 5]],
    ["no frame", [0x78, 0x9c, 1, 2, 3, 4, 5, 6, 7, 8]],
    ["no kind", [0x28, 0xb5, 0x2f, 0xfd, 0x20, 1, 15, 0, 0, 5]],
  ])("refuses what has %s", (reason, bytes) => {
    expect(faultOf(Uint8Array.from(bytes), 1)).toContain(reason);
  });

  it("returns bytes or throws a fault for any change", () => {
    const small = FRAMES.filter(([, content]) => content.length < 5000);
    const frame = fc.nat({ max: small.length - 1 });
    const change = fc.tuple(fc.nat(), fc.nat({ max: 255 }));
    let faults = 0;
    fc.assert(
      fc.property(frame, fc.array(change, { minLength: 1, maxLength: 4 }), (row, changes) => {
        const [, content, base64] = small[row];
        const packed = packedOf(base64);
        for (const [at, value] of changes) packed[at % packed.length] = value;
        if (faultOf(packed, content.length) !== "none") faults++;
      }),
      { numRuns: 3000, seed: 1 },
    );
    expect(faults).toBeGreaterThan(1000);
  });
});
