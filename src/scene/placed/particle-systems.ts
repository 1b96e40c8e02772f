/**
 * Builds a map's particle systems: `info_particle_system` entities, the files, materials and sheets
 * that they need, and bounds. Loaded with the first such entity.
 */

import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { Vmt } from "../../formats/vmt/types.ts";
import { openVtf } from "../../formats/vtf/open-vtf.ts";
import { parseSheet, RESOURCE_SHEET, type SheetSequence } from "../../formats/vtf/parse-sheet.ts";
import {
  PARTICLE_ADDS,
  PARTICLE_RUN,
  PARTICLE_SPOT,
  type ParticleSet,
} from "../../map/placed/particles.ts";
import type { LeafTree } from "../../map/tree.ts";
import { CHUNK_FACE } from "../../map/world.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import {
  type CardMaterial,
  findInAll,
  giveSheets,
  type Measured,
  openPlaced,
  type PlacedPoint,
  type PlacedSystem,
  type PlacedSystems,
  SystemMeter,
  type SystemRun,
} from "../../particles/systems/placed-systems.ts";
import { listFrames, WHOLE_FRAMES } from "../../particles/systems/sheet.ts";
import { orientationOf } from "../../particles/systems/sprite-rows.ts";
import type { PlanProblem, SystemPlan } from "../../particles/systems/system-plan.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { listUnspawned } from "../brushes/unspawned-names.ts";
import { contentName } from "../materials/content-name.ts";
import { resolveMaterials } from "../materials/materials.ts";
import { createVmtReader } from "../materials/read-vmt.ts";
import { flagParam, numberParam, textureParam } from "../materials/vmt-values.ts";
import { type ContentAccess, leaveOutTooLarge, readOrWarn } from "../open/read-content.ts";
import { classOf } from "../start/entity-values.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { type BoxClusters, listBoxClusters } from "../world/box-clusters.ts";
import { drawByRow } from "./emitters.ts";
import { findMissingFires, listFires, placeFireSystem } from "./fires.ts";
import { firstByName } from "./first-by-name.ts";
import { findMoving } from "./moving-entities.ts";
import { readParticleFiles } from "./particle-files.ts";
import type { TracedOptions } from "./sprites.ts";

export const PARTICLE_SYSTEM_CLASS = "info_particle_system";
const ENTITIES = "LUMP_ENTITIES";
const MAX_POINTS = 63;
/** Frames that rows can name. */
const MAX_FRAMES = 2 ** 16;
/** Inches from anywhere in a map to beyond its end. */
const WHOLE_MAP = 2 ** 16;

/** Lists the particle systems of all entities in map order. */
export function listPlacedSystems(entities: readonly Entity[]): PlacedSystem[] {
  const unspawned = listUnspawned(entities);
  const byName = firstByName(entities);
  const rows = new Map(entities.map((entity, row) => [entity, row]));
  const isParticleSystem = (entity: Entity) => classOf(entity) === PARTICLE_SYSTEM_CLASS;
  if (!entities.some(isParticleSystem)) return [];
  const isMoving = findMoving(entities);
  return entities.flatMap((entity, number): PlacedSystem[] => {
    if (!isParticleSystem(entity)) return [];
    const name = entity.get("targetname") ?? "";
    const effect = entity.get("effect_name") ?? "";
    const startsActive = Number.parseInt(entity.get("start_active") ?? "0", 10) > 0;
    if (effect === "" || (name !== "" && unspawned.has(name))) return [];
    // Without a name, nothing can start it.
    if (!startsActive && name === "") return [];
    const points = [placePoint(0, entity, number)];
    let mayMove = isMoving(entity);
    for (let point = 1; point <= MAX_POINTS; point++) {
      const target = byName.get((entity.get(`cpoint${point}`) ?? "").toLowerCase());
      if (target === undefined) continue;
      points.push(placePoint(point, target, rows.get(target) ?? -1));
      mayMove ||= isMoving(target);
    }
    return [{ effect, entity: number, startsActive, points, mayMove }];
  });
}

function placePoint(point: number, entity: Entity, row: number): PlacedPoint {
  const m = new Float32Array(12);
  const [pitch, yaw, roll] = parseVector(entity.get("angles") ?? "");
  writeMatrix3x4(m, 0, pitch, yaw, roll, 0, 0, 0);
  const axes = [m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]];
  const [x, y, z] = parseVector(entity.get("origin") ?? "");
  return { point, place: [x, y, z], axes, entity: row };
}

