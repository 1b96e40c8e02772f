/**
 * Picks the lights of each prop: as in the engine, the strongest four that are visible from its
 * lighting origin. Other lights are added to its ambient cube. Done once, because static props do
 * not move.
 */

import { Ledger } from "../../core/ledger.ts";
import type { LeafTree, Pvs } from "../../map/tree.ts";
import {
  CONSTANT_DOT,
  LIGHTS_PER_PROP,
  NO_WORLD_LIGHT,
  PROP_IGNORE_NORMALS,
  WORLD_LIGHT_ROW,
  WORLD_LIGHT_STYLE_MASK,
  WORLD_LIGHT_SUN,
} from "../../map/world-lights.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { Trace } from "../../visibility/trace.ts";
import { BLOCKER_SKY } from "./light-blockers.ts";
import { LIGHT_FLOATS, type LocalLights } from "./local-lights.ts";

// Light of one world light at a point, equal to `common/light/lights.wgsl`, which tests compare.
// Formulas from Valve's public `common_vs_fxc.h` and vrad's `leaf_ambient_lighting.cpp`.

const ROW = {
  origin: WORLD_LIGHT_ROW.origin / 4,
  flags: WORLD_LIGHT_ROW.flags / 4,
  intensity: WORLD_LIGHT_ROW.intensity / 4,
  exponent: WORLD_LIGHT_ROW.exponent / 4,
  normal: WORLD_LIGHT_ROW.normal / 4,
  inner: WORLD_LIGHT_ROW.innerCosine / 4,
  constant: WORLD_LIGHT_ROW.constant / 4,
  linear: WORLD_LIGHT_ROW.linear / 4,
  quadratic: WORLD_LIGHT_ROW.quadratic / 4,
  outer: WORLD_LIGHT_ROW.outerCosine / 4,
} as const;

/**
 * Result of `aimAtLight`: unit vector towards the light, and its distance in inches (Infinity for a
 * sun).
 */
export const aim = { x: 0, y: 0, z: 0, distance: 0 };

/**
 * Returns the share of a light's intensity that reaches a point, before the surface's angle:
 * attenuation times cone. Fills `aim`. Distances below one inch count as one inch.
 */
export function aimAtLight(
  { rows, words }: Pick<LocalLights, "rows" | "words">,
  light: number,
  x: number,
  y: number,
  z: number,
): number {
  const at = light * LIGHT_FLOATS;
  const nx = rows[at + ROW.normal];
  const ny = rows[at + ROW.normal + 1];
  const nz = rows[at + ROW.normal + 2];
  if ((words[at + ROW.flags] & WORLD_LIGHT_SUN) !== 0) {
    aim.x = -nx;
    aim.y = -ny;
    aim.z = -nz;
    aim.distance = Number.POSITIVE_INFINITY;
    return 1;
  }
  const dx = rows[at + ROW.origin] - x;
  const dy = rows[at + ROW.origin + 1] - y;
  const dz = rows[at + ROW.origin + 2] - z;
  const distance = Math.max(1, Math.sqrt(dx * dx + dy * dy + dz * dz));
  aim.x = dx / distance;
  aim.y = dy / distance;
  aim.z = dz / distance;
  aim.distance = distance;
  const cosine = -(aim.x * nx + aim.y * ny + aim.z * nz);
  const cone = coneAt(cosine, rows[at + ROW.inner], rows[at + ROW.outer], rows[at + ROW.exponent]);
  if (cone === 0) return 0;
  return (
    cone /
    (rows[at + ROW.constant] +
      distance * (rows[at + ROW.linear] + distance * rows[at + ROW.quadratic]))
  );
}

function coneAt(cosine: number, inner: number, outer: number, exponent: number): number {
  if (cosine >= inner) return 1;
  if (cosine <= outer) return 0;
  return ((cosine - outer) / (inner - outer)) ** exponent;
}

export interface LitPoint {
  readonly point: ArrayLike<number>;
  /** Unit vector. */
  readonly normal: ArrayLike<number>;
  /** Flags of the prop; default 0. */
  readonly flags?: number;
}

/** Adds the linear RGB of a light at a point. */
export function addLightAt(
  out: Float64Array | number[],
  lights: Pick<LocalLights, "rows" | "words">,
  light: number,
  { point, normal, flags = 0 }: LitPoint,
): void {
  const share = aimAtLight(lights, light, point[0], point[1], point[2]);
  const facing =
    (flags & PROP_IGNORE_NORMALS) !== 0
      ? CONSTANT_DOT
      : Math.max(0, normal[0] * aim.x + normal[1] * aim.y + normal[2] * aim.z);
  const at = light * LIGHT_FLOATS + ROW.intensity;
  for (let c = 0; c < 3; c++) out[c] += lights.rows[at + c] * share * facing;
}

