import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import type { ModelFiles } from "../../../src/model/files/model-files.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { make52, make53, makeBase, makeGeometry } from "../../formats/studio/make-respawn.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { corpusPath, listCorpusFiles } from "../../support/corpus.ts";

const made = makeStudioFiles();

function filesOf(entries: Record<string, Uint8Array>): ModelFiles {
  return { read: async (path) => entries[path] ?? null };
}

const whole = { "models/a.mdl": made.mdl, "models/a.vvd": made.vvd, "models/a.dx80.vtx": made.vtx };

describe("readStudioModel", () => {
  it("combines the files with the same base name", async () => {
    const model = await readStudioModel("models/a.mdl", filesOf(whole));
    expect(model).toMatchObject({ name: "models/a.mdl", lacking: [], phy: null });
    expect(model!.vvd!.checksum).toBe(model!.mdl.checksum);
    expect(model!.vtx!.lodCount).toBeGreaterThan(0);
    expect(model!.motions.sequences).toHaveLength(model!.mdl.sequenceCount);
  });

  it("turns LOD material replacements into skin table columns", async () => {
    const made = { ...makeStudioModel(), replacements: [[1, 0, "far"]] as const };
    const { mdl, vvd, vtx } = makeStudioFiles(made);
    const files = filesOf({ "a.mdl": mdl, "a.vvd": vvd, "a.vtx": vtx });
    const model = await readStudioModel("a.mdl", files);
    expect(model!.mdl.textures).toEqual([...made.textures, "far"]);
    expect(model!.mdl.skinReferenceCount).toBe(3);
  });

  it("reads embedded geometry of Titanfall 2 models and separate geometry of Titanfall models", async () => {
    const { vvd, vtx } = makeGeometry();
    const beside = { "a.vvd": vvd, "a.dx90.vtx": vtx };
    const plain = await readStudioModel("a.mdl", filesOf({ "a.mdl": makeBase(), ...beside }));
    for (const entries of [{ "a.mdl": make53() }, { "a.mdl": make52(), ...beside }]) {
      const diagnostics = new Diagnostics();
      const model = await readStudioModel("a.mdl", filesOf(entries), { diagnostics });
      expect(model).toMatchObject({ lacking: [], vvd: plain!.vvd, vtx: plain!.vtx });
      expect(model!.motions.sequences).toEqual([]);
      expect(diagnostics.subjects("unreadable-model")).toEqual(["a.mdl"]);
      expect(diagnostics.warnings[0].message).toMatch(
        /^a\.mdl: MDL 5[23] \(Titanfall( 2)?\) is read but for/,
      );
    }
  });

  it("returns the same data whether parts are parsed lazily or at once", async () => {
    const made = { ...makeStudioModel(), replacements: [[1, 0, "far"]] as const };
    const { mdl, vvd, vtx } = makeStudioFiles(made);
    const files = filesOf({ "a.mdl": mdl, "a.vvd": vvd, "a.vtx": vtx, "a.phy": new Uint8Array(7) });
    const lazy = await readStudioModel("a.mdl", files, { isChecked: true });
    const whole = await readStudioModel("a.mdl", files);
    expect({ ...lazy, motions: null }).toEqual({ ...whole, motions: null });
  });

  it("parses only requested parts of previously checked files", async () => {
    const vvd = made.vvd.slice(0, 40);
    const files = filesOf({ ...whole, "models/a.vvd": vvd });
    const model = await readStudioModel("models/a.mdl", files, { isChecked: true });
    expect(model!.vtx!.lodCount).toBeGreaterThan(0);
    expect(() => model!.vvd).toThrow(FormatError);
  });

  it("returns null for a missing model", async () => {
    expect(await readStudioModel("models/b.mdl", filesOf(whole))).toBeNull();
  });

  it("reports missing files and returns the rest", async () => {
    const diagnostics = new Diagnostics();
    const files = filesOf({ "models/a.mdl": made.mdl, "models/a.vvd": made.vvd });
    const model = await readStudioModel("models/a.mdl", files, { diagnostics });
    expect(model!.vtx).toBeNull();
    expect(model!.lacking).toEqual(["models/a.dx90.vtx"]);
    expect(diagnostics.subjects("missing-model")).toEqual(["models/a.dx90.vtx"]);
  });

  it("omits a broken collision model with a warning", async () => {
    const diagnostics = new Diagnostics();
    const files = filesOf({ ...whole, "models/a.phy": new Uint8Array(7) });
    const model = await readStudioModel("models/a.mdl", files, { diagnostics });
    expect(model!.phy).toBeNull();
    expect(diagnostics.subjects("unreadable-model")).toEqual(["models/a.phy"]);
  });

  it("refuses vertices or triangles with another model's checksum", async () => {
    for (const [name, at] of [
      ["models/a.vvd", 8],
      ["models/a.dx80.vtx", 16],
    ] as const) {
      const other = whole[name].slice();
      other[at] ^= 1;
      const reading = readStudioModel("models/a.mdl", filesOf({ ...whole, [name]: other }));
      await expect(reading).rejects.toSatisfy(
        (error) => error instanceof FormatError && error.code === "mismatch",
      );
    }
  });

  it.runIf(listCorpusFiles(".mdl").length > 0)("reads every model of the corpus", async () => {
    for (const name of listCorpusFiles(".mdl")) {
      const files: ModelFiles = {
        read: async (path) => {
          const file = corpusPath(path);
          return existsSync(file) ? readFileSync(file) : null;
        },
      };
      const model = await readStudioModel(name, files);
      expect(model!.mdl.bones.count, name).toBeGreaterThan(0);
    }
  });
});
