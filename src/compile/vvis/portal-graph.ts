/** Graph of portals for vvis. Each portal appears twice, once for each direction. */

import { FormatError } from "../../core/errors.ts";
import type { CompileReport, PortalFile } from "../types.ts";
import { MAX_WINDING_POINTS } from "./clip-winding.ts";

/** Most clusters. A leaf of a BSP of version 20 stores its cluster as a signed 16-bit number. */
const MAX_CLUSTERS = 32768;
/** Most ways: vvis' MAX_PORTALS, which counts both directions. */
const MAX_PORTALS = 32768;
/** Smallest area of a portal in square inches. Smaller ones are left out. */
const MIN_AREA = 1e-4;

/** Plain columns that can be posted to workers. */
export interface PortalGraph {
  readonly clusterCount: number;
  /**
   * Ways through portals: 2i leads from the first cluster of a portal to the second, 2i + 1 back.
   */
  readonly wayCount: number;
  /** 32-bit words per bit set of ways. */
  readonly wayWords: number;
  /** 4 a way: normal, into the cluster that the way leads to, and distance. */
  readonly planes: Float64Array;
  /** 4 a way: center and radius of its winding. */
  readonly spheres: Float64Array;
  /** Cluster that each way leads to. */
  readonly target: Uint32Array;
  /** First row of `points` of each portal (way >>> 1); one more at the end. */
  readonly firstPoint: Uint32Array;
  /** 3 a point. */
  readonly points: Float64Array;
  /** First row of `clusterWays` of each cluster; one more at the end. */
  readonly firstWay: Uint32Array;
  /** Ways that lead out of each cluster. */
  readonly clusterWays: Uint32Array;
}

/**
 * Returns an error at a line of the portal file, which has three header lines, then one line for
 * each portal.
 */
function fault(
  code: "bad-count" | "bad-index" | "bad-value",
  line: number,
  expected: string,
  found: number,
): FormatError {
  const where = line < 4 ? "header" : `portal ${line - 4}`;
  return new FormatError({
    format: "PRT",
    code,
    where,
    offset: 0,
    line,
    expected,
    found: `${found}`,
  });
}

function checkPortals(portals: PortalFile): void {
  const { clusterCount, portalCount, clusters, firstPoint, points } = portals;
  if (clusterCount > MAX_CLUSTERS) {
    throw fault("bad-count", 2, `at most ${MAX_CLUSTERS} clusters`, clusterCount);
  }
  if (portalCount > MAX_PORTALS) {
    throw fault("bad-count", 3, `at most ${MAX_PORTALS} portals`, portalCount);
  }
  for (let i = 0; i < portalCount; i++) {
    for (const cluster of [clusters[i * 2], clusters[i * 2 + 1]]) {
      if (cluster >= clusterCount) {
        throw fault("bad-index", i + 4, `a cluster below ${clusterCount}`, cluster);
      }
    }
    const count = firstPoint[i + 1] - firstPoint[i];
    if (count > MAX_WINDING_POINTS) {
      throw fault("bad-count", i + 4, `at most ${MAX_WINDING_POINTS} points`, count);
    }
    for (let at = firstPoint[i] * 3; at < firstPoint[i + 1] * 3; at++) {
      if (!Number.isFinite(points[at]))
        throw fault("bad-value", i + 4, "finite numbers", points[at]);
    }
  }
}

/** Writes normal and distance of a polygon and returns its area. */
function writePlane(points: Float64Array, first: number, end: number, out: Float64Array): number {
  const count = end - first;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  const ox = points[first * 3];
  const oy = points[first * 3 + 1];
  const oz = points[first * 3 + 2];
  for (let i = first + 1; i + 1 < end; i++) {
    const ax = points[i * 3] - ox;
    const ay = points[i * 3 + 1] - oy;
    const az = points[i * 3 + 2] - oz;
    const bx = points[i * 3 + 3] - ox;
    const by = points[i * 3 + 4] - oy;
    const bz = points[i * 3 + 5] - oz;
    nx += ay * bz - az * by;
    ny += az * bx - ax * bz;
    nz += ax * by - ay * bx;
  }
  const length = Math.hypot(nx, ny, nz);
  if (length === 0) return 0;
  out[0] = nx / length;
  out[1] = ny / length;
  out[2] = nz / length;
  out[3] = 0;
  for (let at = first * 3; at < end * 3; at += 3) {
    out[3] += points[at] * out[0] + points[at + 1] * out[1] + points[at + 2] * out[2];
  }
  out[3] /= count;
  return length / 2;
}

function writeSphere(points: Float64Array, first: number, end: number, out: Float64Array): void {
  out.fill(0, 0, 4);
  for (let at = first * 3; at < end * 3; at++)
    out[(at - first * 3) % 3] += points[at] / (end - first);
  for (let at = first * 3; at < end * 3; at += 3) {
    const distance = Math.hypot(
      points[at] - out[0],
      points[at + 1] - out[1],
      points[at + 2] - out[2],
    );
    out[3] = Math.max(out[3], distance);
  }
}

/**
 * Builds the graph. Leaves out portals without area with a warning, and portals from a cluster to
 * itself silently, because they hide nothing. Throws FormatError.
 */
export function createPortalGraph(portals: PortalFile, report: CompileReport): PortalGraph {
  checkPortals(portals);
  const { clusterCount, clusters } = portals;
  const plane = new Float64Array(4);
  const sphere = new Float64Array(4);
  const planes: number[] = [];
  const spheres: number[] = [];
  const target: number[] = [];
  const firstPoint = [0];
  const points: number[] = [];
  let degenerate = 0;
  for (let i = 0; i < portals.portalCount; i++) {
    const first = portals.firstPoint[i];
    const end = portals.firstPoint[i + 1];
    if (clusters[i * 2] === clusters[i * 2 + 1]) continue;
    if (end - first < 3 || writePlane(portals.points, first, end, plane) < MIN_AREA) {
      degenerate++;
      continue;
    }
    writeSphere(portals.points, first, end, sphere);
    // Clockwise seen from the first cluster, so the right-handed normal points to the second.
    planes.push(plane[0], plane[1], plane[2], plane[3]);
    planes.push(-plane[0], -plane[1], -plane[2], -plane[3]);
    spheres.push(...sphere, ...sphere);
    target.push(clusters[i * 2 + 1], clusters[i * 2]);
    for (let at = first * 3; at < end * 3; at++) points.push(portals.points[at]);
    firstPoint.push(points.length / 3);
  }
  if (degenerate > 0) report.warn(`vvis: ${degenerate} portals have no area and were left out`);

  const wayCount = target.length;
  const firstWay = new Uint32Array(clusterCount + 1);
  for (let way = 0; way < wayCount; way++) firstWay[target[way ^ 1] + 1]++;
  for (let i = 0; i < clusterCount; i++) firstWay[i + 1] += firstWay[i];
  const clusterWays = new Uint32Array(wayCount);
  const next = firstWay.slice();
  for (let way = 0; way < wayCount; way++) clusterWays[next[target[way ^ 1]]++] = way;
  return {
    clusterCount,
    wayCount,
    wayWords: (wayCount + 31) >>> 5,
    planes: Float64Array.from(planes),
    spheres: Float64Array.from(spheres),
    target: Uint32Array.from(target),
    firstPoint: Uint32Array.from(firstPoint),
    points: Float64Array.from(points),
    firstWay,
    clusterWays,
  };
}
