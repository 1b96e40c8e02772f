/** Exact visibility: follows lines from portal to portal and clips the reachable part. */

import { clipWinding, createWinding, type FixedWinding, VIS_EPSILON } from "./clip-winding.ts";
import type { PortalGraph } from "./portal-graph.ts";

// Planes between two windings that bound what is visible through both: the anti-penumbra.

/** Most planes. More hardly reduce the bound, and leaving some out only enlarges it. */
const MAX_SEPARATORS = 64;

/**
 * Distance in inches by which a point may be on the wrong side of a separating plane. Much less
 * than VIS_EPSILON, because behind two windings that are close together a tilt grows with the
 * distance.
 */
const SIDE_EPSILON = 1e-6;

/** Largest difference of normals and distances of equal planes. */
const SAME_PLANE = 1e-9;

export interface Separators {
  /** 4 a plane: normal and distance. `pass` is in front of it, `source` behind it. */
  planes: Float64Array;
  count: number;
}

function createSeparators(): Separators {
  return { planes: new Float64Array(MAX_SEPARATORS * 4), count: 0 };
}

/**
 * Finds the planes through an edge of one winding and a point of the other that have all of
 * `source` behind and all of `pass` in front. Anything visible from `source` through `pass` is in
 * front of all of them, once past `pass`.
 */
function findSeparators(source: FixedWinding, pass: FixedWinding, out: Separators): void {
  out.count = 0;
  addSeparators(source, pass, true, out);
  addSeparators(pass, source, false, out);
}

function addSeparators(
  edges: FixedWinding,
  vertices: FixedWinding,
  vertexIsPass: boolean,
  out: Separators,
): void {
  const a = edges.points;
  const b = vertices.points;
  for (let i = 0; i < edges.count; i++) {
    const at = i * 3;
    const to = i + 1 === edges.count ? 0 : at + 3;
    const ex = a[to] - a[at];
    const ey = a[to + 1] - a[at + 1];
    const ez = a[to + 2] - a[at + 2];
    const edgeLength = Math.sqrt(ex * ex + ey * ey + ez * ez);
    for (let j = 0; j < vertices.count; j++) {
      const vx = b[j * 3] - a[at];
      const vy = b[j * 3 + 1] - a[at + 1];
      const vz = b[j * 3 + 2] - a[at + 2];
      let nx = ey * vz - ez * vy;
      let ny = ez * vx - ex * vz;
      let nz = ex * vy - ey * vx;
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      // A point on the edge's own line defines no plane.
      if (length <= VIS_EPSILON * edgeLength) continue;
      nx /= length;
      ny /= length;
      nz /= length;
      let distance = a[at] * nx + a[at + 1] * ny + a[at + 2] * nz;
      // Most planes fail at the winding that contributes the point.
      const side = sideOf(vertices, nx, ny, nz, distance);
      if (side === 0 || sideOf(edges, nx, ny, nz, distance) !== -side) continue;
      if (side < 0 === vertexIsPass) {
        nx = -nx;
        ny = -ny;
        nz = -nz;
        distance = -distance;
      }
      if (!addPlane(out, nx, ny, nz, distance)) return;
    }
  }
}

/**
 * Returns 1 or -1 for the side of a plane that a winding is on; 0 if it is on both sides or in the
 * plane.
 */
function sideOf(
  winding: FixedWinding,
  nx: number,
  ny: number,
  nz: number,
  distance: number,
): number {
  const { points, count } = winding;
  let front = false;
  let back = false;
  for (let i = 0; i < count; i++) {
    const at = i * 3;
    const d = points[at] * nx + points[at + 1] * ny + points[at + 2] * nz - distance;
    if (d > SIDE_EPSILON) {
      if (back) return 0;
      front = true;
    } else if (d < -SIDE_EPSILON) {
      if (front) return 0;
      back = true;
    }
  }
  return front ? 1 : back ? -1 : 0;
}

/** Adds a plane. Returns false if there is no room. */
function addPlane(out: Separators, nx: number, ny: number, nz: number, distance: number): boolean {
  const { planes } = out;
  for (let i = 0; i < out.count * 4; i += 4) {
    if (
      Math.abs(planes[i] - nx) < SAME_PLANE &&
      Math.abs(planes[i + 1] - ny) < SAME_PLANE &&
      Math.abs(planes[i + 2] - nz) < SAME_PLANE &&
      Math.abs(planes[i + 3] - distance) < SAME_PLANE
    ) {
      return true;
    }
  }
  if (out.count === MAX_SEPARATORS) return false;
  const at = out.count++ * 4;
  planes[at] = nx;
  planes[at + 1] = ny;
  planes[at + 2] = nz;
  planes[at + 3] = distance;
  return true;
}

