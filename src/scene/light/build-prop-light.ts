/** Builds all light of a map's props for one side (LDR or HDR). */

import type { ContentSource } from "../../content/types.ts";
import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import { parseVhv, type Vhv } from "../../formats/studio/read/parse-vhv.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import { type LeafAmbientLight, NO_BAKED_LIGHT, type PropLight } from "../../map/props.ts";
import type { LeafTree, Pvs } from "../../map/tree.ts";
import {
  LIGHTS_PER_PROP,
  NO_WORLD_LIGHT,
  PROP_BUMPS_UNBAKED,
  PROP_IGNORE_NORMALS,
} from "../../map/world-lights.ts";
import { createTrace, type Trace } from "../../visibility/trace.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { addOwnLight, type OwnLight } from "../props/detail-models.ts";
import { AMBIENT_CUBE_FLOATS, buildAmbientCubes, pickAmbient } from "./ambient.ts";
import { buildLightBlockers, type Terrain } from "./light-blockers.ts";
import { buildLightStyles } from "./light-styles.ts";
import {
  buildLocalLights,
  LIGHT_FLOATS,
  type LocalLights,
  pickWorldLights,
} from "./local-lights.ts";
import { pickLights } from "./pick-lights.ts";
import { type BakedTarget, texelLightPath, writeBakedLight } from "./write-baked-light.ts";

/** Data of the map, besides its light, that props are lit from. */
export interface PropLightSources {
  /** The map's pakfile, the only place of baked light; `null` if the map has none. */
  readonly pak: ContentSource | null;
  /** `null` if everything is visible from everywhere. */
  readonly pvs: Pvs | null;
  /** Brushes that block light; `null` if unknown, and then nothing blocks it. */
  readonly brushes: Brushes | null;
  readonly terrain: Terrain | null;
}

/**
 * Data kept to light the props again for another side. Separate from `PropSet`, whose memory is
 * transferred.
 */
export interface PropLighting {
  /** 3 numbers an instance: the point where ambient light is sampled and lamps are searched. */
  readonly lightingPoint: Float32Array;
  readonly instanceLeaf: Uint32Array;
  /** `PROP_IGNORE_NORMALS`, by instance. */
  readonly flags: Uint32Array;
  /** Non-zero if any of the instance's materials is lit per fragment. */
  readonly isBumped: Uint8Array;
  /** Whether a simulation may move any instance, for which the light of all leaves is kept. */
  readonly moves?: boolean;
  /** Light of the instances after the regular ones, which have no other light; `null` if none. */
  readonly own: OwnLight | null;
  readonly baked: BakedTarget;
  readonly sources: PropLightSources;
  /** Built when the props are lit for the first time. */
  blockers: { readonly trace: Trace; readonly hasSky: boolean } | null;
}

export async function buildPropLight(
  bsp: BspWorld,
  tree: LeafTree,
  side: LightSideName | null,
  lighting: PropLighting,
  access: Pick<ContentAccess, "diagnostics" | "ledger" | "signal">,
): Promise<PropLight> {
  const { sources } = lighting;
  const ambient = buildAmbientCubes(bsp, tree, side, lighting.lightingPoint, access);
  const { isDirected, ...baked } = await readBakedPropLight(
    lighting.baked,
    side,
    sources.pak,
    access,
  );
  const flags = lighting.flags.slice();
  const isBaked = Uint8Array.from(baked.bakedBase, (base) => (base === NO_BAKED_LIGHT ? 0 : 1));
  for (let i = 0; i < flags.length; i++) {
    if (isBaked[i] === 0 || isDirected[i] !== 0 || lighting.isBumped[i] === 0) continue;
    flags[i] |= PROP_BUMPS_UNBAKED;
    isBaked[i] = 0;
  }
  const all = buildLocalLights(pickWorldLights(bsp, side));
  const picked = pickPropLights({ bsp, tree, lighting }, all, ambient, isBaked, access);
  for (let i = 0; i < flags.length; i++) {
    if ((flags[i] & PROP_IGNORE_NORMALS) !== 0) levelCube(ambient, i * AMBIENT_CUBE_FLOATS);
  }
  const leafs = lighting.moves ? copyLeafLight(bsp, side) : undefined;
  const light = { ambient, ...baked, ...keepPicked(all, picked), flags, ...(leafs && { leafs }) };
  const { own } = lighting;
  return own === null ? light : addOwnLight(light, own, side, buildLightStyles(bsp));
}

