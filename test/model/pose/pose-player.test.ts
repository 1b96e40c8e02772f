import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type {
  AutoLayer,
  SequenceEvent,
} from "../../../src/formats/studio/animation/animation-types.ts";
import { buildModelFromBones } from "../../../src/formats/studio/mesh/build-bone-palette.ts";
import { readFirstPose } from "../../../src/formats/studio/read/animation/animation-file.ts";
import type { MdlRig } from "../../../src/formats/studio/rig/rig-types.ts";
import { createPosePlayer } from "../../../src/model/pose/pose-player.ts";
import { corpusPath, hasCorpus, listCorpusFiles } from "../../support/corpus.ts";
import { openCorpusModel } from "../corpus-models.ts";
import { type MadeModel, makePoseParameters, turn } from "../make-motions.ts";
import { makePlayer, placeOf, yawOf } from "./make-player.ts";

const LOOPING = 0x1;
const DELTA = 0x4;
const AUTOPLAY = 0x8;
const POST = 0x10;

/** A pole of two bones, each 10 long along x, so its end is at 20. */
const bones = [
  { name: "root" },
  { name: "arm", parent: 0, position: [10, 0, 0] as const },
  { name: "hand", parent: 1, position: [10, 0, 0] as const },
];
const yaw = (degrees: number) => ({ 0: { quaternion: turn("z", degrees) } });

const layerOf = (sequence: number): AutoLayer => ({
  ...{ sequence, poseParameter: -1, flags: 0 },
  span: [0, 0, 0, 0],
});

/** An IK chain of the three bones, so that sequence rules are evaluated. */
function makeLegRig(): Partial<MdlRig> {
  return {
    ikChains: {
      ...{ count: 1, name: ["arm"] },
      firstLink: Uint32Array.of(0),
      linkCount: Uint32Array.of(3),
    },
    ikLinks: { count: 3, bone: Int32Array.of(0, 1, 2), kneeDirection: new Float32Array(9) },
  };
}

const made = (over: Partial<MadeModel>): MadeModel => ({ bones, ...over });

