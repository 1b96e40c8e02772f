/** Builds static props: models, their variants and draws, and an instance for each prop. */

import type {
  BspWorld,
  DetailLights,
  DetailProps,
  Entity,
  StaticProps,
} from "../../formats/bsp/types.ts";
import { normalizePath } from "../../formats/normalize-path.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import { MAX_LODS, type PropSet } from "../../map/props.ts";
import type { LeafTree } from "../../map/tree.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { createTrace } from "../../visibility/trace.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { readDetailFade } from "../details/details.ts";
import {
  buildPropLight,
  type PropLighting,
  type PropLightSources,
} from "../light/build-prop-light.ts";
import { buildLightBlockers } from "../light/light-blockers.ts";
import { findBumped, lightFinely } from "../light/prop-material-light.ts";
import { findMaterials, openMaterials } from "../materials/materials.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import type { ShadowCasters } from "../shadows/shadow-casters.ts";
import type { Ghosts } from "../stand-in/ghosts.ts";
import { patternMissingOfProps } from "../stand-in/missing-patterns.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { addDetailModels, listDetailModels, listOwnLight, type OwnLight } from "./detail-models.ts";
import {
  buildEntityModels,
  canMove,
  listEntityModels,
  type ModelEntities,
} from "./entity-models.ts";
import { addEntityProps } from "./entity-props.ts";
import type { EntityRows, FollowingProps } from "./follow-props.ts";
import { implyModels } from "./implied-models.ts";
import { buildPropMotion } from "./motion/build-prop-motion.ts";
import type { EntityPlay } from "./motion/entity-play.ts";
import { type MapCubemaps, splitByCubemap } from "./prop-cubemaps.ts";
import { hasEyes, placeEyes } from "./prop-eyes.ts";
import { buildPropGeometry } from "./prop-geometry.ts";
import { buildPropInstances, type PlacedProps } from "./prop-instances.ts";
import { isWithinLevels } from "./prop-levels.ts";
import type { PropModel } from "./prop-model.ts";
import { readPropModels } from "./prop-models.ts";
import { blendFaint, listScreenFades, readLevelFade } from "./prop-opacity.ts";
import { type Draws, listDraws, listVariants, type Variants } from "./prop-variants.ts";
import type { Stand } from "./stand-models.ts";
import { blowOn, findWind, growSwaying } from "./sway-in-wind.ts";

/** Light sources of a map that has none. */
const NO_SOURCES: PropLightSources = { pak: null, pvs: null, brushes: null, terrain: null };

/** Pose of static props: bind pose, and the first model of each body group. */
const AT_REST: Stand = { sequence: null };

const SPRP = "game lump sprp";

export interface BuiltProps {
  readonly props: PropSet;
  /** Textures of `props.materials.textures`, not yet streamed. */
  readonly textures: TextureFiles;
  readonly lighting: PropLighting;
  /** Props that are entities and may cast a shadow. Shares no buffer with `props`. */
  readonly casters: ShadowCasters;
}

/** The prop tables of a map. Detail props with models are drawn like static props. */
export interface PropTables extends MapCubemaps {
  readonly staticProps: StaticProps | null;
  readonly detailProps: DetailProps | null;
  readonly detailLights: DetailLights;
}

export interface PropOptions extends TextureOptions {
  /** Further data for their light, besides the side's own lumps. */
  readonly sources?: PropLightSources;
}

/**
 * Reads the models of a map's props and places them. Returns `null` if there are none, or, with a
 * warning, if they exceed the budget.
 */
export async function buildProps(
  bsp: BspWorld & PropTables,
  tree: LeafTree,
  side: LightSideName | null,
  access: ContentAccess,
  { sources = NO_SOURCES, ...options }: PropOptions,
): Promise<BuiltProps | null> {
  const { staticProps, detailProps } = bsp;
  const implied = await implyModels(bsp.entities, access);
  const modelEntities = listEntityModels(implied);
  const { entities } = modelEntities;
  const placed = entities.length > 0 ? addEntityProps(staticProps, entities, bsp.entities) : null;
  const standing = placed?.table ?? staticProps;
  const details = listDetailModels(detailProps);
  const all =
    detailProps === null || details.length === 0
      ? standing
      : addDetailModels(standing, detailProps, details, readDetailFade(bsp.entities));
  if (all === null || all.count === 0) return null;
  const first = staticProps?.modelName.length ?? 0;
  const firstEntity = staticProps?.count ?? 0;
  const table = {
    ...all,
    standOf: (row: number) => placed?.stands[row - first] ?? AT_REST,
    playOf: (prop: number) => placed?.plays[prop - firstEntity] ?? null,
  };
  const build = { bsp, tree, table, allEntities: implied, modelEntities, details, side, sources };
  return leaveOutTooLarge(access, SPRP, () => buildAllProps(build, access, options));
}