export interface BuiltSystems {
  readonly particles: ParticleSet;
  readonly placed: PlacedSystems;
  /** Textures of `particles.materials.textures`, not yet streamed. */
  readonly textures: TextureFiles;
  /** Mins, maxs of the places of visible particles, 6 a run. */
  readonly places: Float32Array;
}

/**
 * Returns `null` if no system is found, or, with a warning, if they exceed the budget.
 * @param mapName name of the map, for its own manifest
 */
export async function buildParticleSystems(
  bsp: Pick<BspWorld, "entities">,
  tree: LeafTree,
  mapName: string,
  access: ContentAccess,
  { openTrace = () => null, ...options }: TracedOptions,
): Promise<BuiltSystems | null> {
  const placed = listPlacedSystems(bsp.entities);
  const fires = listFires(bsp.entities);
  const missingFires =
    fires.length === 0 ? new Set() : await findMissingFires(bsp.entities, fires, mapName, access);
  const burning = fires.filter(({ effect }) => !missingFires.has(effect));
  for (const effect of missingFires) {
    const message = `No particle system ${effect} in the files of the manifests: plain flames are shown.`;
    access.diagnostics.warn("missing-particles", `${effect}`, message);
  }
  if (placed.length === 0 && burning.length === 0) return null;
  const trace = burning.length === 0 ? null : openTrace();
  const listed = [...placed, ...burning.map((fire) => placeFireSystem(fire, trace))];
  return leaveOutTooLarge(access, "particle systems", async () => {
    const effects = [...new Set(listed.map(({ effect }) => effect))];
    const { files, missing } = await readParticleFiles(effects, mapName, access);
    for (const name of missing) {
      const message = `No particle system ${name} in the files of the manifests.`;
      access.diagnostics.warn("missing-particles", name, message);
    }
    return buildSystems({ listed, files, tree }, access, options);
  });
}

