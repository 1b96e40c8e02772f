/**
 * Builds a map's emitters of particles: their rows, materials and bounds. Loaded with the first
 * entity that has particles.
 */

import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import {
  MATERIAL_MISSING,
  MATERIAL_NO_CULL,
  type MaterialSet,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
} from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import {
  EMITTER_AROUND_EYE,
  EMITTER_ROW,
  EMITTER_SHELTERED,
  type EmitterSet,
} from "../../map/placed/emitters.ts";
import { PARTICLE_ADDS, PARTICLE_SPOT } from "../../map/placed/particles.ts";
import type { LeafTree } from "../../map/tree.ts";
import { CHUNK_FACE } from "../../map/world.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import {
  boundEmitter,
  type EffectEntity,
  type Emitter,
  type ParticleLight,
  readEffect,
  type Vector3,
  writeEmitterRow,
} from "../../particles/index.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { Trace } from "../../visibility/trace.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { listUnspawned } from "../brushes/unspawned-names.ts";
import { AMBIENT_CUBE_FLOATS, buildAmbientCubes } from "../light/ambient.ts";
import { resolveMaterials } from "../materials/materials.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import { classOf } from "../start/entity-values.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { listBoxClusters } from "../world/box-clusters.ts";
import { FIRE_CLASS, findMissingFires, listFires, placeFire } from "./fires.ts";
import { castRoofs } from "./roofs.ts";
import type { TracedOptions } from "./sprites.ts";

const ENTITIES = "LUMP_ENTITIES";
const LIGHT_CLASS = "env_particlelight";
const DEFAULT_INTENSITY = 5000;

/** The map, as far as emitters depend on it. */
export type EmitterMap = Pick<BspWorld, "entities" | "models">;

/** An emitter and the row of its entity. */
export interface EntityEmitter extends Emitter {
  readonly entity: number;
}

/** Lists the emitters of all entities in map order. Emitters over the budget are left out. */
export function listEmitters(
  bsp: EmitterMap,
  { ledger, diagnostics }: Pick<ContentAccess, "ledger" | "diagnostics">,
): EntityEmitter[] {
  const { entities } = bsp;
  const unspawned = listUnspawned(entities);
  const absurd = new Set<string>();
  const emitters: EntityEmitter[] = [];
  for (const [number, entity] of entities.entries()) {
    const name = entity.get("targetname") ?? "";
    if (name !== "" && unspawned.has(name)) continue;
    const found = readEffect(describe(bsp, entity, number, absurd));
    // Without a name, nothing can turn an emitter on.
    const used = found.filter(({ startsOn }) => startsOn || name !== "");
    const count = used.reduce((sum, emitter) => sum + emitter.count, 0);
    if (!ledger.tryTake("particles", count)) {
      const message = "Effects of particles are left out: there are too many.";
      diagnostics.warn("over-budget", ENTITIES, message);
      break;
    }
    for (const emitter of used) emitters.push({ ...emitter, entity: number });
  }
  if (absurd.size > 0) {
    const keys = [...absurd].join(", ");
    const message = `Absurd values of effects are limited: ${keys}.`;
    diagnostics.warn("over-budget", ENTITIES, message);
  }
  return emitters;
}

function describe(
  bsp: EmitterMap,
  entity: Entity,
  number: number,
  absurd: Set<string>,
): EffectEntity {
  const matrix = new Float32Array(12);
  const [pitch, yaw, roll] = parseVector(entity.get("angles") ?? "");
  writeMatrix3x4(matrix, 0, pitch, yaw, roll, 0, 0, 0);
  const className = classOf(entity);
  const origin = parseVector(entity.get("origin") ?? "");
  return {
    className,
    get: (key) => entity.get(key),
    origin,
    forward: [matrix[0], matrix[4], matrix[8]],
    right: [-matrix[1], -matrix[5], -matrix[9]],
    up: [matrix[2], matrix[6], matrix[10]],
    box: boxOf(bsp, entity, origin),
    seed: number * 16,
    get lights() {
      return findLights(bsp.entities, entity.get("targetname") ?? "");
    },
    onAbsurd: (key) => absurd.add(`${className} ${key}`),
  };
}

