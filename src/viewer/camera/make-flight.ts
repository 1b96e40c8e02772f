/** Creates flights: moves to a pose, and playback of recordings. Loaded with the first flight. */

import type { Camera } from "../../render/types.ts";
import { wrapYaw } from "./camera.ts";
import { assignPose, type CameraFlight } from "./camera-flights.ts";
import type { Flight } from "./flight.ts";

/** Creates a move from a camera to a pose that eases in and out, and turns the shorter way. */
export function createApproach(
  from: Readonly<Camera>,
  pose: Partial<Camera>,
  duration: number,
): CameraFlight {
  const start = { ...from };
  const end = { ...from };
  assignPose(end, pose);
  const turn = wrapYaw(end.yaw - start.yaw);
  return {
    duration,
    isLoop: false,
    setPose(camera, seconds) {
      const t = Math.min(seconds / duration, 1);
      const share = t * t * t * (t * (t * 6 - 15) + 10);
      camera.x = start.x + (end.x - start.x) * share;
      camera.y = start.y + (end.y - start.y) * share;
      camera.z = start.z + (end.z - start.z) * share;
      camera.pitch = start.pitch + (end.pitch - start.pitch) * share;
      camera.yaw = wrapYaw(start.yaw + turn * share);
      camera.fov = start.fov + (end.fov - start.fov) * share;
    },
  };
}

/** @param loop whether the flight repeats; as recorded if omitted */
export function createPlayback(recorded: Flight, loop: boolean = recorded.isLoop): CameraFlight {
  const { duration } = recorded;
  const isLoop = loop && duration > 0;
  return {
    duration,
    isLoop,
    setPose: (camera, seconds) => recorded.setPose(camera, isLoop ? seconds % duration : seconds),
  };
}