/** `r_worldlightmin`: linear light below which the engine ignores a light. */
const MIN_LIGHT = 0.0002;
/** Lights are tested from the strongest on, until the rest would add less than this share. */
const NEGLIGIBLE_PART = 1 / 32;
/** Budget of rays, which cost some microseconds each: maps with many props cast fewer per prop. */
const RAYS_PER_MAP = 100_000;
const FEWEST_RAYS = 12;
const MOST_RAYS = 64;
/**
 * Distance in inches before a lamp at which a ray ends, because a glowing face lies on its own
 * brush.
 */
const LAMP_GAP = 1;

/** The space in which lights are searched. */
export interface LitSpace {
  readonly tree: LeafTree;
  /** `null` if everything is visible from everywhere. */
  readonly pvs: Pvs | null;
  /** Trace through `buildLightBlockers`. A ray that starts inside a brush leaves it unhindered. */
  readonly trace: Trace;
  /** Whether the map has sky brushes. Without any the sun shines everywhere. */
  readonly hasSky: boolean;
  /** Brightness of the styles at the map's start. */
  readonly styles: Float32Array;
}

/** Columns with a row for each instance. */
export interface LitProps {
  /** 3 numbers each. */
  readonly point: Float32Array;
  /** A leaf of the prop, used if its point lies in solid. */
  readonly leaf: Uint32Array;
  /** Non-zero if steady light is baked, so that only lamps of other styles are added. */
  readonly isBaked: ArrayLike<number>;
  /** Ambient cubes, 18 numbers each, to which weaker lights are added. */
  readonly ambient: Float32Array;
}

export interface PickedLights {
  /** `LIGHTS_PER_PROP` rows of `lights` for each instance, the strongest first. */
  readonly picked: Uint32Array;
  /** Number of instances processed; fewer than all if the budget ran out. */
  readonly looked: number;
}

export function pickLights(
  lights: LocalLights,
  space: LitSpace,
  props: LitProps,
  ledger = new Ledger(),
): PickedLights {
  const count = props.leaf.length;
  const picked = new Uint32Array(count * LIGHTS_PER_PROP).fill(NO_WORLD_LIGHT);
  if (lights.count === 0) return { picked, looked: count };
  const seenFrom = createLightLists(lights, space, ledger);
  const rays = Math.min(MOST_RAYS, Math.max(FEWEST_RAYS, Math.floor(RAYS_PER_MAP / count)));
  const strongest: Strongest = {
    light: new Uint32Array(rays),
    strength: new Float64Array(rays),
    count: 0,
  };
  for (let i = 0; i < count; i++) {
    const x = props.point[i * 3];
    const y = props.point[i * 3 + 1];
    const z = props.point[i * 3 + 2];
    const place: LitPlace = { x, y, z, isBaked: props.isBaked[i] !== 0 };
    const list = seenFrom(findCluster(space.tree, x, y, z, props.leaf[i]));
    const before = space.trace.tests;
    if (list === null || !ledger.tryTake("lightTests", list.length)) return { picked, looked: i };
    findStrongest(lights, list, place, strongest);
    const seen = keepSeen(lights, space, strongest, place);
    if (!ledger.tryTake("rayTests", space.trace.tests - before)) return { picked, looked: i };
    picked.set(seen.slice(0, LIGHTS_PER_PROP), i * LIGHTS_PER_PROP);
    if (place.isBaked) continue;
    const cube = props.ambient.subarray(i * 18, i * 18 + 18);
    for (const light of seen.slice(LIGHTS_PER_PROP)) {
      fold(cube, lights, light, space.styles, place);
    }
  }
  return { picked, looked: count };
}

function findCluster(tree: LeafTree, x: number, y: number, z: number, leaf: number): number {
  const cluster = tree.leafCluster[findLeaf(tree, x, y, z)];
  return cluster >= 0 ? cluster : tree.leafCluster[leaf];
}

const isSun = ({ words }: LocalLights, light: number): boolean =>
  (words[light * LIGHT_FLOATS + WORLD_LIGHT_ROW.flags / 4] & WORLD_LIGHT_SUN) !== 0;

const styleOf = ({ words }: LocalLights, light: number): number =>
  words[light * LIGHT_FLOATS + WORLD_LIGHT_ROW.flags / 4] & WORLD_LIGHT_STYLE_MASK;

/**
 * Returns a lookup of the lights visible from a cluster by its PVS; suns are always included. Lists
 * are kept while the budget allows. The lookup returns `null` when the budget of tests is
 * exhausted.
 */
function createLightLists(
  lights: LocalLights,
  { pvs }: LitSpace,
  ledger: Ledger,
): (cluster: number) => Uint32Array | null {
  const all = Uint32Array.from({ length: lights.count }, (_, light) => light);
  const inside = all.filter((light) => isSun(lights, light) || lights.cluster[light] >= 0);
  if (pvs === null) return () => inside;
  const lists = new Map<number, Uint32Array>();
  const row = new Uint32Array((pvs.clusterCount + 31) >>> 5);
  return (cluster) => {
    if (cluster < 0) return inside;
    const known = lists.get(cluster);
    if (known) return known;
    if (!ledger.tryTake("lightTests", inside.length + row.length)) return null;
    decodePvsRow(pvs, cluster, row);
    const list = inside.filter((light) => {
      const of = lights.cluster[light];
      return isSun(lights, light) || (row[of >>> 5] & (1 << (of & 31))) !== 0;
    });
    if (ledger.tryTake("lampLists", list.length)) lists.set(cluster, list);
    return list;
  };
}

