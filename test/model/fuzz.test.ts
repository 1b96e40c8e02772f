/** Tests that damaged models are posed or throw one FormatError, in limited time. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../src/core/diagnostics.ts";
import { FormatError } from "../../src/core/errors.ts";
import { parseMdlParts } from "../../src/formats/studio/read/parse-mdl-parts.ts";
import type { StudioModel } from "../../src/model/files/studio-model.ts";
import { readMotions } from "../../src/model/motions/read-motions.ts";
import { createAimedEyes } from "../../src/model/pose/aim-eyes.ts";
import { bakeSequence } from "../../src/model/pose/bake-sequence.ts";
import { createFace } from "../../src/model/pose/create-face.ts";
import { createPosePlayer } from "../../src/model/pose/pose-player.ts";
import { makeLeaning, makeSequences } from "../formats/studio/make-sequences.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";
import { fuzzRuns } from "../support/fuzz-runs.ts";
import { mutations } from "../support/mutate.ts";

/** Reads and plays a model briefly. Errors other than FormatError are rethrown. */
async function play(bytes: Uint8Array, ani: Uint8Array | null): Promise<"played" | "refused"> {
  try {
    const parts = parseMdlParts(bytes);
    const files = {
      read: async (path: string) =>
        path.endsWith(".ani") ? ani : path === "again.mdl" ? bytes : null,
    };
    const motions = await readMotions({ path: "models/a.mdl", bytes, ...parts }, files, {
      diagnostics: new Diagnostics(),
    });
    const count = Math.min(parts.mdl.meshes.count, 50);
    const vertices = {
      count,
      position: new Float32Array(count * 3),
      normal: new Float32Array(count * 3),
    };
    const model = { ...parts, motions, vvd: { vertices } } as unknown as StudioModel;
    const player = createPosePlayer(model);
    for (let row = 0; row < Math.min(motions.sequences.length, 12); row++) {
      player.play(row, { cycle: 0.3 });
      player.poseParameters.fill(row * 7);
      player.advance(0.05);
      player.pose();
      player.eventsBetween(0.2, 0.8, []);
    }
    for (let row = 0; row < motions.attachments.count; row++) {
      player.attachment(row, new Float32Array(12));
    }
    bakeSequence(model, 0);
    const face = createFace(model)!;
    face.controllers.fill(0.5);
    face.evaluate();
    face.morph(vertices.position, vertices.normal);
    createAimedEyes(model).aim(player.modelFromBone, Float32Array.of(50, 3, 60));
    return "played";
  } catch (error) {
    if (error instanceof FormatError) return "refused";
    throw error;
  }
}

async function playAll(bytes: Uint8Array, ani: Uint8Array | null, runs: number): Promise<void> {
  const seen = { played: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(mutations(bytes), async (mutant) => {
      const start = performance.now();
      seen[await play(mutant, ani)]++;
      expect(performance.now() - start).toBeLessThan(5000);
    }),
    { numRuns: fuzzRuns(runs) },
  );
  expect(seen.played).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
}

describe("a damaged model", () => {
  it("made from a generated one plays or is refused", async () => {
    await playAll(makeSequences().bytes, null, 100);
    await playAll(makeLeaning().bytes, null, 60);
  }, 60_000);

  it.skipIf(!hasCorpus).each([
    ["tn2/models/weapons/v_superphyscannon.mdl", 15],
    ["wire_models/models/bull/various/gyroscope.mdl", 40],
    ["gunman_city2/content/models/gunman/gunman.mdl", 10],
    ["tn2/models/props_lab/bot_male_creepy.mdl", 12],
    ["tn2/models/humans/group01/male_01.mdl", 12],
    ["tn2/models/humans/male_postures.mdl", 8],
  ])(
    "made from %s plays or is refused",
    async (name, runs) => {
      const ani = name.includes("postures") ? readCorpus(name.replace(".mdl", ".ani")) : null;
      await playAll(readCorpus(name), ani, runs);
    },
    120_000,
  );
});
