import { describe, expect, it } from "vitest";
import { parseMdlProceduralBones } from "../../../../src/formats/studio/read/parse-mdl-procedural-bones.ts";
import { JIGGLE } from "../../../../src/formats/studio/rig/procedural-types.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../../support/corpus.ts";
import { ByteWriter } from "../byte-writer.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { makeRig } from "../make-rig.ts";
import { makeStudioFiles } from "../make-studio.ts";

const PROC_TYPE = 164;
const count = (length: number, first: number) => Array.from({ length }, (_, i) => first + i);

/** Builds the three bones of `makeRig` with one rule each, whose record `write` fills. */
function makeProcedures(
  rules: readonly { type: number; bytes: number; write(out: ByteWriter, at: number): void }[],
) {
  const out = new ByteWriter();
  const { bytes } = makeRig();
  out.u8(out.reserve(bytes.length), ...bytes);
  const bones = new DataView(bytes.buffer).getInt32(160, true);
  const places = rules.map(({ type, bytes: size, write }, bone) => {
    const at = out.reserve(size);
    const record = bones + bone * 216;
    out.i32(record + PROC_TYPE, type, at - record);
    write(out, at);
    return at;
  });
  const made = out.finish();
  return { bytes: made, view: new DataView(made.buffer), bones, places };
}

const axis = {
  type: 1,
  bytes: 176,
  write(out: ByteWriter, at: number) {
    out.i32(at, 2, 1);
    out.f32(at + 8, ...count(42, 1));
  },
};
const quaternion = {
  type: 2,
  bytes: 12 + 2 * 48,
  write(out: ByteWriter, at: number) {
    out.i32(at, 1, 2, 12);
    out.f32(at + 12, ...count(24, 100));
  },
};
const aimAt = (type: number, aim: number) => ({
  type,
  bytes: 44,
  write(out: ByteWriter, at: number) {
    out.i32(at, 1, aim);
    out.f32(at + 8, ...count(9, 50));
  },
});
const jiggle = (flags: number, bytes = 140) => ({
  type: 5,
  bytes,
  write(out: ByteWriter, at: number) {
    out.i32(at, flags);
    out.f32(at + 4, ...count(bytes / 4 - 1, 1));
  },
});

