/** Damaged models: their export is valid or ends in one named error. */

import { existsSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { FormatError } from "../../../src/core/errors.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { exportModel } from "../../../src/export/model/export-model.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { makeRig } from "../../formats/studio/make-rig.ts";
import { makeStudioFiles } from "../../formats/studio/make-studio.ts";
import { corpusPath, readCorpus } from "../../support/corpus.ts";
import { fuzzRuns } from "../../support/fuzz-runs.ts";
import { faultsOf } from "../../support/models/gltf.ts";
import { makeMovingModel } from "../../support/models/made-model.ts";
import { mutations } from "../../support/mutate.ts";

type Files = Readonly<Record<string, Uint8Array>>;

/** The files of each model have the name `a`. */
const made = makeStudioFiles();
const moving = makeMovingModel();
const MODELS: Record<string, Files> = {
  "a model at rest": { ".mdl": made.mdl, ".vvd": made.vvd, ".dx90.vtx": made.vtx },
  "a face, and all that a rig has": {
    ".mdl": makeRig().bytes,
    ".vvd": made.vvd,
    ".dx90.vtx": made.vtx,
  },
  "a model that moves": {
    ".mdl": moving["models/lift.mdl"],
    ".vvd": moving["models/lift.vvd"],
    ".dx90.vtx": moving["models/lift.dx90.vtx"],
  },
};
/** Mutants of each made model. */
const RUNS = fuzzRuns(60);
const REAL = "tn2/models/props_lab/bot_male_creepy";

/** Returns "valid" or the error's code; any other error is rethrown. */
async function judge(files: Files): Promise<string> {
  const diagnostics = new Diagnostics();
  const read = async (path: string) => files[path.replace(/^models\/a(?=\.)/, "")] ?? null;
  const content = { read: async () => null };
  try {
    const model = await readStudioModel("models/a.mdl", { read }, { diagnostics });
    if (model === null) return "none";
    const access = { content, diagnostics, ledger: new Ledger() };
    const faults = await faultsOf(await exportModel(model, access, { textureSize: 16 }));
    expect(faults).toEqual([]);
    return "valid";
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

async function fuzz(files: Files, numRuns: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const names = Object.keys(files);
  const damaged = fc
    .constantFrom(...names)
    .chain((name) => mutations(files[name]).map((bytes) => ({ ...files, [name]: bytes })));
  await fc.assert(
    fc.asyncProperty(damaged, async (one) => {
      const end = await judge(one);
      counts.set(end, (counts.get(end) ?? 0) + 1);
    }),
    { numRuns },
  );
  return counts;
}

describe("exporting damaged models", () => {
  it.each(Object.entries(MODELS))(
    "ends in a valid file or one named error: %s",
    async (_, files) => {
      expect(await judge(files)).toBe("valid");
      const counts = await fuzz(files, RUNS);
      // Both outcomes occur.
      expect(counts.get("valid")).toBeGreaterThan(RUNS / 25);
      expect(counts.size).toBeGreaterThan(0);
    },
    60_000,
  );

  it.skipIf(!existsSync(corpusPath(`${REAL}.mdl`)))(
    "ends in a valid file or one named error for a real model",
    async () => {
      const parts = [".mdl", ".vvd", ".dx90.vtx"].map((end) => [end, readCorpus(REAL + end)]);
      const counts = await fuzz(Object.fromEntries(parts), fuzzRuns(20));
      expect(counts.get("valid")).toBeGreaterThan(0);
    },
    60_000,
  );
});
