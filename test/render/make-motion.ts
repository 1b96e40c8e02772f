/** Builds the motion of generated props from tracks of `test/oracle/pose/pose.ts`. */

import {
  POSE_ROW,
  POSED_BONE_ROW,
  type PropMotion,
  TRACK_LOOPING,
} from "../../src/map/motion/prop-motion.ts";
import type { OracleTrack } from "../oracle/pose/pose.ts";

export interface TestPosed {
  readonly instance: number;
  readonly track: number;
  readonly delay?: number;
  readonly period?: number;
}

/** @param paletteBones rows of the palette before those of what is posed */
export function makeMotion(
  tracks: readonly OracleTrack[],
  posed: readonly TestPosed[],
  paletteBones: number,
): PropMotion {
  const boneCounts = tracks.map(({ bones }) => bones.length);
  const sums = (counts: readonly number[]) =>
    Uint32Array.from(counts, (_, i) => counts.slice(0, i).reduce((sum, count) => sum + count, 0));
  const trackFirstBone = sums(boneCounts);
  const bones = new Uint8Array(
    boneCounts.reduce((sum, count) => sum + count, 0) * POSED_BONE_ROW.strideBytes,
  );
  const view = new DataView(bones.buffer);
  const poses: number[] = [];
  const trackFirstPose: number[] = [];
  const trackDepth: number[] = [];
  tracks.forEach((track, t) => {
    const depths: number[] = [];
    track.bones.forEach(({ parent, poseToBone }, bone) => {
      depths.push(parent < 0 ? 0 : depths[parent] + 1);
      const at = (trackFirstBone[t] + bone) * POSED_BONE_ROW.strideBytes;
      poseToBone.flat().forEach((value, k) => {
        view.setFloat32(at + POSED_BONE_ROW.poseToBone + k * 4, value, true);
      });
      view.setInt32(at + POSED_BONE_ROW.parent, parent, true);
      view.setUint32(at + POSED_BONE_ROW.depth, depths[bone], true);
    });
    trackDepth.push(Math.max(...depths));
    trackFirstPose.push(poses.length / (POSE_ROW.strideBytes / 4));
    for (const { position, quaternion } of track.frames.flat()) {
      poses.push(...position, 0, ...quaternion);
    }
  });
  const posedBones = posed.map(({ track }) => boneCounts[track]);
  return {
    bones,
    poses: Float32Array.from(poses),
    trackCount: tracks.length,
    trackFirstBone,
    trackBoneCount: Uint32Array.from(boneCounts),
    trackDepth: Uint32Array.from(trackDepth),
    trackFirstPose: Uint32Array.from(trackFirstPose),
    trackFrameCount: Uint32Array.from(tracks, ({ frames }) => frames.length),
    trackFps: Float32Array.from(tracks, ({ fps }) => fps),
    trackFlags: Uint32Array.from(tracks, ({ isLooping }) => (isLooping ? TRACK_LOOPING : 0)),
    posedCount: posed.length,
    posedInstance: Uint32Array.from(posed, ({ instance }) => instance),
    posedTrack: Uint32Array.from(posed, ({ track }) => track),
    posedFirstBone: sums(posedBones).map((row) => paletteBones + row),
    posedDelay: Float32Array.from(posed, ({ delay = 0 }) => delay),
    posedPeriod: Float32Array.from(posed, ({ period = 0 }) => period),
    paletteBoneCount: posedBones.reduce((sum, count) => sum + count, 0),
  };
}
