import { describe, expect, it } from "vitest";
import { STUDIO_DELTA } from "../../../../src/formats/studio/animation/animation-types.ts";
import { decodeQuaternion64 } from "../../../../src/formats/studio/animation/pose-encoding.ts";
import {
  AnimationFile,
  parseMdlAnimations,
} from "../../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { hasCorpus, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { makeAni, makeExternal } from "../make-ani.ts";

const parse = (bytes: Uint8Array, ani?: Uint8Array) =>
  parseMdlAnimations(bytes, parseMdl(bytes), ani === undefined ? {} : { ani }).animations[0];

describe("animations in an .ani file", () => {
  it("are read from the block that the MDL names", () => {
    const { isExternal, quaternion } = parse(makeExternal(), makeAni());
    expect(isExternal).toBe(false);
    for (const frame of [0, 1]) {
      const turn = quaternion.subarray((frame * 3 + 1) * 4, (frame * 3 + 2) * 4);
      [0, 0, -Math.SQRT1_2, Math.SQRT1_2].forEach((value, i) => {
        expect(turn[i]).toBeCloseTo(value, 3);
      });
    }
  });

  it("are the bind pose if the file or the block is missing", () => {
    const bytes = makeExternal();
    const bind = parseMdl(bytes).bones.quaternion;
    for (const [file, ani] of [
      [bytes, undefined],
      [makeExternal({ block: -1 }), makeAni()],
    ] as const) {
      const { isExternal, quaternion } = parse(file, ani);
      expect(isExternal).toBe(true);
      expect(quaternion.subarray(0, bind.length)).toEqual(bind);
    }
  });

  it("throw a FormatError if the file is damaged", () => {
    const bytes = makeExternal();
    const fail = (mdl: Uint8Array, ani: Uint8Array) => catchFormatError(() => parse(mdl, ani));
    expect(fail(bytes, Uint8Array.of(1, 2, 3))).toMatchObject({ format: "ANI", code: "truncated" });
    expect(fail(bytes, new Uint8Array(48))).toMatchObject({ format: "ANI", code: "bad-magic" });
    expect(fail(bytes, makeAni().slice(0, 40))).toMatchObject({
      format: "MDL",
      code: "bad-offset",
    });
    for (const index of [-1, 32]) {
      const error = fail(makeExternal({ index }), makeAni());
      expect(error).toMatchObject({
        format: "ANI",
        code: "bad-offset",
        where: "mstudioanimblock_t",
      });
    }
  });
});

/** Opens an animation file with only the `.ani` parts that an animation needs. */
function openPart(mdl: Uint8Array, ani: Uint8Array, animation: number) {
  const file = new AnimationFile(mdl, parseMdl(mdl));
  const places = file.listParts([animation], ani.length);
  const parts = places.map(({ at, byteLength }) => ({ at, bytes: ani.slice(at, at + byteLength) }));
  return { file, parts };
}

describe("parts of an .ani file", () => {
  const mdl = makeExternal();
  const ani = makeAni();

  it("are its start and the requested blocks, which decode as from the whole file", () => {
    const { file, parts } = openPart(mdl, ani, 0);
    expect(parts.map(({ at, bytes }) => [at, bytes.length])).toEqual([
      [0, 8],
      [16, 32],
    ]);
    file.attachParts(parts, ani.length);
    expect(file.infos[0].isExternal).toBe(false);
    expect(file.decode(0).quaternion).toEqual(parse(mdl, ani).quaternion);
  });

  it("leave all other blocks external until the whole file is attached", () => {
    const { file, parts } = openPart(mdl, ani, 0);
    file.attachParts(parts.slice(0, 1), ani.length);
    expect(file.infos[0].isExternal).toBe(true);
    expect(file.decode(0).quaternion).toEqual(parse(mdl).quaternion);
    file.attach(ani);
    expect(file.infos[0].isExternal).toBe(false);
  });

  it("are refused if the file is no .ani or lacks blocks", () => {
    const { file, parts } = openPart(mdl, ani, 0);
    const [begin, block] = parts;
    const attach = (bytes: Uint8Array, length: number) => () =>
      file.attachParts([{ at: 0, bytes }, block], length);
    expect(catchFormatError(attach(new Uint8Array(8), 48))).toMatchObject({ code: "bad-magic" });
    expect(catchFormatError(attach(begin.bytes, 47))).toMatchObject({ code: "bad-offset" });
    expect(catchFormatError(() => file.listParts([0], 47))).toMatchObject({ code: "bad-offset" });
  });

  it("report errors at offsets of the whole file", () => {
    const bad = makeAni();
    // A bone index that the model lacks.
    bad[20] = 77;
    const { file, parts } = openPart(mdl, bad, 0);
    file.attachParts(parts, bad.length);
    const error = { format: "ANI", code: "bad-index", offset: 20 };
    expect(catchFormatError(() => file.decode(0))).toMatchObject(error);
  });
});

