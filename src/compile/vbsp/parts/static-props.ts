/**
 * Builds the table of the game lump `sprp` from `prop_static` entities. Rules from Valve's public
 * `staticprop.cpp`.
 */

import {
  STATIC_PROP_FLAG_FADES,
  STATIC_PROP_NO_PER_TEXEL_LIGHTING,
  STATIC_PROP_USE_LIGHTING_ORIGIN,
} from "../../../formats/bsp/layouts/static-prop-flags.ts";
import type { StaticPropTable } from "../../../formats/bsp/write/write-static-props.ts";
import type { LeafTree } from "../../../map/types.ts";
import { writeMatrix3x4 } from "../../../math/angles.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../../visibility/leaf-walk.ts";
import type { CompileReport } from "../../types.ts";
import {
  classOf,
  type EntityKeys,
  entityError,
  readKeyInteger,
  readKeyNumber,
  readKeyVector,
} from "../entity-keys.ts";
import { vmfFault } from "../vmf-fault.ts";

/** Inches added around a model's box, so that a flat box on a plane is on both sides of it. */
const GROWN = 1 / 32;

/**
 * Lists the leafs of the inside that a rotated box touches, in ascending order.
 * @param bounds 6 numbers, model space: mins, maxs
 * @param angles degrees: pitch, yaw, roll
 */
export type ListPropLeafs = (
  bounds: ArrayLike<number>,
  origin: readonly number[],
  angles: readonly number[],
) => number[];

/**
 * Returns a function that lists a prop's leafs. A prop is drawn if one of its leafs is visible, so
 * an extra leaf is harmless and a missing one is not.
 */
export function createPropLeafs(tree: LeafTree): ListPropLeafs {
  const found = makeBoxLeafs(tree);
  return (bounds, origin, angles) => {
    const matrix = new Float32Array(12);
    const [pitch, yaw, roll] = angles;
    writeMatrix3x4(matrix, 0, pitch, yaw, roll, origin[0], origin[1], origin[2]);
    const half = [0, 1, 2].map((k) => (bounds[k + 3] - bounds[k]) / 2 + GROWN);
    const middle = [0, 1, 2].map((k) => (bounds[k + 3] + bounds[k]) / 2);
    const box = new Float32Array(6);
    const centre = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const row = matrix.subarray(axis * 4, axis * 4 + 4);
      centre[axis] = row[0] * middle[0] + row[1] * middle[1] + row[2] * middle[2] + row[3];
      const reach = row
        .subarray(0, 3)
        .reduce((sum, value, k) => sum + Math.abs(value) * half[k], 0);
      box[axis] = centre[axis] - reach;
      box[axis + 3] = centre[axis] + reach;
    }
    const count = writeBoxLeafs(tree, box, 0, found);
    return [...found.subarray(0, count)]
      .filter(
        (leaf) => tree.leafCluster[leaf] >= 0 && meetsLeafBox(tree, leaf, matrix, centre, half),
      )
      .sort((a, b) => a - b);
  };
}

/** Whether no axis of the rotated box separates it from a leaf's box. */
function meetsLeafBox(
  { leafBox }: LeafTree,
  leaf: number,
  matrix: Float32Array,
  centre: readonly number[],
  half: readonly number[],
): boolean {
  for (let k = 0; k < 3; k++) {
    let distance = 0;
    let reach = half[k];
    for (let axis = 0; axis < 3; axis++) {
      const min = leafBox[leaf * 6 + axis];
      const max = leafBox[leaf * 6 + 3 + axis];
      const direction = matrix[axis * 4 + k];
      distance += direction * ((min + max) / 2 - centre[axis]);
      // Leaf boxes are stored as truncated inches, so they may lack up to one on each side.
      reach += Math.abs(direction) * ((max - min) / 2 + 1);
    }
    if (Math.abs(distance) > reach) return false;
  }
  return true;
}

