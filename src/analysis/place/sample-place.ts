/**
 * Estimates how much of what is drawn from a cluster is never visible from it. Traces lines from
 * points all over the cluster to points on each drawn thing. A sample of the things without a free
 * line is traced again with many more lines, which shows how many the first lines missed.
 */

import { WORLD_VERTEX } from "../../map/world.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { createTrace, type Trace } from "../../visibility/trace.ts";
import { type Breath, createBreath } from "../breath.ts";
import type { CannotTell } from "../cannot-tell.ts";
import type { CostMap } from "../cost/open-cost-map.ts";
import { isInBrush, Work } from "../cost/standing-places.ts";
import type { CostCounter } from "../cost/view-cost.ts";

// Deterministic low-discrepancy sequence.

/** Powers of the inverse root of x^(d + 1) = x + 1 for d = 3: the R sequence (M. Roberts, 2018). */
const R3 = [0.8191725133961645, 0.6710436067037893, 0.5497004779019703];

/** Returns number `index` of an axis (0 to 2) in [0, 1), shifted by `offset`. */
function evenly(index: number, axis: number, offset = 0): number {
  const value = 0.5 + index * R3[axis] + offset;
  return value - Math.floor(value);
}

/** Returns the 95 % confidence interval of a share, given `hits` of `tries` (Wilson's interval). */
export function wilsonInterval(hits: number, tries: number): readonly [low: number, high: number] {
  if (tries === 0) return [0, 1];
  const z2 = 1.96 ** 2;
  const share = hits / tries;
  const middle = share + z2 / (2 * tries);
  const reach = 1.96 * Math.sqrt((share * (1 - share) + z2 / (4 * tries)) / tries);
  const scale = 1 + z2 / tries;
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}

/** Points tried per point wanted, because a leaf may fill little of its box. */
const TRIES_A_POINT = 16;
/**
 * Most tests of brushes and sides in total, because leafs of a malicious map may list any number.
 */
const MOST_POINT_TESTS = 2 ** 26;

/** Lists at most `wanted` points, 3 numbers each; empty if the cluster has no free space. */
function listClusterPoints(map: CostMap, cluster: number, wanted: number): Float64Array {
  const { tree } = map;
  const leafs: number[] = [];
  const ends: number[] = [];
  let volume = 0;
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    if (tree.leafCluster[leaf] !== cluster) continue;
    const box = tree.leafBox.subarray(leaf * 6, leaf * 6 + 6);
    volume += Math.max(0, (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]));
    leafs.push(leaf);
    ends.push(volume);
  }
  const points: number[] = [];
  const work = new Work({ tests: 0 }, MOST_POINT_TESTS);
  for (let i = 0; i < wanted * TRIES_A_POINT && points.length < wanted * 3; i++) {
    const at = ((i + 0.5) / (wanted * TRIES_A_POINT)) * 997;
    const row = ends.findIndex((end) => end >= (at - Math.floor(at)) * volume);
    if (row < 0) break;
    const box = tree.leafBox.subarray(leafs[row] * 6, leafs[row] * 6 + 6);
    const [x, y, z] = [0, 1, 2].map(
      (axis) => box[axis] + (box[axis + 3] - box[axis]) * evenly(i, axis),
    );
    if (findLeaf(tree, x, y, z) !== leafs[row]) continue;
    const isTaken = isInBrush({ map, work }, leafs[row], x, y, z);
    if (work.isOver) break;
    if (isTaken) continue;
    points.push(x, y, z);
  }
  return Float64Array.from(points);
}

const START_POINTS = 256;
/** Lines traced to each thing at first, and to each thing in the second sample. */
const FIRST_LINES = 32;
const MORE_LINES = 1024;
/** Things in the second sample, chosen in proportion to their triangles. */
const LOOKED_AGAIN = 160;
/**
 * Inches before a surface at which a line ends, because brushes and triangles only meet
 * approximately.
 */
const SHORT_OF = 1;
/** Default limit of all tests. Real maps take up to 27 million. */
const MOST_TESTS = 2 ** 29;

export interface PlaceSample {
  /** Things drawn from the cluster (runs of world triangles, and props), and their triangles. */
  readonly things: number;
  readonly triangles: number;
  /** Triangles of things that are never visible, and the 95 % interval of that estimate. */
  readonly neverSeen: number;
  readonly neverSeenLow: number;
  readonly neverSeenHigh: number;
  /** Clusters drawn, and those in which something was visible. */
  readonly clusters: number;
  readonly seenClusters: number;
  readonly lines: number;
}

