/**
 * Finds clusters that see each other by tracing rays through portals: a lower bound of the true
 * PVS.
 */

import type { PortalFile } from "../../../src/compile/types.ts";
import { createRandom } from "../make-portals.ts";

interface Opening {
  readonly to: number;
  /** Normal that points into the cluster `to`. */
  readonly normal: readonly [number, number, number];
  readonly distance: number;
  readonly points: readonly (readonly [number, number, number])[];
}

/** Tolerance: a ray that only touches an edge, or runs in a portal's plane, does not pass. */
const EDGE = 1e-6;

function openingsOf(portals: PortalFile): Opening[][] {
  const openings: Opening[][] = Array.from({ length: portals.clusterCount }, () => []);
  for (let i = 0; i < portals.portalCount; i++) {
    const points: [number, number, number][] = [];
    for (let p = portals.firstPoint[i]; p < portals.firstPoint[i + 1]; p++) {
      points.push([portals.points[p * 3], portals.points[p * 3 + 1], portals.points[p * 3 + 2]]);
    }
    // Sums over a fan, because the first three points may be collinear.
    const a = points[0];
    const n = [0, 0, 0];
    for (let k = 1; k + 1 < points.length; k++) {
      const u = [0, 1, 2].map((axis) => points[k][axis] - a[axis]);
      const v = [0, 1, 2].map((axis) => points[k + 1][axis] - a[axis]);
      n[0] += u[1] * v[2] - u[2] * v[1];
      n[1] += u[2] * v[0] - u[0] * v[2];
      n[2] += u[0] * v[1] - u[1] * v[0];
    }
    const length = Math.hypot(...n);
    const normal = [n[0] / length, n[1] / length, n[2] / length] as const;
    const distance = normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2];
    const [from, to] = [portals.clusters[i * 2], portals.clusters[i * 2 + 1]];
    openings[from].push({ to, normal, distance, points });
    const backwards = [-normal[0], -normal[1], -normal[2]] as const;
    openings[to].push({
      to: from,
      normal: backwards,
      distance: -distance,
      points: [...points].reverse(),
    });
  }
  return openings;
}

/**
 * Returns whether a point on the plane is inside; points run counter-clockwise as seen from the
 * normal.
 */
function isInside(opening: Opening, x: number, y: number, z: number): boolean {
  const { points, normal } = opening;
  for (let i = 0; i < points.length; i++) {
    const a = points[i];
    const b = points[i + 1 === points.length ? 0 : i + 1];
    const [ex, ey, ez] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const [px, py, pz] = [x - a[0], y - a[1], z - a[2]];
    const side =
      normal[0] * (ey * pz - ez * py) +
      normal[1] * (ez * px - ex * pz) +
      normal[2] * (ex * py - ey * px);
    if (side < EDGE * Math.hypot(ex, ey, ez)) return false;
  }
  return true;
}

type Vec = readonly [number, number, number];

/** Appends the clusters that a ray passes after `cluster`; `sign` -1 goes backwards. */
function march(
  openings: readonly Opening[][],
  cluster: number,
  origin: Vec,
  direction: Vec,
  sign: 1 | -1,
  path: number[],
): void {
  const length = Math.hypot(...direction);
  let at = cluster;
  let least = -1e-9;
  for (;;) {
    let next: Opening | null = null;
    let nearest = 0;
    for (const opening of openings[at]) {
      const { normal, distance } = opening;
      const speed =
        sign * (normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]);
      if (speed <= EDGE * length) continue;
      const height = normal[0] * origin[0] + normal[1] * origin[1] + normal[2] * origin[2];
      const t = (distance - height) / speed;
      if (t <= least) continue;
      const x = origin[0] + t * sign * direction[0];
      const y = origin[1] + t * sign * direction[1];
      const z = origin[2] + t * sign * direction[2];
      if (!isInside(opening, x, y, z)) continue;
      next = opening;
      nearest = t;
      break;
    }
    if (next === null) return;
    least = nearest + 1e-9;
    at = next.to;
    path.push(at);
  }
}

/**
 * Shoots rays both ways from points of clusters and calls `found` for each pair of clusters that
 * one line passes. Rays aim at a portal some steps away, every second one close to corners, where a
 * wrong plane shows first. Clusters must be convex.
 */
export function traceRays(
  portals: PortalFile,
  rays: number,
  seed: number,
  found: (from: number, to: number) => void,
): void {
  const openings = openingsOf(portals);
  const random = createRandom(seed);
  const clusters = openings.flatMap((list, cluster) => (list.length > 0 ? [cluster] : []));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  /**
   * Returns a mean of points with random weights; large `sharpness` gives nearly one of the points.
   */
  const mean = (points: readonly Vec[], sharpness: number): Vec => {
    const sum: [number, number, number] = [0, 0, 0];
    let total = 0;
    for (const point of points) {
      const weight = random() ** sharpness;
      total += weight;
      for (let axis = 0; axis < 3; axis++) sum[axis] += weight * point[axis];
    }
    return [sum[0] / total, sum[1] / total, sum[2] / total];
  };
  const path: number[] = [];
  for (let ray = 0; ray < rays; ray++) {
    const sharpness = ray & 1 ? 1 : 12;
    const start = pick(clusters);
    const inside = random() < 0.25;
    const origin = mean(
      inside ? openings[start].flatMap(({ points }) => points) : pick(openings[start]).points,
      sharpness,
    );
    let goal = pick(openings[start]);
    for (let step = Math.floor(random() * 12); step > 0; step--) goal = pick(openings[goal.to]);
    const aim = mean(goal.points, sharpness);
    const direction = [aim[0] - origin[0], aim[1] - origin[1], aim[2] - origin[2]] as const;
    if (Math.hypot(...direction) < 1e-3) continue;
    path.length = 0;
    path.push(start);
    march(openings, start, origin, direction, 1, path);
    march(openings, start, origin, direction, -1, path);
    for (const [i, from] of path.entries()) {
      for (let j = i + 1; j < path.length; j++) found(from, path[j]);
    }
  }
}