/** Copies the ambient light of the leaves, whose buffers the map keeps. */
function copyLeafLight(bsp: BspWorld, side: LightSideName | null): LeafAmbientLight | undefined {
  const ambient = pickAmbient(bsp, side);
  if (ambient === null) return undefined;
  const { firstSample, sampleCount, position, cube } = ambient;
  return {
    firstSample: firstSample.slice(),
    sampleCount: sampleCount.slice(),
    position: position.slice(),
    cube: cube.slice(),
  };
}

interface LitProps {
  readonly bsp: BspWorld;
  readonly tree: LeafTree;
  readonly lighting: PropLighting;
}

function pickPropLights(
  { bsp, tree, lighting }: LitProps,
  lights: LocalLights,
  ambient: Float32Array,
  isBaked: Uint8Array,
  { ledger, diagnostics }: Pick<ContentAccess, "diagnostics" | "ledger">,
): Uint32Array {
  const { lightingPoint: point, instanceLeaf: leaf, sources } = lighting;
  if (lights.count === 0)
    return new Uint32Array(leaf.length * LIGHTS_PER_PROP).fill(NO_WORLD_LIGHT);
  lighting.blockers ??= seeThrough(bsp, tree, sources);
  const space = { tree, pvs: sources.pvs, ...lighting.blockers, styles: buildLightStyles(bsp) };
  const { picked, looked } = pickLights(lights, space, { point, leaf, isBaked, ambient }, ledger);
  if (looked < leaf.length) {
    diagnostics.warn(
      "over-budget",
      "LUMP_WORLDLIGHTS",
      `No lamps light ${leaf.length - looked} of ${leaf.length} props: testing all lamps costs too much.`,
    );
  }
  return picked;
}

function seeThrough(bsp: BspWorld, tree: LeafTree, { brushes, terrain }: PropLightSources) {
  const blockers = buildLightBlockers(bsp, brushes, terrain);
  return { trace: createTrace(tree, blockers, true), hasSky: blockers.brushCount > 0 };
}

/** Sets all sides of a cube to their mean. */
function levelCube(ambient: Float32Array, at: number): void {
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let side = 0; side < 6; side++) sum += ambient[at + side * 3 + c];
    for (let side = 0; side < 6; side++) ambient[at + side * 3 + c] = sum / 6;
  }
}

/** Returns the lights that light any prop, and their rows in the list of all lights. */
function keepPicked(
  lights: LocalLights,
  picked: Uint32Array,
): Pick<PropLight, "lights" | "worldLights"> {
  const used = [...new Set(picked)]
    .filter((light) => light !== NO_WORLD_LIGHT)
    .sort((a, b) => a - b);
  const rowOf = new Map(used.map((light, row) => [light, row]));
  const worldLights = new Uint32Array(used.length * LIGHT_FLOATS);
  used.forEach((light, row) => {
    const from = light * LIGHT_FLOATS;
    worldLights.set(lights.words.subarray(from, from + LIGHT_FLOATS), row * LIGHT_FLOATS);
  });
  return { lights: picked.map((light) => rowOf.get(light) ?? NO_WORLD_LIGHT), worldLights };
}

// Vertex light of props that the map's compiler stored in the pakfile.

/**
 * Limit of parallel reads: the files are small neighbours in the pakfile, so they coalesce into few
 * reads.
 */
const READS_AT_ONCE = 256;

interface BakedPropLight extends Pick<PropLight, "baked" | "bakedBase" | "fineBase"> {
  /** 1 for instances whose light was stored by direction. */
  readonly isDirected: Uint8Array;
}

/**
 * Lists the side's own file, then the other side's, because maps with one light have only one file.
 */
