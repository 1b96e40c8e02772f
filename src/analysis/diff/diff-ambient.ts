/**
 * Comparison of the ambient cubes that light models, at one place per cluster, because each compile
 * puts its samples elsewhere.
 */

import { FormatError } from "../../core/errors.ts";
import type { LeafAmbient } from "../../formats/bsp/types.ts";
import { AMBIENT_CUBE_FLOATS, buildAmbientCubes } from "../../scene/light/ambient.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { MapVersion } from "./open-version.ts";
import type { AmbientDiff, AmbientPlace, Point } from "./types.ts";

// Point in each cluster of a map, by which the cluster is found in another version.

/**
 * Points tried in a leaf's box. All of them may miss a leaf that fills only a thin wedge of its
 * box.
 */
const TRIES = 24;
/** Steps of the R3 low-discrepancy sequence, which spreads points evenly. */
const STEPS = [0.8191725, 0.6710436, 0.5497005] as const;

/**
 * Returns a point for each cluster, `null` if none was found in it. Uses the middle of the
 * cluster's largest leaf if it lies inside, so that the point does not depend on the order of
 * leafs.
 */
export function placeClusters({ bsp: { leafs }, tree, pvs }: MapVersion): (Point | null)[] {
  const places = new Array<Point | null>(pvs?.clusterCount ?? 0).fill(null);
  const sizes = new Float64Array(places.length).fill(-1);
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    const cluster = leafs.cluster[leaf];
    if (cluster < 0 || cluster >= places.length) continue;
    let size = 1;
    for (let axis = 0; axis < 3; axis++) {
      size *= Math.max(0, leafs.maxs[leaf * 3 + axis] - leafs.mins[leaf * 3 + axis]);
    }
    if (size <= sizes[cluster]) continue;
    const place = findPoint(leafs, tree, leaf);
    if (place === null) continue;
    places[cluster] = place;
    sizes[cluster] = size;
  }
  return places;
}

function findPoint(
  { mins, maxs }: MapVersion["bsp"]["leafs"],
  tree: MapVersion["tree"],
  leaf: number,
): Point | null {
  const at = (axis: number, share: number) =>
    mins[leaf * 3 + axis] + share * (maxs[leaf * 3 + axis] - mins[leaf * 3 + axis]);
  for (let i = 0; i < TRIES; i++) {
    // The first point is the middle.
    const share = (axis: number) => (0.5 + i * STEPS[axis]) % 1;
    const point: Point = [at(0, share(0)), at(1, share(1)), at(2, share(2))];
    if (findLeaf(tree, ...point) === leaf) return point;
  }
  return null;
}

// Decoding of luxels to light, and the visible size of a change.

/** Powers of two for all exponent bytes. */
const SCALE = Float64Array.from({ length: 256 }, (_, i) => 2 ** ((i << 24) >> 24));
const GAMMA = 1 / 2.2;

/** Returns the linear value of a channel; 1 is full light. */
export const linearOf = (bytes: Uint8Array, at: number, channel: number): number =>
  (bytes[at + channel] * SCALE[bytes[at + 3]]) / 255;

/** Returns the difference of two linear values in levels of 255, after gamma. */
export function levelsOf(a: number, b: number): number {
  if (a === b) return 0;
  return Math.abs(Math.min(1, a) ** GAMMA - Math.min(1, b) ** GAMMA) * 255;
}

/** Most places listed, the most changed first. */
export const MOST_AMBIENT_PLACES = 60;

/** First map version with several samples per leaf. Earlier maps have one cube in each leaf. */
const FIRST_WITH_SAMPLES = 20;
/** Middle of a leaf's box in units of 1/255, and the bytes of a cube. */
const MIDDLE = 128;
const CUBE_BYTES = 24;

export function diffAmbient(a: MapVersion, b: MapVersion, untold: string | null): AmbientDiff {
  const side = (["hdr", "ldr"] as const).find((one) =>
    [a, b].every(({ bsp }) => (bsp[one]?.ambient?.count ?? 0) > 0),
  );
  if (untold !== null || side === undefined) {
    return { ...NOTHING, untold: untold ?? tellDark(a, b), side: null };
  }
  try {
    return compareCubes(a, b, side);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...NOTHING, untold: error.message, side };
  }
}