/** Things drawn from a place: chunks, then props, with the triangles of each. */
interface Things {
  readonly chunkCount: number;
  /** Chunk, or prop instance. */
  readonly row: number[];
  readonly triangles: number[];
}

/** Place in a map, and what is drawn from it. */
export interface SampledPlace {
  readonly map: CostMap;
  readonly counter: CostCounter;
  readonly cluster: number;
  /** Bit set of the clusters drawn from the place. */
  readonly visible: Uint32Array;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * @param mostTests nodes, brushes, sides and triangles tested by all lines
 * Rejects with CancelledError.
 */
export async function samplePlace(
  place: SampledPlace,
  progress: (done: number) => void,
  signal?: AbortSignal,
  mostTests = MOST_TESTS,
): Promise<PlaceSample | CannotTell> {
  const { map, cluster, visible } = place;
  const breath = createBreath(signal);
  const starts = listClusterPoints(map, cluster, START_POINTS);
  if (starts.length === 0) return { because: "its leaf has no free space between its brushes" };
  const things = listThings(place);
  const trace = createTrace(map.tree, map.opaque);
  const work = new Work(trace, mostTests);
  const tooMuch = { because: `its lines of sight met ${mostTests.toLocaleString("en")} things` };
  const looker = createLooker(map, trace, starts, things);
  const isSeen = new Uint8Array(things.row.length);
  let triangles = 0;
  let unseen = 0;
  for (let thing = 0; thing < things.row.length; thing++) {
    await breath();
    // The second half of the progress is the second sample, which takes about as long.
    if ((thing & 63) === 0) progress(thing / things.row.length / 2);
    triangles += things.triangles[thing];
    if (looker.look(thing, 0, FIRST_LINES)) isSeen[thing] = 1;
    else unseen += things.triangles[thing];
    if (work.isOver) return tooMuch;
  }
  const again = await lookAgain({ things, isSeen, unseen }, looker, work, breath);
  if (again === null) return tooMuch;
  const { clusters, seenClusters } = countClusters(map, things, isSeen, visible);
  progress(1);
  return {
    things: things.row.length,
    triangles,
    neverSeen: Math.round(unseen * (1 - again.share)),
    neverSeenLow: Math.round(unseen * (1 - again.high)),
    neverSeenHigh: Math.round(unseen * (1 - again.low)),
    clusters,
    seenClusters,
    lines: looker.lines,
  };
}

function listThings({ map, counter, visible, x, y, z }: SampledPlace): Things {
  const { world, props } = map;
  const row: number[] = [];
  const triangles: number[] = [];
  for (let chunk = 0; chunk < world.chunks.count; chunk++) {
    if (world.triangles[chunk] === 0 || !counter.isChunkSeen(chunk, visible)) continue;
    row.push(chunk);
    triangles.push(world.triangles[chunk]);
  }
  const chunkCount = row.length;
  for (let instance = 0; instance < (props?.instanceCount ?? 0); instance++) {
    if (!counter.isPropSeen(instance, visible)) continue;
    const count = counter.propTriangles(instance, x, y, z);
    if (count === 0) continue;
    row.push(instance);
    triangles.push(count);
  }
  return { chunkCount, row, triangles };
}

interface Looker {
  /** Whether any of some lines to a thing is free. */
  look(thing: number, firstLine: number, endLine: number): boolean;
  readonly lines: number;
}

function createLooker(map: CostMap, trace: Trace, starts: Float64Array, things: Things): Looker {
  const { mesh, chunks } = map.world;
  const floats = new Float32Array(
    mesh.vertices.buffer,
    mesh.vertices.byteOffset,
    mesh.vertices.byteLength / 4,
  );
  const startCount = starts.length / 3;
  let lines = 0;

  /** Picks a point on one of a chunk's triangles. Returns whether it faces the start. */
  const end = new Float64Array(3);
  function pickOnChunk(chunk: number, line: number, shift: number, start: number): boolean {
    const count = chunks.indexCount[chunk] / 3;
    const triangle = Math.min(count - 1, Math.floor(evenly(line, 2, shift) * count));
    const first = chunks.firstIndex[chunk] + triangle * 3;
    const corner = (i: number) =>
      mesh.indices[first + i] * (WORLD_VERTEX.strideBytes / 4) + WORLD_VERTEX.position / 4;
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    let u = evenly(line, 0, shift);
    let v = evenly(line, 1, shift);
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    for (let axis = 0; axis < 3; axis++) {
      const origin = floats[a + axis];
      end[axis] = origin + u * (floats[b + axis] - origin) + v * (floats[c + axis] - origin);
    }
    const [ux, uy, uz] = [0, 1, 2].map((axis) => floats[b + axis] - floats[a + axis]);
    const [vx, vy, vz] = [0, 1, 2].map((axis) => floats[c + axis] - floats[a + axis]);
    return (
      (uy * vz - uz * vy) * (starts[start] - end[0]) +
        (uz * vx - ux * vz) * (starts[start + 1] - end[1]) +
        (ux * vy - uy * vx) * (starts[start + 2] - end[2]) >
      0
    );
  }

  function pickInProp(instance: number, line: number, shift: number): void {
    const box = map.props!.instanceBox;
    for (let axis = 0; axis < 3; axis++) {
      const low = box[instance * 6 + axis];
      const high = box[instance * 6 + 3 + axis];
      end[axis] = low + (high - low) * (0.05 + 0.9 * evenly(line, axis, shift));
    }
  }

  return {
    get lines() {
      return lines;
    },
    look(thing, firstLine, endLine) {
      const shift = (thing * 0.6180339887498949) % 1;
      for (let line = firstLine; line < endLine; line++) {
        const start = ((line * 97 + thing * 31) % startCount) * 3;
        lines++;
        if (thing < things.chunkCount) {
          if (!pickOnChunk(things.row[thing], line, shift, start)) continue;
        } else pickInProp(things.row[thing], line, shift);
        if (isFree(trace, starts, start, end)) return true;
      }
      return false;
    },
  };
}

function isFree(trace: Trace, starts: Float64Array, start: number, end: Float64Array): boolean {
  const [x, y, z] = [starts[start], starts[start + 1], starts[start + 2]];
  const [dx, dy, dz] = [end[0] - x, end[1] - y, end[2] - z];
  const length = Math.hypot(dx, dy, dz);
  if (length <= SHORT_OF) return true;
  return !trace.isBlocked(x, y, z, dx / length, dy / length, dz / length, length - SHORT_OF);
}

/** Result of the first sample. */
interface FirstLook {
  readonly things: Things;
  /** 1 for things that were visible. */
  readonly isSeen: Uint8Array;
  /** Triangles of all other things. */
  readonly unseen: number;
}

/**
 * Estimates the share of unseen triangles whose things are visible after all: estimate, lower and
 * upper bound. `null` if the budget is spent.
 */
async function lookAgain(
  { things, isSeen, unseen }: FirstLook,
  looker: Looker,
  work: Work,
  breath: Breath,
): Promise<{ readonly share: number; readonly low: number; readonly high: number } | null> {
  if (unseen === 0) return { share: 0, low: 0, high: 0 };
  const { row, triangles } = things;
  const answers = new Map<number, boolean>();
  const ask = (thing: number): boolean => {
    const known = answers.get(thing) ?? looker.look(thing, FIRST_LINES, MORE_LINES);
    answers.set(thing, known);
    return known;
  };
  let sum = 0;
  let picked = 0;
  let hits = 0;
  for (let thing = 0; thing < row.length; thing++) {
    if (isSeen[thing] === 1) continue;
    sum += triangles[thing];
    // Picks things in proportion to their triangles (systematic sampling).
    while (picked < LOOKED_AGAIN && ((picked + 0.5) / LOOKED_AGAIN) * unseen <= sum) {
      picked++;
      if (ask(thing)) hits++;
      if (work.isOver) return null;
      await breath();
    }
  }
  for (const [thing, found] of answers) if (found) isSeen[thing] = 1;
  const [low, high] = wilsonInterval(hits, picked);
  return { share: hits / picked, low, high };
}

function countClusters(
  { world, props }: CostMap,
  { row, chunkCount }: Things,
  isSeen: Uint8Array,
  visible: Uint32Array,
) {
  const drawn = new Set<number>();
  const seen = new Set<number>();
  for (let thing = 0; thing < row.length; thing++) {
    const [set, first, count] =
      thing < chunkCount
        ? [world.chunks, world.chunks.firstCluster, world.chunks.clusterCount]
        : [props!, props!.instanceFirstCluster, props!.instanceClusterCount];
    for (let i = first[row[thing]]; i < first[row[thing]] + count[row[thing]]; i++) {
      const cluster = set.clusters[i];
      if ((visible[cluster >>> 5] & (1 << (cluster & 31))) === 0) continue;
      drawn.add(cluster);
      if (isSeen[thing] === 1) seen.add(cluster);
    }
  }
  return { clusters: drawn.size, seenClusters: seen.size };
}
