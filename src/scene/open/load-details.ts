/**
 * Runs the stages of a load after the first picture. This module and its imports are one file of
 * the built worker, which is fetched while the world is built.
 */

import { Diagnostics } from "../../core/diagnostics.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspDetails, BspWorld, LeafWaterData } from "../../formats/bsp/types.ts";
import type { LeafWaters } from "../../map/tree.ts";
import type { LampSet, LightSideName, PropSet } from "../../map/types.ts";
import { buildAreas } from "../brushes/areas.ts";
import { addVariants, leastOfVariants } from "../brushes/material-variants.ts";
import { keepModelSides } from "../brushes/model-brushes.ts";
import { buildCollision } from "../collision/collision.ts";
import { buildPropLight } from "../light/build-prop-light.ts";
import { readColorCorrections } from "../light/color-corrections.ts";
import { copyTerrain, type Terrain } from "../light/light-blockers.ts";
import { buildLightPatterns } from "../light/light-patterns.ts";
import { type FoundMaterial, fitBudget } from "../materials/materials.ts";
import {
  findWorldMaterials,
  openWorldMaterials,
  passMissingBySurface,
} from "../materials/resolve-world.ts";
import { type BuiltProps, buildProps } from "../props/props.ts";
import { openSky, placeSky, readSky } from "../sky/sky.ts";
import { patternMissing } from "../stand-in/missing-patterns.ts";
import { classOf } from "../start/entity-values.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import { TextureBudget, texturesByteLength } from "../textures/texture-budget.ts";
import { copyPlaces, type MaterialPlaces } from "../textures/texture-places.ts";
import { type StreamedSet, TextureStream } from "../textures/texture-stream.ts";
import { createTextureReader, listSmallMips, type ReadRequest } from "../textures/textures.ts";
import type { GeometryEvent, LoadEvent, LoadOptions, StageClock } from "./events.ts";
import { GEOMETRY_BUILDERS, type GeometryParts, openShadows } from "./geometry.ts";
import { type MapState, type OpenedContent, type ShownScene, shownSide } from "./map-state.ts";
import { readBrushRanges, readDetailRanges, readLeafWaterRange } from "./read-map-details.ts";
import { startsByItself } from "./starts-by-itself.ts";
import { throwIfAborted } from "./throw-if-aborted.ts";

export { openMapContent, readPakfile } from "./open-content.ts";
export { buildRelitMap } from "./relit-map.ts";

/**
 * Shares of the texture budget that is left, in turn, for the world and for the sky; the props get
 * the rest. Bytes that one does not need are left for the next.
 */
const SHARES = { world: 7 / 8, sky: 1 };
const SHARES_WITH_PROPS = { world: 5 / 8, sky: 1 / 2 };
/** Share for each kind of geometry that comes before the props. */
const GEOMETRY_SHARE = 1 / 4;

/**
 * Bytes of textures that are read before their set is shown. Mips of up to 64 texels have 2.7 KB in
 * DXT1 and 5.5 KB in DXT5: the world is textured soon. Other sets come later, and most of their
 * files need no second request.
 */
const WORLD_HEAD_BYTES = 1 << 13;
const HEAD_BYTES = 1 << 15;

/** The world's materials, and the reader that began to read their textures. */
interface FoundTextured {
  readonly found: readonly FoundMaterial[];
  readonly readTexture: ReadRequest;
}

/** Reads that begin before the world is built. */
export interface PreparedDetails {
  readonly content: Promise<OpenedContent>;
  readonly found: Promise<FoundTextured>;
  readonly leafWaters: Promise<LeafWaterData | null>;
  /** Begins to read further lumps, unless that has begun. */
  readonly addDetails: () => ReturnType<typeof readDetailRanges>;
}

/**
 * Begins to read what comes after the first picture: the world's VMTs and VTFs, then further lumps.
 * @param lighting settles when the world's lightmaps have arrived, which other lumps wait for
 */
export function prepareDetails(state: MapState, lighting: Promise<unknown>): PreparedDetails {
  const { file, options } = state;
  const content = unheard(state.openContent());
  const find = async ({ access }: OpenedContent) => {
    const lit = { ...options, side: shownSide(state) ?? "ldr", headBytes: WORLD_HEAD_BYTES };
    const readTexture = createTextureReader(access, lit);
    const { bsp, materials } = state.parts;
    return {
      found: await findWorldMaterials(bsp, materials, access, options, readTexture),
      readTexture,
    };
  };
  const found = unheard(content.then(find));
  let reading: ReturnType<typeof readDetailRanges> | null = null;
  const addDetails = () =>
    (reading ??= unheard(readDetailRanges(file, shownSide(state), options.signal)));
  void Promise.allSettled([found, lighting]).then(() => void addDetails());
  const hasWater = state.parts.bsp.leafs.leafWaterData.some((water) => water >= 0);
  const leafWaters = hasWater
    ? unheard(readLeafWaterRange(file, options.signal))
    : Promise.resolve(null);
  return { content, found, leafWaters, addDetails };
}