/** Compares ambient cubes. Throws FormatError (too-large). */
function compareCubes(a: MapVersion, b: MapVersion, side: "hdr" | "ldr"): AmbientDiff {
  const places = placeClusters(a).filter((place): place is Point => place !== null);
  const points = Float32Array.from(places.flat());
  const isSparse = [a, b].some(({ bsp }) => bsp.version < FIRST_WITH_SAMPLES);
  const [was, is] = [a, b].map(({ bsp, tree, ledger }) => {
    const { ambient } = bsp[side]!;
    const own = isSparse && ambient !== null ? oneOfEachLeaf(ambient) : ambient;
    const lit = { ...bsp, [side]: { ...bsp[side]!, ambient: own } };
    return buildAmbientCubes(lit, tree, side, points, { ledger });
  });
  let sum = 0;
  let largestChange = 0;
  const changes: AmbientPlace[] = [];
  for (const [row, place] of places.entries()) {
    const [from, to] = [row * AMBIENT_CUBE_FLOATS, (row + 1) * AMBIENT_CUBE_FLOATS];
    let [meanA, meanB, change] = [0, 0, 0];
    for (let i = from; i < to; i++) {
      meanA += was[i] / AMBIENT_CUBE_FLOATS;
      meanB += is[i] / AMBIENT_CUBE_FLOATS;
      change += Math.abs(was[i] - is[i]) / AMBIENT_CUBE_FLOATS;
    }
    sum += change;
    largestChange = Math.max(largestChange, change);
    const levels = levelsOf(meanA, meanB);
    if (levels >= 1) changes.push({ place, a: meanA, b: meanB, levels });
  }
  const compare = (x: AmbientPlace, y: AmbientPlace) =>
    y.levels - x.levels || x.place[0] - y.place[0] || x.place[1] - y.place[1];
  return {
    ...{ untold: null, side, comparedPlaces: places.length, changedPlaces: changes.length },
    ...{ meanChange: places.length === 0 ? 0 : sum / places.length, largestChange },
    changes: changes.sort(compare).slice(0, MOST_AMBIENT_PLACES),
  };
}

/**
 * Keeps the sample nearest to the middle of each leaf, as version 19 does; leafs without one are
 * black.
 */
function oneOfEachLeaf(ambient: LeafAmbient): LeafAmbient {
  const { firstSample, sampleCount, position, cube } = ambient;
  const nearest = firstSample.slice();
  const counts = sampleCount.map((count) => Math.min(count, 1));
  for (let leaf = 0; leaf < counts.length; leaf++) {
    let least = Number.POSITIVE_INFINITY;
    const end = firstSample[leaf] + sampleCount[leaf];
    for (let sample = firstSample[leaf]; sample < end; sample++) {
      let distance = 0;
      for (let axis = 0; axis < 3; axis++) {
        distance += (position[sample * 3 + axis] - MIDDLE) ** 2;
      }
      if (distance < least) {
        least = distance;
        nearest[leaf] = sample;
      }
    }
    const bytes = cube.subarray(nearest[leaf] * CUBE_BYTES, (nearest[leaf] + 1) * CUBE_BYTES);
    if (bytes.every((byte) => byte === 0)) counts[leaf] = 0;
  }
  return { ...ambient, firstSample: nearest, sampleCount: counts };
}

const NOTHING: Omit<AmbientDiff, "untold" | "side"> = {
  ...{ comparedPlaces: 0, changedPlaces: 0, meanChange: 0, largestChange: 0, changes: [] },
};

/**
 * Returns why ambient light cannot be compared; `null` if neither version has any, which is no
 * difference.
 */
function tellDark(a: MapVersion, b: MapVersion): string | null {
  const has = ({ bsp }: MapVersion) =>
    (["hdr", "ldr"] as const).filter((one) => (bsp[one]?.ambient?.count ?? 0) > 0);
  const [ofA, ofB] = [has(a), has(b)];
  if (ofA.length === 0 && ofB.length === 0) return null;
  const say = (sides: readonly string[]) =>
    sides.length === 0
      ? "no ambient light"
      : `ambient light for ${sides.join().toUpperCase()} alone`;
  return `${a.name} has ${say(ofA)}, and ${b.name} ${say(ofB)}`;
}
