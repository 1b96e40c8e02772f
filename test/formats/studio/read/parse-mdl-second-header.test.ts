import { describe, expect, it } from "vitest";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlSecondHeader } from "../../../../src/formats/studio/read/parse-mdl-second-header.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { type MadeRig, makeRig } from "../make-rig.ts";
import { makeStudioFiles } from "../make-studio.ts";

describe("parseMdlSecondHeader", () => {
  const found = parseMdlSecondHeader(makeRig().bytes);

  it("reads which controllers the bones drive", () => {
    expect(found.boneFlexDrivers).toEqual({
      count: 2,
      bone: Int32Array.of(1, 1),
      component: Int32Array.of(2, 0),
      controller: Int32Array.of(1, 2),
      min: Float32Array.of(-1, 0),
      max: Float32Array.of(3, 5),
    });
  });

  it("reads the compiler's bone transforms", () => {
    expect(found.sourceTransforms).toEqual({
      count: 1,
      name: ["pelvis"],
      before: Float32Array.of(1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 1, 4),
      after: Float32Array.of(0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7),
    });
  });

  it("reads the bones as columns", () => {
    const { linearBones } = found;
    expect(linearBones).toMatchObject({
      count: 3,
      flags: Uint32Array.of(0, 1, 2),
      parent: Int32Array.of(100, 101, 102),
      position: Float32Array.of(200, 0, 0, 201, 0, 0, 202, 0, 0),
      quaternion: Float32Array.of(300, 0, 0, 0, 301, 0, 0, 0, 302, 0, 0, 0),
      rotation: Float32Array.of(400, 0, 0, 401, 0, 0, 402, 0, 0),
      positionScale: Float32Array.of(600, 0, 0, 601, 0, 0, 602, 0, 0),
      rotationScale: Float32Array.of(700, 0, 0, 701, 0, 0, 702, 0, 0),
      alignment: Float32Array.of(800, 0, 0, 0, 801, 0, 0, 0, 802, 0, 0, 0),
    });
    expect(linearBones!.poseToBone).toHaveLength(36);
    expect(linearBones!.poseToBone[12]).toBe(501);
  });

  it("returns empty tables for files without a second header", () => {
    const none = parseMdlSecondHeader(makeStudioFiles().mdl);
    expect(none.boneFlexDrivers.count).toBe(0);
    expect(none.sourceTransforms.count).toBe(0);
    expect(none.linearBones).toBeNull();
  });

  it.each<[code: string, where: string, spoil: (made: MadeRig) => void]>([
    ["bad-index", "mstudioboneflexdriver_t", ({ view, at }) => view.setInt32(at.drivers, 3, true)],
    [
      "bad-index",
      "mstudioboneflexdrivercontrol_t",
      ({ view, at }) => view.setInt32(at.controls + 4, 3, true),
    ],
    ["mismatch", "mstudiolinearbone_t", ({ view, at }) => view.setInt32(at.linear, 2, true)],
    [
      "bad-offset",
      "mstudiolinearbone_t",
      ({ view, at }) => view.setInt32(at.linear + 36, 1 << 24, true),
    ],
    [
      "bad-count",
      "mstudiosrcbonetransform_t",
      ({ view, at }) => view.setInt32(at.second, -1, true),
    ],
  ])("reports %s of %s", (code, where, spoil) => {
    const made = makeRig();
    spoil(made);
    const error = catchFormatError(() => parseMdlSecondHeader(made.bytes));
    expect(error).toMatchObject({ format: "MDL", code, where });
  });

  it.skipIf(!hasCorpus)("repeats the bone table of 39 real models", () => {
    let count = 0;
    for (const name of listCorpusFiles(".mdl")) {
      const bytes = readCorpus(name);
      const { linearBones, boneFlexDrivers, sourceTransforms } = parseMdlSecondHeader(bytes);
      expect([boneFlexDrivers.count, sourceTransforms.count], name).toEqual([0, 0]);
      if (linearBones === null) continue;
      const { parent, position, quaternion, poseToBone, flags } = parseMdl(bytes).bones;
      expect(linearBones, name).toMatchObject({ parent, position, quaternion, poseToBone, flags });
      count++;
    }
    expect(count).toBe(39);
  });
});
