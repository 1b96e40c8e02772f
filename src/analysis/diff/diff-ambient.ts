/** Ambient cubes, by which models are lit, at a place of each cluster: where a compile puts its samples is another each time. */

import { FormatError } from "../../core/errors.ts";
import type { LeafAmbient } from "../../formats/bsp/types.ts";
import { AMBIENT_CUBE_FLOATS, buildAmbientCubes } from "../../scene/light/ambient.ts";
import { placeClusters } from "./cluster-places.ts";
import { levelsOf } from "./light-levels.ts";
import type { MapVersion } from "./open-version.ts";
import type { AmbientDiff, AmbientPlace, Point } from "./types.ts";

/** Places that are listed, the most changed first. */
export const MOST_AMBIENT_PLACES = 60;

/** Maps before it have one cube in each leaf. */
const FIRST_WITH_SAMPLES = 20;
/** Of a leaf's box, in 1/255; and of a cube. */
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

/** Throws FormatError (too-large). */
function compareCubes(a: MapVersion, b: MapVersion, side: "hdr" | "ldr"): AmbientDiff {
  const places = placeClusters(a).filter((place): place is Point => place !== null);
  const points = Float32Array.from(places.flat());
  const isSparse = [a, b].some(({ bsp }) => bsp.version < FIRST_WITH_SAMPLES);
  const [was, is] = [a, b].map(({ bsp, tree, ledger }) => {
    const { ambient } = bsp[side]!;
    const own = isSparse && ambient !== null ? oneOfEachLeaf(ambient) : ambient;
    const lit = { ...bsp, [side]: { ...bsp[side]!, ambient: own } };
    return buildAmbientCubes(lit, tree, side, points, ledger);
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

/** Of each leaf the sample nearest to its middle: all that version 19 keeps, black where a leaf has none. */
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

/** null: neither has any, which is no difference. */
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
