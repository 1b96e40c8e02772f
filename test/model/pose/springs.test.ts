import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { JIGGLE, type ProceduralBones } from "../../../src/formats/studio/rig/procedural-types.ts";
import type { StudioModel } from "../../../src/model/files/studio-model.ts";
import { createPosePlayer, type PosePlayer } from "../../../src/model/pose/pose-player.ts";
import { concat, matrixOf } from "../../oracle/pose/math.ts";
import { type Spring, springMatrix, startSpring, stepSpring } from "../../oracle/pose/springs.ts";
import { hasCorpus } from "../../support/corpus.ts";
import { openCorpusModel } from "../corpus-models.ts";
import { NO_PROCEDURES, turn } from "../make-motions.ts";
import { makePosed, placeOf } from "./make-player.ts";

const STEP = 1 / 60;
const FLAGS: readonly (readonly [Parameters<Spring["flags"]["has"]>[0], number])[] = [
  ["flexible", JIGGLE.IS_FLEXIBLE],
  ["rigid", JIGGLE.IS_RIGID],
  ["yawLimit", JIGGLE.HAS_YAW_CONSTRAINT],
  ["pitchLimit", JIGGLE.HAS_PITCH_CONSTRAINT],
  ["angleLimit", JIGGLE.HAS_ANGLE_CONSTRAINT],
  ["lengthLimit", JIGGLE.HAS_LENGTH_CONSTRAINT],
  ["base", JIGGLE.HAS_BASE_SPRING],
];

function proceduresOf(spring: Spring): ProceduralBones {
  const flags = FLAGS.reduce((all, [name, bit]) => all | (spring.flags.has(name) ? bit : 0), 0);
  const jiggles = {
    count: 1,
    bone: Int32Array.of(1),
    flags: Uint32Array.of(flags),
    length: Float32Array.of(spring.length),
    tipMass: Float32Array.of(spring.tipMass),
    yaw: Float32Array.from(spring.yaw),
    pitch: Float32Array.from(spring.pitch),
    along: Float32Array.from(spring.along),
    angleLimit: Float32Array.of(spring.angle),
    yawLimit: Float32Array.of(...spring.yawRange, 0, 0),
    pitchLimit: Float32Array.of(...spring.pitchRange, 0, 0),
    base: Float32Array.from(spring.base),
    baseLimit: Float32Array.from(spring.baseRange.flat()),
    boing: new Float32Array(5),
  };
  return { ...NO_PROCEDURES, jiggles };
}

/** Builds a root that swings for a second and a jiggle bone below it. */
function makeSwinging(spring: Spring) {
  return makePosed(
    {
      bones: [
        { name: "root" },
        { name: "tail", parent: 0, position: [4, 0, 2], quaternion: turn("y", 70), flags: 4 },
      ],
      animations: [
        {
          name: "swing",
          fps: 4,
          frames: [0, 50, -40, 30, 0].map((degrees) => ({
            0: { quaternion: turn("z", degrees), position: [degrees / 20, 0, 0] },
          })),
        },
      ],
      sequences: [{ name: "swing" }],
    },
    proceduresOf(spring),
  );
}

const STIFF: Spring = {
  flags: new Set(["flexible", "lengthLimit"]),
  length: 10,
  tipMass: 0,
  yaw: [120, 6],
  pitch: [90, 5],
  along: [80, 4],
  angle: 0.4,
  yawRange: [-0.3, 0.3],
  pitchRange: [-0.2, 0.4],
  base: [20, 150, 8],
  baseRange: [
    [-0.5, 0.5, 1],
    [-0.3, 0.6, 0.5],
    [-0.4, 0.4, 0.2],
  ],
};

function largest(player: PosePlayer, wanted: readonly (readonly number[])[], bone: number): number {
  const off = wanted.flat().map((v, k) => Math.abs(v - player.modelFromBone[bone * 12 + k]));
  return Math.max(...off);
}

