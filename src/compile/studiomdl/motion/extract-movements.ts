/** Extracts the whole model's movement from animations. */

import { STUDIO_LOOPING } from "../../../formats/studio/animation/animation-types.ts";
import type {
  StudioAnimationFile,
  StudioMovementFile,
} from "../../../formats/studio/write/write-types.ts";
import { createPose, invertPose, multiplyPoses, type Pose, writeEuler } from "../pose-matrix.ts";
import type { QcWalkFrame } from "../qc/motion/motion-types.ts";
import {
  MOTION_LX,
  MOTION_LY,
  MOTION_LZ,
  MOTION_LZR,
  MOTION_QUADRATIC,
} from "../qc/rig/motions.ts";

const ORIGIN = [0, 0, 0] as const;

/** Returns the pose of the whole model at a frame, relative to the animation's start. */
export function movementPose(movements: readonly StudioMovementFile[], frame: number): Pose {
  let from = 0;
  let [position, yaw]: [readonly [number, number, number], number] = [ORIGIN, 0];
  for (const { endFrame, speed, yaw: turned, vector, position: there } of movements) {
    if (frame < endFrame) {
      const part = (frame - from) / (endFrame - from);
      const way = speed[0] * part + 0.5 * (speed[1] - speed[0]) * part * part;
      const at = position.map((value, axis) => value + vector[axis] * way);
      return placeAt(at, yaw + (turned - yaw) * part);
    }
    [from, position, yaw] = [endFrame, there, turned];
  }
  return placeAt(position, yaw);
}

/** @param yaw degrees */
export function placeAt(position: ArrayLike<number>, yaw: number): Pose {
  return createPose([0, 0, (yaw * Math.PI) / 180], 0, position, 0, 1);
}

const AXES = [MOTION_LX, MOTION_LY, MOTION_LZ];

/**
 * Moves the part of the root's motion that `walkframe`s select to the whole model: from each end
 * frame to the next, along and about the axes named. Looping animations move evenly. Others match
 * the first root's position in the middle of each part.
 * @param roots rows of the bones without a parent. The first one determines the motion.
 */
export function extractMovements(
  animation: StudioAnimationFile,
  walkFrames: readonly QcWalkFrame[],
  roots: readonly number[],
  boneCount: number,
): StudioAnimationFile {
  const [root] = roots;
  if (walkFrames.length === 0 || root === undefined) return animation;
  const poseAt = (frame: number): Pose => {
    const at = (Math.min(frame, animation.frameCount - 1) * boneCount + root) * 3;
    return createPose(animation.rotation, at, animation.position, at, 1);
  };
  const movements: StudioMovementFile[] = [];
  let [from, place, yaw]: [number, number[], number] = [0, [0, 0, 0], 0];
  for (const { endFrame: wanted, motion } of walkFrames) {
    const endFrame = Math.max(from, wanted);
    const [begin, end] = [poseAt(from), poseAt(endFrame)];
    const stays = multiplyPoses(invertPose(placeAt(place, yaw)), begin);
    const turned = (motion & MOTION_LZR) === 0 ? 0 : yawBetween(begin, end);
    const placeOf = (pose: Pose, at: number): number[] => {
      const rest = multiplyPoses(placeAt([0, 0, 0], at), stays);
      return AXES.map((axis, i) =>
        (motion & axis) === 0 ? place[i] : pose[i * 4 + 3] - rest[i * 4 + 3],
      );
    };
    const there = placeOf(end, yaw + turned);
    const way = there.map((value, axis) => value - place[axis]);
    const length = Math.hypot(...way);
    const vector = way.map((value) => (length === 0 ? 0 : value / length));
    const isEven = (animation.flags & STUDIO_LOOPING) !== 0 && (motion & MOTION_QUADRATIC) === 0;
    let speed: [number, number] = [length, length];
    if (!isEven && endFrame - from > 1) {
      const middle = (from + endFrame) / 2;
      const [a, b] = [poseAt(Math.floor(middle)), poseAt(Math.ceil(middle))];
      const half = a.map((value, i) => (value + b[i]) / 2);
      const at = placeOf(half, yaw + turned / 2);
      const done = at.reduce((sum, value, axis) => sum + (value - place[axis]) * vector[axis], 0);
      speed = speedOf(done, length);
    }
    movements.push({
      endFrame: wanted,
      motionFlags: motion,
      speed,
      yaw: yaw + turned,
      vector: [vector[0], vector[1], vector[2]],
      position: [there[0], there[1], there[2]],
    });
    [from, place, yaw] = [endFrame, there, yaw + turned];
  }
  return { ...holdBack(animation, movements, roots, boneCount), movements };
}

/** Returns the speeds at the start and the end, from the distance at the middle. Never negative. */
function speedOf(half: number, whole: number): [number, number] {
  const [start, end] = [4 * half - whole, 3 * whole - 4 * half];
  if (start < 0) return [0, 2 * whole];
  return end < 0 ? [2 * whole, 0] : [start, end];
}

/** Returns the degrees about z from one rotation to another. */
function yawBetween(from: Pose, to: Pose): number {
  const turn = multiplyPoses(to, invertPose(from));
  return (Math.atan2(turn[4], turn[0]) * 180) / Math.PI;
}

function holdBack(
  animation: StudioAnimationFile,
  movements: readonly StudioMovementFile[],
  roots: readonly number[],
  boneCount: number,
): StudioAnimationFile {
  const position = animation.position.slice();
  const rotation = animation.rotation.slice();
  for (let frame = 0; frame < animation.frameCount; frame++) {
    const back = invertPose(movementPose(movements, frame));
    for (const root of roots) {
      const at = (frame * boneCount + root) * 3;
      const pose = multiplyPoses(back, createPose(rotation, at, position, at, 1));
      position.set([pose[3], pose[7], pose[11]], at);
      writeEuler(rotation, at, pose);
    }
  }
  return { ...animation, position, rotation };
}
