import { describe, expect, it } from "vitest";
import { buildBonePalette } from "../../../../src/formats/studio/mesh/build-bone-palette.ts";
import {
  parseMdlAnimations,
  readFirstPose,
} from "../../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { makeLeaning } from "../make-sequences.ts";
import { makeStudioFiles } from "../make-studio.ts";

const DELTA = 0x4;

describe("readFirstPose", () => {
  it("reads the first frame of a sequence, found by name in any case", () => {
    const { bytes } = makeLeaning();
    const mdl = parseMdl(bytes);
    const pose = readFirstPose(bytes, mdl, "LEAN");
    expect(pose?.quaternion.length).toBe(12);
    expect(pose?.quaternion[2]).toBeCloseTo(Math.SQRT1_2, 3);
    expect([...(pose?.quaternion.subarray(4) ?? [])]).toEqual([
      ...mdl.bones.quaternion.subarray(4),
    ]);
    expect(pose?.position).toEqual(mdl.bones.position);
    // East becomes north in the root's row of the palette.
    const palette = buildBonePalette(mdl, pose ?? mdl.bones);
    [0, -1, 0, 0, 1, 0, 0, 0].forEach((value, i) => {
      expect(palette[i]).toBeCloseTo(value, 3);
    });
  });

  it("uses the first sequence if no sequence has the name", () => {
    const { bytes } = makeLeaning();
    const mdl = parseMdl(bytes);
    // The first blend of "walk" is the second animation, which rotates nothing.
    for (const name of ["", "jump"]) {
      expect(readFirstPose(bytes, mdl, name)?.quaternion).toEqual(mdl.bones.quaternion);
    }
  });

  it("returns null if the sequence is additive or missing", () => {
    const { mdl: bytes } = makeStudioFiles();
    expect(readFirstPose(bytes, parseMdl(bytes))).toBeNull();
    const added = makeLeaning();
    added.view.setInt32(added.animation + 12, DELTA, true);
    expect(readFirstPose(added.bytes, parseMdl(added.bytes), "lean")).toBeNull();
    const elsewhere = makeLeaning();
    elsewhere.view.setInt32(elsewhere.animation + 52, 1, true);
    expect(readFirstPose(elsewhere.bytes, parseMdl(elsewhere.bytes), "lean")).toBeNull();
  });

  it("reports the damaged field", () => {
    const { bytes, view, at } = makeLeaning();
    view.setUint16(at.blends, 2, true);
    const error = catchFormatError(() => readFirstPose(bytes, parseMdl(bytes)));
    expect(error).toMatchObject({ format: "MDL", code: "bad-index", where: "animindexindex" });
  });

  it.skipIf(!hasCorpus)("equals the first frame of the full decoder for all real models", () => {
    let [count, still] = [0, 0];
    for (const name of listCorpusFiles(".mdl")) {
      const bytes = readCorpus(name);
      const mdl = parseMdl(bytes);
      const pose = readFirstPose(bytes, mdl);
      if (pose === null) continue;
      const { animations, sequences } = parseMdlAnimations(bytes, mdl);
      const first = animations[sequences[0].blends[0]];
      expect(pose.position).toEqual(first.position.slice(0, mdl.bones.count * 3));
      expect(pose.quaternion).toEqual(first.quaternion.slice(0, mdl.bones.count * 4));
      count++;
      if (pose.quaternion.every((value, i) => Math.abs(value - mdl.bones.quaternion[i]) < 1e-3))
        still++;
    }
    // More than half differ from their bind pose.
    expect([count, still]).toEqual([432, 195]);
  });
});
