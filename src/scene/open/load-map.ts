/** Opens a map: from where its bytes and its content lie, to the events of `events.ts`. */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import { sliceBytes } from "../../content/bytes/slice-bytes.ts";
import type { ContentSource } from "../../content/types.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger, LedgerRow } from "../../core/ledger.ts";
import { SURF_BUMPLIGHT, SURF_WARP } from "../../formats/bsp/layouts/surface-flags.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LightSideName, Sky } from "../../map/types.ts";
import { addVariants, leastOfVariants } from "../brushes/material-variants.ts";
import type { PropLighting } from "../light/build-prop-light.ts";
import { measureChunkMaterials } from "../materials/material-distance.ts";
import {
  buildMapParts,
  buildMapScene,
  chooseLightSide,
  listLightSides,
  type MapParts,
} from "../world/map-scene.ts";
import type { LoadEvent, LoadOptions, LoadStage, RelitMap } from "./events.ts";
import type { ContentAccess } from "./read-content.ts";
import {
  type MapFile,
  openMapHeader,
  parseWorld,
  readDamagedWorld,
  readWorld,
} from "./read-map.ts";
import { throwIfAborted } from "./throw-if-aborted.ts";

export interface MapSession {
  /** What is left out or missing so far. */
  readonly diagnostics: Diagnostics;
  /** What opening it cost so far, and may cost; empty before its header was read. */
  readonly costs: readonly LedgerRow[];
  /**
   * Runs once. Rejects with FormatError if it is no map that can be drawn, with CancelledError, or
   * with what the map's source says when it cannot be read.
   */
  load(): AsyncGenerator<LoadEvent, void>;
  /** The map under another light, which is read first; materials and textures stay what they are. */
  relight(side: LightSideName): Promise<RelitMap>;
}

/**
 * Parts of what is left of the texture budget, in turn, for the world and for the sky; the props get
 * the rest. What one does not need is there for the next.
 */
const SHARES = { world: 7 / 8, sky: 1 };
const SHARES_WITH_PROPS = { world: 5 / 8, sky: 1 / 2 };
/** The same for each kind of geometry that comes before the props. */
const GEOMETRY_SHARE = 1 / 4;

/** Milliseconds of each stage, and the event that ends one. */
class StageClock {
  readonly ms: Record<LoadStage, number> = {
    read: 0,
    parse: 0,
    world: 0,
    materials: 0,
    props: 0,
    textures: 0,
  };
  #started = performance.now();

  end(stage: LoadStage): LoadEvent {
    const now = performance.now();
    this.ms[stage] += now - this.#started;
    this.#started = now;
    return { type: "progress", stage, done: 1, total: 1 };
  }
}

export async function fetchWaterLight({ texInfos }: BspWorld): Promise<MapParts["lightWater"]> {
  if (!texInfos.flags.some((flags) => (flags & SURF_WARP) !== 0)) return null;
  return (await import("../stand-in/water-light.ts")).lightWater;
}

export async function fetchDirectedBlocks({
  texInfos,
}: BspWorld): Promise<MapParts["writeDirected"]> {
  if (!texInfos.flags.some((flags) => (flags & SURF_BUMPLIGHT) !== 0)) return null;
  return (await import("../lightmaps/directed-blocks.ts")).writeDirectedBlocks;
}

/** What displacements of four textures say more than their weights; null: nothing that is drawn. */
async function fetchBlends(
  { bsp, materials }: MapParts,
  openAccess: () => Promise<ContentAccess>,
): Promise<MapParts["packBlends"]> {
  if (bsp.dispBlends.values.length === 0) return null;
  const { findMultiBlends } = await import("../world/multiblend-vertices.ts");
  return findMultiBlends(bsp, materials, openAccess);
}

/** Windows of area portals; null: the map has none. */
export async function fetchAreaWindows({ entities }: BspWorld) {
  const isWindow = (name = "") => name.toLowerCase() === "func_areaportalwindow";
  if (!entities.some((entity) => isWindow(entity.get("classname")))) return null;
  return import("../brushes/area-windows.ts");
}

/**
 * Readies a map for loading.
 * @param map the .bsp, of which the parts are read that are needed
 * @param sources where to look besides the map's own pakfile, in order
 */