export interface DetailedMap {
  readonly state: MapState;
  readonly shown: ShownScene;
  readonly prepared: PreparedDetails;
}

/** Data that all stages share. */
interface OpenedLoad extends OpenedContent, DetailedMap {
  /** Options for the light that the scene is shown in, which may not be the requested one. */
  readonly lit: LoadOptions & TextureOptions;
  readonly budget: TextureBudget;
  readonly stream: TextureStream;
}

/** Lumps that are still being read when the materials are resolved. */
interface LumpReads {
  readonly load: OpenedLoad;
  /** Parses the lumps of props, cubemaps and ambient light at the first call. */
  readonly details: () => Promise<BspWorld & BspDetails>;
  readonly parseBrushes: ReturnType<typeof readBrushRanges>;
}

/** Data that the stages after the materials share. */
interface DetailLoad extends OpenedLoad {
  readonly bsp: BspWorld & BspDetails;
  readonly shares: typeof SHARES;
  readonly parseBrushes: ReturnType<typeof readBrushRanges>;
}

/** Data that the stages after the brushes share. */
interface GeometryLoad extends DetailLoad {
  readonly brushes: Brushes;
  /** `null` if the map has no static props to light. */
  readonly terrain: Terrain | null;
}

export async function* loadDetails(
  map: DetailedMap,
  clock: StageClock,
): AsyncGenerator<LoadEvent, void> {
  const { state } = map;
  const load = await openDetails(map);
  const reads = readLumps(load);
  const { materials, files } = await resolveMaterials(reads);
  yield clock.end("materials");
  const leafWaters = await map.prepared.leafWaters;
  const { bsp, materials: listed } = state.parts;
  const waters = leafWaters && buildLeafWaters({ ...bsp, leafWaters }, listed.materialOfTexData);
  const { hasTextures = true } = state.options;
  const textures = hasTextures ? listSmallMips(files, load.access, load.lit) : [];
  yield { type: "materials", materials, waters, textures };

  const geometry = loadGeometry(reads, clock);
  state.stream = load.stream;
  yield* hasTextures ? whileStreaming(load, geometry) : geometry;
  state.stream = null;
  yield clock.end("textures");
  const { warnings } = state.diagnostics;
  yield { type: "done", warnings, stageMs: clock.ms, textures: load.stream.tally.rows };
}

/** Loads what comes after the world's materials, up to the shadows of props. */
async function* loadGeometry(reads: LumpReads, clock: StageClock): AsyncGenerator<LoadEvent, void> {
  const bsp = await reads.details();
  yield {
    type: "details",
    staticPropCount: bsp.staticProps?.count ?? 0,
    startsByItself: bsp.entities.some(startsByItself),
  };
  const { parseBrushes } = reads;
  const load = yield* loadBrushes({ ...reads.load, bsp, shares: sharesOf(bsp), parseBrushes });
  const { state } = load;
  yield* loadSky(load);
  yield* loadLightChanges(load);
  yield* buildGeometry(load);
  const lamps = await readLamps(load);
  if (lamps !== null) yield { type: "lamps", lamps };
  const side = shownSide(state);
  const { pak, brushes, terrain } = load;
  const sources = { pak, pvs: state.parts.pvs, brushes, terrain };
  const props = await buildProps(
    { ...bsp, ...state.parts.bsp, name: state.options.name },
    state.parts.tree,
    side,
    load.access,
    { ...load.lit, textureBudgetBytes: load.budget.left, sources },
  );
  yield clock.end("props");
  if (props !== null) yield* showProps(load, props, side);
}

async function openDetails(map: DetailedMap): Promise<OpenedLoad> {
  const { state, shown, prepared } = map;
  const { options } = state;
  const content = await prepared.content;
  const lit = { ...options, side: shown.side ?? "ldr", headBytes: HEAD_BYTES } as const;
  const view = state.view ?? { ...shown.start, fov: START_FOV };
  return {
    ...content,
    ...map,
    lit,
    budget: new TextureBudget(options.textureBudgetBytes),
    stream: new TextureStream(content.access, lit, view),
  };
}