interface PropTable extends StaticProps {
  /** Pose of a row of the model dictionary. */
  readonly standOf: (row: number) => Stand;
  /** Animation of a prop; `null` if none. */
  readonly playOf: (prop: number) => EntityPlay | null;
}

interface PropBuild {
  readonly bsp: BspWorld & PropTables;
  readonly tree: LeafTree;
  readonly table: PropTable;
  /** All entities of the map, and those of the rows after the static props. */
  readonly allEntities: readonly Entity[];
  readonly modelEntities: ModelEntities;
  /** Rows of the detail props that are the last rows of the table. */
  readonly details: Uint32Array;
  readonly side: LightSideName | null;
  readonly sources: PropLightSources;
}

async function buildAllProps(
  build: PropBuild,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltProps | null> {
  const { bsp, tree, table, allEntities, modelEntities, details, side, sources } = build;
  const { entities } = modelEntities;
  const wanted = Uint32Array.from({ length: table.count }, (_, prop) => prop).filter((prop) =>
    isWithinLevels(table, prop),
  );
  const firstDetail = table.count - details.length;
  const { modelOf: modelOfRow, missing } = await readUsedModels(table, wanted, access);
  const ghosts = await fetchGhosts(build, missing, firstDetail, access);
  const modelOf = (prop: number) => modelOfRow[table.model[prop]] ?? ghosts?.modelOf(prop) ?? null;
  const shown = wanted.filter((prop) => modelOf(prop) !== null);
  if (shown.length === 0) return null;

  const instanceModels = Array.from(shown, (prop) => modelOf(prop) as PropModel);
  const models = [...new Set(instanceModels)];
  const { modelFirstIndex, modelFirstVertex, modelFirstBone, ...geometry } =
    buildPropGeometry(models);
  const firstEntity = bsp.staticProps?.count ?? 0;
  const rows = { all: allEntities, entities, first: firstEntity };
  const following = await fetchFollowing(rows, table, modelOf, access);
  const placed: PlacedProps = {
    worldOf: (prop) => ghosts?.worldOf(prop) ?? following?.worldOf(prop) ?? null,
    reachOf: (prop) => following?.reachOf(prop) ?? null,
  };
  const { lightingPoint, lightFlags, ...instances } = buildPropInstances(
    { table, props: shown, models: instanceModels, placed: ghosts === null ? following : placed },
    tree,
    access.ledger,
  );
  const fadeMetric = listScreenFades(
    ...([table, shown, instanceModels, instances.instanceBox] as const),
    readLevelFade(bsp.entities),
  );
  const built = buildPropMotion(
    instanceModels,
    (instance) => table.playOf(shown[instance]),
    geometry.boneCount,
    access.ledger,
  );
  const modelRow = new Map(models.map((model, row) => [model, row]));
  const boneOf = (instance: number) => modelFirstBone[modelRow.get(instanceModels[instance])!];
  const followers = built.motion && following?.build(built.motion, shown, boneOf);
  const motion = built.motion && { ...built.motion, ...(followers && { followers }) };
  if (built.leftOut > 0) {
    const message = `${built.leftOut} models are not animated: too many models move.`;
    access.diagnostics.warn("over-budget", "animated models", message);
  }
  const plain = listVariants(table, shown, modelOf, models);
  const plainDraws = listDraws(models, plain, access, SPRP);
  const written = await findMaterials(plainDraws.candidates, access, options);
  const wind = findWind(bsp.entities);
  for (const { state } of written) if (state !== null) blowOn(state, wind);
  const blended = blendFaint(plain, plainDraws, written, access);
  const all = { variants: plain, draws: plainDraws, found: blended };
  const split = splitByCubemap(bsp, all, lightingPoint, access);
  const { variants, draws } = split;
  const found = hasEyes(split.found) ? await placeEyes(models, split, access) : split.found;
  const opened = await openMaterials(found, null, access, options);
  const { materials, textures } = opened;
  patternMissingOfProps(materials, opened.surfaceProp);
  const lampLitCount = shown.filter((prop) => prop < firstDetail).length;
  const lampLitModels = instanceModels.slice(0, lampLitCount);
  const columns = {
    ...variantColumns(models, variants, draws, modelFirstBone),
    ...drawColumns(models, variants, draws, modelFirstIndex),
  };
  growSwaying({ ...columns, ...instances }, variants.ofInstance, materials);
  const lighting: PropLighting = {
    isBumped: findBumped(columns, variants.ofInstance.slice(0, lampLitCount), materials),
    lightingPoint: lightingPoint.slice(0, lampLitCount * 3),
    instanceLeaf: instances.instanceLeaf.slice(0, lampLitCount),
    flags: lightFlags.slice(0, lampLitCount),
    moves: canMove(modelEntities, allEntities),
    own: ownLight(bsp, details, shown.subarray(lampLitCount), firstDetail, access),
    sources,
    blockers: null,
    baked: {
      prop: shown.filter((prop) => prop < (bsp.staticProps?.count ?? 0)),
      model: lampLitModels,
      firstVertex: Uint32Array.from(
        lampLitModels,
        (model) => modelFirstVertex[modelRow.get(model) as number],
      ),
    },
  };
  const light = await buildPropLight(bsp, tree, side, lighting, access);
  lightFinely(columns, variants.ofInstance.slice(0, lampLitCount), materials, light);
  const props: PropSet = {
    ...geometry,
    motion,
    modelCount: models.length,
    modelName: models.map((model) => model.name),
    ...columns,
    ...instances,
    ...(fadeMetric && { fadeMetric }),
    instanceVariant: variants.ofInstance,
    ...buildEntityModels(modelEntities, firstEntity, shown, instanceModels, { table, instances }),
    light,
    materials,
  };
  const casters = listCasters(modelEntities, firstEntity, shown, instanceModels, instances);
  return { props, textures, lighting, casters };
}

/** Returns the entities parented to attachments of others; `null` if the map has none. */
async function fetchFollowing(
  rows: Pick<EntityRows, "all" | "entities" | "first">,
  { uniformScale }: PropTable,
  modelOf: (prop: number) => PropModel | null,
  { ledger, diagnostics }: ContentAccess,
): Promise<FollowingProps | null> {
  if (!hasAttached(rows.all)) return null;
  const { followProps } = await import("./follow-props.ts");
  const shown = {
    modelOf,
    scaleOf: (prop: number) => uniformScale[prop],
  };
  return followProps({ ...rows, ...shown }, ledger, diagnostics);
}

/** Returns the light of the rows that are detail props; `null` if there are none. */
function ownLight(
  { detailProps, detailLights }: PropTables,
  details: Uint32Array,
  shown: Uint32Array,
  firstDetail: number,
  { diagnostics }: ContentAccess,
): OwnLight | null {
  if (detailProps === null || shown.length === 0) return null;
  const rows = shown.map((prop) => details[prop - firstDetail]);
  return listOwnLight(detailProps, detailLights, rows, diagnostics);
}

/**
 * Reads a model for each row of the model dictionary (`null` if no prop uses it, or if it cannot be
 * read), and lists the props without any file. Rows may name a model more than once, in different
 * letter case or pose.
 */
async function readUsedModels(
  table: PropTable,
  props: Uint32Array,
  access: ContentAccess,
): Promise<{ readonly modelOf: (PropModel | null)[]; readonly missing: readonly number[] }> {
  const used = props.map((prop) => table.model[prop]);
  const rows = [...new Set(used)];
  const propCount = new Uint32Array(table.modelName.length);
  for (const row of used) propCount[row]++;
  const wanted = rows.map((row) => ({
    ...table.standOf(row),
    path: normalizePath(table.modelName[row]),
    propCount: propCount[row],
  }));
  const missing = new Set<string>();
  const models = await readPropModels(wanted, access, missing);
  const modelOf: (PropModel | null)[] = table.modelName.map(() => null);
  for (const [i, row] of rows.entries()) modelOf[row] = models[i];
  const isMissing = new Set(rows.filter((_, i) => missing.has(wanted[i].path)));
  return { modelOf, missing: Array.from(props).filter((prop) => isMissing.has(table.model[prop])) };
}

/** Returns placeholders for props without any file; `null` if there are none. */
async function fetchGhosts(
  { bsp, tree, table, sources: { brushes, terrain } }: PropBuild,
  missing: readonly number[],
  firstDetail: number,
  access: ContentAccess,
): Promise<Ghosts | null> {
  if (missing.length === 0) return null;
  const { placeGhosts } = await import("../stand-in/ghosts.ts");
  const isInMiniature = findInMiniature(bsp, tree);
  return placeGhosts(
    {
      ...{ table, tree, props: missing, firstEntity: bsp.staticProps?.count ?? 0 },
      // Detail props, which are scattered by the thousand, get no placeholder either.
      isLeftOut: (prop) => prop >= firstDetail || isInMiniature(table, prop),
      openTrace: () => createTrace(tree, buildLightBlockers(bsp, brushes, terrain), true),
    },
    access,
  );
}

function variantColumns(
  models: readonly PropModel[],
  variants: Variants,
  draws: Draws,
  modelFirstBone: Uint32Array,
) {
  const count = variants.model.length;
  const ofModel = (value: (model: PropModel, row: number) => number) =>
    variants.model.map((row) => value(models[row], row));
  const switchPoint = new Float32Array(count * MAX_LODS);
  for (const [variant, row] of variants.model.entries()) {
    const { mesh, lodCount } = models[row];
    switchPoint.set(mesh.switchPoint.subarray(0, lodCount), variant * MAX_LODS);
  }
  return {
    variantCount: count,
    variantModel: Uint32Array.from(variants.model),
    variantSkin: Uint32Array.from(variants.skin),
    variantLodCount: Uint8Array.from(ofModel((model) => model.lodCount)),
    variantSwitchPoint: switchPoint,
    variantFirstBone: Uint32Array.from(ofModel((_, row) => modelFirstBone[row])),
    variantFirstDraw: Uint32Array.from(draws.first),
    variantDrawCount: Uint32Array.from(
      draws.first,
      (first, i) => (draws.first[i + 1] ?? draws.variant.length) - first,
    ),
  };
}

function drawColumns(
  models: readonly PropModel[],
  variants: Variants,
  draws: Draws,
  modelFirstIndex: Uint32Array,
) {
  const modelRow = draws.variant.map((variant) => variants.model[variant]);
  const ofDraw = (value: (model: PropModel, draw: number, row: number) => number) =>
    draws.modelDraw.map((draw, i) => value(models[modelRow[i]], draw, modelRow[i]));
  return {
    drawCount: draws.variant.length,
    drawVariant: Uint32Array.from(draws.variant),
    drawLod: Uint8Array.from(ofDraw(({ mesh }, draw) => mesh.drawLod[draw])),
    drawMaterial: Uint16Array.from(draws.material),
    drawFirstIndex: Uint32Array.from(
      ofDraw(({ mesh }, draw, row) => modelFirstIndex[row] + mesh.drawFirstIndex[draw]),
    ),
    drawIndexCount: Uint32Array.from(ofDraw(({ mesh }, draw) => mesh.drawIndexCount[draw])),
  };
}

/**
 * Whether any entity of a map may be parented to an attachment. If so, the follower code is loaded.
 */
function hasAttached(entities: readonly Entity[]): boolean {
  const says = ([key, value]: Entity["pairs"][number]) =>
    (value.includes(",") && /^parentname$/i.test(key)) || /setparentattachment/i.test(value);
  return entities.some(({ pairs }) => pairs.some(says));
}

/**
 * Returns a test for props in the 3D skybox, which is drawn enlarged. Always false in a map without areas, where the skybox
 * cannot be separated.
 */
function findInMiniature(
  bsp: BspWorld,
  tree: LeafTree,
): (table: Pick<StaticProps, "origin">, prop: number) => boolean {
  // Only the camera's position is needed here; fog and scale are read with the first picture.
  const camera = bsp.entities.find(
    (entity) => entity.get("classname")?.toLowerCase() === "sky_camera",
  );
  if (camera === undefined) return () => false;
  const { area } = bsp.leafs;
  const areaAt = (x: number, y: number, z: number) => area[findLeaf(tree, x, y, z)];
  const own = areaAt(...parseVector(camera.get("origin")));
  if (!(own > 0)) return () => false;
  return ({ origin }, prop) =>
    areaAt(origin[prop * 3], origin[prop * 3 + 1], origin[prop * 3 + 2]) === own;
}

/**
 * Lists props that may cast a dynamic shadow: those that are entities.
 * @param all entities of the table's rows from `firstEntity` on
 * @param shown row of the table of each instance, ascending
 * @param models model of each instance
 */
function listCasters(
  { entities, isHidden }: ModelEntities,
  firstEntity: number,
  shown: Uint32Array,
  models: readonly PropModel[],
  { worldFromModel, instanceColor }: Pick<PropSet, "worldFromModel" | "instanceColor">,
): ShadowCasters {
  const before = shown.filter((prop) => prop < firstEntity).length;
  const end = shown.filter((prop) => prop < firstEntity + entities.length).length;
  const rows = Array.from({ length: end - before }, (_, i) => before + i);
  const own = rows.filter((row) => !isHidden[shown[row] - firstEntity]);
  return {
    entity: own.map((row) => entities[shown[row] - firstEntity]),
    model: own.map((row) => models[row]),
    worldFromModel: pickMatrices(worldFromModel, own),
    alpha: Float32Array.from(own, (row) => instanceColor[row * 4 + 3]),
  };
}

function pickMatrices(matrices: Float32Array, rows: readonly number[]): Float32Array {
  const out = new Float32Array(rows.length * 12);
  for (const [i, row] of rows.entries())
    out.set(matrices.subarray(row * 12, row * 12 + 12), i * 12);
  return out;
}
