/** A flight through a map that comes from the map itself: the same for the same map. */

import type { MapScene } from "../../map/types.ts";
import { wrapYaw } from "../camera/camera.ts";
import type { Flight } from "../camera/flight.ts";
import { buildTourWay } from "./tour-way.ts";
import type { LinePoint } from "./trace-line.ts";

/** Inches a second: as fast as one runs. */
const SPEED = 320;
/** Inches between the entries of the flight's table. */
const STEP = 16;
/** It looks at where it will be this far on, and around by a slow swing. */
const LOOK_AHEAD = 192;
const SWING = { yaw: 30, yawLength: 1400, pitch: 8, pitchLength: 1900 } as const;
const MAX_PITCH = 35;
/** Looks are averaged over so many entries before and after, so that turns are smooth. */
const BLUR = 12;
/** Seconds of a look around where there is nowhere to go. */
const TURN_SECONDS = 8;

const DEGREES = 180 / Math.PI;

/** Points every `STEP` inches along a way, and its end. */
function walk(way: readonly LinePoint[]): LinePoint[] {
  const points: LinePoint[] = [way[0]];
  let toNext = STEP;
  for (let i = 1; i < way.length; i++) {
    const [ax, ay, az] = way[i - 1];
    const [bx, by, bz] = way[i];
    const length = Math.hypot(bx - ax, by - ay, bz - az);
    for (; toNext <= length; toNext += STEP) {
      const t = toNext / length;
      points.push([ax + (bx - ax) * t, ay + (by - ay) * t, az + (bz - az) * t]);
    }
    toNext -= length;
  }
  return points;
}

/** Means over a window; near the ends, over what there is of it. */
function blur(values: Float64Array): Float64Array {
  return values.map((_, i) => {
    const from = Math.max(0, i - BLUR);
    const to = Math.min(values.length, i + BLUR + 1);
    let sum = 0;
    for (let j = from; j < to; j++) sum += values[j];
    return sum / (to - from);
  });
}

/** Yaw (unwrapped) and pitch at each point, towards one farther on. */
function lookAhead(points: readonly LinePoint[]): { yaw: Float64Array; pitch: Float64Array } {
  const yaw = new Float64Array(points.length);
  const pitch = new Float64Array(points.length);
  const ahead = Math.round(LOOK_AHEAD / STEP);
  for (let i = 0; i < points.length; i++) {
    const [x, y, z] = points[i];
    const [tx, ty, tz] = points[Math.min(points.length - 1, i + ahead)];
    const flat = Math.hypot(tx - x, ty - y);
    const last = i > 0 ? yaw[i - 1] : 0;
    // Straight up or down is no direction to turn to.
    yaw[i] = flat < 1 ? last : last + wrapYaw(Math.atan2(ty - y, tx - x) * DEGREES - last);
    const down = -Math.atan2(tz - z, Math.max(flat, LOOK_AHEAD / 2)) * DEGREES;
    pitch[i] = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, down));
  }
  return { yaw: blur(yaw), pitch: blur(pitch) };
}

function createTurn([x, y, z]: LinePoint): Flight {
  return {
    duration: TURN_SECONDS,
    isLoop: true,
    fov: null,
    map: null,
    setPose(camera, seconds) {
      Object.assign(camera, { x, y, z, pitch: 0, yaw: wrapYaw((seconds / TURN_SECONDS) * 360) });
    },
  };
}

/**
 * A flight at a steady speed past places spread over the map, from leaf to neighbouring leaf. Where
 * there is nowhere to go, a look around.
 */
export function buildTour({ tree, start }: Pick<MapScene, "tree" | "start">): Flight {
  const from: LinePoint = [start.x, start.y, start.z];
  const way = buildTourWay(tree, from);
  const points = walk(way.length > 0 ? way : [from]);
  if (points.length < 2) return createTurn(points[0]);
  const { yaw, pitch } = lookAhead(points);
  const last = points.length - 1;
  // On a short way, one swing at least.
  const swing = (at: number, size: number, length: number) =>
    size * Math.sin((at * STEP * 2 * Math.PI) / Math.min(length, last * STEP));
  return {
    duration: (last * STEP) / SPEED,
    isLoop: false,
    fov: null,
    map: null,
    setPose(camera, seconds) {
      const at = Math.min(last, Math.max(0, (seconds * SPEED) / STEP));
      const i = Math.min(last - 1, Math.floor(at));
      const t = at - i;
      const [ax, ay, az] = points[i];
      const [bx, by, bz] = points[i + 1];
      camera.x = ax + (bx - ax) * t;
      camera.y = ay + (by - ay) * t;
      camera.z = az + (bz - az) * t;
      const ahead = yaw[i] + (yaw[i + 1] - yaw[i]) * t;
      camera.yaw = wrapYaw(ahead + swing(at, SWING.yaw, SWING.yawLength));
      camera.pitch =
        pitch[i] + (pitch[i + 1] - pitch[i]) * t + swing(at, SWING.pitch, SWING.pitchLength);
    },
  };
}
