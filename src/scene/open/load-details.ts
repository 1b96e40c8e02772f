/**
 * Runs the stages of a load after the first picture. This module and its imports are one file of
 * the built worker, which is fetched while the world is built.
 */

import { Diagnostics } from "../../core/diagnostics.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspDetails, BspWorld } from "../../formats/bsp/types.ts";
import type { LeafWaters } from "../../map/tree.ts";
import type { CameraPose, LightSideName, MaterialSet, PropSet } from "../../map/types.ts";
import { buildAreas } from "../brushes/areas.ts";
import { addVariants, leastOfVariants } from "../brushes/material-variants.ts";
import { buildCollision } from "../collision/collision.ts";
import { buildPropLight } from "../light/build-prop-light.ts";
import { readColorCorrections } from "../light/color-corrections.ts";
import { copyTerrain, type Terrain } from "../light/light-blockers.ts";
import { buildLightPatterns } from "../light/light-patterns.ts";
import { distanceToBox } from "../materials/material-distance.ts";
import { isFaceDrawn, type WorldMaterials } from "../materials/material-names.ts";
import { passMissingBySurface, resolveWorldMaterials } from "../materials/resolve-world.ts";
import { type BuiltProps, buildProps } from "../props/props.ts";
import { readSky, skyByteLength } from "../sky/sky.ts";
import { patternMissing } from "../stand-in/missing-patterns.ts";
import { TextureBudget, texturesByteLength } from "../textures/texture-budget.ts";
import { listByDistance, type PendingTextures, pendTextures } from "../textures/texture-queue.ts";
import { reopenTexture, streamTextures } from "../textures/textures.ts";
import { buildMapScene, listLightSides } from "../world/map-scene.ts";
import type { LoadEvent, LoadOptions, RelitMap, StageClock } from "./events.ts";
import { GEOMETRY_BUILDERS, type GeometryParts, openShadows } from "./geometry.ts";
import { type MapState, type OpenedContent, type ShownScene, shownSide } from "./map-state.ts";
import { readBrushRanges, readDetailRanges, readSideRanges } from "./read-map-details.ts";
import { throwIfAborted } from "./throw-if-aborted.ts";

/** Builds a map under another light. Its lumps are read if they were not read before. */
export async function buildRelitMap(state: MapState, side: LightSideName): Promise<RelitMap> {
  const { file, diagnostics, options } = state;
  const { signal } = options;
  if (state.parts.bsp[side] === null && state.parts.sides?.includes(side)) {
    const addSide = await readSideRanges(file, side, signal);
    const { parts } = state;
    const lit = addSide(parts.bsp, diagnostics);
    const bsp = unlightUnlisted(lit, side, parts.materials);
    state.parts = { ...parts, bsp, sides: listLightSides(bsp) };
  }
  state.wantedSide = side;
  const ledger = file.ledger.renew();
  const scene = buildMapScene(state.parts, side, diagnostics, ledger);
  const { parts, lighting } = state;
  const access = { diagnostics, ledger, signal };
  const light =
    lighting && (await buildPropLight(parts.bsp, parts.tree, scene.side, lighting, access));
  const { sky } = state;
  if (sky === null || scene.side === null || scene.side === sky.side) {
    return { scene, light, sky: null };
  }
  const relitSky = await sky.read(scene.side, ledger);
  if (relitSky !== null) state.sky = { ...sky, side: scene.side };
  return { scene, light, sky: relitSky };
}

export { openMapContent } from "./open-content.ts";

/**
 * Shares of the texture budget that is left, in turn, for the world and for the sky; the props get
 * the rest. Bytes that one does not need are left for the next.
 */
const SHARES = { world: 7 / 8, sky: 1 };
const SHARES_WITH_PROPS = { world: 5 / 8, sky: 1 / 2 };
/** Share for each kind of geometry that comes before the props. */
const GEOMETRY_SHARE = 1 / 4;

/** Data that the stages share. */
interface DetailLoad extends OpenedContent {
  readonly state: MapState;
  readonly shown: ShownScene;
  /** Options for the light that the scene is shown in, which may not be the requested one. */
  readonly lit: LoadOptions;
  readonly bsp: BspWorld & BspDetails;
  readonly brushes: Brushes;
  /** `null` if the map has no static props to light. */
  readonly terrain: Terrain | null;
  readonly shares: typeof SHARES;
  readonly budget: TextureBudget;
  /** Textures still to be streamed. */
  readonly pending: PendingTextures[];
}

