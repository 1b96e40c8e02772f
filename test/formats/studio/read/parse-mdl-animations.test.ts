import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import {
  decodeHalf,
  decodeQuaternion48,
  decodeQuaternion64,
  encodeExactHalf,
  encodeQuaternion64,
} from "../../../../src/formats/studio/animation/pose-encoding.ts";
import { parseMdlAnimations } from "../../../../src/formats/studio/read/animation/animation-file.ts";
import { readRuns } from "../../../../src/formats/studio/read/animation/read-animation-data.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { StudioReader } from "../../../../src/formats/studio/read/studio-reader.ts";
import { encodeRuns } from "../../../../src/formats/studio/write/write-mdl-motion.ts";
import { listCorpusMdls, readCorpusFiles } from "../studio-corpus.ts";

function runsFrom(bytes: readonly number[], frames: number): number[] {
  const values = new Float32Array(frames);
  readRuns(new StudioReader("MDL", Uint8Array.from(bytes)), 0, values);
  return [...values];
}

describe("animation values", () => {
  it("are decoded like in the engine", () => {
    // Two values for five frames, then one for two: 5 7 7 7 7 -1 -1.
    const bytes = [2, 5, 5, 0, 7, 0, 1, 2, 0xff, 0xff];
    expect(runsFrom(bytes, 7)).toEqual([5, 7, 7, 7, 7, -1, -1]);
    expect(runsFrom(bytes, 3)).toEqual([5, 7, 7]);
    // An empty header ends the stream.
    expect(runsFrom([1, 2, 9, 0, 0, 0], 4)).toEqual([9, 9, 0, 0]);
  });

  it("that run past the file end in a FormatError", () => {
    expect(() => runsFrom([2, 5, 5, 0], 5)).toThrow(FormatError);
    expect(() => runsFrom([1, 1, 5, 0], 5)).toThrow(FormatError);
    expect(() => runsFrom([0, 5], 5)).toThrow(/1 to 5 values for 5 frames, found 0/);
  });

  it("survive encoding and decoding", () => {
    const value = fc.oneof(fc.constantFrom(0, 0, 0, 3), fc.integer({ min: -32767, max: 32767 }));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 700 }), (steps) => {
        const words = Int16Array.from(encodeRuns(Int16Array.from(steps)));
        expect(runsFrom([...new Uint8Array(words.buffer)], steps.length)).toEqual(steps);
      }),
      { numRuns: 200 },
    );
  });
});

describe("compressed rotations and positions", () => {
  it("are decoded by the formulas of Valve's header", () => {
    // A quarter turn about z from a real file: 0080 0080 416d.
    const out = new Float32Array(4);
    decodeQuaternion48(new DataView(Uint8Array.of(0, 0x80, 0, 0x80, 0x41, 0x6d).buffer), 0, out, 0);
    expect(out[2]).toBeCloseTo((0x6d41 - 0x4000) / 0x4000, 6);
    expect(out[3]).toBeCloseTo(Math.SQRT1_2, 4);
    // Another real one in 64 bits: x and y are 0, z has 21 bits from bit 42 on.
    const real = Uint8Array.of(0, 0, 0x10, 0, 0, 0x3e, 0x41, 0x6d);
    decodeQuaternion64(new DataView(real.buffer), 0, out, 0);
    expect([out[0], out[1]].map((v) => Math.abs(v) < 1e-3)).toEqual([true, true]);
    expect(out[2]).toBeCloseTo(Math.SQRT1_2, 4);
  });

  it("of 64 bits are accurate to one millionth", () => {
    const unit = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, unit, unit, (x, y, z, w) => {
        const length = Math.hypot(x, y, z, w);
        fc.pre(length > 0.1 && Math.abs(w / length) > 0.05);
        const q = [x, y, z, w].map((v) => v / length);
        const view = new DataView(new ArrayBuffer(8));
        const [low, high] = encodeQuaternion64(q[0], q[1], q[2], q[3]);
        view.setUint32(0, low, true);
        view.setUint32(4, high, true);
        const out = new Float32Array(4);
        decodeQuaternion64(view, 0, out, 0);
        for (let i = 0; i < 4; i++) expect(Math.abs(out[i] - q[i])).toBeLessThan(2e-5);
      }),
    );
  });

  it("include all finite 16-bit floats", () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      if ((bits & 0x7c00) === 0x7c00) continue;
      const value = decodeHalf(bits);
      if (value !== 0 && encodeExactHalf(value) !== bits) expect([bits, value]).toEqual([]);
    }
    expect([decodeHalf(0x3c00), decodeHalf(0xc000), decodeHalf(1)]).toEqual([1, -2, 2 ** -24]);
    expect([0.1, 2049, 65536, 2 ** -25].map(encodeExactHalf)).toEqual([null, null, null, null]);
  });
});

const names = listCorpusMdls();
describe.skipIf(names.length === 0)("the animations of all corpus models", () => {
  it("decode for every sequence", () => {
    const total = { animations: 0, sequences: 0, frames: 0, external: 0, quarterTurns: 0 };
    let faults = 0;
    for (const name of names) {
      const { mdl: bytes } = readCorpusFiles(name);
      const mdl = parseMdl(bytes);
      const { animations, sequences } = parseMdlAnimations(bytes, mdl);
      total.animations += animations.length;
      total.sequences += sequences.length;
      for (const { frameCount, isExternal, position, quaternion } of animations) {
        total.frames += frameCount;
        if (isExternal) total.external++;
        for (const value of position) if (!(Math.abs(value) < 4096)) faults++;
        for (let i = 0; i < quaternion.length; i += 4) {
          const length = Math.hypot(...quaternion.subarray(i, i + 4));
          if (!(Math.abs(length - 1) < 0.01)) faults++;
        }
        const isStill = frameCount === 1 && mdl.bones.count === 1;
        if (isStill && Math.abs(quaternion[2] - Math.SQRT1_2) < 1e-3) total.quarterTurns++;
      }
    }
    // Counted by an independent byte reader: 163 animations of one frame and one bone hold a
    // quarter turn about z as Quaternion48 or Quaternion64.
    expect(total).toEqual({
      animations: 621,
      sequences: 583,
      frames: 13214,
      external: 0,
      quarterTurns: 163,
    });
    expect(faults).toBe(0);
  });

  it("of a damaged file throw a FormatError or give poses", () => {
    const { mdl: sound } = readCorpusFiles("rc_deathmatch1/content/models/platform.mdl");
    const counts = { read: 0, refused: 0 };
    const change = fc.tuple(
      fc.nat({ max: sound.length - 4 }),
      fc.oneof(fc.integer(), fc.constantFrom(-1, 0, 255, 0x7fffffff)),
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = Uint8Array.from(sound);
        for (const [at, value] of changes) new DataView(bytes.buffer).setInt32(at, value, true);
        try {
          parseMdlAnimations(bytes, parseMdl(bytes));
          counts.read++;
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          counts.refused++;
        }
      }),
      { numRuns: 400 },
    );
    expect(counts.read).toBeGreaterThan(20);
    expect(counts.refused).toBeGreaterThan(20);
  });
});