function listPaths(prop: number, side: LightSideName | null): string[] {
  const paths = [`sp_hdr_${prop}.vhv`, `sp_${prop}.vhv`];
  return side === "ldr" ? paths.reverse() : paths;
}

/**
 * Reads the light of all instances. Each instance with a file of either side has room for its
 * vertices, so that columns have the same length on both sides. A broken file is skipped with a
 * warning, and the ambient cube lights its prop. If the budget is exceeded, all are skipped.
 * @param pak the map's pakfile; `null` if it has none
 */
export async function readBakedPropLight(
  target: BakedTarget,
  side: LightSideName | null,
  pak: ContentSource | null,
  { diagnostics, ledger, signal }: Pick<ContentAccess, "diagnostics" | "ledger" | "signal">,
): Promise<BakedPropLight> {
  const count = target.model.length;
  const bakedBase = new Uint32Array(count).fill(NO_BAKED_LIGHT);
  const none = { baked: new Uint32Array(0), bakedBase, isDirected: new Uint8Array(count) };
  if (pak === null) return none;
  const read = (prop: number) => readVhv(listPaths(prop, side), pak, diagnostics, signal);
  const found = await mapConcurrent(Array.from(target.prop), read, signal, READS_AT_ONCE);
  const vhvs = target.model.map((_, i) => found[i] ?? null);
  let total = 0;
  for (let i = 0; i < count; i++) if (vhvs[i]) total += target.model[i].mesh.vertices.count;
  if (!ledger.tryTake("bakedWords", total)) {
    diagnostics.warn(
      "over-budget",
      "game lump sprp",
      `The light stored for props is left out: ${total} colours, at most ${ledger.limit("bakedWords")}.`,
    );
    return none;
  }
  const baked = new Uint32Array(total);
  const directed: (Vhv | null)[] = new Array(count).fill(null);
  let first = 0;
  for (let i = 0; i < count; i++) {
    const model = target.model[i];
    const file = vhvs[i];
    if (file === null) continue;
    const { vhv } = file;
    // Baked light belongs to the model's own vertices, not to a placeholder.
    if (vhv !== null && !model.isStandIn) {
      const room = baked.subarray(first, first + model.mesh.vertices.count);
      const fits = vhv.checksum === model.mdl.checksum && writeBakedLight(room, vhv, model);
      // Unsigned modulo 2^32, because the shader adds it to a vertex's row.
      if (fits) {
        bakedBase[i] = first - target.firstVertex[i];
        if (vhv.directed !== null) directed[i] = vhv;
      } else
        diagnostics.warn(
          "lighting",
          model.name,
          `The light stored for props of ${model.name} was made for another version of it: ambient light is used.`,
        );
    }
    first += model.mesh.vertices.count;
  }
  const isDirected = Uint8Array.from(directed, (vhv) => Number(vhv !== null));
  const readTexels = (prop: number) => pak.read(texelLightPath(prop), signal);
  const maps = await mapConcurrent(Array.from(target.prop), readTexels, signal, READS_AT_ONCE);
  const texels = target.model.map((_, i) => maps[i] ?? null);
  if ([...texels, ...directed].every((file) => file === null)) {
    return { baked, bakedBase, isDirected };
  }
  const { addFineLight } = await import("./fine-light.ts");
  const fine = addFineLight(baked, target, { directed, texels }, { diagnostics, ledger });
  return { ...fine, bakedBase, isDirected };
}

/** Returns `null` if no file exists; a `vhv` of `null` means that the file is broken. */
async function readVhv(
  paths: readonly string[],
  pak: ContentSource,
  diagnostics: Diagnostics,
  signal?: AbortSignal,
): Promise<{ readonly vhv: Vhv | null } | null> {
  for (const path of paths) {
    try {
      const bytes = await pak.read(path, signal);
      if (bytes !== null) return { vhv: parseVhv(bytes) };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      diagnostics.warn("lighting", path, `${path} is broken: ${error.message}`);
      return { vhv: null };
    }
  }
  return null;
}
