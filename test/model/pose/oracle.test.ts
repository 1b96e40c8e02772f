/** Compares poses of real models with an independent implementation of the engine's formulas. */

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { PosedModel, StudioModel } from "../../../src/model/files/studio-model.ts";
import { createPosePlayer, type PosePlayer } from "../../../src/model/pose/pose-player.ts";
import { evaluatePose, type PlayState } from "../../oracle/pose/evaluate.ts";
import { hasCorpus } from "../../support/corpus.ts";
import { openCorpusModel, PERSON } from "../corpus-models.ts";

/** Inches at about 70 from the origin, and relative rotation; columns have 32 bits. */
const NEAR = { place: 4e-3, turn: 1e-3 };

interface Difference {
  readonly place: number;
  readonly turn: number;
}

function compare(model: PosedModel, player: PosePlayer, state: PlayState): Difference {
  const wanted = evaluatePose(model, state);
  let [place, turn] = [0, 0];
  wanted.forEach((rows, bone) => {
    rows.flat().forEach((value, k) => {
      const off = Math.abs(value - player.modelFromBone[bone * 12 + k]);
      if (k % 4 === 3) place = Math.max(place, off);
      else turn = Math.max(turn, off);
    });
  });
  return { place, turn };
}

/** Poses one moment with both implementations. */
function poseBoth(
  model: PosedModel,
  sequence: number,
  cycle: number,
  poseParameters: readonly number[],
  others: readonly { sequence: number; cycle: number; weight: number }[] = [],
): Difference {
  const player = createPosePlayer(model);
  const { start, end } = model.motions.poseParameters;
  poseParameters.forEach((part, i) => {
    player.poseParameters[i] = start[i] + part * (end[i] - start[i]);
  });
  player.play(sequence, { fadeSeconds: 0, cycle });
  for (const { sequence: row, cycle: at, weight } of others) {
    player.addLayer(row, weight).cycle = at;
  }
  player.pose();
  const state = { main: { sequence, cycle }, others, poseParameters: player.poseParameters };
  return compare(model, player, { ...state, controllers: player.controllers });
}

const part = fc.double({ min: 0, max: 1, noNaN: true });

describe.skipIf(!hasCorpus)("a real person's pose", () => {
  let person: StudioModel;
  const ofKind: Record<string, number[]> = {};
  beforeAll(async () => {
    person = await openCorpusModel(...PERSON);
    person.motions.sequences.forEach((sequence, row) => {
      const kinds = {
        grid: sequence.blendSize[0] > 1 && sequence.blendSize[1] > 1,
        row: sequence.blends.length > 1,
        world: (sequence.flags & 0x4000) !== 0,
        local: (sequence.flags & 0x200) !== 0,
        added: (sequence.flags & 0x4) !== 0,
        layered: sequence.autoLayers.length > 0,
        locked: sequence.ikLocks.length > 0,
        held: sequence.blends.some((a) =>
          person.motions.rules(a).ikRules.some(({ type }) => type !== 4),
        ),
        any: true,
      };
      for (const [name, is] of Object.entries(kinds)) {
        ofKind[name] ??= [];
        if (is) ofKind[name].push(row);
      }
    });
  });

  it.each([
    ["grid", 12],
    ["row", 12],
    ["world", 8],
    ["local", 8],
    ["layered", 16],
    ["locked", 16],
    ["held", 24],
    ["any", 24],
  ])("matches the independent implementation for sequences of the kind %s", (kind, runs) => {
    const rows = ofKind[kind];
    expect(rows.length).toBeGreaterThan(0);
    const parameters = fc.array(part, {
      minLength: person.motions.poseParameters.count,
      maxLength: person.motions.poseParameters.count,
    });
    fc.assert(
      fc.property(fc.nat(rows.length - 1), part, parameters, (i, cycle, settings) => {
        const { place, turn } = poseBoth(person, rows[i], cycle, settings);
        const { name } = person.motions.sequences[rows[i]];
        expect([name, place < NEAR.place, turn < NEAR.turn, place, turn]).toEqual([
          name,
          true,
          true,
          place,
          turn,
        ]);
      }),
      { numRuns: runs },
    );
  });

  it("matches it for several layered sequences", () => {
    const { added, held, any } = ofKind;
    const parameters = fc.array(part, {
      minLength: person.motions.poseParameters.count,
      maxLength: person.motions.poseParameters.count,
    });
    const pick = (rows: readonly number[]) =>
      fc.tuple(fc.nat(rows.length - 1), part, part).map(([i, cycle, weight]) => ({
        sequence: rows[i],
        cycle,
        // Weights near 0 vanish in 32 bits.
        weight: 0.05 + 0.95 * weight,
      }));
    fc.assert(
      fc.property(
        pick(held),
        fc.tuple(pick(any), pick(added)),
        parameters,
        (main, others, settings) => {
          const off = poseBoth(person, main.sequence, main.cycle, settings, others);
          expect(off.place).toBeLessThan(NEAR.place);
          expect(off.turn).toBeLessThan(NEAR.turn);
        },
      ),
      { numRuns: 24 },
    );
  });
});

describe.skipIf(!hasCorpus)("real moving models", () => {
  it.each([
    ["tn2", "models/weapons/v_superphyscannon.mdl"],
    ["tn2", "models/weapons/v_warpgun.mdl"],
    ["tn2", "models/elevator_b_skins.mdl"],
    ["tn2", "models/props_lab/bot_male_creepy.mdl"],
    ["tn2", "models/props_c17/door01_left.mdl"],
    ["wire_models", "models/bull/various/gyroscope.mdl"],
    ["portal2_mod/content", "models/srmod/goldenberry.mdl"],
  ])("of %s, %s: match the independent implementation in all sequences", async (root, path) => {
    const model = await openCorpusModel(root, path);
    const { sequences, poseParameters } = model.motions;
    const settings = Array.from({ length: poseParameters.count }, (_, i) => (i * 0.37 + 0.2) % 1);
    for (let row = 0; row < sequences.length; row++) {
      const { place, turn } = poseBoth(model, row, 0.37, settings);
      expect(place, sequences[row].name).toBeLessThan(NEAR.place);
      expect(turn, sequences[row].name).toBeLessThan(NEAR.turn);
    }
  });
});
