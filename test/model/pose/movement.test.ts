/** Compares root motion with summed velocities (`test/oracle/pose/movement.ts`). */

import { describe, expect, it } from "vitest";
import type { MdlMovement } from "../../../src/formats/studio/animation/animation-types.ts";
import { createPosePlayer } from "../../../src/model/pose/pose-player.ts";
import { type OracleRun, walkedBy, walkOn } from "../../oracle/pose/movement.ts";
import { hasCorpus } from "../../support/corpus.ts";
import { openCorpusModel, PERSON } from "../corpus-models.ts";
import { makePoseParameters } from "../make-motions.ts";
import { makePlayer } from "./make-player.ts";

const FRAMES = 21;
/** Accelerating straight on, then slowing down around a bend and upwards. */
const WALK: readonly OracleRun[] = [
  { endFrame: 8, speed: [10, 40], vector: [1, 0, 0], yaw: 0 },
  { endFrame: 20, speed: [40, 0], vector: [0.6, 0.7, 0.2], yaw: 50 },
];
const SIDE: readonly OracleRun[] = [
  { endFrame: 5, speed: [3, 3], vector: [0, -1, 0], yaw: -20 },
  { endFrame: 20, speed: [9, 30], vector: [0, -0.8, 0], yaw: -60 },
];

/** Returns the movements as in a file, with the position at the end of each run. */
function movementsOf(runs: readonly OracleRun[]): MdlMovement[] {
  return runs.map((run) => {
    const [x, y, z] = walkedBy(runs, FRAMES, run.endFrame / (FRAMES - 1));
    return { ...run, motionFlags: 0, position: [x, y, z] as const };
  });
}

const frames = Array.from({ length: FRAMES }, () => ({}));

/** 10 frames per second, two seconds. */
function makeWalker(flags: number, setting = 0) {
  const player = makePlayer({
    bones: [{ name: "root" }],
    animations: [
      { name: "walk", fps: 10, frames, movements: movementsOf(WALK) },
      { name: "side", fps: 10, frames, movements: movementsOf(SIDE) },
      { name: "stand", fps: 10, frames },
    ],
    sequences: [
      {
        ...{ name: "walk", flags, blendSize: [2, 1], blends: [0, 1] },
        blendAxes: [{ poseParameter: 0, start: 0, end: 1, keys: null }, null],
      },
      { name: "stand", blends: [2], flags: 1 },
    ],
    rig: { poseParameters: makePoseParameters(["way", 0, 1]) },
  });
  player.poseParameters[0] = setting;
  return player;
}

function expectAt(travel: Float64Array, expected: readonly number[], what: string): void {
  expected.forEach((value, k) => {
    const off = k < 3 ? value - travel[k] : ((((value - travel[k]) % 360) + 540) % 360) - 180;
    expect(Math.abs(off), `${what}: ${k}`).toBeLessThan(0.01);
  });
}

describe("root motion", () => {
  it("travels the distance of its speeds in any number of steps", () => {
    for (const steps of [1, 2, 7, 40]) {
      const player = makeWalker(0);
      for (let step = 1; step <= steps; step++) {
        player.advance(2 / steps);
        expectAt(player.travel, walkedBy(WALK, FRAMES, step / steps), `${step} of ${steps}`);
      }
    }
  });

  it("follows the facing over several loops, and reverses when played backwards", () => {
    const player = makeWalker(1);
    const round = walkedBy(WALK, FRAMES, 1);
    let at = [0, 0, 0, 0];
    for (let rounds = 1; rounds <= 8; rounds++) {
      for (let step = 0; step < 5; step++) player.advance(0.4);
      at = walkOn(at, round);
      // A single step past the end cuts the bend short, as in the engine.
      expectAt(player.travel, at, `round ${rounds}`);
    }
    player.travel.fill(0);
    player.cycle = 1;
    player.rate = -1;
    for (let step = 0; step < 4; step++) player.advance(0.25);
    const half = walkedBy(WALK, FRAMES, 0.5);
    // From the end, in the current direction, to the middle.
    const angle = (-round[3] * Math.PI) / 180;
    const [x, y] = [half[0] - round[0], half[1] - round[1]];
    const back = [
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
    ];
    expectAt(player.travel, [...back, half[2] - round[2], half[3] - round[3]], "backwards");
  });

  it("stops at the end of a sequence and is zero for a standing one", () => {
    const player = makeWalker(0);
    player.advance(1.5);
    player.advance(3);
    const end = walkedBy(WALK, FRAMES, 1);
    expectAt(player.travel, end, "at its end");
    player.play(1, { fadeSeconds: 0 });
    player.advance(0.7);
    expectAt(player.travel, end, "standing");
  });

  it("interpolates between the blends", () => {
    const player = makeWalker(0, 0.25);
    player.advance(0.5);
    const [a, b] = [WALK, SIDE].map((runs) => walkedBy(runs, FRAMES, 0.25));
    expectAt(
      player.travel,
      a.map((value, k) => value * 0.75 + b[k] * 0.25),
      "between",
    );
  });
});

describe.skipIf(!hasCorpus)("root motion of a real person", () => {
  it("has the speed of the movement's length divided by its time", async () => {
    const model = await openCorpusModel(...PERSON);
    const { sequences, animations } = model.motions;
    const row = sequences.findIndex(({ name }) => name.toLowerCase() === "walk_all");
    const player = createPosePlayer(model);
    player.play(row, { fadeSeconds: 0 });
    const seconds = player.duration();
    player.advance(seconds * 0.999999);
    const far = Math.hypot(player.travel[0], player.travel[1]);
    // The middle of the blend grid walks straight on.
    const lengths = sequences[row].blends.map((blend) => {
      const { movements } = animations[blend];
      const last = movements[movements.length - 1]?.position ?? [0, 0, 0];
      return Math.hypot(last[0], last[1]);
    });
    expect(Math.min(...lengths.map((length) => Math.abs(length - far)))).toBeLessThan(0.01);
    expect(far / seconds).toBeGreaterThan(40);
    expect(far / seconds).toBeLessThan(120);
  });
});