export async function* loadDetails(
  state: MapState,
  shown: ShownScene,
  clock: StageClock,
): AsyncGenerator<LoadEvent, void> {
  const load = yield* readDetails(state, shown);

  const materials = await resolveMaterials(load);
  yield clock.end("materials");
  const waters = buildLeafWaters(load.bsp, state.parts.materials.materialOfTexData);
  yield { type: "materials", materials, waters };

  yield* loadSky(load);
  yield* loadLightChanges(load);
  yield* buildGeometry(load);
  const side = shownSide(state);
  const { pak, brushes, terrain } = load;
  const sources = { pak, pvs: state.parts.pvs, brushes, terrain };
  const props = await buildProps(
    { ...load.bsp, ...state.parts.bsp, name: state.options.name },
    state.parts.tree,
    side,
    load.access,
    { ...load.lit, textureBudgetBytes: load.budget.left, sources },
  );
  yield clock.end("props");
  if (props !== null) yield* showProps(load, props, side);

  yield* loadTextures(load);
  yield clock.end("textures");
  yield { type: "done", warnings: state.diagnostics.warnings, stageMs: clock.ms };
}

/** Reads the other lumps of the map: "details", "areas" and "collision". */
async function* readDetails(
  state: MapState,
  shown: ShownScene,
): AsyncGenerator<LoadEvent, DetailLoad> {
  const { file, options, diagnostics, windows } = state;
  const [addDetails, parseBrushes, content] = await Promise.all([
    readDetailRanges(file, shown.side, options.signal),
    readBrushRanges(file, options.signal),
    state.openContent(),
  ]);
  const bsp = addDetails(state.parts.bsp, diagnostics);
  state.parts = { ...state.parts, bsp };
  const staticPropCount = bsp.staticProps?.count ?? 0;
  yield { type: "details", staticPropCount };
  const areas = buildAreas(bsp, windows?.listAreaWindows(bsp));
  if (areas !== null) yield { type: "areas", areas };
  const brushes = parseBrushes(state.parts.bsp, diagnostics);
  const collision = buildCollision(state.parts.bsp, brushes, state.parts.placements);
  const hasProps = staticPropCount > 0;
  const terrain = hasProps ? copyTerrain(collision) : null;
  yield { type: "collision", collision };
  return {
    ...content,
    state,
    shown,
    lit: { ...options, side: shown.side ?? "ldr" },
    bsp,
    brushes,
    terrain,
    shares: hasProps ? SHARES_WITH_PROPS : SHARES,
    budget: new TextureBudget(options.textureBudgetBytes),
    pending: [],
  };
}

/** Resolves the world's materials, and opens their textures. */
async function resolveMaterials(load: DetailLoad): Promise<MaterialSet> {
  const { state, shown, access, budget, pending } = load;
  const { surfaceFlags, tileSize, variants } = state.parts.materials;
  const { materials: resolved, ...files } = await resolveWorldMaterials(
    state.parts.bsp,
    state.parts.materials,
    access,
    { ...load.lit, textureBudgetBytes: budget.left * load.shares.world },
    leastOfVariants(shown.distance, variants),
  );
  budget.take(texturesByteLength(resolved.textures.arrays));
  passMissingBySurface(resolved, surfaceFlags);
  patternMissing(resolved, tileSize, files.surfaceProp);
  const varied = addVariants(resolved, variants);
  const materials = state.windows?.fadeWindows(varied, variants, state.diagnostics) ?? varied;
  pending.push(pendTextures("world", { materials, textures: files.textures }, shown.distance));
  return materials;
}

async function* loadSky(load: DetailLoad): AsyncGenerator<LoadEvent, void> {
  const { state, access, budget } = load;
  const { skyName } = load.shown;
  const options = { ...state.options, textureBudgetBytes: budget.left * load.shares.sky };
  const side = shownSide(state) ?? "ldr";
  const sky = await readSky(skyName, side, access, options);
  if (sky === null) return;
  budget.take(skyByteLength(sky));
  yield { type: "sky", sky };
  if (!sky.isOfLight) return;
  state.sky = {
    side,
    // Missing files were reported by the first read.
    read: (other, ledger) =>
      readSky(skyName, other, { ...access, ledger, diagnostics: new Diagnostics() }, options),
  };
}

/** Loads light that changes by itself, and colour corrections. */
async function* loadLightChanges({
  state,
  bsp,
  access,
}: DetailLoad): AsyncGenerator<LoadEvent, void> {
  const patterns = buildLightPatterns(bsp);
  if (patterns !== null) yield { type: "lightpatterns", patterns };
  const corrections = await readColorCorrections(state.parts.bsp, access);
  if (corrections !== null) yield { type: "colorcorrection", corrections };
}

