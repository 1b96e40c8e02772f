/** Checks facts about people that do not depend on the pose implementation. */

import { beforeAll, describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { AnimationFile } from "../../../src/formats/studio/read/animation/animation-file.ts";
import { readZeroFrames } from "../../../src/formats/studio/read/animation/read-zero-frames.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";
import { createPosePlayer } from "../../../src/model/pose/pose-player.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { corpusFiles, openCorpusModel, PERSON } from "../corpus-models.ts";

const INCLUDED = ["male_shared", "male_ss", "male_gestures", "male_postures"];

const STILL = Float32Array.of(0, 0, 0, 1);

/** Returns the angle between two rotations in degrees. */
function degreesBetween(a: Float32Array, at: number, b: Float32Array, bAt: number): number {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += a[at + k] * b[bAt + k];
  return (2 * Math.acos(Math.min(1, Math.abs(dot))) * 180) / Math.PI;
}

describe.skipIf(!hasCorpus)("people", () => {
  let person: StudioModel;
  beforeAll(async () => {
    person = await openCorpusModel(...PERSON);
  });

  it("have .ani data that starts with the MDL's frames, in all 1,649 animations", () => {
    let compared = 0;
    let poses = 0;
    for (const name of INCLUDED) {
      const bytes = readCorpus(`tn2/models/humans/${name}.mdl`);
      const mdl = parseMdl(bytes);
      const ani = readCorpus(`tn2/models/humans/${name}.ani`);
      const file = new AnimationFile(bytes, mdl, { ani });
      for (let row = 0; row < file.infos.length; row++) {
        const zero = readZeroFrames(file, row);
        if (zero === null) continue;
        compared++;
        const { position, quaternion } = file.decode(row);
        const isDelta = (file.infos[row].flags & 4) !== 0;
        for (let bone = 0; bone < mdl.bones.count; bone++) {
          // Compilers drop bones that no sequence moves and keep their bind pose here.
          const rest = isDelta ? STILL : mdl.bones.quaternion.subarray(bone * 4, bone * 4 + 4);
          if (degreesBetween(quaternion, bone * 4, rest, 0) < 0.1) continue;
          if (zero.hasPosition[bone]) {
            poses++;
            for (let k = bone * 3; k < bone * 3 + 3; k++) {
              // Half floats here, and steps of a 16-bit scale there.
              const near = 0.05 + Math.abs(position[k]) / 500;
              expect(Math.abs(zero.position[k] - position[k])).toBeLessThan(near);
            }
          }
          if (zero.hasQuaternion[bone]) {
            poses++;
            const off = degreesBetween(zero.quaternion, bone * 4, quaternion, bone * 4);
            expect(off, `${file.infos[row].name}, ${mdl.bones.name[bone]}`).toBeLessThan(0.5);
          }
        }
      }
    }
    expect(compared).toBe(1649);
    expect(poses).toBeGreaterThan(10_000);
  });

  it("have nearly correct poses if an .ani is missing", async () => {
    const files = corpusFiles("tn2");
    const diagnostics = new Diagnostics();
    const lacking = await readStudioModel(
      PERSON[1],
      { read: async (path) => (path.endsWith(".ani") ? null : files.read(path)) },
      { diagnostics },
    );
    expect(diagnostics.subjects("missing-model")).toHaveLength(4);
    const idle = person.motions.animations.findIndex(({ name }) => name === "@idle_subtle");
    const [there, kept] = [person.motions.frames(idle), lacking!.motions.frames(idle)];
    const pelvis = person.mdl.bones.name.indexOf("ValveBiped.Bip01_Pelvis");
    for (let k = 0; k < 3; k++) {
      const at = pelvis * 3 + k;
      expect(Math.abs(there.position[at] - kept.position[at])).toBeLessThan(0.1);
    }
  });

  it.each(["idle_subtle", "lineidle01", "walk_all", "run_all", "walk_panicked_all"])(
    "keep their feet on the floor: %s",
    (name) => {
      const row = person.motions.sequences.findIndex((s) => s.name.toLowerCase() === name);
      expect(row).toBeGreaterThanOrEqual(0);
      const player = createPosePlayer(person);
      player.play(row, { fadeSeconds: 0 });
      const feet = ["L", "R"].map((side) =>
        person.mdl.bones.name.indexOf(`ValveBiped.Bip01_${side}_Foot`),
      );
      for (let step = 0; step < 24; step++) {
        player.cycle = step / 24;
        player.pose();
        const heights = feet.map((foot) => player.modelFromBone[foot * 12 + 11]);
        // A standing ankle is about 4 inches high, never in the floor or at knee height.
        for (const height of heights) expect(height).toBeGreaterThan(3);
        for (const height of heights) expect(height).toBeLessThan(22);
        if (!name.startsWith("run")) expect(Math.min(...heights)).toBeLessThan(7);
      }
    },
  );

  it("keep a hand at its animated place relative to the chest", () => {
    // A rule of the kind "self": without IK, bones of another model size would displace the hand.
    const { sequences } = person.motions;
    const row = sequences.findIndex(({ blends }) =>
      person.motions
        .rules(blends[0])
        .ikRules.some(({ type, bone, chain }) => type === 1 && bone > 0 && chain < 2),
    );
    const rule = person.motions
      .rules(sequences[row].blends[0])
      .ikRules.find(({ type }) => type === 1)!;
    expect(rule.track!.position.length).toBeGreaterThan(3);
    const player = createPosePlayer(person);
    player.play(row, { fadeSeconds: 0 });
    player.cycle = (rule.span[1] + Math.min(1, rule.span[2])) / 2;
    player.pose();
    const held = player.modelFromBone.slice();
    player.hasIk = false;
    player.pose();
    const { ikChains, ikLinks } = person.rig;
    const hand = ikLinks.bone[ikChains.firstLink[rule.chain] + 2];
    const moved = [3, 7, 11].map((k) => player.modelFromBone[hand * 12 + k] - held[hand * 12 + k]);
    // People differ slightly in size from the animated one.
    expect(Math.hypot(...moved)).toBeLessThan(6);
    expect(held.every(Number.isFinite)).toBe(true);
  });
});
