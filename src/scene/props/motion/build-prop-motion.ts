/**
 * Builds the columns of animated props: tracks and skeletons of models, and the track of each
 * instance.
 */

import type { Ledger } from "../../../core/ledger.ts";
import type { Bones } from "../../../formats/studio/types.ts";
import {
  POSE_ROW,
  POSED_BONE_ROW,
  type PropMotion,
  TRACK_LOOPING,
} from "../../../map/motion/prop-motion.ts";
import type { BakedSequence } from "../../../model/pose/bake-sequence.ts";
import type { PropModel } from "../prop-model.ts";
import { type EntityPlay, periodOf } from "./entity-play.ts";

const POSE_FLOATS = POSE_ROW.strideBytes / 4;

interface PlayedTrack {
  readonly bones: Bones;
  readonly track: BakedSequence;
  readonly firstBone: number;
  readonly firstPose: number;
}

export interface BuiltMotion {
  readonly motion: PropMotion | null;
  /** Number of instances that stand still for lack of budget. */
  readonly leftOut: number;
}

/**
 * @param models model of each instance
 * @param playOf animation of an instance; `null` if none
 * @param paletteBones number of existing palette rows
 */
export function buildPropMotion(
  models: readonly PropModel[],
  playOf: (instance: number) => EntityPlay | null,
  paletteBones: number,
  ledger: Ledger,
): BuiltMotion {
  const tracks: PlayedTrack[] = [];
  const rowOf = new Map<BakedSequence, number>();
  const firstBoneOf = new Map<Bones, number>();
  const posed = {
    ...{ instance: [] as number[], track: [] as number[], firstBone: [] as number[] },
    ...{ delay: [] as number[], period: [] as number[] },
  };
  let boneCount = 0;
  let poseCount = 0;
  let paletteBoneCount = 0;
  let leftOut = 0;
  for (const [instance, { mdl, track }] of models.entries()) {
    const play = playOf(instance);
    if (track === null || play === null || !play.moves) continue;
    const { bones } = mdl;
    let row = rowOf.get(track);
    if (!ledger.tryTake("posedBones", bones.count)) {
      leftOut++;
      continue;
    }
    if (row === undefined) {
      let firstBone = firstBoneOf.get(bones);
      if (firstBone === undefined) {
        firstBone = boneCount;
        firstBoneOf.set(bones, firstBone);
        boneCount += bones.count;
      }
      row = tracks.push({ bones, track, firstBone, firstPose: poseCount }) - 1;
      rowOf.set(track, row);
      poseCount += bones.count * track.frameCount;
    }
    const duration = (track.frameCount - 1) / track.fps;
    posed.instance.push(instance);
    posed.track.push(row);
    posed.firstBone.push(paletteBones + paletteBoneCount);
    posed.delay.push(play.delay);
    posed.period.push(periodOf(play, duration, track.looping));
    paletteBoneCount += bones.count;
  }
  if (tracks.length === 0) return { motion: null, leftOut };
  const ofTrack = (value: (played: PlayedTrack) => number) => Uint32Array.from(tracks, value);
  const { packed, depthOf } = packBones(firstBoneOf, boneCount);
  const motion: PropMotion = {
    bones: packed,
    poses: packPoses(tracks, poseCount),
    trackCount: tracks.length,
    trackFirstBone: ofTrack(({ firstBone }) => firstBone),
    trackBoneCount: ofTrack(({ bones }) => bones.count),
    trackDepth: ofTrack(({ bones }) => depthOf.get(bones) as number),
    trackFirstPose: ofTrack(({ firstPose }) => firstPose),
    trackFrameCount: ofTrack(({ track }) => track.frameCount),
    trackFps: Float32Array.from(tracks, ({ track }) => track.fps),
    trackFlags: ofTrack(({ track }) => (track.looping ? TRACK_LOOPING : 0)),
    posedCount: posed.instance.length,
    posedInstance: Uint32Array.from(posed.instance),
    posedTrack: Uint32Array.from(posed.track),
    posedFirstBone: Uint32Array.from(posed.firstBone),
    posedDelay: Float32Array.from(posed.delay),
    posedPeriod: Float32Array.from(posed.period),
    paletteBoneCount,
  };
  return { motion, leftOut };
}

/** Packs the rows of all skeletons, and returns the greatest depth of each. */
function packBones(firstBoneOf: ReadonlyMap<Bones, number>, boneCount: number) {
  const packed = new Uint8Array(boneCount * POSED_BONE_ROW.strideBytes);
  const view = new DataView(packed.buffer);
  const depthOf = new Map<Bones, number>();
  for (const [bones, first] of firstBoneOf) {
    const { count, parent, poseToBone } = bones;
    const depths = new Uint32Array(count);
    let deepest = 0;
    for (let bone = 0; bone < count; bone++) {
      if (parent[bone] >= 0) depths[bone] = depths[parent[bone]] + 1;
      deepest = Math.max(deepest, depths[bone]);
      const at = (first + bone) * POSED_BONE_ROW.strideBytes;
      for (let k = 0; k < 12; k++) {
        view.setFloat32(at + POSED_BONE_ROW.poseToBone + k * 4, poseToBone[bone * 12 + k], true);
      }
      view.setInt32(at + POSED_BONE_ROW.parent, parent[bone], true);
      view.setUint32(at + POSED_BONE_ROW.depth, depths[bone], true);
    }
    depthOf.set(bones, deepest);
  }
  return { packed, depthOf };
}

function packPoses(tracks: readonly PlayedTrack[], poseCount: number): Float32Array {
  const poses = new Float32Array(poseCount * POSE_FLOATS);
  for (const { bones, track, firstPose } of tracks) {
    for (let i = 0; i < bones.count * track.frameCount; i++) {
      const at = (firstPose + i) * POSE_FLOATS;
      for (let k = 0; k < 3; k++) {
        poses[at + POSE_ROW.position / 4 + k] = track.position[i * 3 + k];
      }
      for (let k = 0; k < 4; k++) {
        poses[at + POSE_ROW.quaternion / 4 + k] = track.quaternion[i * 4 + k];
      }
    }
  }
  return poses;
}