async function* buildGeometry(load: DetailLoad): AsyncGenerator<LoadEvent, void> {
  const { lit, access, budget, pending } = load;
  for (const build of GEOMETRY_BUILDERS) {
    const options = { ...lit, textureBudgetBytes: budget.left * GEOMETRY_SHARE };
    const built = await build({ ...geometryParts(load), brushes: load.brushes }, access, options);
    if (built === null) continue;
    budget.take(built.texturesByteLength);
    pending.push(built.pending);
    yield built.event;
  }
}

function geometryParts({ state, shown, bsp }: DetailLoad): Omit<GeometryParts, "brushes"> {
  return { ...state.parts, bsp, side: shownSide(state), start: shown.start };
}

/**
 * Hands over the props and the shadows of models.
 * @param litSide light that the props were built in
 */
async function* showProps(
  load: DetailLoad,
  { props, textures, lighting, casters }: BuiltProps,
  litSide: LightSideName | null,
): AsyncGenerator<LoadEvent, void> {
  const { state, shown, lit, access, budget, pending } = load;
  state.lighting = lighting;
  const { materials } = props;
  const distance = measurePropMaterials(props, shown.start);
  pending.push(pendTextures("props", { materials, textures }, distance));
  // `relight` may have switched the light since the props were built.
  const side = shownSide(state);
  const { bsp, tree } = state.parts;
  const light =
    side === litSide ? props.light : await buildPropLight(bsp, tree, side, lighting, access);
  yield { type: "props", props: { ...props, light } };
  const parts = { ...geometryParts(load), side };
  const shadows = await openShadows(parts, { casters }, budget, access, lit);
  if (shadows === null) return;
  pending.push(shadows.pending);
  yield shadows.event;
}

/** Streams the textures of all sets, nearest first. */
async function* loadTextures({
  state,
  access,
  pending,
}: DetailLoad): AsyncGenerator<LoadEvent, void> {
  const { options } = state;
  const queue = listByDistance(pending);
  let done = 0;
  for (const { owner, files, texture } of queue) {
    throwIfAborted(options.signal);
    await reopenTexture(files, texture, access, options);
    for (const { image } of streamTextures(files, [texture], access, options)) {
      yield { type: "texture", owner, texture, image };
    }
    yield { type: "progress", stage: "textures", done: ++done, total: queue.length };
  }
}

/** Returns the distance from a pose to the nearest prop that uses each material. */
function measurePropMaterials(props: PropSet, pose: CameraPose): Float32Array {
  const ofVariant = new Float32Array(props.variantCount).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < props.instanceCount; i++) {
    const variant = props.instanceVariant[i];
    ofVariant[variant] = Math.min(
      ofVariant[variant],
      distanceToBox(pose, props.instanceBox, i * 6),
    );
  }
  const distance = new Float32Array(props.materials.count).fill(Number.POSITIVE_INFINITY);
  for (let draw = 0; draw < props.drawCount; draw++) {
    const material = props.drawMaterial[draw];
    distance[material] = Math.min(distance[material], ofVariant[props.drawVariant[draw]]);
  }
  return distance;
}

/**
 * @param materialOfTexData see `WorldMaterials`
 * @returns `null` if no leaf is in water
 */
export function buildLeafWaters(
  { leafs, texInfos, leafWaters }: BspWorld & BspDetails,
  materialOfTexData: Int32Array,
): LeafWaters | null {
  const { count, surfaceZ, surfaceTexInfo } = leafWaters;
  const leafWater = leafs.leafWaterData
    .slice(0, leafs.count)
    .map((water) => (water >= 0 && water < count ? water : -1));
  if (leafWater.every((water) => water < 0)) return null;
  const material = surfaceTexInfo.map((texInfo) => {
    const texData = texInfos.texdata[texInfo] ?? -1;
    return texData < 0 ? -1 : materialOfTexData[texData];
  });
  return { leafWater, surfaceZ: surfaceZ.slice(), material };
}

/**
 * Fixes faces of a side that was read after the materials were listed. In a damaged or edited map
 * they may use other materials. Such faces get the texinfo that they have under the first light,
 * and no light, because theirs was laid out for another texinfo.
 */
function unlightUnlisted(bsp: BspWorld, side: LightSideName, listed: WorldMaterials): BspWorld {
  const light = bsp[side];
  const first = bsp[side === "hdr" ? "ldr" : "hdr"]?.faces;
  if (light === null || first === undefined) return bsp;
  const { faces } = light;
  for (let face = 0; face < faces.count; face++) {
    if (!isFaceDrawn(bsp, faces, face)) continue;
    if (listed.materialOfTexData[bsp.texInfos.texdata[faces.texinfo[face]]] >= 0) continue;
    faces.texinfo[face] = first.texinfo[face];
    faces.lightOffset[face] = -1;
  }
  return bsp;
}