/** Flags of keys that are set with a 1. */
const FLAG_OF_KEY: readonly (readonly [key: string, flag: number])[] = [
  ["ignorenormals", 0x8],
  ["disableshadows", 0x10],
  ["screenspacefade", 0x20],
  ["disablevertexlighting", 0x40],
  ["disableselfshadowing", 0x80],
];

/** `SOLID_VPHYSICS`, the largest solid type of a static prop. */
const MAX_SOLID = 6;

const MAX_FIRST_LEAF = 0xffff;

/** Bounds for an unknown model: larger than most, so that the prop stays visible. */
const UNKNOWN_BOUNDS = [-64, -64, -64, 64, 64, 64];

/** Returns a model's box in model space: mins, maxs; `null` if the model is unknown. */
export type FindModelBounds = (model: string) => ArrayLike<number> | null;

/**
 * Builds one row for each static prop, in the entities' order. Leaves out a prop that touches no
 * leaf of the inside, with a warning. Keeps props of unknown models with a box of 128 inches, and
 * lists these models in one warning.
 * Version 10 has no `rendercolor`, `renderamt` or `modelscale`. Every prop is lit by vertex: the
 * flag against lighting by texel is always set.
 * @param contentHint end of the warning about missing models, such as how to name content
 * @throws FormatError with the entity's line
 */
export function buildStaticProps(
  entities: readonly EntityKeys[],
  tree: LeafTree,
  findBounds: FindModelBounds,
  report: CompileReport,
  contentHint = "",
): StaticPropTable {
  const lightingOrigins = new Map<string, [number, number, number]>();
  for (const entity of entities) {
    const name = entity.get("targetname");
    if (classOf(entity) === "info_lighting" && name) {
      lightingOrigins.set(name.toLowerCase(), readKeyVector(entity, "origin"));
    }
  }
  const missing = new Set<string>();
  const boundsOf = (model: string): ArrayLike<number> => {
    const found = findBounds(model);
    if (!found) missing.add(model.toLowerCase());
    return found ?? UNKNOWN_BOUNDS;
  };
  const listLeafs = createPropLeafs(tree);
  const models = new Map<string, number>();
  const leaf: number[] = [];
  const firstOfRun = new Map<string, number>();
  const rows: PropRow[] = [];
  for (const entity of entities) {
    const className = classOf(entity);
    if (className !== "prop_static" && className !== "static_prop") continue;
    const model = readModelName(entity);
    const origin = readKeyVector(entity, "origin");
    const angles = readKeyVector(entity, "angles");
    const leafs = listLeafs(boundsOf(model), origin, angles);
    if (leafs.length === 0) {
      const place = origin.join(" ");
      report.warn(`line ${entity.line}: ${model} at ${place} is outside the map and left out`);
      continue;
    }
    // Props with equal leafs share a run, because the first leaf's index is an unsigned short.
    const run = leafs.join();
    if (!firstOfRun.has(run)) {
      firstOfRun.set(run, leaf.length);
      for (const number of leafs) leaf.push(number);
    }
    const firstLeaf = firstOfRun.get(run) as number;
    if (firstLeaf > MAX_FIRST_LEAF) {
      const expected = `at most ${MAX_FIRST_LEAF + 1} leafs of static props before this one`;
      throw vmfFault("bad-count", className, entity.line, expected, String(firstLeaf));
    }
    if (!models.has(model)) models.set(model, models.size);
    const lightingOrigin = lightingOrigins.get(entity.get("lightingorigin")?.toLowerCase() ?? "");
    rows.push({
      ...readFade(entity),
      origin,
      angles,
      model: models.get(model) as number,
      firstLeaf,
      leafCount: leafs.length,
      solid: readSolid(entity),
      skin: readKeyInteger(entity, "skin", 0),
      flags: readFlags(entity) | (lightingOrigin ? STATIC_PROP_USE_LIGHTING_ORIGIN : 0),
      lightingOrigin: lightingOrigin ?? [0, 0, 0],
      forcedFadeScale: readKeyNumber(entity, "fadescale", 1),
      dxLevels: [readKeyInteger(entity, "mindxlevel", 0), readKeyInteger(entity, "maxdxlevel", 0)],
    });
  }
  if (missing.size > 0) report.warn(describeMissing([...missing].sort()) + contentHint);
  return toColumns([...models.keys()], leaf, rows);
}

