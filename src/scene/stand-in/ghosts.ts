/**
 * Places placeholders for props whose models are missing: faint shapes of the kind that the model's
 * name suggests (`ghost-kinds.ts`). Their usual size is adjusted by what the map knows: the leaves
 * that the compiler lists for a static prop are those that its hull touches. They are moved onto
 * the nearest floor, wall or ceiling. Loaded with the first missing model.
 */

import type { StaticProps } from "../../formats/bsp/types.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import type { Mdl } from "../../formats/studio/types.ts";
import type { LeafTree } from "../../map/tree.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import type { Trace } from "../../visibility/trace.ts";
import { BLOCKER_SKY } from "../light/light-blockers.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { PropModel } from "../props/prop-model.ts";
import {
  GHOST_KINDS,
  type GhostKind,
  type GhostKindName,
  ghostKindOf,
  lengthInName,
} from "./ghost-kinds.ts";
import { buildGhostMesh } from "./ghost-shapes.ts";

/** Most placeholders of a map; others are left out. Real maps have some 3,000 static props. */
export const MOST_GHOSTS = 4096;
/** Most names with a separate draw; other names share one. Real maps have some 200 models. */
export const MOST_NAMED = 1024;
/** Tests of nodes, brushes and triangles after which rays hit nothing. */
const MOST_TESTS = 4_000_000;

export interface GhostParts {
  readonly table: StaticProps;
  /** Rows of the table whose models are missing. */
  readonly props: readonly number[];
  /** First row that is an entity. The compiler lists no leaves for entities. */
  readonly firstEntity: number;
  readonly tree: LeafTree;
  /** Whether a row gets no placeholder in any case, for example in the 3D skybox. */
  readonly isLeftOut: (prop: number) => boolean;
  /** Opens a trace through `buildLightBlockers`; called once. */
  readonly openTrace: () => Pick<Trace, "cast" | "hit" | "tests">;
}

export interface Ghosts {
  /** Returns `null` for rows that are not drawn. */
  modelOf(prop: number): PropModel | null;
  /** Returns a 3x4 row-major matrix; `null` for rows without a placeholder. */
  worldOf(prop: number): Float32Array | null;
}

/** Bounds of a model's extent from its origin along each axis, in inches: at least and at most. */
interface Reach {
  readonly least: readonly [mins: number[], maxs: number[]];
  readonly most: readonly [mins: number[], maxs: number[]];
}

const AXES = [0, 1, 2] as const;
const ANYWHERE: Reach = {
  least: [
    [0, 0, 0],
    [0, 0, 0],
  ],
  most: [AXES.map(() => Number.NEGATIVE_INFINITY), AXES.map(() => Number.POSITIVE_INFINITY)],
};

/** Limits of a placeholder's size, relative to the kind's usual size. */
const MOST_GROWTH = 6;
const LEAST_SHRINK = 0.3;
const SQUAT = 0.6;
/** Largest distances in inches over which a placeholder is moved to a wall or ceiling. */
const NEAR_WALL = 20;
const NEAR_CEILING = 40;

const UNKNOWN_MDL: Mdl = {
  ...{ version: 0, checksum: 0, name: "", flags: 0, surfaceProp: "", contents: 0, mass: 0 },
  ...{ hullMins: [0, 0, 0], hullMaxs: [0, 0, 0], viewMins: [0, 0, 0], viewMaxs: [0, 0, 0] },
  illumPosition: [0, 0, 0],
  bones: {
    ...{ count: 0, name: [], parent: new Int32Array(0), position: new Float32Array(0) },
    ...{ quaternion: new Float32Array(0), poseToBone: new Float32Array(0) },
    flags: new Uint32Array(0),
  },
  ...{ textures: [], textureDirs: [], skinFamilyCount: 0, skinReferenceCount: 0 },
  ...{ skins: new Uint16Array(0), bodyParts: [] },
  meshes: {
    ...{ count: 0, bodyPart: new Uint16Array(0), model: new Uint16Array(0) },
    ...{ material: new Uint16Array(0), vertexCount: new Uint32Array(0) },
    firstVertex: new Uint32Array(0),
  },
  ...{ sequenceCount: 0, animationCount: 0, attachmentCount: 0 },
};

/** Position of a shape in the model's space. */
interface Place {
  /** Inches along the model's axes. */
  readonly size: number[];
  /** Centre of its box. */
  readonly middle: number[];
  /** Axis of the model along which the shape's y lies; 1 by default. */
  along: number;
}

interface Count {
  kind: GhostKindName | null;
  shown: number;
  hidden: number;
}

