/** Real gestures, which are added to other sequences, and blends, decompiled and compiled again. */

import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decompileModel } from "../../../../src/compile/studiomdl/decompile/decompile-model.ts";
import { writeQc } from "../../../../src/compile/studiomdl/qc/write-qc.ts";
import { readModelSource } from "../../../../src/compile/studiomdl/read-model-source.ts";
import { writeSmd } from "../../../../src/formats/smd/write-smd.ts";
import { STUDIO_DELTA } from "../../../../src/formats/studio/animation/animation-types.ts";
import { parseMdlAnimations } from "../../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { parseMdlRig } from "../../../../src/formats/studio/read/parse-mdl-rig.ts";
import { corpusPath, readCorpus } from "../../../support/corpus.ts";

const HUMANS = "tn2/models/humans";
/** Every twelfth of 800 sequences is tested. */
const STEP = 12;

describe.skipIf(!existsSync(corpusPath(HUMANS)))("models of animations alone", () => {
  it.each(["male_gestures", "male_shared"])(
    "of %s are the same after decompiling and compiling",
    async (name) => {
      const bytes = readCorpus(`${HUMANS}/${name}.mdl`);
      const mdl = parseMdl(bytes);
      const all = parseMdlAnimations(bytes, mdl, { ani: readCorpus(`${HUMANS}/${name}.ani`) });
      const some = all.sequences.filter((_, i) => i % STEP === 0);
      const used = [...new Set(some.flatMap(({ blends }) => blends))];
      const animations = used.map((row) => all.animations[row]);
      // Rows of removed sequences would be wrong.
      const sequences = some.map((sequence) => ({
        ...sequence,
        autoLayers: [],
        blends: sequence.blends.map((row) => used.indexOf(row)),
      }));
      const rig = parseMdlRig(bytes);
      const warnings: string[] = [];
      const report = { warn: (line: string) => void warnings.push(line) };
      const { qc, smds } = decompileModel(
        { mdl, vvd: null, vtx: null, animations: { animations, sequences } },
        report,
        {
          rig,
        },
      );
      expect(
        warnings.filter(
          (line) => !/not (all )?written|compile differently|become evenly spaced/.test(line),
        ),
      ).toEqual([]);
      const texts = new Map([...smds].map(([file, smd]) => [file.toLowerCase(), writeSmd(smd)]));
      texts.set("a.qc", writeQc(qc));
      const encoder = new TextEncoder();
      const read = async (path: string) => {
        const text = texts.get(path);
        return text === undefined ? null : encoder.encode(text);
      };
      const { motions, mdl: again } = (await readModelSource("a.qc", { read }))!;
      expect(motions.sequences.map((sequence) => sequence.name)).toEqual(
        sequences.map((sequence) => sequence.name),
      );
      expect(again.bones.name).toEqual(mdl.bones.name);
      let added = 0;
      let blended = 0;
      for (const [i, sequence] of sequences.entries()) {
        const found = motions.sequences[i];
        expect(found.blendSize, sequence.name).toEqual(sequence.blendSize);
        if (((sequence.flags | found.flags) & STUDIO_DELTA) !== 0) added++;
        expect(found.flags & STUDIO_DELTA).toBe(sequence.flags & STUDIO_DELTA);
        if (sequence.blends.length > 1) blended++;
        for (const [blend, row] of sequence.blends.entries()) {
          const before = animations[row];
          const after = motions.frames(found.blends[blend]);
          expect(after.position.length).toBe(before.position.length);
          let far = 0;
          for (let k = 0; k < before.position.length; k++) {
            far = Math.max(far, Math.abs(before.position[k] - after.position[k]));
          }
          // The tolerance is a 16-bit step of the largest movement.
          expect(far, sequence.name).toBeLessThan(0.02);
          let turned = 0;
          for (let k = 0; k < before.quaternion.length; k += 4) {
            const [a, b] = [before.quaternion, after.quaternion].map((q) => q.subarray(k, k + 4));
            const dot = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
            turned = Math.max(turned, 1 - dot / Math.hypot(...a) / Math.hypot(...b));
          }
          expect(turned, sequence.name).toBeLessThan(1e-5);
        }
      }
      expect(added).toBeGreaterThan(0);
      if (name === "male_shared") expect(blended).toBeGreaterThan(0);
    },
    120_000,
  );
});
