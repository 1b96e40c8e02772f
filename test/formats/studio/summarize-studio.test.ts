import { describe, expect, it } from "vitest";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlEyeballs } from "../../../src/formats/studio/read/parse-mdl-eyeballs.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import {
  summarizeMdl,
  summarizeVtx,
  summarizeVvd,
} from "../../../src/formats/studio/summarize-studio.ts";
import { makeStudioFiles } from "./make-studio.ts";

describe("studio summaries", () => {
  const files = makeStudioFiles();

  it("say what is in an MDL", () => {
    const summary = summarizeMdl(parseMdl(files.mdl), parseMdlEyeballs(files.mdl));
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

  it("say what is in a VVD", () => {
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

  it("say what is in a VTX", () => {
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
});
