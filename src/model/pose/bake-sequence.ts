import { Ledger } from "../../core/ledger.ts";
import { multiply3x4 } from "../../math/matrix3x4.ts";
import type { PosedModel } from "../files/studio-model.ts";
import { createPose } from "./blend-poses.ts";
import { invertRigid } from "./matrix.ts";
import { createPosePlayer } from "./pose-player.ts";
import { writeQuaternionOf } from "./quaternion.ts";
import { STUDIO_LOOPING } from "./sequence-flags.ts";

export interface BakeOptions {
  /** Charged for the resulting poses; a new one if left out. */
  readonly ledger?: Ledger;
  /** Values in each parameter's own range; if left out, rest values. */
  readonly poseParameters?: Float32Array;
}

/** One track of a sequence: all bones in each frame, relative to their parents. */
export interface BakedSequence {
  readonly frameCount: number;
  /** Frames per second; 0 for a single pose. */
  readonly fps: number;
  /**
   * 3 and 4 floats a bone, all bones of a frame together. In a looping sequence, the last frame
   * equals the first.
   */
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
  readonly looping: boolean;
}

/** Frame count of sequences with one frame, and of those whose frame a pose parameter selects. */
const SINGLE = 1;

/**
 * Plays a sequence frame by frame into one track, starting at time 0. Includes its blends at the
 * pose parameters, its layers, autoplay sequences, IK and procedural bones. Bones on springs keep
 * their resting places.
 * @throws FormatError if its poses are broken or too many
 */
export function bakeSequence(
  model: PosedModel,
  sequence: number,
  { ledger = new Ledger(), poseParameters }: BakeOptions = {},
): BakedSequence {
  const { mdl, motions } = model;
  const player = createPosePlayer(model);
  if (poseParameters !== undefined) player.poseParameters.set(poseParameters);
  player.play(sequence, { fadeSeconds: 0 });
  const seconds = player.duration();
  const played = motions.sequences[player.sequence];
  const frameCount = countFrames(model, player.sequence, seconds);
  const { count: boneCount, parent } = mdl.bones;
  ledger.take("animationPoses", frameCount * Math.max(1, boneCount), "mstudioseqdesc_t", "MDL");
  const position = new Float32Array(frameCount * boneCount * 3);
  const quaternion = new Float32Array(frameCount * boneCount * 4);
  const local = new Float32Array(12);
  const pose = createPose(boneCount);
  for (let frame = 0; frame < frameCount; frame++) {
    player.cycle = frameCount > 1 ? frame / (frameCount - 1) : 0;
    player.resetSprings();
    player.pose();
    const m = player.modelFromBone;
    for (let bone = 0; bone < boneCount; bone++) {
      local.set(m.subarray(bone * 12, bone * 12 + 12));
      if (parent[bone] >= 0) {
        invertRigid(local, 0, m, parent[bone] * 12);
        multiply3x4(local, 0, local, 0, m, bone * 12);
      }
      writeQuaternionOf(pose.quaternion, bone * 4, local, 0);
      for (let k = 0; k < 3; k++) pose.position[bone * 3 + k] = local[k * 4 + 3];
    }
    position.set(pose.position, frame * boneCount * 3);
    quaternion.set(pose.quaternion, frame * boneCount * 4);
  }
  return {
    frameCount,
    fps: seconds > 0 ? (frameCount - 1) / seconds : 0,
    position,
    quaternion,
    looping: played !== undefined && (played.flags & STUDIO_LOOPING) !== 0,
  };
}

/** Returns the frame count of the longest of its blends, or 1 if it does not move. */
function countFrames({ motions }: PosedModel, sequence: number, seconds: number): number {
  if (!(seconds > 0)) return SINGLE;
  const { blends } = motions.sequences[sequence];
  let most = SINGLE;
  for (const animation of blends) most = Math.max(most, motions.animations[animation].frameCount);
  return most;
}