/** Place of a prop at which its lights are chosen. */
interface LitPlace {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** True if steady light is baked. */
  readonly isBaked: boolean;
}

/** Lights by unoccluded strength, the strongest first. */
interface Strongest {
  readonly light: Uint32Array;
  readonly strength: Float64Array;
  count: number;
}

function findStrongest(
  lights: LocalLights,
  list: Uint32Array,
  { x, y, z, isBaked }: LitPlace,
  out: Strongest,
): void {
  const { brightest } = lights;
  const room = out.light.length;
  out.count = 0;
  let least = MIN_LIGHT;
  for (let i = 0; i < list.length; i++) {
    const light = list[i];
    if (isBaked && styleOf(lights, light) === 0) continue;
    if (cannotReach(lights, light, x, y, z, least)) continue;
    const strength = aimAtLight(lights, light, x, y, z) * brightest[light];
    // Written as a negation so that NaN strength is rejected.
    if (!(strength >= MIN_LIGHT)) continue;
    if (out.count === room && strength <= out.strength[room - 1]) continue;
    let at = out.count < room ? out.count++ : room - 1;
    for (; at > 0 && out.strength[at - 1] < strength; at--) {
      out.strength[at] = out.strength[at - 1];
      out.light[at] = out.light[at - 1];
    }
    out.strength[at] = strength;
    out.light[at] = light;
    if (out.count === room) least = Math.max(MIN_LIGHT, out.strength[room - 1]);
  }
}

const ORIGIN = WORLD_LIGHT_ROW.origin / 4;
const CONSTANT = WORLD_LIGHT_ROW.constant / 4;

/**
 * Whether a lamp is too far away, or too weak at that distance even inside its cone. A fast test,
 * because most lamps fail it and each prop tests all of them.
 */
function cannotReach(
  { rows, words, brightest, radius }: LocalLights,
  light: number,
  x: number,
  y: number,
  z: number,
  least: number,
): boolean {
  const at = light * LIGHT_FLOATS;
  if ((words[at + WORLD_LIGHT_ROW.flags / 4] & WORLD_LIGHT_SUN) !== 0) return false;
  const dx = rows[at + ORIGIN] - x;
  const dy = rows[at + ORIGIN + 1] - y;
  const dz = rows[at + ORIGIN + 2] - z;
  const squared = Math.max(1, dx * dx + dy * dy + dz * dz);
  if (squared > radius[light] * radius[light]) return true;
  // A negative linear term can make the divisor smaller than the other terms, so the estimate does
  // not hold.
  if (rows[at + CONSTANT + 1] < 0) return false;
  return brightest[light] < least * (rows[at + CONSTANT] + rows[at + CONSTANT + 2] * squared);
}

/** Keeps the strongest lights that are not occluded. */
function keepSeen(
  lights: LocalLights,
  space: LitSpace,
  strongest: Strongest,
  place: LitPlace,
): number[] {
  const seen: number[] = [];
  let left = 0;
  for (let i = 0; i < strongest.count; i++) left += strongest.strength[i];
  let gathered = 0;
  for (let i = 0; i < strongest.count; i++) {
    if (seen.length >= LIGHTS_PER_PROP && left < gathered * NEGLIGIBLE_PART) break;
    const light = strongest.light[i];
    left -= strongest.strength[i];
    if (!reaches(lights, space, light, place)) continue;
    gathered += strongest.strength[i];
    seen.push(light);
  }
  return seen;
}

function reaches(
  lights: LocalLights,
  { trace, hasSky }: LitSpace,
  light: number,
  { x, y, z }: LitPlace,
): boolean {
  aimAtLight(lights, light, x, y, z);
  if (isSun(lights, light)) {
    const isHit = trace.cast(x, y, z, aim.x, aim.y, aim.z, Number.POSITIVE_INFINITY);
    return isHit ? trace.hit.material === BLOCKER_SKY && !trace.hit.isDisplacement : !hasSky;
  }
  return !trace.isBlocked(x, y, z, aim.x, aim.y, aim.z, Math.max(0, aim.distance - LAMP_GAP));
}

/** Adds a light to the sides of a cube that face it. */
function fold(
  cube: Float32Array,
  lights: LocalLights,
  light: number,
  styles: Float32Array,
  { x, y, z }: LitPlace,
): void {
  const share = aimAtLight(lights, light, x, y, z) * styles[styleOf(lights, light)];
  const from = light * LIGHT_FLOATS + WORLD_LIGHT_ROW.intensity / 4;
  const along = [aim.x, -aim.x, aim.y, -aim.y, aim.z, -aim.z];
  along.forEach((cosine, side) => {
    if (cosine <= 0) return;
    for (let c = 0; c < 3; c++) cube[side * 3 + c] += lights.rows[from + c] * share * cosine;
  });
}
