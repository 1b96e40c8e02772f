import { describe, expect, it } from "vitest";
import { parseMdlParts } from "../../../src/formats/studio/read/parse-mdl-parts.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVtxDetails } from "../../../src/formats/studio/read/parse-vtx-details.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import { nameHeaderFlags } from "../../../src/formats/studio/rig/flag-names.ts";
import {
  summarizeMdl,
  summarizeVtx,
  summarizeVvd,
} from "../../../src/formats/studio/summarize-studio.ts";
import { makeRig } from "./make-rig.ts";
import { makeStudioFiles } from "./make-studio.ts";

describe("studio summaries", () => {
  const files = makeStudioFiles();

  it("list the contents of an MDL", () => {
    const summary = summarizeMdl(parseMdlParts(files.mdl));
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
    expect(summary).toMatchObject({
      format: "MDL",
      version: 48,
      checksum: "1234abcd",
      name: "test/panel.mdl",
      flags: 0,
      bones: [
        { name: "root", parent: -1 },
        { name: "arm", parent: 0 },
        { name: "hand", parent: 1 },
      ],
      skinFamilies: [
        ["Panel_Red", "trim"],
        ["Panel_Blue", "trim"],
      ],
      bodyParts: [
        { name: "body", models: [{ name: "panel", meshes: 2, vertices: 10 }] },
        {
          name: "hat",
          models: [
            { name: "hat_small", meshes: 1, vertices: 3 },
            { name: "hat_large", meshes: 1, vertices: 3 },
          ],
        },
      ],
    });
  });

  it("count attachments and hit boxes, and list flex rules", () => {
    const summary = summarizeMdl(parseMdlParts(makeRig().bytes));
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
    expect(summary).toMatchObject({
      attachments: 2,
      attachmentNames: ["eyes", "mouth"],
      hitboxes: 3,
      hitboxSets: [
        { name: "default", hitboxes: 2 },
        { name: "small", hitboxes: 1 },
      ],
      boneControllers: 1,
      proceduralBones: { axisInterpolations: 0, quaternionInterpolations: 0, aims: 0, jiggles: 0 },
      poseParameters: [
        { name: "move_yaw", start: -180, end: 180, loop: 360 },
        { name: "aim_pitch", start: -90, end: 90, loop: 0 },
      ],
      ikChains: [
        { name: "rfoot", bones: ["root", "arm", "hand"] },
        { name: "lfoot", bones: ["hand"] },
      ],
      ikLocks: 1,
      flexes: ["AU12L", "AU12R", "blink"],
      flexControllers: [
        { name: "right_smile", type: "mouth", min: 0, max: 1 },
        { name: "left_smile", type: "mouth", min: 0, max: 1 },
        { name: "blinks", type: "eyes", min: -1, max: 1 },
      ],
      flexRules: 2,
      vertexAnimations: 3,
      includedModels: ["models/shared.mdl"],
      animationBlocks: { file: "models/panel.ani", count: 2 },
      keyValues: "mdlkeyvalue\n{\n}\n",
    });
  });

  it("name a model's flags, and unnamed bits by number", () => {
    expect(nameHeaderFlags(0)).toEqual([]);
    expect(nameHeaderFlags(0x10 | 0x40)).toEqual(["STATIC_PROP", "HASSHADOWLOD"]);
    expect(nameHeaderFlags(0x200000 | 0x80000)).toEqual([
      "SUBDIVISION_SURFACE",
      "VERT_ANIM_FIXED_POINT_SCALE",
    ]);
    expect(nameHeaderFlags(0x400000)).toEqual(["0x400000"]);
    expect(nameHeaderFlags(-0x80000000)).toEqual(["0x80000000"]);
  });

  it("list the contents of a VVD", () => {
    const summary = summarizeVvd(parseVvd(files.vvd));
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
    expect(summary).toMatchObject({
      format: "VVD",
      version: 4,
      checksum: "1234abcd",
      lods: 2,
      lodVertices: [16, 13],
      vertices: 16,
      weights: { 1: 14, 2: 1, 3: 1 },
    });
  });

  it("list the contents of a VTX", () => {
    const summary = summarizeVtx(parseVtx(files.vtx));
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
    expect(summary).toEqual({
      format: "VTX",
      version: 7,
      checksum: "1234abcd",
      lods: 2,
      switchPoints: [0, 40],
      maxBonesPerVertex: 3,
      stripGroupHeaderBytes: 25,
      stripGroups: 9,
      strips: 10,
      lodTriangles: [8, 5],
    });
  });

  it("count the flags of a VTX's groups and strips by name", () => {
    const bytes = files.vtx.slice();
    const details = parseVtxDetails(bytes);
    const summary = summarizeVtx(parseVtx(bytes), {
      ...details,
      groups: { ...details.groups, flags: Uint8Array.of(1, 2, 2, 6, 8, 0, 0, 2, 2) },
    });
    expect(summary.stripGroupFlags).toEqual({
      ...{ IS_FLEXED: 1, IS_HWSKINNED: 5, IS_DELTA_FLEXED: 1, SUPPRESS_HW_MORPH: 1 },
    });
    expect(summary.stripFlags).toEqual({ IS_TRILIST: 8, IS_TRISTRIP: 2 });
  });
});