function boxOf(
  { models }: EmitterMap,
  entity: Entity,
  origin: Vector3,
): readonly [Vector3, Vector3] | null {
  const model = /^\*(\d+)$/.exec(entity.get("model") ?? "");
  const row = Number(model?.[1] ?? 0);
  if (row === 0 || row >= models.count) return null;
  const at = (bounds: Float32Array): Vector3 => [
    bounds[row * 3] + origin[0],
    bounds[row * 3 + 1] + origin[1],
    bounds[row * 3 + 2] + origin[2],
  ];
  return [at(models.mins), at(models.maxs)];
}

/** Finds the lights of the smoke with a name; the last of each kind counts. */
function findLights(entities: readonly Entity[], name: string): EffectEntity["lights"] {
  let ambient: ParticleLight | null = null;
  let lamp: ParticleLight | null = null;
  for (const entity of entities) {
    if (classOf(entity) !== LIGHT_CLASS) continue;
    if ((entity.get("psname") ?? "").toLowerCase() !== name.toLowerCase()) continue;
    const intensity = Number.parseFloat(entity.get("intensity") ?? `${DEFAULT_INTENSITY}`);
    const light: ParticleLight = {
      place: parseVector(entity.get("origin") ?? ""),
      color: parseVector(entity.get("color") ?? "1 0 0").map((c) => c / 255) as never,
      intensity: Number.isFinite(intensity) ? intensity : 0,
    };
    if ((entity.get("directional") ?? "0") !== "0") lamp = light;
    else ambient = light;
  }
  return { ambient, lamp };
}

export interface BuiltEmitters {
  readonly emitters: EmitterSet;
  /** Textures of `emitters.materials.textures`, not yet streamed. */
  readonly textures: TextureFiles;
}

/** Returns `null` if the map has no emitters, or, with a warning, if they exceed the budget. */
export async function buildEmitters(
  bsp: BspWorld,
  tree: LeafTree,
  side: LightSideName | null,
  access: ContentAccess,
  {
    openTrace = () => null,
    mapName = "",
    ...options
  }: TracedOptions & { readonly mapName?: string },
): Promise<BuiltEmitters | null> {
  const listed = listEmitters(bsp, access);
  const found = await replaceFires(listed, bsp.entities, mapName, access, openTrace);
  if (found.length === 0) return null;
  return leaveOutTooLarge(access, "emitters", async () => {
    const names = [...new Set(found.map(({ material }) => material))];
    const { materials, textures } = await resolveMaterials(names, null, access, options);
    const wayOf = drawByRow(materials);
    const { emitters: covered, roofs } = shelterEmitters(found, tree, openTrace, access);
    const lit = lightEmitters(covered, bsp, tree, side, access);
    const count = lit.length;
    const rows = new Uint32Array((count * EMITTER_ROW.strideBytes) / 4);
    const box = new Float32Array(count * 6);
    const leaf = new Uint32Array(count);
    const rowOf = (emitter: Emitter) => names.indexOf(emitter.material);
    for (const [row, emitter] of lit.entries()) {
      const material = rowOf(emitter);
      const flags = emitter.flags | blendOf(emitter, wayOf[material]);
      writeEmitterRow(rows, row, { ...emitter, flags }, material);
      const bounds = boundEmitter(emitter);
      box.set(bounds, row * 6);
      const middle = (axis: number) => (bounds[axis] + bounds[axis + 3]) / 2;
      leaf[row] = findLeaf(tree, middle(0), middle(1), middle(2));
    }
    const emitters: EmitterSet = {
      count,
      entity: Int32Array.from(lit, ({ entity }) => entity),
      rows,
      roofs,
      chunks: {
        count,
        material: Uint16Array.from(lit, rowOf),
        kind: new Uint8Array(count).fill(CHUNK_FACE),
        firstIndex: new Uint32Array(count),
        indexCount: Uint32Array.from(lit, (emitter) => emitter.count * 6),
        box,
        ...listBoxClusters(tree, box, access.ledger, ENTITIES),
        leaf,
      },
      materials,
    };
    return { emitters, textures };
  });
}

