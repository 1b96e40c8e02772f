/**
 * Implements the attribute `tour`: flies through the map while no visitor uses it. Its value is the
 * number of seconds without input after which a flight starts, 30 if it has no value. The first
 * flight starts when the map is shown.
 */

import type { ViewerCamera } from "../../viewer/camera/camera.ts";
import type { Flight } from "../../viewer/camera/flight.ts";
import type { Viewer } from "../../viewer/viewer.ts";
import type { ExtrasHost, Feature } from "./extras-host.ts";

const DEFAULT_SECONDS = 30;
const ACTIVITY = ["pointerdown", "pointermove", "wheel", "keydown", "touchstart"] as const;
/** Steps in which a flight is searched for the pose that is nearest. */
const STEPS = 240;
const APPROACH_SECONDS = 2.5;

export function createIdleTour(host: ExtrasHost): Feature {
  const { element, viewer } = host;
  const unbind = new AbortController();
  const { signal } = unbind;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seconds = DEFAULT_SECONDS;

  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // No flight starts while a hotspot has the focus, or after a visitor stopped one.
      const isUsed = element.querySelector(":focus") !== null || host.isFlightRefused;
      if (isUsed || !host.isShown || viewer.isFlying || prefersStillness()) wait();
      else host.startFlight();
    }, seconds * 1000);
  };
  const read = (): void => {
    const text = element.getAttribute("tour")?.trim() ?? "";
    const value = Number(text);
    const isGood = text === "" || (value > 0 && value <= 86_400);
    if (!isGood) {
      host.warn(`The attribute tour must be a number of seconds above 0, but is "${text}".`);
    }
    seconds = text !== "" && isGood ? value : DEFAULT_SECONDS;
    wait();
  };
  for (const name of ACTIVITY) {
    element.addEventListener(name, wait, { signal, passive: true, capture: true });
  }
  read();
  return {
    update: read,
    destroy() {
      clearTimeout(timer);
      unbind.abort();
    },
  };
}

function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Flies through the shown map in a loop, from the place of the flight that is nearest to the
 * camera. Resolves with `false` when it is stopped.
 */
export async function playTour(viewer: Viewer): Promise<boolean> {
  const tour = await viewer.createTour();
  const start = nearestTime(tour, viewer.camera);
  const pose: ViewerCamera = { ...viewer.camera };
  tour.setPose(pose, start);
  const { x, y, z, pitch, yaw } = pose;
  const hasArrived = await viewer.flyTo({ x, y, z, pitch, yaw }, { seconds: APPROACH_SECONDS });
  return hasArrived && viewer.play(from(tour, start), { loop: true });
}

/** Returns a flight that starts later. */
function from(tour: Flight, start: number): Flight {
  const { duration, isLoop, fov, map } = tour;
  return {
    ...{ duration, isLoop, fov, map },
    setPose: (camera, seconds) =>
      tour.setPose(camera, isLoop && duration > 0 ? (seconds + start) % duration : seconds),
  };
}

/** Returns the time at which a flight is nearest to the camera; 0 if it cannot be joined. */
export function nearestTime(tour: Flight, camera: ViewerCamera): number {
  if (!tour.isLoop || tour.duration === 0) return 0;
  const pose: ViewerCamera = { ...camera };
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let step = 0; step < STEPS; step++) {
    const seconds = (step / STEPS) * tour.duration;
    tour.setPose(pose, seconds);
    const far = Math.hypot(pose.x - camera.x, pose.y - camera.y, pose.z - camera.z);
    if (far >= least) continue;
    least = far;
    best = seconds;
  }
  return best;
}