describe("a jiggle bone", () => {
  const names = FLAGS.map(([name]) => name);
  it.each([
    [["flexible"]],
    [["flexible", "lengthLimit"]],
    [["rigid", "lengthLimit", "angleLimit"]],
    [["flexible", "yawLimit", "pitchLimit"]],
    [["flexible", "angleLimit", "lengthLimit"]],
    [["base"]],
    [names],
  ] as const)("with %s moves like in the engine's steps", (flags) => {
    const mass = fc.double({ min: 0, max: 60, noNaN: true });
    fc.assert(
      fc.property(mass, (tipMass) => {
        const spring: Spring = { ...STIFF, tipMass, flags: new Set(flags) };
        const model = makeSwinging(spring);
        const player = createPosePlayer(model);
        const still = createPosePlayer(makeSwinging({ ...spring, flags: new Set() }));
        const rest = matrixOf({ p: [4, 0, 2], q: turn("y", 70) });
        /** Returns the bone's goal, from the shared root. */
        const goalOf = () => {
          const flat = [...still.modelFromBone.subarray(0, 12)];
          return concat([flat.slice(0, 4), flat.slice(4, 8), flat.slice(8)], rest);
        };
        const state = startSpring(spring, goalOf());
        for (let i = 0; i < 70; i++) {
          player.advance(STEP);
          still.advance(STEP);
          still.pose();
          stepSpring(spring, state, goalOf(), STEP);
          player.pose();
          expect(largest(player, springMatrix(spring, state, goalOf()), 1)).toBeLessThan(0.02);
        }
      }),
      { numRuns: 8 },
    );
  });

  it("settles at its animated position", () => {
    for (const flags of [["flexible"], ["base"], ["flexible", "lengthLimit", "base"]] as const) {
      const spring: Spring = { ...STIFF, base: [0, 150, 8], flags: new Set(flags) };
      const model = makeSwinging(spring);
      const player = createPosePlayer(model);
      player.advance(0.45);
      player.pose();
      const swung = placeOf(player, 1);
      for (let i = 0; i < 600; i++) player.advance(0.02);
      player.pose();
      const still = createPosePlayer(makeSwinging({ ...spring, flags: new Set() }));
      still.cycle = 1;
      still.pose();
      const off = [...player.modelFromBone].map((v, k) => Math.abs(v - still.modelFromBone[k]));
      expect(Math.max(...off)).toBeLessThan(1e-3);
      expect(placeOf(player, 1)).not.toEqual(swung);
    }
  });

  it("has a position that does not depend on the step size", () => {
    const poseAfter = (seconds: readonly number[]) => {
      const player = createPosePlayer(makeSwinging(STIFF));
      for (const step of seconds) player.advance(step);
      player.pose();
      return [...player.modelFromBone];
    };
    const wanted = poseAfter(Array(30).fill(1 / 40));
    for (const steps of [Array(75).fill(0.01), [0.31, 0.4, 0.04], Array(3).fill(0.25)]) {
      poseAfter(steps).forEach((value, k) => {
        expect(Math.abs(value - wanted[k])).toBeLessThan(1e-4);
      });
    }
  });

  it("restarts after a pause", () => {
    const player = createPosePlayer(makeSwinging(STIFF));
    player.advance(0.3);
    player.advance(5);
    player.pose();
    const still = createPosePlayer(makeSwinging({ ...STIFF, flags: new Set() }));
    still.cycle = 1;
    still.pose();
    const off = [...player.modelFromBone].map((v, k) => Math.abs(v - still.modelFromBone[k]));
    expect(Math.max(...off)).toBeLessThan(1e-4);
  });

  it("is squashed and stretched when it stops", () => {
    const spring: Spring = { ...STIFF, flags: new Set() };
    const procedures = proceduresOf(spring);
    procedures.jiggles.flags[0] = JIGGLE.IS_BOING;
    procedures.jiggles.boing.set([5, 0.7, 1, 20, 0.3]);
    const model = { ...makeSwinging(spring), procedures };
    const player = createPosePlayer(model);
    const volume = () => {
      player.pose();
      const m = player.modelFromBone.subarray(12, 24);
      const axis = (i: number) => Math.hypot(m[i], m[4 + i], m[8 + i]);
      return [axis(0), axis(1), axis(2)];
    };
    // No impact yet.
    for (const length of volume()) expect(length).toBeCloseTo(1, 3);
    let most = 0;
    for (let i = 0; i < 90; i++) {
      player.advance(STEP);
      for (const length of volume()) most = Math.max(most, Math.abs(length - 1));
    }
    expect(most).toBeGreaterThan(0.1);
    expect(most).toBeLessThan(0.5);
    for (let i = 0; i < 90; i++) player.advance(STEP);
    for (const length of volume()) expect(length).toBeCloseTo(1, 2);
  });
});

describe.skipIf(!hasCorpus)("a real jiggle bone", () => {
  let gunman: StudioModel;
  beforeAll(async () => {
    gunman = await openCorpusModel("gunman_city2/content", "models/gunman/gunman.mdl");
  });

  it("is still while the model stands and shakes when it moves", () => {
    const { jiggles } = gunman.procedures;
    expect(jiggles.count).toBe(2);
    const player = createPosePlayer(gunman);
    for (let i = 0; i < 400; i++) player.advance(0.02);
    player.pose();
    const bone = jiggles.bone[0];
    const before = placeOf(player, bone);
    player.advance(0.02);
    player.pose();
    placeOf(player, bone).forEach((value, k) => {
      expect(Math.abs(value - before[k])).toBeLessThan(0.05);
    });
    expect([...player.modelFromBone].every(Number.isFinite)).toBe(true);
  });
});
