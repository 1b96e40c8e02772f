/** Camera poses of a round's frames: a flight sampled at a fixed time step. */

import type { MapScene } from "../../map/types.ts";
import { createCamera } from "../../viewer/camera/camera.ts";
import type { Flight } from "../../viewer/camera/flight.ts";
import { buildTour } from "../../viewer/tour/tour.ts";

/** Numbers of a pose: x, y, z, pitch, yaw. */
export const POSE_SIZE = 5;

/**
 * Samples `count` poses from the start to the end of a flight. The end of a loop equals its start
 * and is left out.
 */
export function sampleFlight(flight: Flight, count: number): Float32Array {
  const poses = new Float32Array(count * POSE_SIZE);
  const camera = createCamera();
  const step = flight.duration / Math.max(1, flight.isLoop ? count : count - 1);
  for (let i = 0; i < count; i++) {
    flight.setPose(camera, i * step);
    const { x, y, z, pitch, yaw } = camera;
    poses.set([x, y, z, pitch, yaw], i * POSE_SIZE);
  }
  return poses;
}

/** Samples `count` poses of the map's tour. */
export function buildCameraPath(scene: Pick<MapScene, "tree" | "start">, count: number) {
  return sampleFlight(buildTour(scene), count);
}

/** Writes the pose of a row into a camera. */
export function writePose(
  camera: { x: number; y: number; z: number; pitch: number; yaw: number },
  poses: Float32Array,
  row: number,
): void {
  const at = row * POSE_SIZE;
  camera.x = poses[at];
  camera.y = poses[at + 1];
  camera.z = poses[at + 2];
  camera.pitch = poses[at + 3];
  camera.yaw = poses[at + 4];
}