/** Reads the lumps of props, cubemaps, ambient light and brushes. */
function readLumps(load: OpenedLoad): LumpReads {
  const { state, prepared } = load;
  const { file, options, diagnostics } = state;
  unheard(prepared.addDetails());
  const parse = async () => {
    const addDetails = await prepared.addDetails();
    const bsp = addDetails(state.parts.bsp, diagnostics);
    state.parts = { ...state.parts, bsp };
    return bsp;
  };
  let parsing: ReturnType<typeof parse> | null = null;
  return {
    load,
    details: () => (parsing ??= parse()),
    parseBrushes: unheard(readBrushRanges(file, options.signal)),
  };
}

function sharesOf({ staticProps }: BspDetails): typeof SHARES {
  return (staticProps?.count ?? 0) > 0 ? SHARES_WITH_PROPS : SHARES;
}

/** Horizontal angle of view that is assumed until the camera is known, in degrees. */
const START_FOV = 90;

/** Loads areas and solid brushes. */
async function* loadBrushes(load: DetailLoad): AsyncGenerator<LoadEvent, GeometryLoad> {
  const { state, bsp } = load;
  const { diagnostics, windows } = state;
  const areas = buildAreas(bsp, windows?.listAreaWindows(bsp));
  if (areas !== null) yield { type: "areas", areas };
  const parseBrushes = await load.parseBrushes;
  const brushes = parseBrushes(state.parts.bsp, diagnostics);
  state.brushes = keepModelSides(bsp, brushes);
  const collision = buildCollision(state.parts.bsp, brushes, state.parts.placements);
  const hasProps = (bsp.staticProps?.count ?? 0) > 0;
  const terrain = hasProps ? copyTerrain(collision) : null;
  yield { type: "collision", collision };
  return { ...load, brushes, terrain };
}

/** Resolves the world's materials, and opens their textures. */
async function resolveMaterials(reads: LumpReads) {
  const { state, shown, access, budget, prepared, stream, lit } = reads.load;
  const { surfaceFlags, tileSize, variants, names, reflectivity } = state.parts.materials;
  const { found, readTexture } = await prepared.found;
  const { materials: resolved, ...opened } = await openWorldMaterials(
    { bsp: state.parts.bsp, found, names, reflectivity, readTexture },
    access,
    {
      ...lit,
      textureBudgetBytes: await shareForWorld(reads, found, readTexture),
      headBytes: WORLD_HEAD_BYTES,
    },
    leastOfVariants(shown.distance, variants),
  );
  budget.take(texturesByteLength(resolved.textures.arrays));
  passMissingBySurface(resolved, surfaceFlags);
  patternMissing(resolved, tileSize, opened.surfaceProp);
  const varied = addVariants(resolved, variants);
  const materials = state.windows?.fadeWindows(varied, variants, state.diagnostics) ?? varied;
  const files = opened.textures;
  stream.add({ owner: "world", files, places: copyPlaces(materials, shown.places) });
  return { materials, files };
}

/**
 * Returns the world's share of the texture budget. It depends on the props, whose lump is only
 * waited for if the lesser share does not suffice.
 */
async function shareForWorld(
  { load, details }: LumpReads,
  found: readonly FoundMaterial[],
  readTexture: ReadRequest,
): Promise<number> {
  const { lit, budget } = load;
  const least = budget.left * SHARES_WITH_PROPS.world;
  if (await fitBudget(found, { ...lit, textureBudgetBytes: least }, readTexture)) return least;
  return budget.left * sharesOf(await details()).world;
}