/** Step of the search: the cluster reached, and the remaining lines. */
interface Step {
  /** Ways that may still be reached. */
  readonly mightSee: Uint32Array;
  /** Part of the first portal from which lines may start. */
  source: FixedWinding;
  /** Part of the last portal through which lines may have come. */
  pass: FixedWinding;
  readonly separators: Separators;
  hasSeparators: boolean;
  /** Rows of `clusterWays` still to be tried. */
  nextWay: number;
  endWay: number;
  readonly sourceBuffer: FixedWinding;
  readonly passBuffers: readonly [FixedWinding, FixedWinding];
}

function createStep(words: number): Step {
  const sourceBuffer = createWinding();
  const passBuffers = [createWinding(), createWinding()] as const;
  return {
    mightSee: new Uint32Array(words),
    source: sourceBuffer,
    pass: passBuffers[0],
    separators: createSeparators(),
    hasSeparators: false,
    nextWay: 0,
    endWay: 0,
    sourceBuffer,
    passBuffers,
  };
}

/** Remaining steps of all ways together. */
export interface FlowBudget {
  left: number;
}

/**
 * Follows lines through `ways` and returns a row of `wayWords` words for each: the ways visible
 * through it. `rows` is an upper bound (`computeMightSee`) and may contain finished rows of other
 * ways; a tighter bound is faster. Depends only on its arguments, so that ways can be computed in
 * parallel.
 * @param budget `null` for unlimited steps. Ways that run out of steps keep their bound.
 */
export function computePortalVis(
  graph: PortalGraph,
  rows: Uint32Array,
  ways: Uint32Array,
  budget: FlowBudget | null = null,
): Uint32Array {
  const { wayWords } = graph;
  const search = createFlowSearch(graph, rows, budget);
  const out = new Uint32Array(ways.length * wayWords);
  for (let i = 0; i < ways.length; i++) {
    followLines(search, ways[i], out.subarray(i * wayWords, (i + 1) * wayWords));
  }
  return out;
}

/** Graph, and memory that the searches of all ways share. */
export interface FlowSearch {
  readonly graph: PortalGraph;
  /** Polygon of each portal. */
  readonly windings: readonly FixedWinding[];
  readonly rows: Uint32Array;
  readonly budget: FlowBudget | null;
  readonly steps: Step[];
  readonly clippedSeparators: Separators;
}

export function createFlowSearch(
  graph: PortalGraph,
  rows: Uint32Array,
  budget: FlowBudget | null = null,
): FlowSearch {
  const { wayCount, firstPoint, points } = graph;
  const windings: FixedWinding[] = [];
  for (let portal = 0; portal * 2 < wayCount; portal++) {
    const part = points.subarray(firstPoint[portal] * 3, firstPoint[portal + 1] * 3);
    windings.push({ points: part, count: part.length / 3 });
  }
  return { graph, windings, rows, budget, steps: [], clippedSeparators: createSeparators() };
}

