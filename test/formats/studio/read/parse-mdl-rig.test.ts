import { describe, expect, it } from "vitest";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../../../src/formats/studio/read/parse-mdl-rig.ts";
import { hasCorpus, listCorpusFiles, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { type MadeRig, makeRig } from "../make-rig.ts";
import { makeStudioFiles } from "../make-studio.ts";

describe("parseMdlRig", () => {
  it("reads every table", () => {
    const rig = parseMdlRig(makeRig().bytes);
    expect(rig.eyePosition).toEqual([1, 2, 64]);
    expect(rig.maxEyeDeflection).toBe(0.5);
    expect(rig.illumAttachment).toBe(1);
    expect(rig.attachments).toEqual({
      count: 2,
      name: ["eyes", "mouth"],
      flags: Uint32Array.of(0, 0x10000),
      bone: Int32Array.of(2, 1),
      local: Float32Array.of(
        ...[1, 0, 0, 3, 0, 1, 0, 4, 0, 0, 1, 5],
        ...[0, -1, 0, 6, 1, 0, 0, 7, 0, 0, 1, 8],
      ),
    });
    expect(rig.hitBoxSets).toEqual(["default", "small"]);
    expect(rig.hitBoxes).toEqual({
      count: 3,
      name: ["head", "chest", ""],
      set: Uint16Array.of(0, 0, 1),
      bone: Int32Array.of(0, 1, 1),
      group: Int32Array.of(1, 2, 1),
      mins: Float32Array.of(-1, -2, -3, -1, -2, -4, -1, -2, -3),
      maxs: Float32Array.of(1, 2, 3, 1, 2, 4, 1, 2, 3),
    });
    expect(rig.boneControllers).toEqual({
      count: 1,
      bone: Int32Array.of(2),
      type: Int32Array.of(0x20),
      start: Float32Array.of(-45),
      end: Float32Array.of(45),
      rest: Int32Array.of(127),
      inputField: Int32Array.of(4),
    });
    expect(rig.poseParameters).toEqual({
      count: 2,
      name: ["move_yaw", "aim_pitch"],
      flags: Uint32Array.of(1, 0),
      start: Float32Array.of(-180, -90),
      end: Float32Array.of(180, 90),
      loop: Float32Array.of(360, 0),
    });
    expect(rig.ikChains).toEqual({
      count: 2,
      name: ["rfoot", "lfoot"],
      firstLink: Uint32Array.of(0, 3),
      linkCount: Uint32Array.of(3, 1),
    });
    expect(rig.ikLinks).toEqual({
      count: 4,
      bone: Int32Array.of(0, 1, 2, 2),
      kneeDirection: Float32Array.of(0, 0.5, 0, 1, 0.5, 0, 2, 0.5, 0, 0, 0.5, 1),
    });
    expect(rig.ikLocks).toEqual({
      count: 1,
      chain: Int32Array.of(1),
      positionWeight: Float32Array.of(0.25),
      localQuaternionWeight: Float32Array.of(0.75),
    });
    expect(rig.mouths).toEqual({
      count: 1,
      bone: Int32Array.of(2),
      forward: Float32Array.of(1, 0, 0),
      flexDescriptor: Int32Array.of(1),
    });
    expect(rig.included).toEqual({ count: 1, label: [""], file: ["models/shared.mdl"] });
    expect(rig.animationBlocks).toEqual({
      count: 2,
      file: "models/panel.ani",
      start: Int32Array.of(0, 16),
      end: Int32Array.of(0, 48),
    });
    expect(rig.keyValues).toBe("mdlkeyvalue\n{\n}\n");
  });

  it("returns empty tables and the engine's defaults for a model without a rig", () => {
    const rig = parseMdlRig(makeStudioFiles().mdl);
    expect([rig.attachments.count, rig.hitBoxes.count, rig.ikLinks.count]).toEqual([0, 0, 0]);
    expect([rig.maxEyeDeflection, rig.illumAttachment]).toEqual([0.866, -1]);
    expect([rig.keyValues, rig.animationBlocks.file]).toEqual(["", ""]);
  });

  it("finds hit box names whose offset counts from the file's first byte", () => {
    const { bytes, view, at } = makeRig();
    const name = at.hitBoxes0 + 32;
    const fromStart = view.getInt32(name, true) + at.hitBoxes0;
    view.setInt32(name, fromStart, true);
    // Relative to the record, this offset lies past the end.
    expect(fromStart + at.hitBoxes0).toBeGreaterThan(bytes.length);
    expect(parseMdlRig(bytes).hitBoxes.name).toEqual(["head", "chest", ""]);
  });

  it.each<[code: string, where: string, spoil: (made: MadeRig) => void]>([
    [
      "bad-index",
      "mstudioattachment_t",
      ({ view, at }) => view.setInt32(at.attachments + 8, 3, true),
    ],
    ["bad-index", "mstudiobbox_t", ({ view, at }) => view.setInt32(at.hitBoxes1, -1, true)],
    ["bad-index", "mstudioiklink_t", ({ view, at }) => view.setInt32(at.ikLinks0 + 56, 3, true)],
    ["bad-index", "mstudioiklock_t", ({ view, at }) => view.setInt32(at.ikLocks, 2, true)],
    ["bad-index", "mstudiomouth_t", ({ view, at }) => view.setInt32(at.mouths + 16, 3, true)],
    [
      "bad-index",
      "studiohdr2_t.illumpositionattachmentindex",
      ({ view, at }) => view.setInt32(at.second + 8, 3, true),
    ],
    [
      "bad-value",
      "mstudioattachment_t.local",
      ({ view, at }) => view.setFloat32(at.attachments + 92 + 56, Number.NaN, true),
    ],
    [
      "bad-value",
      "mstudioposeparamdesc_t.end",
      ({ view, at }) => view.setFloat32(at.poseParameters + 32, Number.POSITIVE_INFINITY, true),
    ],
    ["bad-count", "mstudiobbox_t", ({ view, at }) => view.setInt32(at.hitBoxSets + 4, -1, true)],
    ["bad-offset", "mstudioikchain_t", ({ view }) => view.setInt32(288, 1 << 20, true)],
    ["bad-offset", "studiohdr2_t", ({ view }) => view.setInt32(400, -4, true)],
  ])("reports %s of %s", (code, where, spoil) => {
    const made = makeRig();
    spoil(made);
    expect(catchFormatError(() => parseMdlRig(made.bytes))).toMatchObject({
      format: "MDL",
      code,
      where,
    });
  });

  it("reports the offset of a NaN", () => {
    const { bytes, view, at } = makeRig();
    view.setFloat32(at.attachments + 92 + 56, Number.NaN, true);
    const error = catchFormatError(() => parseMdlRig(bytes));
    expect(error.offset).toBe(at.attachments + 92 + 56);
  });
});

describe.skipIf(!hasCorpus)("rigs of the corpus", () => {
  it("have the row counts that an independent byte reader finds", () => {
    const names = listCorpusFiles(".mdl");
    const sum: Record<string, number> = {};
    for (const name of names) {
      const rig = parseMdlRig(readCorpus(name));
      for (const [key, table] of Object.entries(rig)) {
        if (typeof table === "object" && "count" in table) sum[key] = (sum[key] ?? 0) + table.count;
      }
    }
    expect(names).toHaveLength(436);
    expect(sum).toEqual({
      attachments: 190,
      hitBoxes: 658,
      boneControllers: 0,
      poseParameters: 29,
      ikChains: 100,
      ikLinks: 300,
      ikLocks: 50,
      mouths: 20,
      included: 72,
      animationBlocks: 148,
    });
  });

  it("of a person have the eyes in the head and legs of three bones", () => {
    const bytes = readCorpus("tn2/models/humans/group02/male_06.mdl");
    const rig = parseMdlRig(bytes);
    const { bones } = parseMdl(bytes);
    const eyes = rig.attachments.name.indexOf("eyes");
    expect(bones.name[rig.attachments.bone[eyes]]).toMatch(/Head|forward/);
    expect(rig.ikChains.name).toEqual(["rhand", "lhand", "rfoot", "lfoot"]);
    const foot = rig.ikChains.firstLink[2];
    const names = [0, 1, 2].map((i) => bones.name[rig.ikLinks.bone[foot + i]]);
    expect(names.map((name) => name.replace(/^.*_R_/, ""))).toEqual(["Thigh", "Calf", "Foot"]);
    expect(rig.included.file).toContain("models/humans/male_shared.mdl");
  });
});