export function openMap(
  map: ByteSource | Uint8Array,
  sources: readonly ContentSource[],
  options: LoadOptions,
): MapSession {
  const { signal } = options;
  const source = map instanceof Uint8Array ? memoryBytes(options.name, map) : map;
  let diagnostics = new Diagnostics();
  let wantedSide = options.side;
  let opened: MapFile | null = null;
  let parts: MapParts | null = null;
  /** Of the props, kept for `relight`. */
  let lighting: PropLighting | null = null;
  let pak: ContentSource | null = null;
  /** The light that the sky is shown in, and how it is read in another; null: it has none of its own. */
  let skyLight: LightSideName | null = null;
  let readSkyAgain: ((side: LightSideName, ledger: Ledger) => Promise<Sky | null>) | null = null;

  async function* load(): AsyncGenerator<LoadEvent, void> {
    const clock = new StageClock();
    throwIfAborted(signal);
    const file = await openMapHeader(source, options.side, signal, options.limits);
    opened = file;
    const total = file.ranges.reduce((sum, range) => sum + range.byteLength, 0);
    yield { type: "progress", stage: "read", done: 0, total };
    const lumps = await readWorld(file, signal);
    clock.end("read");
    // It comes while the world is built. Where that fails, nobody asks what became of it.
    const fetching = import("./map-details.ts");
    fetching.catch(() => {});
    yield { type: "progress", stage: "read", done: total, total };

    const world = parseWorld(file, lumps) ?? (await readDamagedWorld(file, signal));
    lumps.clear();
    diagnostics = world.diagnostics;
    const { ledger } = file;
    const windows = await fetchAreaWindows(world.bsp);
    const placeMore = windows?.placeAreaWindows;
    const mapParts: MapParts = {
      ...buildMapParts(options.name, world.bsp, diagnostics, ledger, placeMore),
      sides: world.sides,
      lightWater: await fetchWaterLight(world.bsp),
      writeDirected: await fetchDirectedBlocks(world.bsp),
    };
    const { tree, placements } = mapParts;
    let opening: Promise<ContentAccess> | null = null;
    const openAccess = () => (opening ??= openContent(file));
    parts = { ...mapParts, packBlends: await fetchBlends(mapParts, openAccess) };
    yield clock.end("parse");
    throwIfAborted(signal);

    const scene = buildMapScene(parts, wantedSide, diagnostics, ledger);
    const distance = measureChunkMaterials(scene);
    // What is needed of the scene later: its buffers go away with the event.
    const { skyName, start } = scene;
    /** For the light that it is shown in, be that the wanted one or not. */
    const lit: LoadOptions = { ...options, side: scene.side ?? "ldr" };
    yield clock.end("world");
    const entities = world.bsp.entities.map(({ pairs }) => pairs);
    yield { type: "scene", scene, entities };

    throwIfAborted(signal);
    const details = await fetching;
    const [addDetails, parseBrushes, access] = await Promise.all([
      details.readDetailLumps(file, scene.side, signal),
      details.readBrushLumps(file, signal),
      openAccess(),
    ]);
    const detailed = addDetails(parts.bsp, diagnostics);
    parts = { ...parts, bsp: detailed };
    const { staticProps } = detailed;
    yield { type: "details", staticPropCount: staticProps?.count ?? 0 };
    const areas = details.buildAreas(detailed, windows?.listAreaWindows(detailed));
    if (areas !== null) yield { type: "areas", areas };
    const brushes = parseBrushes(parts.bsp, diagnostics);
    const collision = details.buildCollision(parts.bsp, brushes, placements);
    const hasProps = (staticProps?.count ?? 0) > 0;
    const terrain = hasProps ? details.copyTerrain(collision) : null;
    yield { type: "collision", collision };

    const { surfaceFlags, tileSize, variants } = parts.materials;
    const shares = hasProps ? SHARES_WITH_PROPS : SHARES;
    const budget = new details.TextureBudget(options.textureBudgetBytes);
    const worldOptions = { ...lit, textureBudgetBytes: budget.left * shares.world };
    const resolved = await details.resolveWorldMaterials(
      parts.bsp,
      parts.materials,
      access,
      worldOptions,
      leastOfVariants(distance, variants),
    );
    budget.take(details.texturesByteLength(resolved.materials.textures.arrays));
    details.passMissingBySurface(resolved.materials, surfaceFlags);
    details.patternMissing(resolved.materials, tileSize, resolved.surfaceProp);
    const varied = addVariants(resolved.materials, variants);
    const materials = windows?.fadeWindows(varied, variants, diagnostics) ?? varied;
    const pending = [
      details.pendTextures("world", { materials, textures: resolved.textures }, distance),
    ];
    yield clock.end("materials");
    const waters = details.buildLeafWaters(detailed, parts.materials.materialOfTexData);
    yield { type: "materials", materials, waters };

    const skyOptions = { ...options, textureBudgetBytes: budget.left * shares.sky };
    const skySide = chooseLightSide(parts.bsp, wantedSide) ?? "ldr";
    const sky = await details.readSky(skyName, skySide, access, skyOptions);
    if (sky !== null) budget.take(details.skyByteLength(sky));
    if (sky !== null) yield { type: "sky", sky };
    if (sky?.isOfLight) {
      skyLight = skySide;
      // What is missing was said before.
      readSkyAgain = (side, ledger) =>
        details.readSky(
          skyName,
          side,
          { ...access, ledger, diagnostics: new Diagnostics() },
          skyOptions,
        );
    }
    const patterns = details.buildLightPatterns(detailed);
    if (patterns !== null) yield { type: "lightpatterns", patterns };
    const corrections = await details.readColorCorrections(parts.bsp, access);
    if (corrections !== null) yield { type: "colorcorrection", corrections };
    for (const build of details.GEOMETRY_BUILDERS) {
      const left = { ...lit, textureBudgetBytes: budget.left * GEOMETRY_SHARE };
      const side = chooseLightSide(parts.bsp, wantedSide);
      const built = await build({ ...mapParts, bsp: detailed, side, start, brushes }, access, left);
      if (built === null) continue;
      budget.take(built.texturesByteLength);
      pending.push(built.pending);
      yield built.event;
    }
    const side = chooseLightSide(parts.bsp, wantedSide);
    const propOptions = { ...lit, textureBudgetBytes: budget.left };
    const lightSources = { pak, pvs: parts.pvs, brushes, terrain };
    const built = await details.buildProps(
      { ...detailed, ...parts.bsp, name: options.name },
      tree,
      side,
      access,
      propOptions,
      lightSources,
    );
    yield clock.end("props");
    if (built !== null) {
      lighting = built.lighting;
      const { materials } = built.props;
      const props = { materials, textures: built.textures };
      pending.push(
        details.pendTextures("props", props, details.measurePropMaterials(built.props, start)),
      );
      // The light may have been switched meanwhile.
      const now = chooseLightSide(parts.bsp, wantedSide);
      const light =
        now === side
          ? built.props.light
          : await details.buildPropLight(parts.bsp, tree, now, lighting, access);
      yield { type: "props", props: { ...built.props, light } };
      const shown = { ...mapParts, bsp: detailed, side: now, start };
      const shadows = await details.openShadows(shown, built, budget, access, lit);
      if (shadows !== null) {
        pending.push(shadows.pending);
        yield shadows.event;
      }
    }

    let done = 0;
    const queue = details.listByDistance(pending);
    for (const { owner, files, texture } of queue) {
      throwIfAborted(signal);
      await details.reopenTexture(files, texture, access, options);
      for (const { image } of details.streamTextures(files, [texture], access, options)) {
        yield { type: "texture", owner, texture, image };
      }
      yield { type: "progress", stage: "textures", done: ++done, total: queue.length };
    }
    yield clock.end("textures");
    yield { type: "done", warnings: diagnostics.warnings, stageMs: clock.ms };
  }

  /** The map's own files before those of its sources. */
  async function openContent(file: MapFile): Promise<ContentAccess> {
    const { MapContent } = await import("./map-details.ts");
    const { ledger } = file;
    pak = await openPakfile(file);
    const all = pak === null ? sources : [pak, ...sources];
    return { content: new MapContent(all, diagnostics, ledger), diagnostics, ledger, signal };
  }

  /** The map's own files; null where it has none. Of a damaged pakfile, those that are intact. */
  async function openPakfile({ pakfile, ledger }: MapFile): Promise<ContentSource | null> {
    if (pakfile === null) return null;
    const { openPakfile, pakfileSource } = await import("./map-details.ts");
    const { offset, byteLength } = pakfile;
    const { zip, damage } = await openPakfile(sliceBytes(source, offset, byteLength), signal);
    if (damage !== null) diagnostics.amend("damaged-section", "LUMP_PAKFILE", damage.message);
    return pakfileSource(zip, ledger);
  }

  async function relight(side: LightSideName): Promise<RelitMap> {
    if (opened === null || parts === null) throw new Error("no map to light");
    const details = await import("./map-details.ts");
    if (parts.bsp[side] === null && parts.sides?.includes(side)) {
      const addSide = await details.readSideLumps(opened, side, signal);
      const lit = addSide(parts.bsp, diagnostics);
      const bsp = details.unlightUnlisted(lit, side, parts.materials);
      parts = { ...parts, bsp, sides: listLightSides(bsp) };
    }
    wantedSide = side;
    const ledger = opened.ledger.renew();
    const scene = buildMapScene(parts, side, diagnostics, ledger);
    const light =
      lighting &&
      (await details.buildPropLight(parts.bsp, parts.tree, scene.side, lighting, {
        diagnostics,
        ledger,
        signal,
      }));
    const isOtherSky = readSkyAgain !== null && scene.side !== null && scene.side !== skyLight;
    const sky = isOtherSky ? await readSkyAgain!(scene.side, ledger) : null;
    if (sky !== null) skyLight = scene.side;
    return { scene, light, sky };
  }

  return {
    get diagnostics() {
      return diagnostics;
    },
    get costs() {
      return opened?.ledger.rows ?? [];
    },
    load,
    relight,
  };
}
