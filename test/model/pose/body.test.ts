/** Compares every way to play sequences and procedural bones with the engine's formulas. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPosePlayer } from "../../../src/model/pose/pose-player.ts";
import { evaluatePose } from "../../oracle/pose/evaluate.ts";
import { matrixRow } from "../../oracle/pose/math.ts";
import { chance, KINDS, type Kind, makeBody } from "./make-body.ts";

const part = fc.double({ min: 0, max: 1, noNaN: true });
/** Inside grid cells and on grid lines. */
const setting = fc.oneof(part, fc.constantFrom(0, 0.25, 0.5, 1));
const LEDGE = Float32Array.of(0, -1, 0, 14, 1, 0, 0, 8, 0, 0, 1, 9);

const moment = fc.record({
  chance,
  hasAlways: fc.boolean(),
  cycle: fc.oneof(part, fc.constantFrom(0, 1)),
  time: fc.double({ min: 0, max: 7, noNaN: true }),
  settings: fc.array(setting, { minLength: 3, maxLength: 3 }),
  controllers: fc.array(part, { minLength: 5, maxLength: 5 }),
  other: fc.tuple(fc.nat(KINDS.length - 1), part, part),
});

/** Returns the largest error of all bones, in inches and relative rotation. */
function difference(
  kind: Kind,
  { chance: seed, hasAlways, cycle, time, settings, controllers, other }: MomentOf<typeof moment>,
): number {
  const model = makeBody(seed, hasAlways);
  const player = createPosePlayer(model);
  const { start, end } = model.motions.poseParameters;
  settings.forEach((value, i) => {
    player.poseParameters[i] = start[i] + value * (end[i] - start[i]);
  });
  player.controllers.set(controllers);
  player.attachmentTargets.set("ledge", LEDGE);
  player.advance(time);
  const sequence = KINDS.indexOf(kind);
  player.play(sequence, { fadeSeconds: 0, cycle });
  const layer = player.addLayer(other[0], 0.1 + 0.9 * other[2]);
  layer.cycle = other[1];
  player.pose();
  const wanted = evaluatePose(model, {
    main: { sequence, cycle },
    others: [layer],
    time,
    poseParameters: player.poseParameters,
    controllers,
    attachments: new Map([["ledge", matrixRow(LEDGE, 0)]]),
  });
  let most = 0;
  wanted.forEach((rows, bone) => {
    rows.flat().forEach((value, k) => {
      const off = Math.abs(value - player.modelFromBone[bone * 12 + k]);
      most = Math.max(most, k % 4 === 3 ? off / 4 : off);
    });
  });
  return most;
}

type MomentOf<T> = T extends fc.Arbitrary<infer V> ? V : never;

describe("a generated body", () => {
  it.each(KINDS)("is posed like in the engine for the kind %s", (kind) => {
    fc.assert(
      fc.property(moment, (at) => {
        expect(difference(kind, at)).toBeLessThan(1e-3);
      }),
      { numRuns: 60 },
    );
  });

  it.each(["attached", "self", "locked", "layered"] as const)(
    "has a plain pose that does not depend on an earlier pose of the kind %s",
    (kind) => {
      for (const seed of [3, 77, 4096]) {
        const model = makeBody(seed, false);
        const [used, fresh] = [createPosePlayer(model), createPosePlayer(model)];
        used.attachmentTargets.set("ledge", LEDGE);
        used.play(KINDS.indexOf(kind), { fadeSeconds: 0, cycle: 0.4 });
        used.pose();
        const held = used.modelFromBone.slice();
        for (const player of [used, fresh]) {
          player.play(KINDS.indexOf("plain"), { fadeSeconds: 0, cycle: 0.3 });
          player.pose();
        }
        expect(used.modelFromBone).toEqual(fresh.modelFromBone);
        expect(used.modelFromBone).not.toEqual(held);
      }
    },
  );
});