/** Sets in the empty bit set `seen` the ways that are visible through `base`. */
export function followLines(search: FlowSearch, base: number, seen: Uint32Array): void {
  const { graph, windings, rows, budget, steps, clippedSeparators } = search;
  const { wayWords, planes, spheres, target, firstWay, clusterWays } = graph;
  const bx = planes[base * 4];
  const by = planes[base * 4 + 1];
  const bz = planes[base * 4 + 2];
  const baseDistance = planes[base * 4 + 3];
  const sx = spheres[base * 4];
  const sy = spheres[base * 4 + 1];
  const sz = spheres[base * 4 + 2];
  const baseRadius = spheres[base * 4 + 3];

  if (steps.length === 0) steps.push(createStep(wayWords));
  for (let i = 0; i < wayWords; i++) steps[0].mightSee[i] = rows[base * wayWords + i];
  steps[0].source = windings[base >>> 1];
  steps[0].nextWay = firstWay[target[base]];
  steps[0].endWay = firstWay[target[base] + 1];

  let depth = 0;
  while (depth >= 0) {
    const step = steps[depth];
    if (step.nextWay === step.endWay) {
      depth--;
      continue;
    }
    if (budget !== null && --budget.left < 0) {
      for (let i = 0; i < wayWords; i++) seen[i] = rows[base * wayWords + i];
      return;
    }
    const way = clusterWays[step.nextWay++];
    const word = way >>> 5;
    const bit = 1 << (way & 31);
    if ((step.mightSee[word] & bit) === 0) continue;

    if (depth + 1 === steps.length) steps.push(createStep(wayWords));
    const next = steps[depth + 1];
    const { mightSee } = next;
    const row = way * wayWords;
    let more = ~seen[word] & bit;
    for (let i = 0; i < wayWords; i++) {
      const might = step.mightSee[i] & rows[row + i];
      mightSee[i] = might;
      more |= might & ~seen[i];
    }
    if (more === 0) continue;

    // Lines leave the first portal's plane forwards.
    let pass: FixedWinding | null = windings[way >>> 1];
    const o = way * 4;
    const ahead =
      spheres[o] * bx + spheres[o + 1] * by + spheres[o + 2] * bz - baseDistance - spheres[o + 3];
    if (ahead < 0) {
      pass = clipWinding(pass, bx, by, bz, baseDistance, next.passBuffers[0]);
      if (pass === null) continue;
    }
    // Lines start behind the plane of every later portal.
    let source: FixedWinding | null = step.source;
    const behind = sx * planes[o] + sy * planes[o + 1] + sz * planes[o + 2] - planes[o + 3];
    if (behind + baseRadius > 0) {
      source = clipWinding(
        source,
        -planes[o],
        -planes[o + 1],
        -planes[o + 2],
        -planes[o + 3],
        next.sourceBuffer,
      );
      if (source === null) continue;
    }
    if (depth > 0) {
      if (!step.hasSeparators) {
        findSeparators(step.source, step.pass, step.separators);
        step.hasSeparators = true;
        if (!dropHidden(graph, step, seen)) {
          step.nextWay = step.endWay;
          continue;
        }
        if ((step.mightSee[word] & bit) === 0) continue;
      }
      pass = clipBySeparators(pass, step.separators, next.passBuffers);
      if (pass === null) continue;
      if (source !== step.source) {
        findSeparators(source, step.pass, clippedSeparators);
        pass = clipBySeparators(pass, clippedSeparators, next.passBuffers);
        if (pass === null) continue;
      }
    }
    seen[word] |= bit;
    next.source = source;
    next.pass = pass;
    next.hasSeparators = false;
    next.nextWay = firstWay[target[way]];
    next.endWay = firstWay[target[way] + 1];
    depth++;
  }
}

/**
 * Clears in a step's `mightSee` the ways that are not seen yet and lie behind a separator. Returns
 * false if no new way is left, so that the search need not continue.
 */
function dropHidden(graph: PortalGraph, step: Step, seen: Uint32Array): boolean {
  const { mightSee, separators } = step;
  let left = false;
  for (let i = 0; i < mightSee.length; i++) {
    for (let fresh = mightSee[i] & ~seen[i]; fresh !== 0; fresh &= fresh - 1) {
      const bit = 31 - Math.clz32(fresh & -fresh);
      if (isHidden(graph, i * 32 + bit, separators)) mightSee[i] &= ~(1 << bit);
      else left = true;
    }
  }
  return left;
}

/** Whether a whole portal is behind one of the planes. */
function isHidden(graph: PortalGraph, way: number, separators: Separators): boolean {
  const { spheres, firstPoint, points } = graph;
  const { planes } = separators;
  const s = way * 4;
  const first = firstPoint[way >>> 1] * 3;
  const end = firstPoint[(way >>> 1) + 1] * 3;
  for (let p = 0; p < separators.count * 4; p += 4) {
    const nx = planes[p];
    const ny = planes[p + 1];
    const nz = planes[p + 2];
    const distance = planes[p + 3] + VIS_EPSILON;
    const centre = spheres[s] * nx + spheres[s + 1] * ny + spheres[s + 2] * nz - distance;
    if (centre > 0) continue;
    if (centre < -spheres[s + 3]) return true;
    let at = first;
    while (at < end && points[at] * nx + points[at + 1] * ny + points[at + 2] * nz <= distance) {
      at += 3;
    }
    if (at === end) return true;
  }
  return false;
}

function clipBySeparators(
  winding: FixedWinding,
  separators: Separators,
  buffers: readonly [FixedWinding, FixedWinding],
): FixedWinding | null {
  const { planes } = separators;
  let pass: FixedWinding = winding;
  for (let at = 0; at < separators.count * 4; at += 4) {
    const out = pass === buffers[0] ? buffers[1] : buffers[0];
    const left = clipWinding(pass, planes[at], planes[at + 1], planes[at + 2], planes[at + 3], out);
    if (left === null) return null;
    pass = left;
  }
  return pass;
}