/** Places a placeholder for each prop if enough is known, and reports each missing model once. */
export function placeGhosts(parts: GhostParts, access: Pick<ContentAccess, "diagnostics">): Ghosts {
  const models = createGhostModels();
  const modelOf = new Map<number, PropModel>();
  const worldOf = new Map<number, Float32Array>();
  const counts = new Map<string, Count>();
  const placer = createPlacer(parts);
  for (const prop of parts.props) {
    const path = normalizePath(parts.table.modelName[parts.table.model[prop]]);
    const count = counts.get(path) ?? { kind: null, shown: 0, hidden: 0 };
    counts.set(path, count);
    const found = ghostKindOf(path);
    const isHidden = found === "hidden" || modelOf.size >= MOST_GHOSTS || parts.isLeftOut(prop);
    const placed = isHidden ? null : placer(prop, path, found);
    if (placed === null) {
      count.hidden++;
      continue;
    }
    count.kind = placed.kind;
    count.shown++;
    modelOf.set(prop, models(path, placed.kind));
    worldOf.set(prop, placed.world);
  }
  for (const [path, { kind, shown, hidden }] of counts) {
    const ghosts = shown > 0 ? `${shown} of its props are shown as ghosts (${kind})` : "";
    const none = hidden > 0 ? `${hidden} of its props are not shown` : "";
    const message = `No ${path}: ${[ghosts, none].filter((part) => part !== "").join(", ")}.`;
    access.diagnostics.warn("missing-model", path, message);
  }
  return {
    modelOf: (prop) => modelOf.get(prop) ?? null,
    worldOf: (prop) => worldOf.get(prop) ?? null,
  };
}

/** Creates models by name. Those of a kind share a mesh, which is stored once. */
function createGhostModels(): (path: string, kind: GhostKindName) => PropModel {
  const plain = new Map<GhostKindName, PropModel>();
  const named = new Map<string, PropModel>();
  return (path, kind) => {
    let own = plain.get(kind);
    if (own === undefined) {
      const mesh = buildGhostMesh(GHOST_KINDS[kind]);
      const box = boxOf(mesh.vertices.position);
      own = {
        ...{ name: "models that are not there", mdl: UNKNOWN_MDL, mesh, lodCount: 1 },
        ...{ stripGroups: [], palette: null, box, track: null, isStandIn: true, isGhost: true },
        lightPoint: [0, 0, (box[2] + box[5]) / 2],
      };
      plain.set(kind, own);
    }
    const key = `${path} ${kind}`;
    const model = named.get(key) ?? (named.size < MOST_NAMED ? { ...own, name: path } : own);
    if (model !== own) named.set(key, model);
    return model;
  };
}

function boxOf(position: Float32Array): Float32Array {
  const box = Float32Array.of(...position.subarray(0, 3), ...position.subarray(0, 3));
  for (let i = 3; i < position.length; i++) {
    box[i % 3] = Math.min(box[i % 3], position[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], position[i]);
  }
  return box;
}

type Placer = (
  prop: number,
  path: string,
  found: GhostKindName | null,
) => { readonly kind: GhostKindName; readonly world: Float32Array } | null;