describe("parseMdlProceduralBones", () => {
  it("reads axis and quaternion interpolations", () => {
    const { bytes } = makeProcedures([axis, quaternion, quaternion]);
    const { axisInterpolations, quaternionInterpolations, triggers } =
      parseMdlProceduralBones(bytes);
    expect(axisInterpolations).toEqual({
      count: 1,
      bone: Int32Array.of(0),
      control: Int32Array.of(2),
      axis: Int32Array.of(1),
      position: Float32Array.from(count(18, 1)),
      quaternion: Float32Array.from(count(24, 19)),
    });
    expect(quaternionInterpolations).toEqual({
      count: 2,
      bone: Int32Array.of(1, 2),
      control: Int32Array.of(1, 1),
      firstTrigger: Uint32Array.of(0, 2),
      triggerCount: Uint32Array.of(2, 2),
    });
    expect(triggers.count).toBe(4);
    expect([...triggers.inverseTolerance]).toEqual([100, 112, 100, 112]);
    expect([...triggers.trigger.subarray(4, 8)]).toEqual([113, 114, 115, 116]);
    expect([...triggers.position.subarray(3, 6)]).toEqual([117, 118, 119]);
    expect([...triggers.quaternion.subarray(4, 8)]).toEqual([120, 121, 122, 123]);
  });

  it("reads aims at bones and at attachments", () => {
    const { bytes } = makeProcedures([aimAt(3, 2), aimAt(4, 1)]);
    const { aims } = parseMdlProceduralBones(bytes);
    expect(aims).toEqual({
      count: 2,
      bone: Int32Array.of(0, 1),
      isAtAttachment: Uint8Array.of(0, 1),
      parent: Int32Array.of(1, 1),
      aim: Int32Array.of(2, 1),
      aimVector: Float32Array.of(50, 51, 52, 50, 51, 52),
      upVector: Float32Array.of(53, 54, 55, 53, 54, 55),
      basePosition: Float32Array.of(56, 57, 58, 56, 57, 58),
    });
  });

  it("reads jiggle bones, with boing values if present", () => {
    const short = jiggle(JIGGLE.IS_FLEXIBLE, 120);
    const { bytes } = makeProcedures([jiggle(JIGGLE.IS_BOING), short]);
    const { jiggles } = parseMdlProceduralBones(bytes);
    const twice = (...values: number[]) => Float32Array.of(...values, ...values);
    expect(jiggles).toEqual({
      count: 2,
      bone: Int32Array.of(0, 1),
      flags: Uint32Array.of(JIGGLE.IS_BOING, JIGGLE.IS_FLEXIBLE),
      length: twice(1),
      tipMass: twice(2),
      yaw: twice(3, 4),
      pitch: twice(5, 6),
      along: twice(7, 8),
      angleLimit: twice(9),
      yawLimit: twice(10, 11, 12, 13),
      pitchLimit: twice(14, 15, 16, 17),
      base: twice(18, 19, 20),
      baseLimit: twice(...count(9, 21)),
      boing: Float32Array.of(30, 31, 32, 33, 34, 0, 0, 0, 0, 0),
    });
  });

  it("returns empty tables for a model without procedural bones", () => {
    const { aims, jiggles, triggers } = parseMdlProceduralBones(makeStudioFiles().mdl);
    expect([aims.count, jiggles.count, triggers.count]).toEqual([0, 0, 0]);
  });

  it.each<[code: string, where: string, spoil: (made: ReturnType<typeof makeProcedures>) => void]>([
    [
      "bad-value",
      "mstudiobone_t.proctype",
      ({ view, bones }) => view.setInt32(bones + PROC_TYPE, 6, true),
    ],
    [
      "bad-offset",
      "mstudioaxisinterpbone_t",
      ({ view, bones }) => view.setInt32(bones + 168, 1 << 24, true),
    ],
    [
      "bad-index",
      "mstudioaxisinterpbone_t.control",
      ({ view, places }) => view.setInt32(places[0], 3, true),
    ],
    [
      "bad-index",
      "mstudioquatinterpbone_t.control",
      ({ view, places }) => view.setInt32(places[1], -1, true),
    ],
    [
      "bad-index",
      "mstudioaimatbone_t.aim",
      ({ view, places }) => view.setInt32(places[2] + 4, 2, true),
    ],
    [
      "bad-value",
      "mstudioaimatbone_t.upVector",
      ({ view, places }) => view.setFloat32(places[2] + 24, Number.NaN, true),
    ],
  ])("reports %s of %s", (code, where, spoil) => {
    // Three bones, but only two attachments.
    const made = makeProcedures([axis, quaternion, aimAt(4, 1)]);
    spoil(made);
    const error = catchFormatError(() => parseMdlProceduralBones(made.bytes));
    expect(error).toMatchObject({ format: "MDL", code, where });
    if (where.endsWith("upVector")) expect(error.offset).toBe(made.places[2] + 24);
  });
});

describe.skipIf(!hasCorpus)("procedural bones of the corpus", () => {
  it("are the base springs that an independent byte reader finds", () => {
    const found: number[][] = [];
    for (const name of listCorpusFiles(".mdl")) {
      const { jiggles, aims, axisInterpolations, triggers } = parseMdlProceduralBones(
        readCorpus(name),
      );
      expect([aims.count, axisInterpolations.count, triggers.count]).toEqual([0, 0, 0]);
      for (let row = 0; row < jiggles.count; row++) {
        expect(jiggles.flags[row]).toBe(JIGGLE.HAS_BASE_SPRING);
        expect(jiggles.length[row]).toBe(10);
        found.push([...jiggles.base.subarray(row * 3, row * 3 + 3)]);
      }
    }
    const [stiff, soft] = [
      [0, 400, 11],
      [0, 400, 7],
    ];
    expect(found).toEqual([stiff, soft, stiff, soft]);
  });
});
