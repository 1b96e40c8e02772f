/**
 * Evaluates a model's bones while sequences play, in the order of the client's
 * `StandardBlendingRules` and `SetupBones`.
 */

import type { PosedModel } from "../../../src/model/files/studio-model.ts";
import { Chain } from "./chain.ts";
import { holdLimbs, type Lock, takeBack } from "./limbs.ts";
import { axisTurn, clamp, type Local, type Mat, qmul, unit } from "./math.ts";
import { aimedBone, axisBone, turnBone } from "./procedures.ts";
import { type Rule, solveRules } from "./rules.ts";
import {
  accumulate,
  cyclesPerSecond,
  limbsOf,
  restPose,
  type Scene,
  settingsOf,
} from "./sequences.ts";

export interface Played {
  readonly sequence: number;
  readonly cycle: number;
  readonly weight: number;
}

export interface PlayState {
  readonly main: Omit<Played, "weight">;
  /** Layered sequences in order. */
  readonly others?: readonly Played[];
  readonly time?: number;
  readonly poseParameters: ArrayLike<number>;
  readonly controllers?: ArrayLike<number>;
  readonly attachments?: ReadonlyMap<string, Mat>;
}

const [AUTOPLAY, ALWAYS_PROCEDURAL] = [0x8, 0x4];

/** Returns one matrix per bone; jiggle bones are in their rest position. */
export function evaluatePose(
  { mdl, rig, procedures, motions }: PosedModel,
  state: PlayState,
): Mat[] {
  const { bones } = mdl;
  const scene: Scene = {
    bones,
    motions,
    limbs: limbsOf(rig, motions.kneeDirection),
    settings: settingsOf(motions.poseParameters, state.poseParameters),
    time: state.time ?? 0,
    rules: new Map<number, Rule[]>(),
  };
  let pose = restPose(bones);
  if (motions.sequences.length > 0) {
    pose = accumulate(scene, pose, state.main.sequence, state.main.cycle, 1, true);
    for (const { sequence, cycle, weight } of state.others ?? []) {
      pose = accumulate(scene, pose, sequence, cycle, weight, true);
    }
    pose = playAlways(scene, pose);
  }
  control(pose, rig.boneControllers, state.controllers ?? []);
  const chain = new Chain(bones.parent, pose);
  solveRules(scene.rules, scene.limbs, chain, state.attachments ?? new Map());
  const rule = (
    table: { count: number; bone: Int32Array },
    write: (row: number, bone: number) => Mat,
  ) => {
    for (let row = 0; row < table.count; row++) {
      const bone = table.bone[row];
      if (bones.flags[bone] & ALWAYS_PROCEDURAL) byRule.set(bone, () => write(row, bone));
    }
  };
  const byRule = new Map<number, () => Mat>();
  const place = (bone: number): Mat => {
    const own = byRule.get(bone);
    if (own !== undefined) {
      byRule.delete(bone);
      chain.known.set(bone, own());
    }
    // Children of procedural bones.
    if (!chain.known.has(bone) && bones.parent[bone] >= 0) place(bones.parent[bone]);
    return chain.get(bone);
  };
  rule(procedures.axisInterpolations, (row) => axisBone(procedures, row, place, bones.parent));
  rule(procedures.quaternionInterpolations, (row) =>
    turnBone(procedures, row, place, bones.parent),
  );
  rule(procedures.aims, (row, bone) => {
    const rest = [...bones.quaternion.subarray(bone * 4, bone * 4 + 4)];
    return aimedBone(procedures, row, place, rest, rig.attachments);
  });
  return pose.map((_, bone) => place(bone));
}

function playAlways(scene: Scene, before: Local[]): Local[] {
  const { chain, positionWeight, localQuaternionWeight } = scene.motions.ikLocks;
  const locks = [...chain].flatMap((row, i): Lock[] => {
    const limb = scene.limbs[row];
    return limb
      ? [{ limb, positionWeight: positionWeight[i], turnWeight: localQuaternionWeight[i] }]
      : [];
  });
  const held = holdLimbs(new Chain(scene.bones.parent, before), locks, true);
  let pose = before;
  scene.motions.sequences.forEach((sequence, row) => {
    if ((sequence.flags & AUTOPLAY) === 0) return;
    const cycle = (scene.time * cyclesPerSecond(scene, sequence)) % 1;
    pose = accumulate(scene, pose, row, cycle, 1, false);
  });
  const out = [...pose];
  takeBack(new Chain(scene.bones.parent, out), locks, held);
  return out;
}

/** `CalcBoneAdj` */
function control(
  pose: Local[],
  table: PosedModel["rig"]["boneControllers"],
  values: ArrayLike<number>,
): void {
  for (let i = 0; i < table.count; i++) {
    const t = clamp(values[table.inputField[i]] ?? 0, 0, 1);
    const value = (1 - t) * table.start[i] + t * table.end[i];
    const kind = [1, 2, 4, 8, 16, 32].indexOf(table.type[i] & 0x3ffff);
    const { p, q } = pose[table.bone[i]];
    const axis = [0, 1, 2].map((k) => Number(k === kind % 3));
    if (kind < 0) continue;
    pose[table.bone[i]] =
      kind < 3
        ? { p: p.map((v, k) => v + axis[k] * value), q }
        : { p, q: unit(qmul(axisTurn(axis, (value * Math.PI) / 180), q)) };
  }
}
