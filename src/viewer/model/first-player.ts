/** Plays a model's sequences, frame by frame. */

import {
  buildBonePalette,
  buildModelFromBones,
} from "../../formats/studio/mesh/build-bone-palette.ts";
import type { StudioModel } from "../../model/studio-model.ts";

export interface PosePlayer {
  readonly palette: Float32Array;
  readonly modelFromBone: Float32Array;
  readonly poseParameters: Float32Array;
  cycle: number;
  rate: number;
  play(sequence: number, options?: { fadeSeconds?: number; cycle?: number; rate?: number }): void;
  advance(seconds: number): void;
  pose(): void;
}

export function createPosePlayer({ mdl, motions, rig }: StudioModel): PosePlayer {
  const palette = buildBonePalette(mdl);
  let animation = -1;
  const count = mdl.bones.count;
  const modelFromBone = buildModelFromBones(mdl);
  return {
    palette,
    modelFromBone,
    poseParameters: new Float32Array(rig.poseParameters.count),
    cycle: 0,
    rate: 1,
    play(sequence, { cycle = 0, rate = 1 } = {}) {
      animation = motions.sequences[sequence].blends[0];
      this.cycle = cycle;
      this.rate = rate;
    },
    advance(seconds) {
      if (animation < 0) return;
      const { fps, frameCount } = motions.animations[animation];
      if (frameCount < 2) return;
      this.cycle = (((this.cycle + (seconds * this.rate * fps) / (frameCount - 1)) % 1) + 1) % 1;
    },
    pose() {
      if (animation < 0) return;
      const { frameCount } = motions.animations[animation];
      const { position, quaternion } = motions.frames(animation);
      const row = Math.round(this.cycle * (frameCount - 1));
      const pose = {
        position: position.subarray(row * count * 3, (row + 1) * count * 3),
        quaternion: quaternion.subarray(row * count * 4, (row + 1) * count * 4),
      };
      palette.set(buildBonePalette(mdl, pose));
      modelFromBone.set(buildModelFromBones(mdl, pose));
    },
  };
}
