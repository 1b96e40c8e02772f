import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { LackingFileError } from "../../../src/compile/studiomdl/decompile/decompile-files.ts";
import {
  compileModelSource,
  readModelSource,
} from "../../../src/compile/studiomdl/read-model-source.ts";
import type { Limits } from "../../../src/core/limits.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { NoModelError } from "../../../src/scene/model/open-model.ts";
import { packSources } from "../../../src/viewer/model/serve-sources.ts";
import { expectSameModel } from "../../support/models/expect-same-model.ts";
import { FACE_VTA } from "../../support/models/made-face.ts";
import { makeMovingModel } from "../../support/models/made-model.ts";

const filesOf = (files: Readonly<Record<string, Uint8Array>>) => ({
  read: async (path: string) => files[path] ?? null,
});

describe("decompiled sources in a zip", () => {
  const made = makeMovingModel();
  const pack = (files: Record<string, Uint8Array>, limits?: Limits) =>
    packSources("models/lift.mdl", filesOf(files), limits);

  it("compile back to the original model", async () => {
    const { event, warnings } = await pack(made);
    expect(warnings).toEqual([]);
    expect(event.name).toBe("lift_source.zip");
    const files = unzipSync(event.zip);
    expect(Object.keys(files).sort()).toEqual([
      "anim_rest.smd",
      "anim_rise.smd",
      "body.smd",
      "lift.qc",
      "wide.smd",
    ]);
    const again = (await readModelSource("lift.qc", filesOf(files)))!;
    expectSameModel(again, (await readStudioModel("models/lift.mdl", filesOf(made)))!);
  });

  it("throw if the model or its vertices are missing", async () => {
    await expect(pack({})).rejects.toThrow(NoModelError);
    const { "models/lift.vvd": _, ...rest } = made;
    const lacking = await pack(rest).catch((error: unknown) => error);
    expect(lacking).toBeInstanceOf(LackingFileError);
    expect(String(lacking)).toContain("models/lift.vvd");
  });

  it("respect the budget for source bytes", async () => {
    // 24 corners of 128 bytes, and 3 frames of two bones.
    await expect(pack(made, { sourceBytes: 3000 })).rejects.toMatchObject({
      ...{ format: "MDL", code: "too-large", where: "sources" },
    });
    await expect(pack(made, { sourceBytes: 3300 })).rejects.toMatchObject({ where: "sequences" });
    await expect(pack(made, { sourceBytes: 4000 })).resolves.toBeDefined();
  });

  it("report vertices that no triangle uses", async () => {
    const texts = { "face.vta": new TextEncoder().encode(FACE_VTA) };
    const compiled = (await compileModelSource("face.vta", filesOf(texts)))!;
    const files = filesOf(Object.fromEntries(compiled.files));
    const { warnings } = await packSources(compiled.path, files);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining("no triangle joins them"),
    ]);
  });
});