async function* loadSky(load: DetailLoad): AsyncGenerator<LoadEvent, void> {
  const { state, access, budget, stream } = load;
  const { skyName } = load.shown;
  const { headBytes, ...options } = {
    ...load.lit,
    textureBudgetBytes: budget.left * load.shares.sky,
  };
  const side = shownSide(state) ?? "ldr";
  // Props wait for the sky, so only the small mips of its large files come first.
  const { hasTextures = true } = options;
  const read = hasTextures ? { ...options, headBytes: WORLD_HEAD_BYTES } : options;
  const opened = await openSky(skyName, side, access, read);
  if (opened === null) return;
  const { sky, byteLength, rest } = opened;
  budget.take(byteLength);
  yield { type: "sky", sky };
  if (rest !== null) stream.add({ owner: "sky", files: rest, places: placeSky() });
  if (!sky.isOfLight) return;
  state.sky = {
    side,
    streamedSide: side,
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

/** Reads projected textures. Few maps have some. */
async function readLamps({ bsp, access, lit }: DetailLoad): Promise<LampSet | null> {
  if (!bsp.entities.some((entity) => classOf(entity) === "env_projectedtexture")) return null;
  const { buildLamps } = await import("../light/lamps.ts");
  return buildLamps(bsp.entities, access, lit);
}

async function* buildGeometry(load: GeometryLoad): AsyncGenerator<LoadEvent, void> {
  const { lit, access, budget } = load;
  for (const build of GEOMETRY_BUILDERS) {
    const options = { ...lit, textureBudgetBytes: budget.left * GEOMETRY_SHARE };
    const built = await build({ ...geometryParts(load), brushes: load.brushes }, access, options);
    if (built === null) continue;
    budget.take(built.texturesByteLength);
    yield* showTextured(load, built.event, built.textures);
  }
}

function geometryParts({ state, bsp }: DetailLoad): Omit<GeometryParts, "brushes"> {
  return { ...state.parts, bsp, side: shownSide(state), name: state.options.name };
}

/** Hands over a kind of geometry with small mips of its textures. */
function* showTextured(
  { access, lit, stream }: DetailLoad,
  event: GeometryEvent,
  set: StreamedSet,
): Generator<LoadEvent, void> {
  const { owner, files } = set;
  const images = listSmallMips(files, access, lit);
  yield event;
  for (const image of images) yield { type: "texture", owner, ...image };
  stream.add(set);
}

/**
 * Hands over the props and the shadows of models.
 * @param litSide light that the props were built in
 */
async function* showProps(
  load: DetailLoad,
  { props, textures: files, lighting, casters }: BuiltProps,
  litSide: LightSideName | null,
): AsyncGenerator<LoadEvent, void> {
  const { state, lit, access, budget } = load;
  state.lighting = lighting;
  const places = copyPlaces(props.materials, listPropPlaces(props));
  // `relight` may have switched the light since the props were built.
  const side = shownSide(state);
  const { bsp, tree } = state.parts;
  const light =
    side === litSide ? props.light : await buildPropLight(bsp, tree, side, lighting, access);
  const event = { type: "props", props: { ...props, light } } as const;
  yield* showTextured(load, event, { owner: "props", files, places });
  const parts = { ...geometryParts(load), side };
  const shadows = await openShadows(parts, { casters }, budget, access, lit);
  if (shadows !== null) yield* showTextured(load, shadows.event, shadows.textures);
}

/**
 * Hands over the events of a generator, and between them the textures of all sets. After the
 * generator's end the progress of the textures is told.
 */
async function* whileStreaming(
  { state, stream }: OpenedLoad,
  rest: AsyncGenerator<LoadEvent, void>,
): AsyncGenerator<LoadEvent, void> {
  const { signal } = state.options;
  let other: Promise<IteratorResult<LoadEvent, void>> | null = unheard(rest.next());
  let next = unheard(stream.next());
  let done = 0;
  for (;;) {
    throwIfAborted(signal);
    const isOther = await Promise.race([
      ...(other === null ? [] : [other.then(() => true)]),
      next.then(() => false),
    ]);
    if (isOther && other !== null) {
      const result: IteratorResult<LoadEvent, void> = await other;
      if (result.done) {
        other = null;
        stream.close();
        continue;
      }
      yield result.value;
      other = unheard(rest.next());
      continue;
    }
    const streamed = await next;
    if (streamed === null) return;
    const { owner, texture, image } = streamed;
    // `relight` may have replaced the sky.
    const isOld = owner === "sky" && state.sky?.side !== state.sky?.streamedSide;
    if (image !== null && !isOld) yield { type: "texture", owner, texture, image };
    done++;
    if (other === null) yield { type: "progress", stage: "textures", done, total: stream.count };
    next = unheard(stream.next());
  }
}

/** Allows a promise to reject after the load has ended, when nothing awaits it. */
function unheard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Lists the boxes of props with each of their materials. */
function listPropPlaces(props: PropSet): MaterialPlaces {
  const materials = Array.from({ length: props.variantCount }, () => new Set<number>());
  for (let draw = 0; draw < props.drawCount; draw++) {
    materials[props.drawVariant[draw]].add(props.drawMaterial[draw]);
  }
  const box: number[] = [];
  const material: number[] = [];
  for (let i = 0; i < props.instanceCount; i++) {
    for (const each of materials[props.instanceVariant[i]]) {
      for (let k = 0; k < 6; k++) box.push(props.instanceBox[i * 6 + k]);
      material.push(each);
    }
  }
  return { box: Float32Array.from(box), material };
}

/**
 * @param materialOfTexData see `WorldMaterials`
 * @returns `null` if no leaf is in water
 */
export function buildLeafWaters(
  { leafs, texInfos, leafWaters }: Pick<BspWorld & BspDetails, "leafs" | "texInfos" | "leafWaters">,
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