function describeMissing(models: readonly string[]): string {
  const count =
    models.length === 1
      ? "1 model of static props is"
      : `${models.length} models of static props are`;
  return `${count} missing or broken: these props cast no shadow, have no light of their own, and their boxes are guessed: ${models.join(", ")}`;
}

interface PropRow {
  readonly origin: readonly number[];
  readonly angles: readonly number[];
  readonly model: number;
  readonly firstLeaf: number;
  readonly leafCount: number;
  readonly solid: number;
  readonly flags: number;
  readonly skin: number;
  readonly fadeMinDist: number;
  readonly fadeMaxDist: number;
  readonly lightingOrigin: readonly number[];
  readonly forcedFadeScale: number;
  readonly dxLevels: readonly number[];
}

function readModelName(entity: EntityKeys): string {
  const model = entity.get("model");
  if (!model) throw entityError(entity, 'a "model"', "none");
  return model.replaceAll("\\", "/");
}

function readSolid(entity: EntityKeys): number {
  const solid = readKeyInteger(entity, "solid", 0);
  if (solid >= 0 && solid <= MAX_SOLID) return solid;
  throw entityError(entity, `a "solid" of 0 to ${MAX_SOLID}`, String(solid));
}

/**
 * Reads the fade distances. A prop fades only with a maximum distance; a missing minimum equals it.
 */
function readFade(entity: EntityKeys): { fadeMinDist: number; fadeMaxDist: number } {
  const fadeMaxDist = readKeyNumber(entity, "fademaxdist", 0);
  if (fadeMaxDist <= 0) return { fadeMinDist: 0, fadeMaxDist };
  const fadeMinDist = readKeyNumber(entity, "fademindist", 0);
  return { fadeMinDist: fadeMinDist < 0 ? fadeMaxDist : fadeMinDist, fadeMaxDist };
}

function readFlags(entity: EntityKeys): number {
  let flags = STATIC_PROP_NO_PER_TEXEL_LIGHTING;
  for (const [key, flag] of FLAG_OF_KEY) if (readKeyInteger(entity, key, 0) === 1) flags |= flag;
  if (readKeyNumber(entity, "fademaxdist", 0) > 0) flags |= STATIC_PROP_FLAG_FADES;
  return flags;
}

function toColumns(modelName: string[], leaf: number[], rows: PropRow[]): StaticPropTable {
  return {
    count: rows.length,
    modelName,
    leaf: Uint32Array.from(leaf),
    origin: Float32Array.from(rows.flatMap((row) => row.origin)),
    angles: Float32Array.from(rows.flatMap((row) => row.angles)),
    model: Uint32Array.from(rows, (row) => row.model),
    firstLeaf: Uint32Array.from(rows, (row) => row.firstLeaf),
    leafCount: Uint32Array.from(rows, (row) => row.leafCount),
    solid: Uint8Array.from(rows, (row) => row.solid),
    flags: Uint32Array.from(rows, (row) => row.flags),
    skin: Int32Array.from(rows, (row) => row.skin),
    fadeMinDist: Float32Array.from(rows, (row) => row.fadeMinDist),
    fadeMaxDist: Float32Array.from(rows, (row) => row.fadeMaxDist),
    lightingOrigin: Float32Array.from(rows.flatMap((row) => row.lightingOrigin)),
    forcedFadeScale: Float32Array.from(rows, (row) => row.forcedFadeScale),
    dxLevels: Uint16Array.from(rows.flatMap((row) => row.dxLevels)),
  };
}
