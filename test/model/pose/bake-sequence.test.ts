import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { buildModelFromBones } from "../../../src/formats/studio/mesh/build-bone-palette.ts";
import { bakeSequence } from "../../../src/model/pose/bake-sequence.ts";
import { createPosePlayer } from "../../../src/model/pose/pose-player.ts";
import { hasCorpus } from "../../support/corpus.ts";
import { openCorpusModel, PERSON } from "../corpus-models.ts";
import { turn } from "../make-motions.ts";
import { makePosed } from "./make-player.ts";

const model = makePosed({
  bones: [{ name: "root" }, { name: "arm", parent: 0, position: [10, 0, 0] }],
  animations: [
    { name: "base", fps: 10, frames: [{}, { 0: { quaternion: turn("z", 90) } }, {}] },
    { name: "bob", flags: 4, frames: [{ 1: { position: [0, 0, 3] } }] },
  ],
  sequences: [
    {
      name: "base",
      flags: 1,
      autoLayers: [{ sequence: 1, poseParameter: -1, flags: 0, span: [0, 0, 0, 0] }],
    },
    { name: "bob", flags: 4, blends: [1] },
  ],
});

describe("bakeSequence", () => {
  it("bakes a sequence and its layers into one track", () => {
    const baked = bakeSequence(model, 0);
    expect(baked).toMatchObject({ frameCount: 3, looping: true });
    expect(baked.fps).toBeCloseTo(10, 5);
    // The arm in its parent's space, in all frames.
    for (const frame of [0, 1, 2]) {
      const at = (frame * 2 + 1) * 3;
      const place = [...baked.position.subarray(at, at + 3)];
      expect(place.map((value) => Math.round(value * 1e4) / 1e4 + 0)).toEqual([10, 0, 3]);
    }
    expect(baked.quaternion[2 * 4 + 2]).toBeCloseTo(Math.SQRT1_2, 5);
    expect(baked.quaternion[4 * 4 + 2]).toBeCloseTo(0, 5);
  });

  it("throws a FormatError above the pose budget", () => {
    const ledger = new Ledger({ animationPoses: 5 });
    expect(() => bakeSequence(model, 0, { ledger })).toThrow(FormatError);
  });

  it.skipIf(!hasCorpus)("matches the player's frames of a real walk", async () => {
    const person = await openCorpusModel(...PERSON);
    const walk = person.motions.sequences.findIndex(({ name }) => name === "walk_all");
    const baked = bakeSequence(person, walk);
    expect(baked.looping).toBe(true);
    expect(baked.frameCount).toBeGreaterThan(20);
    const player = createPosePlayer(person);
    player.play(walk, { fadeSeconds: 0 });
    const boneCount = person.mdl.bones.count;
    for (const frame of [0, 7, baked.frameCount - 2]) {
      player.cycle = frame / (baked.frameCount - 1);
      player.pose();
      const placed = buildModelFromBones(person.mdl, {
        position: baked.position.subarray(frame * boneCount * 3),
        quaternion: baked.quaternion.subarray(frame * boneCount * 4),
      });
      placed.forEach((value, i) => {
        expect(Math.abs(value - player.modelFromBone[i])).toBeLessThan(2e-3);
      });
    }
  });
});
