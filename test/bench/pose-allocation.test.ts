import { describe, expect, it } from "vitest";
import { createAllocationProbe } from "../../src/cli/bench/allocation-probe.ts";
import { createFace } from "../../src/model/face/create-face.ts";
import { createPosePlayer, type PosePlayer } from "../../src/model/pose/pose-player.ts";
import { openCorpusModel, PERSON } from "../model/corpus-models.ts";
import { KINDS, makeBody } from "../model/pose/make-body.ts";
import { hasCorpus } from "../support/corpus.ts";

/** Warm, so that what a compiler needs is not counted. */
const WARM = 6000;
const RUNS = 4000;

/**
 * Bytes a frame. No objects: what there is are numbers that V8 boxes where it hands them from function to function. A
 * list of three numbers a bone would be 2,000 of a person's 44, and as much again for each sequence that plays.
 */
function bytesOf(work: (i: number) => void): number {
  for (let i = 0; i < WARM; i++) work(i);
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 4; turn++) {
    const probe = createAllocationProbe();
    probe.run(work, 0, RUNS);
    least = Math.min(least, probe.finish().bytes);
  }
  return least;
}

const move = (player: PosePlayer) => () => {
  player.advance(0.013);
  player.pose();
};

describe("a frame of a model that moves", () => {
  it("makes no objects, whatever plays", () => {
    const player = createPosePlayer(makeBody(7, false));
    player.play(0, { fadeSeconds: 0 });
    // Of 9 bones, four of which follow rules, and a limb: 450 were measured.
    expect(bytesOf(move(player))).toBeLessThan(1000);
    player.play(KINDS.indexOf("layered"), { fadeSeconds: 0 });
    for (const kind of ["world", "ground", "self", "locked", "grid"] as const) {
      player.addLayer(KINDS.indexOf(kind), 0.5);
    }
    // Of eleven sequences: 2,540.
    expect(bytesOf(move(player))).toBeLessThan(4000);
  });

  it.skipIf(!hasCorpus)("makes none of a real person, nor of its face", async () => {
    const person = await openCorpusModel(...PERSON);
    const player = createPosePlayer(person);
    player.play(person.motions.sequences.findIndex(({ name }) => name === "walk_all"));
    // Seven sequences and four limbs: 935.
    expect(bytesOf(move(player))).toBeLessThan(2000);
    const face = createFace(person)!;
    const { position, normal } = person.vvd!.vertices;
    const [moved, turned] = [position.slice(), normal.slice()];
    const change = (i: number) => {
      face.controllers[i % face.controllers.length] = (i % 10) / 10;
      face.evaluate();
      face.morph(moved, turned);
    };
    expect(bytesOf(change)).toBeLessThan(200);
  });
});