describe("a pose player", () => {
  it("rests in the bind pose without sequences", () => {
    const player = makePlayer(made({}));
    player.advance(1);
    player.pose();
    expect(placeOf(player, 2)).toEqual([20, 0, 0]);
    expect(player.duration()).toBe(0);
  });

  it("rests in a declared sequence, even in a model without animations", () => {
    const declared = { flags: 0x800, blends: [], blendSize: [0, 0] as const };
    const arm = { ...declared, name: "wave", boneWeights: Float32Array.of(1, 1, 1) };
    const rig = makeLegRig();
    for (const animations of [[], [{ name: "swing", frames: [yaw(0), yaw(90)] }]]) {
      const player = makePlayer(made({ animations, sequences: [arm], rig }));
      expect(player.duration()).toBe(0);
      player.advance(0.5);
      player.pose();
      expect([placeOf(player, 2), player.cycle]).toEqual([[20, 0, 0], 0]);
      expect([...player.travel]).toEqual([0, 0, 0, 0]);
    }
    // Fades like any other and is a layer of others.
    const sequences = [{ name: "swing", autoLayers: [layerOf(1)] }, arm];
    const animations = [{ name: "swing", fps: 10, frames: [yaw(90), yaw(90)] }];
    const player = makePlayer(made({ animations, sequences, rig }));
    player.pose();
    expect(yawOf(player, 0)).toBeCloseTo(90, 4);
    expect(player.duration()).toBeCloseTo(0.1, 6);
    player.play(1, { fadeSeconds: 1 });
    // No weights of the previous sequence remain.
    expect(player.duration()).toBe(0);
    player.advance(0.5);
    player.pose();
    expect(yawOf(player, 0)).toBeCloseTo(45, 4);
    player.advance(0.6);
    player.pose();
    expect(yawOf(player, 0)).toBeCloseTo(0, 4);
  });

  it("repeats a pose exactly after any other pose", () => {
    const model = made({
      animations: [
        { name: "swing", fps: 10, frames: [yaw(0), yaw(40), yaw(10)] },
        { name: "bend", fps: 10, frames: [{ 1: { quaternion: turn("z", 70) } }, {}] },
      ],
      sequences: [
        // Each moves different bones, so that stale data in a shared row would show.
        { name: "swing", boneWeights: Float32Array.of(1, 0, 0), autoLayers: [layerOf(1)] },
        { name: "bend", blends: [1], boneWeights: Float32Array.of(0, 0.5, 0) },
      ],
    });
    const poseAlone = (sequence: number, cycle: number) => {
      const player = makePlayer(model);
      player.play(sequence, { cycle, fadeSeconds: 0 });
      player.pose();
      return [...player.modelFromBone];
    };
    const player = makePlayer(model);
    for (const [sequence, cycle] of [
      [0, 0.25],
      [1, 0.75],
      [0, 0.25],
      [1, 0],
      [0, 1],
      [1, 0.75],
    ] as const) {
      player.play(sequence, { cycle, fadeSeconds: 0 });
      player.pose();
      expect([...player.modelFromBone]).toEqual(poseAlone(sequence, cycle));
      // Posing again changes nothing.
      player.pose();
      expect([...player.modelFromBone]).toEqual(poseAlone(sequence, cycle));
    }
  });

  it("restarts a sequence that is played again, even after its end", () => {
    const player = makePlayer(
      made({
        animations: [{ name: "swing", fps: 10, frames: [yaw(0), yaw(40)] }],
        sequences: [{ name: "swing", fadeIn: 0.1, fadeOut: 0.1 }],
      }),
    );
    for (let round = 0; round < 3; round++) {
      player.play(0, { fadeSeconds: 0 });
      expect(player.cycle).toBe(0);
      player.pose();
      expect(yawOf(player, 0)).toBeCloseTo(0, 4);
      player.advance(0.05);
      player.pose();
      expect(yawOf(player, 0)).toBeCloseTo(20, 4);
      player.advance(1);
      player.pose();
      expect([player.cycle, Math.round(yawOf(player, 0))]).toEqual([1, 40]);
    }
  });

  it("reuses fade rows from the ninth sequence on", () => {
    const still = (degrees: number) => ({ name: `at${degrees}`, frames: [yaw(degrees)] });
    const model = made({
      animations: [still(0), still(80)],
      sequences: [{ name: "a" }, { name: "b", blends: [1] }],
    });
    const player = makePlayer(model);
    for (let round = 0; round < 20; round++) {
      player.play(round % 2 === 0 ? 1 : 0, { fadeSeconds: 1 });
      player.advance(0.5);
      player.pose();
      // Halfway, whatever the row held before.
      expect(yawOf(player, 0)).toBeCloseTo(40, 3);
      player.advance(0.75);
      player.pose();
      expect(yawOf(player, 0)).toBeCloseTo(round % 2 === 0 ? 80 : 0, 3);
    }
    // A released row must not affect another fade.
    const degrees = [0, 40, 80, 20];
    const four = makePlayer(
      made({
        animations: degrees.map(still),
        sequences: degrees.map((_, i) => ({ name: `s${i}`, blends: [i] })),
      }),
    );
    four.play(1, { fadeSeconds: 1 });
    four.advance(0.5);
    four.play(2, { fadeSeconds: 1 });
    four.advance(0.5);
    four.play(3, { fadeSeconds: 1 });
    four.pose();
    // The first has faded out, and the second is halfway over the third.
    expect(yawOf(four, 0)).toBeCloseTo(60, 3);
    // Twelve at once: the oldest are dropped, and all end after their time.
    for (let i = 0; i < 12; i++) player.play(i % 2, { fadeSeconds: 1 });
    player.advance(1.5);
    player.pose();
    expect(yawOf(player, 0)).toBeCloseTo(80, 3);
  });

  it("interpolates bones between two frames", () => {
    const player = makePlayer(
      made({
        animations: [{ name: "swing", fps: 10, frames: [yaw(0), yaw(40), yaw(40)] }],
        sequences: [{ name: "swing" }],
      }),
    );
    expect(player.duration()).toBeCloseTo(0.2, 6);
    player.advance(0.05);
    player.pose();
    // Halfway along the chord is halfway along the arc.
    expect(yawOf(player, 0)).toBeCloseTo(20, 4);
    expect(placeOf(player, 2)[1]).toBeCloseTo(20 * Math.sin(Math.PI / 9), 4);
    player.advance(1);
    player.pose();
    expect([player.cycle, Math.round(yawOf(player, 0))]).toEqual([1, 40]);
  });

  it("wraps around in a looping sequence", () => {
    const player = makePlayer(
      made({
        animations: [{ name: "turn", fps: 10, frames: [yaw(0), yaw(20), yaw(40)] }],
        sequences: [{ name: "turn", flags: LOOPING }],
      }),
    );
    player.advance(0.25);
    player.pose();
    expect(player.cycle).toBeCloseTo(0.25, 5);
    expect(yawOf(player, 0)).toBeCloseTo(10, 4);
    player.rate = 2;
    player.advance(0.05);
    expect(player.cycle).toBeCloseTo(0.75, 5);
  });

  it("plays backwards, to the start or around", () => {
    const player = makePlayer(
      made({
        animations: [{ name: "turn", fps: 10, frames: [yaw(0), yaw(20), yaw(40)] }],
        sequences: [{ name: "round", flags: LOOPING }, { name: "once" }],
      }),
    );
    // Five cycles per second, each starting at the played position.
    player.play(0, { rate: -1 });
    expect(player.cycle).toBe(0);
    player.advance(0.05);
    player.pose();
    expect(player.cycle).toBeCloseTo(0.75, 5);
    expect(yawOf(player, 0)).toBeCloseTo(30, 4);
    player.play(1, { rate: -1, fadeSeconds: 0 });
    expect(player.cycle).toBe(1);
    player.advance(0.05);
    player.pose();
    expect(player.cycle).toBeCloseTo(0.75, 5);
    player.advance(1);
    player.pose();
    expect([player.cycle, Math.round(yawOf(player, 0))]).toEqual([0, 0]);
    player.play(1, { rate: -1, cycle: 0.5 });
    expect(player.cycle).toBe(0.5);
  });

  it("blends a row of animations by a pose parameter in the parameter's range", () => {
    const player = makePlayer(
      made({
        animations: [0, 30, 90].map((degrees, i) => ({ name: `a${i}`, frames: [yaw(degrees)] })),
        sequences: [
          {
            name: "aim",
            blends: [0, 1, 2],
            blendSize: [3, 1],
            blendAxes: [{ poseParameter: 0, start: -90, end: 90, keys: null }, null],
          },
        ],
        rig: { poseParameters: makePoseParameters(["aim_yaw", -90, 90]) },
      }),
    );
    expect([...player.poseParameters]).toEqual([0]);
    const at = (value: number) => {
      player.poseParameters[0] = value;
      player.pose();
      return yawOf(player, 0);
    };
    expect(at(0)).toBeCloseTo(30, 3);
    expect(at(-45)).toBeCloseTo(15, 3);
    expect(at(90)).toBeCloseTo(90, 3);
    expect(at(500)).toBeCloseTo(90, 3);
  });

  it("scales bone rotations by the sequence's bone weights", () => {
    const player = makePlayer(
      made({
        animations: [
          {
            name: "a",
            frames: [{ 0: { quaternion: turn("z", 40) }, 1: { quaternion: turn("z", 40) } }],
          },
        ],
        sequences: [{ name: "a", boneWeights: Float32Array.of(0.5, 0, 1) }],
      }),
    );
    player.pose();
    expect(yawOf(player, 0)).toBeCloseTo(20, 3);
    expect(yawOf(player, 1)).toBeCloseTo(20, 3);
  });

  it("adds additive sequences before or after the base pose", () => {
    const frames = [{ 1: { quaternion: turn("x", 90), position: [0, 0, 5] as const } }];
    const player = (flags: number) =>
      makePlayer(
        made({
          animations: [
            { name: "base", frames: [{ 1: { quaternion: turn("z", 90) } }] },
            { name: "more", flags: DELTA, frames },
          ],
          sequences: [{ name: "base" }, { name: "more", flags, blends: [1] }],
        }),
      );
    const before = player(DELTA);
    const layer = before.addLayer(1, 1);
    before.pose();
    // The hand lies along y by the base's rotation; about the parent's x, that becomes z.
    expect(placeOf(before, 2).map((v) => Math.round(v * 1000) / 1000 + 0)).toEqual([10, 0, 15]);
    const after = player(DELTA | POST);
    after.addLayer(1, 1);
    after.pose();
    // About the bone's own x, along which the hand lies, so it stays.
    expect(placeOf(after, 2).map((v) => Math.round(v * 1000) / 1000 + 0)).toEqual([10, 10, 5]);
    layer.weight = 0.5;
    before.pose();
    expect(placeOf(before, 1)[2]).toBeCloseTo(2.5, 5);
    // Removing a layer keeps the later ones, and a removed layer is not removed twice.
    const second = before.addLayer(1, 1);
    before.removeLayer(layer);
    before.removeLayer(layer);
    expect(before.layers).toEqual([second]);
    before.pose();
    expect(placeOf(before, 1)[2]).toBeCloseTo(5, 5);
    before.removeLayer(second);
    before.pose();
    expect(placeOf(before, 2)[1]).toBeCloseTo(10, 4);
  });

  it("always plays autoplay sequences", () => {
    const player = makePlayer(
      made({
        animations: [
          { name: "base", frames: [{}] },
          { name: "breath", flags: DELTA, fps: 1, frames: [{}, { 0: { position: [0, 0, 4] } }] },
        ],
        sequences: [{ name: "base" }, { name: "breath", flags: DELTA | AUTOPLAY, blends: [1] }],
      }),
    );
    player.advance(1.25);
    player.pose();
    expect(placeOf(player, 0)[2]).toBeCloseTo(1, 5);
  });

  it("limits the number of autoplay sequences per pose", () => {
    const player = makePlayer(
      made({
        animations: [{ name: "up", flags: DELTA, frames: [{ 0: { position: [0, 0, 1] } }] }],
        sequences: Array.from({ length: 200 }, (_, i) => ({
          name: `up${i}`,
          flags: i === 0 ? DELTA : DELTA | AUTOPLAY,
        })),
      }),
    );
    player.pose();
    expect(placeOf(player, 0)[2]).toBe(1 + 64);
  });

  it("fades from the previous sequence for the shorter of both fade times", () => {
    const player = makePlayer(
      made({
        animations: [
          { name: "a", frames: [yaw(0)] },
          { name: "b", frames: [yaw(60)] },
        ],
        sequences: [
          { name: "a", fadeOut: 0.4 },
          { name: "b", blends: [1], fadeIn: 0.8 },
        ],
      }),
    );
    player.advance(0.1);
    player.play(1);
    player.pose();
    expect(yawOf(player, 0)).toBeCloseTo(0, 3);
    player.advance(0.1);
    player.pose();
    // After a quarter of the time: 3 t t − 2 t t t of the remaining three quarters.
    expect(yawOf(player, 0)).toBeCloseTo(60 * (1 - (3 * 0.5625 - 2 * 0.421875)), 2);
    player.advance(0.31);
    player.pose();
    expect(yawOf(player, 0)).toBeCloseTo(60, 3);
    player.play(0, { fadeSeconds: 0 });
    player.pose();
    expect(yawOf(player, 0)).toBeCloseTo(0, 3);
  });

  it("moves bones by bone controllers", () => {
    const player = makePlayer(
      made({
        rig: {
          boneControllers: {
            count: 2,
            bone: Int32Array.of(1, 2),
            type: Int32Array.of(0x20, 0x4),
            start: Float32Array.of(-45, 0),
            end: Float32Array.of(135, 8),
            rest: Int32Array.of(0, 0),
            inputField: Int32Array.of(0, 4),
          },
        },
      }),
    );
    // At rest it is at 0 of its range.
    expect([...player.controllers]).toEqual([0.25, 0, 0, 0, 0]);
    player.controllers[0] = 0.75;
    player.controllers[4] = 0.5;
    player.pose();
    expect(yawOf(player, 1)).toBeCloseTo(90, 3);
    expect(placeOf(player, 2)[2]).toBeCloseTo(4, 4);
  });

  it("returns attachment matrices", () => {
    const player = makePlayer(
      made({
        animations: [{ name: "a", frames: [yaw(90)] }],
        sequences: [{ name: "a" }],
        rig: {
          attachments: {
            count: 2,
            name: ["tip", "up"],
            flags: Uint32Array.of(0, 0x10000),
            bone: Int32Array.of(2, 2),
            local: Float32Array.of(
              1,
              0,
              0,
              3,
              0,
              1,
              0,
              0,
              0,
              0,
              1,
              0,
              0,
              1,
              0,
              3,
              1,
              0,
              0,
              0,
              0,
              0,
              1,
              0,
            ),
          },
        },
      }),
    );
    player.pose();
    const out = new Float32Array(14);
    player.attachment(0, out, 1);
    expect(out[0]).toBe(0);
    expect([out[4], out[8], out[12]].map(Math.round)).toEqual([0, 23, 0]);
    player.attachment(1, out);
    expect([...out.subarray(0, 3), ...out.subarray(4, 7)]).toEqual([1, 0, 0, 0, 1, 0]);
    expect(Math.round(out[7])).toBe(23);
  });

  it("returns the events of the interval that was played", () => {
    const event = (cycle: number): SequenceEvent => ({ cycle, event: 1, name: "", options: "" });
    const player = makePlayer(
      made({
        animations: [{ name: "a", frames: [{}, {}] }],
        sequences: [{ name: "a", flags: LOOPING, events: [event(0.9), event(0), event(0.5)] }],
      }),
    );
    const out: SequenceEvent[] = [];
    const between = (from: number, to: number) =>
      out.slice(0, player.eventsBetween(from, to, out)).map(({ cycle }) => cycle);
    expect(between(0.4, 0.9)).toEqual([0.5, 0.9]);
    expect(between(0.5, 0.8)).toEqual([]);
    expect(between(0.8, 0.1)).toEqual([0.9, 0]);
  });
});

describe.skipIf(!hasCorpus)("real models in their first frame", () => {
  it("match the first frame of their first sequence", async () => {
    let compared = 0;
    for (const name of listCorpusFiles(".mdl")) {
      const [root, below] = name.split("/models/");
      if (below === undefined) continue;
      const model = await openCorpusModel(root, `models/${below}`.toLowerCase());
      const { sequences } = model.motions;
      const first = readFirstPose(readFileSync(corpusPath(name)), model.mdl);
      const isMore = sequences.some(({ flags }) => (flags & AUTOPLAY) !== 0);
      if (first === null || isMore) continue;
      const player = createPosePlayer(model);
      player.hasIk = false;
      player.pose();
      const wanted = buildModelFromBones(model.mdl, first);
      let worst = 0;
      wanted.forEach((value, i) => {
        worst = Math.max(worst, Math.abs(value - player.modelFromBone[i]));
      });
      expect(worst, name).toBeLessThan(1e-4);
      compared++;
    }
    expect(compared).toBeGreaterThan(400);
  }, 120_000);
});
