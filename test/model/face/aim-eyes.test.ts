import { describe, expect, it } from "vitest";
import type { MdlEyeballs } from "../../../src/formats/studio/types.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";
import { createAimedEyes } from "../../../src/model/pose/aim-eyes.ts";
import { createPosePlayer } from "../../../src/model/pose/pose-player.ts";
import { eyeballRows } from "../../../src/scene/props/prop-eyes.ts";
import { hasCorpus } from "../../support/corpus.ts";
import { openCorpusModel, PERSON } from "../corpus-models.ts";

/** A head 60 above the floor that looks along x, with an eye 2 to its left. */
const HEAD = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 60);
const eyeballs = {
  count: 1,
  bone: Int32Array.of(0),
  origin: Float32Array.of(3, 2, 4),
  zOffset: Float32Array.of(0),
  radius: Float32Array.of(0.5),
  up: Float32Array.of(0, 0, 1),
  forward: Float32Array.of(1, 0, 0),
  irisScale: Float32Array.of(2),
} as unknown as MdlEyeballs;

function makeEyes(maxEyeDeflection = 0.5) {
  const attachments = {
    count: 1,
    name: ["Eyes"],
    flags: new Uint32Array(1),
    bone: Int32Array.of(0),
    local: Float32Array.of(1, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 4),
  };
  const model = { eyeballs, rig: { maxEyeDeflection }, motions: { attachments } };
  return createAimedEyes(model as unknown as StudioModel);
}

describe("aimed eyes", () => {
  it("look straight ahead without a target", () => {
    const eyes = makeEyes();
    eyes.aim(HEAD, null);
    expect([...eyes.origin]).toEqual([3, 2, 64]);
    expect([...eyes.forward]).toEqual([1, 0, 0]);
    // The iris' right is the world's −y, and its texture is mirrored.
    expect([...eyes.s].map((v) => v + 0)).toEqual([0, 2, 0]);
    expect([...eyes.t].map((v) => v + 0)).toEqual([0, 0, -2]);
  });

  it("look at the target, each from its own position", () => {
    const eyes = makeEyes();
    eyes.aim(HEAD, Float32Array.of(33, 12, 64));
    const length = Math.hypot(30, 10);
    expect(eyes.forward[0]).toBeCloseTo(30 / length, 5);
    expect(eyes.forward[1]).toBeCloseTo(10 / length, 5);
    // Perpendicular to the view direction.
    expect(eyes.s[0] * eyes.forward[0] + eyes.s[1] * eyes.forward[1]).toBeCloseTo(0, 5);
    expect(Math.hypot(...eyes.s)).toBeCloseTo(2, 5);
  });

  it("turn no further than the model's maximum deflection", () => {
    const eyes = makeEyes(Math.cos(Math.PI / 6));
    // Straight up, 100 away; eyes look up by at most 30 degrees.
    eyes.aim(HEAD, Float32Array.of(3, 0, 164));
    const distance = Math.hypot(6, 100);
    const seen = [distance * Math.cos(Math.PI / 6), -2, distance / 2];
    const length = Math.hypot(...seen);
    seen.forEach((value, k) => {
      expect(eyes.forward[k]).toBeCloseTo(value / length, 3);
    });
  });

  it("are rotated by the face's eye controllers", () => {
    const eyes = makeEyes();
    const ahead = Float32Array.of(1003, 2, 64);
    eyes.rightLeft = 10;
    eyes.aim(HEAD, ahead);
    expect(eyes.forward[1]).toBeGreaterThan(0.15);
    eyes.rightLeft = 0;
    eyes.upDown = 10;
    eyes.aim(HEAD, ahead);
    expect(eyes.forward[2]).toBeLessThan(-0.15);
  });

  it.skipIf(!hasCorpus)("of a real person at rest equal the eyes of map props", async () => {
    const person = await openCorpusModel(...PERSON);
    const player = createPosePlayer(person);
    const eyes = createAimedEyes(person);
    eyes.aim(player.modelFromBone, null);
    for (let eye = 0; eye < person.eyeballs.count; eye++) {
      const rows = eyeballRows(person.mdl, player.palette, person.eyeballs, eye);
      for (const name of ["origin", "up", "s", "t"] as const) {
        rows[name].forEach((value, k) => {
          expect(Math.abs(eyes[name][eye * 3 + k] - value)).toBeLessThan(1e-3);
        });
      }
    }
  });
});