/** Builds placed systems whose files are known. Returns `null` if nothing is drawn. */
export async function buildSystems(
  {
    listed,
    files,
    tree,
  }: {
    readonly listed: readonly PlacedSystem[];
    readonly files: PlacedSystems["files"];
    readonly tree: LeafTree | null;
  },
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltSystems | null> {
  const find = findInAll(files);
  const opened = listed.flatMap((placed) => {
    const problems: PlanProblem[] = [];
    const tree = openPlaced(placed, find, true, problems);
    for (const { system, message } of problems) {
      access.diagnostics.warn("not-drawn", `particle system ${system}`, `${system}: ${message}`);
    }
    return tree === null ? [] : [{ placed, ...tree }];
  });
  const systems = opened.map(({ placed }) => placed);
  const names = [
    ...new Set(opened.flatMap(({ plans }) => plans.filter(isDrawn).map(materialNameOf))),
  ];
  if (names.length === 0) return null;
  const { materials, textures } = await resolveMaterials(names, null, access, options);
  const cards = await readCards(names, access);
  const wayOf = drawByRow(materials);
  const meter = new SystemMeter();
  const runs: (SystemRun & { flags: number; box: Float32Array })[] = [];
  const seen: number[] = [];
  let firstRow = 0;
  for (const [treeRow, { plans, player }] of opened.entries()) {
    giveSheets(
      player,
      (plan) => cards.materials[names.indexOf(materialNameOf(plans[plan]))] ?? NONE,
    );
    const measured: Measured[] = meter.measure(player);
    for (const [row, plan] of plans.entries()) {
      if (!isDrawn(plan)) continue;
      const material = names.indexOf(materialNameOf(plan));
      const { rows, box, places } = measured[row];
      seen.push(...places);
      access.ledger.take("particles", rows, ENTITIES);
      const blend = wayOf[material] === "adds" ? PARTICLE_ADDS : 0;
      const spot = wayOf[material] === "missing" ? PARTICLE_SPOT : 0;
      const flags = orientationOf(plan.renderer!) | blend | spot;
      runs.push({ ...{ tree: treeRow, plan: row, material, firstRow, rows }, flags, box });
      firstRow += rows;
    }
  }
  const box = new Float32Array(runs.length * 6);
  for (const [row, run] of runs.entries()) box.set(run.box, row * 6);
  const clusters =
    tree === null
      ? seenEverywhere(runs.length)
      : listBoxClusters(tree, box, access.ledger, ENTITIES);
  // A system that may move is never culled, because its bounds are those of its start.
  for (const [row, { tree: treeRow }] of runs.entries()) {
    if (systems[treeRow].mayMove !== true) continue;
    for (let axis = 0; axis < 3; axis++) {
      box[row * 6 + axis] -= WHOLE_MAP;
      box[row * 6 + axis + 3] += WHOLE_MAP;
    }
    clusters.clusterCount[row] = 0;
  }
  const middle = (row: number, axis: number) => (box[row * 6 + axis] + box[row * 6 + axis + 3]) / 2;
  const leafOf = (row: number) =>
    tree === null ? 0 : findLeaf(tree, middle(row, 0), middle(row, 1), middle(row, 2));
  const particles: ParticleSet = {
    capacity: firstRow,
    runs: packRuns(runs),
    frames: Float32Array.from(cards.frames),
    chunks: {
      count: runs.length,
      material: Uint16Array.from(runs, ({ material }) => material),
      kind: new Uint8Array(runs.length).fill(CHUNK_FACE),
      firstIndex: new Uint32Array(runs.length),
      indexCount: Uint32Array.from(runs, ({ rows }) => rows * 6),
      box,
      ...clusters,
      leaf: Uint32Array.from(runs, (_, row) => leafOf(row)),
    },
    materials,
  };
  const placed = {
    ...{ files, systems, materials: cards.materials },
    runs: runs.map(({ flags: _, box: __, ...run }) => run),
  };
  return { particles, placed, textures, places: Float32Array.from(seen) };
}

/** Clusters of rows that are visible from everywhere. */
const seenEverywhere = (count: number): BoxClusters => ({
  firstCluster: new Uint32Array(count),
  clusterCount: new Uint32Array(count),
  clusters: new Uint32Array(0),
});

const isDrawn = ({ renderer }: SystemPlan): boolean => renderer !== null;
const materialNameOf = ({ material }: SystemPlan): string => contentName(material, ".vmt");

function packRuns(runs: readonly (SystemRun & { readonly flags: number })[]): Uint32Array {
  const words = PARTICLE_RUN.strideBytes / 4;
  const packed = new Uint32Array(runs.length * words);
  for (const [i, { firstRow, material, flags, rows }] of runs.entries()) {
    packed[i * words + PARTICLE_RUN.first / 4] = firstRow;
    packed[i * words + PARTICLE_RUN.material / 4] = material;
    packed[i * words + PARTICLE_RUN.flags / 4] = flags;
    packed[i * words + PARTICLE_RUN.count / 4] = rows;
  }
  return packed;
}

const NONE: CardMaterial = {
  ...{ overbright: 1, addSelf: 0, blendsFrames: true, textureHeight: 256 },
  ...{ sequences: [], firstFrame: 0 },
};

/** Reads what materials say of their particles, and the rectangles of all sheets. */
async function readCards(
  names: readonly string[],
  access: ContentAccess,
): Promise<{ materials: CardMaterial[]; frames: number[] }> {
  const readVmt = createVmtReader(access);
  const frames = [...WHOLE_FRAMES];
  const materials: CardMaterial[] = [];
  for (const name of names) {
    const vmt = await readVmt(name);
    if (!vmt) {
      materials.push(NONE);
      continue;
    }
    const { sequences, height } = await readTexture(vmt, access);
    const rects = listFrames(sequences);
    const firstFrame = frames.length / 4;
    const fits = firstFrame + rects.length / 4 <= MAX_FRAMES;
    if (fits) frames.push(...rects);
    materials.push({
      overbright: positive(numberParam(vmt, "$overbrightfactor"), 1),
      addSelf: positive(numberParam(vmt, "$addself"), 0),
      blendsFrames: !vmt.params.has("$blendframes") || flagParam(vmt, "$blendframes"),
      textureHeight: height,
      sequences: fits ? sequences : [],
      firstFrame,
    });
  }
  return { materials, frames };
}

const positive = (value: number | undefined, fallback: number): number =>
  value === undefined || !(value >= 0) ? fallback : Math.min(value, 1000);

/** Reads the sheet and the height of a material's texture. */
async function readTexture(
  vmt: Vmt,
  access: ContentAccess,
): Promise<{ sequences: readonly SheetSequence[]; height: number }> {
  const none = { sequences: [], height: NONE.textureHeight };
  const name = textureParam(vmt, "$basetexture");
  if (name === undefined) return none;
  const path = `materials/${contentName(name, ".vtf")}.vtf`;
  const bytes = await readOrWarn(access, path, "unreadable-texture");
  if (!bytes) return none;
  try {
    const vtf = await openVtf(bytes);
    const sheet = vtf.resources.find(({ tag }) => (tag & 0xffffff) === RESOURCE_SHEET)?.data;
    return { sequences: (sheet && parseSheet(sheet)) || [], height: vtf.height };
  } catch (error) {
    const message = `${path}: its sheet is broken: ${(error as Error).message}`;
    access.diagnostics.warn("unreadable-texture", path, message);
    return none;
  }
}