function createPlacer(parts: GhostParts): Placer {
  const { table, tree } = parts;
  let opened: Pick<Trace, "cast" | "hit" | "tests"> | null = null;
  const frame = new Float32Array(12);
  const origin = [0, 0, 0];

  /**
   * Returns the distance along an axis of the model to the nearest surface; infinite if none is
   * within `most`.
   */
  function look(from: readonly number[], axis: number, sign: number, most: number): number {
    opened ??= parts.openTrace();
    if (opened.tests > MOST_TESTS) return Number.POSITIVE_INFINITY;
    const at = (row: number) => {
      const [x, y, z] = frame.subarray(row * 4, row * 4 + 3);
      return origin[row] + x * from[0] + y * from[1] + z * from[2];
    };
    const [dx, dy, dz] = [frame[axis], frame[4 + axis], frame[8 + axis]].map((d) => d * sign);
    const isHit = opened.cast(at(0), at(1), at(2), dx, dy, dz, most);
    return isHit && opened.hit.material !== BLOCKER_SKY
      ? opened.hit.distance
      : Number.POSITIVE_INFINITY;
  }

  function readReach(prop: number): Reach {
    const first = table.firstLeaf[prop];
    const leafs = table.leaf
      .subarray(first, first + table.leafCount[prop])
      .filter((leaf) => tree.leafCluster[leaf] >= 0);
    if (prop >= parts.firstEntity || leafs.length === 0) return ANYWHERE;
    const reach: Reach = {
      least: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      most: [AXES.map(() => Number.POSITIVE_INFINITY), AXES.map(() => Number.NEGATIVE_INFINITY)],
    };
    for (const leaf of leafs) {
      for (const axis of AXES) {
        let middle = 0;
        let half = 0;
        for (const row of AXES) {
          const low = tree.leafBox[leaf * 6 + row];
          const high = tree.leafBox[leaf * 6 + 3 + row];
          middle += frame[row * 4 + axis] * ((low + high) / 2 - origin[row]);
          half += Math.abs(frame[row * 4 + axis]) * ((high - low) / 2);
        }
        reach.least[0][axis] = Math.min(reach.least[0][axis], middle + half);
        reach.least[1][axis] = Math.max(reach.least[1][axis], middle - half);
        reach.most[0][axis] = Math.min(reach.most[0][axis], middle - half);
        reach.most[1][axis] = Math.max(reach.most[1][axis], middle + half);
      }
    }
    return reach;
  }

  return (prop, path, found) => {
    for (const row of AXES) origin[row] = table.origin[prop * 3 + row];
    const [pitch, yaw, roll] = table.angles.subarray(prop * 3, prop * 3 + 3);
    writeMatrix3x4(frame, 0, pitch, yaw, roll, 0, 0, 0);
    const reach = readReach(prop);
    const place = found === null ? placeUnknown(reach) : placeKnown(found, path, reach);
    if (place === null) return null;
    const kind = found ?? "thing";
    return { kind, world: writeWorld(frame, origin, GHOST_KINDS[kind].size, place) };
  };

  function placeKnown(name: GhostKindName, path: string, reach: Reach): Place {
    const kind: GhostKind = GHOST_KINDS[name];
    const size: number[] = [...kind.size];
    const stated = kind.statesLength === undefined ? null : lengthInName(path);
    if (stated !== null) size[kind.statesLength!] = stated;
    const place: Place = { size, middle: [0, 0, 0], along: 1 };
    if (kind.isLong) layAlong(place, kind, reach);
    fitSize(place, kind, reach);
    const { middle } = place;
    if (kind.rest === "floor") middle[2] = place.size[2] / 2;
    if (kind.rest === "ceiling") middle[2] = -place.size[2] / 2;
    shiftInto(place, reach);
    if (kind.rest === "floor") standOnFloor(place, kind);
    if (kind.rest === "wall") hangOnWall(place);
    if (kind.rest === "ceiling") hangFromCeiling(place);
    if (name === "door") swingFromHinge(place);
    return place;
  }

  /**
   * Aligns the long axis with the extent of the leaves, or with the direction that has most room.
   */
  function layAlong(place: Place, kind: GhostKind, reach: Reach): void {
    const length = place.size[1];
    const upright = kind.rest === "floor" ? [1, 0] : [1, 0, 2];
    let best = -1;
    for (const axis of upright) {
      const needed = reach.least[1][axis] - reach.least[0][axis];
      const from = [0, 0, kind.rest === "floor" ? place.size[2] / 2 : 0];
      const room = [1, -1].map((sign) => Math.min(length / 2, look(from, axis, sign, length / 2)));
      const most = reach.most[1][axis] - reach.most[0][axis];
      const score = Math.min(room[0] + room[1], most) + needed;
      // Another axis than usual must fit clearly better.
      if (best >= 0 && score <= best * 1.15) continue;
      best = score;
      place.along = axis;
    }
    if (place.along === 1) return;
    const [across, along] = [place.size[place.along], length];
    place.size[place.along] = along;
    place.size[1] = across;
  }

  /** Shrinks or grows a size to what its leaves allow. */
  function fitSize({ size }: Place, kind: GhostKind, reach: Reach): void {
    const growth = AXES.map((k) => (reach.least[1][k] - reach.least[0][k]) / size[k]);
    const room = AXES.map((k) => (reach.most[1][k] - reach.most[0][k]) / size[k]);
    const clamp = (grow: number, fit: number) =>
      Math.max(LEAST_SHRINK, Math.min(Math.min(Math.max(grow, 1), MOST_GROWTH), fit));
    if (kind.isRound) {
      // Keeps both horizontal sizes equal, and the proportions not much flatter or thinner than
      // usual.
      const across = Math.max(growth[0], growth[1], growth[2] * SQUAT);
      const up = Math.max(growth[2], across * SQUAT);
      growth[0] = growth[1] = across;
      growth[2] = up;
      room.fill(Math.min(...room));
    }
    for (const k of AXES) size[k] *= clamp(growth[k], room[k]);
  }

  function standOnFloor({ size, middle }: Place, kind: GhostKind): void {
    const above = Math.min(size[2] / 2, 24);
    const from = [middle[0], middle[1], above];
    // Range of the search for the floor. Trees and poles have their origin near the ground; other
    // models may be centred on theirs.
    const most =
      above + (kind.isRound && size[2] > 120 ? size[2] * 0.2 : Math.max(size[2] * 0.8, 16));
    const floor = above - look(from, 2, -1, most);
    if (floor > Number.NEGATIVE_INFINITY) middle[2] = floor + size[2] / 2;
    const low = middle[2] - size[2] / 2;
    const ceiling = above + look(from, 2, 1, size[2]);
    if (ceiling - low < size[2] && ceiling - low > size[2] * LEAST_SHRINK) {
      const shrink = (ceiling - low) / size[2];
      for (const k of AXES) if (k === 2 || kind.isRound) size[k] *= shrink;
      middle[2] = low + size[2] / 2;
    }
  }

  function hangOnWall(place: Place): void {
    const { size, middle } = place;
    let nearest = NEAR_WALL + size[0] / 2;
    let axis = -1;
    let side = -1;
    // Models face along x, away from their wall.
    for (const [k, sign] of [
      [0, -1],
      [0, 1],
      [1, -1],
      [1, 1],
    ] as const) {
      const distance = look(middle, k, sign, nearest);
      if (distance >= nearest) continue;
      [nearest, axis, side] = [distance, k, sign];
    }
    if (axis === 1) {
      [size[0], size[1]] = [size[1], size[0]];
      place.along = 0;
    }
    if (axis >= 0) middle[axis] += side * (nearest - size[axis] / 2);
    const floor = look(middle, 2, -1, size[2] * 0.75);
    if (floor < size[2] / 2) middle[2] += size[2] / 2 - floor;
    const ceiling = look(middle, 2, 1, size[2] / 2);
    if (ceiling < size[2] / 2) middle[2] -= size[2] / 2 - ceiling;
  }

  function hangFromCeiling(place: Place): void {
    const { size, middle } = place;
    const from = [middle[0], middle[1], -4];
    const ceiling = look(from, 2, 1, NEAR_CEILING + 4) - 4;
    if (ceiling < Number.POSITIVE_INFINITY) {
      middle[2] = ceiling - size[2] / 2;
      return;
    }
    middle[2] = 0;
    const floor = look([middle[0], middle[1], 4], 2, -1, 16) - 4;
    if (floor < Number.POSITIVE_INFINITY) middle[2] = size[2] / 2 - floor;
    else hangOnWall(place);
  }

  /** Moves a door to the open side of its hinge, which is the origin. */
  function swingFromHinge({ size, middle }: Place): void {
    const width = size[1];
    const [left, right] = [1, -1].map((sign) => look([0, 0, middle[2]], 1, sign, width));
    if (Math.max(left, right) < width * 0.6) return;
    middle[1] = right > left * 1.5 ? -width / 2 : width / 2;
  }
}