const PEOPLE = ["male_shared", "male_ss", "male_gestures", "male_postures"];

/**
 * Lists the first pose of each animation that the MDL stores for use while blocks load: a Vector48
 * and a Quaternion64 for each flagged bone.
 */
function* listZeroFrames(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const int = (at: number) => view.getInt32(at, true);
  for (let animation = 0; animation < int(180); animation++) {
    const record = int(184) + animation * 100;
    const spans = view.getInt16(record + 90, true);
    let at = record + int(record + 92);
    for (let bone = 0; bone < int(156); bone++) {
      const flags = int(int(160) + bone * 216 + 160);
      if (flags & 0x200000) {
        at += spans * 6;
      }
      if (flags & 0x400000) {
        const quaternion = new Float32Array(4);
        decodeQuaternion64(view, at, quaternion, 0);
        yield { animation, bone, quaternion };
        at += spans * 8;
      }
    }
  }
}

/** Returns the cosine of the half angle between two rotations, whose signs may differ. */
function cosineOf(a: Float32Array, b: Float32Array, at: number, atB = at): number {
  const product = (i: number) => a[at + i] * b[atB + i];
  return Math.abs(product(0) + product(1) + product(2) + product(3));
}

describe.skipIf(!hasCorpus)("animations of people in .ani files", () => {
  it("start with the frames that the MDL repeats", () => {
    const total = { animations: 0, external: 0, same: 0, other: 0 };
    for (const name of PEOPLE) {
      const bytes = readCorpus(`tn2/models/humans/${name}.mdl`);
      const ani = readCorpus(`tn2/models/humans/${name}.ani`);
      const mdl = parseMdl(bytes);
      const { animations } = parseMdlAnimations(bytes, mdl, { ani });
      total.animations += animations.length;
      for (const { isExternal } of animations) if (isExternal) total.external++;
      for (const { animation, bone, quaternion } of listZeroFrames(bytes)) {
        const pose = animations[animation];
        const at = bone * 4;
        // Additive animations store the sum with the base pose; layers store the rest of others.
        const isStill = cosineOf(pose.quaternion, mdl.bones.quaternion, at) > 0.999999;
        if ((pose.flags & STUDIO_DELTA) !== 0 || isStill) continue;
        total[cosineOf(pose.quaternion, quaternion, at, 0) > 0.9999 ? "same" : "other"]++;
      }
    }
    expect(total).toEqual({ animations: 1649, external: 0, same: 11860, other: 0 });
  });

  it("decode the same from a few blocks as from the whole file", () => {
    for (const name of PEOPLE) {
      const mdl = readCorpus(`tn2/models/humans/${name}.mdl`);
      const ani = readCorpus(`tn2/models/humans/${name}.ani`);
      const whole = new AnimationFile(mdl, parseMdl(mdl), { ani });
      for (let animation = 0; animation < whole.infos.length; animation += 37) {
        const { file, parts } = openPart(mdl, ani, animation);
        file.attachParts(parts, ani.length);
        expect(file.decode(animation)).toEqual(whole.decode(animation));
        expect(file.readRules(animation)).toEqual(whole.readRules(animation));
        expect(parts.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(
          ani.length / 2,
        );
      }
    }
  });
});
