/** Search for a camera for a changed place that is unobstructed in both versions, if possible. */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import { buildCollision } from "../../../scene/collision/collision.ts";
import { findLeaf } from "../../../visibility/leaf-walk.ts";
import { createTrace, type Trace } from "../../../visibility/trace.ts";
import type { MapVersion } from "../open-version.ts";
import type { Box, PlaceCamera, Point } from "../types.ts";

/** Camera angles in degrees. The first unobstructed combination is used. */
const PITCHES = [25, 50, 5, -20];
const YAW_STEP = 30;
/** Smallest and largest distance from a place's middle in inches, and the factor of its size. */
const NEAREST = 96;
const FARTHEST = 1400;
const TIMES_SIZE = 1.1;
/** Fractions of that distance, tried from far to near. */
const SHARES = [1, 0.7, 0.45, 0.25];
/** Default budget of tests for all places of a diff. Real maps take up to 1.1 million. */
const MOST_TESTS = 2 ** 25;
/** Inches before the middle at which a ray ends, so that the place itself does not block it. */
const SHORT = 24;
const DEGREE = Math.PI / 180;

export interface CameraFinder {
  find(box: Box): PlaceCamera;
}

/**
 * @param mostTests nodes, brushes, sides and triangles tested in total. When they are spent, the
 * best camera so far is used.
 */
export function createCameraFinder(
  versions: readonly MapVersion[],
  mostTests = MOST_TESTS,
): CameraFinder {
  const sights = versions.map((version) => ({
    version,
    trace: createTrace(version.tree, buildCollision(version.bsp, version.brushes), true),
  }));
  const isOver = () => sights.reduce((sum, { trace }) => sum + trace.tests, 0) >= mostTests;
  return { find: (box) => findCamera(sights, box, isOver) };
}

interface Sight {
  readonly version: MapVersion;
  readonly trace: Trace;
}

function findCamera(
  sights: readonly Sight[],
  { mins, maxs }: Box,
  isOver: () => boolean,
): PlaceCamera {
  const middle: Point = [(mins[0] + maxs[0]) / 2, (mins[1] + maxs[1]) / 2, (mins[2] + maxs[2]) / 2];
  const half = Math.hypot(maxs[0] - mins[0], maxs[1] - mins[1], maxs[2] - mins[2]) / 2;
  const far = Math.min(FARTHEST, NEAREST + half * TIMES_SIZE);
  let best: PlaceCamera | null = null;
  let bestWorth = -1;
  for (const share of SHARES) {
    for (const pitch of PITCHES) {
      for (let step = 0; step < 360 / YAW_STEP; step++) {
        // Diagonal views come first, because a view along a wall shows nothing of it.
        const yaw = (YAW_STEP * step * 5 + 45) % 360;
        const distance = Math.max(NEAREST / 2, far * share);
        const camera = cameraAt(middle, pitch, yaw, distance);
        const worth = sights.reduce((sum, sight) => sum + lookFrom(sight, camera, middle), 0);
        if (worth > bestWorth) {
          best = camera;
          bestWorth = worth;
        }
        if (bestWorth >= sights.length * FREE || isOver()) return best!;
      }
    }
  }
  return best!;
}

function cameraAt(middle: Point, pitch: number, yaw: number, distance: number): PlaceCamera {
  const flat = Math.cos(pitch * DEGREE) * distance;
  return {
    x: middle[0] - Math.cos(yaw * DEGREE) * flat,
    y: middle[1] - Math.sin(yaw * DEGREE) * flat,
    z: middle[2] + Math.sin(pitch * DEGREE) * distance,
    pitch,
    yaw,
  };
}

/** Score of a camera in one version: lowest inside a wall, highest with a free view. */
const FREE = 3;
const OUTSIDE = 0;
const HIDDEN = 1;

function lookFrom({ version, trace }: Sight, { x, y, z }: PlaceCamera, middle: Point): number {
  const leaf = findLeaf(version.tree, x, y, z);
  const isSolid = (version.bsp.leafs.contents[leaf] & CONTENTS_SOLID) !== 0;
  if (isSolid || version.bsp.leafs.cluster[leaf] < 0) return OUTSIDE;
  const [dx, dy, dz] = [middle[0] - x, middle[1] - y, middle[2] - z];
  const length = Math.hypot(dx, dy, dz);
  const reach = Math.max(0, length - SHORT);
  const isBlocked = trace.isBlocked(x, y, z, dx / length, dy / length, dz / length, reach);
  return isBlocked ? HIDDEN : FREE;
}