/** Returns a box if the leaves bound a model closely, else `null`. */
function placeUnknown({ least, most }: Reach): Place | null {
  const size = AXES.map((k) => {
    const needed = least[1][k] - least[0][k];
    const room = most[1][k] - most[0][k];
    return room <= Math.max(needed * 2, CLOSE) ? (needed + room) / 2 : Number.NaN;
  });
  if (size.some((inches) => !(inches > 0))) return null;
  const middle = AXES.map((k) => (most[0][k] + most[1][k] + least[0][k] + least[1][k]) / 4);
  return { size, middle, along: 1 };
}

/** Inches: leaves of at most this size determine a size by themselves. */
const CLOSE = 72;

/** Moves a box so that it covers at least what its leaves require, and no more than they allow. */
function shiftInto({ size, middle }: Place, { least, most }: Reach): void {
  for (const k of AXES) {
    const half = size[k] / 2;
    middle[k] = Math.max(middle[k], least[1][k] - half);
    middle[k] = Math.min(middle[k], least[0][k] + half);
    middle[k] = Math.min(middle[k], most[1][k] - half);
    middle[k] = Math.max(middle[k], most[0][k] + half);
  }
}

/**
 * Rotations of a shape whose y lies along the model's x, y or z: the model's axis for each axis of
 * the shape, and its sign. They rotate by 90 degrees and never mirror.
 */
const TURNS = [
  { axes: [1, 0, 2], signs: [-1, 1, 1] },
  { axes: [0, 1, 2], signs: [1, 1, 1] },
  { axes: [0, 2, 1], signs: [1, 1, -1] },
] as const;

/** Writes the matrix from a shape of its usual size to its place. */
function writeWorld(
  frame: Float32Array,
  origin: readonly number[],
  usual: GhostKind["size"],
  { size, middle, along }: Place,
): Float32Array {
  const world = new Float32Array(12);
  const { axes, signs } = TURNS[along];
  for (const row of AXES) {
    let at = origin[row];
    for (const k of AXES) at += frame[row * 4 + k] * middle[k];
    for (const k of AXES) {
      const value = (frame[row * 4 + axes[k]] * signs[k] * size[axes[k]]) / usual[k];
      world[row * 4 + k] = value;
      // A shape's origin is its foot, so its centre is half its height above.
      if (k === 2) at -= (value * usual[2]) / 2;
    }
    world[row * 4 + 3] = at;
  }
  return world;
}