/** Keeps the flames of fires whose particle systems no file has, and puts them on the ground. */
async function replaceFires(
  emitters: readonly EntityEmitter[],
  entities: readonly Entity[],
  mapName: string,
  access: ContentAccess,
  openTrace: () => Trace | null,
): Promise<readonly EntityEmitter[]> {
  const fires = new Map(listFires(entities).map((fire) => [fire.entity, fire]));
  if (fires.size === 0) return emitters;
  const missing = await findMissingFires(entities, [...fires.values()], mapName, access);
  const trace = openTrace();
  return emitters.flatMap((emitter): EntityEmitter[] => {
    if (classOf(entities[emitter.entity]) !== FIRE_CLASS) return [emitter];
    const fire = fires.get(emitter.entity);
    if (fire === undefined || !missing.has(fire.effect)) return [];
    const fall = fire.origin[2] - placeFire(fire, trace)[2];
    const [x, y, z] = emitter.origin;
    return [{ ...emitter, origin: [x, y, z - fall] }];
  });
}

/** Finds the roofs in volumes of rain, so that it does not fall into houses. */
function shelterEmitters(
  found: readonly EntityEmitter[],
  tree: LeafTree,
  openTrace: () => Trace | null,
  { ledger }: Pick<ContentAccess, "ledger">,
): { readonly emitters: readonly EntityEmitter[]; readonly roofs: Float32Array } {
  const falls = ({ flags }: Emitter) => (flags & EMITTER_AROUND_EYE) !== 0;
  const trace = found.some(falls) ? openTrace() : null;
  if (trace === null) return { emitters: found, roofs: new Float32Array(0) };
  const heights: number[] = [];
  const emitters = found.map((emitter): EntityEmitter => {
    if (!falls(emitter)) return emitter;
    const first = heights.length;
    heights.push(...castRoofs(tree, trace, emitter.origin, emitter.volume, ledger));
    return { ...emitter, flags: emitter.flags | EMITTER_SHELTERED, cells: [first, 0, 0] };
  });
  return { emitters, roofs: Float32Array.from(heights) };
}

export type Way = "missing" | "adds" | "covers";

/** Returns the blend flags of an emitter whose material blends in a way. */
function blendOf({ addsWithoutMaterial }: Emitter, way: Way): number {
  if (way === "missing") return PARTICLE_SPOT | (addsWithoutMaterial ? PARTICLE_ADDS : 0);
  return way === "adds" ? PARTICLE_ADDS : 0;
}

/**
 * Lets the rows of particles decide how they blend, so that all share a pipeline. Changes the set in
 * place, and returns how each material blended.
 */
export function drawByRow({ count, pass, family, flags }: MaterialSet): Way[] {
  return Array.from({ length: count }, (_, row): Way => {
    const isMissing = (flags[row] & MATERIAL_MISSING) !== 0 || pass[row] === PASS_NONE;
    const way = isMissing ? "missing" : pass[row] === PASS_ADDITIVE ? "adds" : "covers";
    pass[row] = PASS_ALPHA_TEST;
    if (family[row] !== FAMILY.soft) family[row] = FAMILY.unlit;
    flags[row] |= MATERIAL_NO_CULL;
    return way;
  });
}

const AMBIENT_SIDES = 6;

/** Colours emitters by the map's light where they are born and where they die, gamma-encoded. */
function lightEmitters(
  emitters: readonly EntityEmitter[],
  bsp: BspWorld,
  tree: LeafTree,
  side: LightSideName | null,
  access: Pick<ContentAccess, "ledger" | "diagnostics">,
): EntityEmitter[] {
  return emitters.map((emitter) => {
    if (emitter.lit === null) return emitter;
    const points = Float32Array.from(emitter.lit.flat());
    const cubes = buildAmbientCubes(bsp, tree, side, points, access);
    const lightAt = (point: number): Vector3 =>
      [0, 1, 2].map((channel) => {
        let sum = 0;
        for (let face = 0; face < AMBIENT_SIDES; face++) {
          sum += cubes[point * AMBIENT_CUBE_FLOATS + face * 3 + channel];
        }
        return Math.min(sum / AMBIENT_SIDES, 1) ** (1 / 2.2);
      }) as unknown as Vector3;
    const lit = (color: Vector3, light: Vector3): Vector3 => {
      const own = color.map((channel, i) =>
        emitter.isEmissive ? Math.min(channel + light[i], 1) : channel * light[i],
      );
      const most = Math.max(...own, 1);
      return own.map((channel) => channel / most) as unknown as Vector3;
    };
    const { colorStart, colorEnd } = emitter;
    return {
      ...emitter,
      colorStart: lit(colorStart, lightAt(0)),
      colorEnd: lit(colorEnd, lightAt(1)),
    };
  });
}
