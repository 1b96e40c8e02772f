/** Builds the scene that can be drawn at once: the lit world, before any other file is read. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import { SURF_TRANS } from "../../formats/bsp/layouts/surface-flags.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import { PASS_OPAQUE } from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import { PARAM_NUMBERS, paramsAtRest } from "../../map/material-params.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import type {
  LeafTree,
  LightmapAtlas,
  LightSideName,
  MapScene,
  MaterialSet,
  Pvs,
} from "../../map/types.ts";
import type { placeAreaWindows } from "../brushes/area-windows.ts";
import { type ModelPlacement, placeBrushModels } from "../brushes/brush-models.ts";
import { placeHiddenModels } from "../brushes/hidden-models.ts";
import { addVariants } from "../brushes/material-variants.ts";
import { buildLightStyles } from "../light/light-styles.ts";
import type { writeDirectedBlocks } from "../lightmaps/directed-blocks.ts";
import {
  buildLightmapAtlas,
  type LightmapLayout,
  layOutLightmaps,
} from "../lightmaps/lightmap-atlas.ts";
import {
  isFaceDrawn,
  listWorldMaterials,
  type WorldMaterials,
} from "../materials/material-names.ts";
import { findFog } from "../sky/fog.ts";
import { findSkyCamera } from "../sky/sky-camera.ts";
import { buildSkyGradient } from "../sky/sky-gradient.ts";
import type { lightWater } from "../stand-in/water-light.ts";
import { findExposure, findToneMapping } from "../start/exposure.ts";
import { findStart } from "../start/find-start.ts";
import { buildLeafTree, buildPvs } from "./leaf-tree.ts";
import type { PackBlends } from "./multiblend-vertices.ts";
import { buildWorld } from "./world.ts";

/** Parts of a scene that no light changes. */
export interface SceneParts {
  readonly name: string;
  readonly bsp: BspWorld;
  /** Lights that the map has, if there are more than were read. */
  readonly sides?: readonly LightSideName[];
  readonly tree: LeafTree;
  readonly pvs: Pvs | null;
  /** Placements of the world and of the brush entities that are shown, then of those that may be. */
  readonly placements: readonly ModelPlacement[];
  readonly materials: WorldMaterials;
  /** `null` if the map has no water. */
  readonly lightWater: typeof lightWater | null;
  /** `null` if no face has light by direction. */
  readonly writeDirected: typeof writeDirectedBlocks | null;
  /** `null` if no displacement uses MultiBlend. */
  readonly packBlends: PackBlends | null;
}

/** Throws FormatError if the map would cost more than it may (too-large). */
export function buildSceneParts(
  name: string,
  bsp: BspWorld,
  diagnostics: Diagnostics,
  ledger = new Ledger(),
  placeMore: typeof placeAreaWindows | null = null,
): SceneParts {
  const placements = placeBrushModels(bsp, diagnostics, ledger);
  if (placeMore !== null) placements.push(...placeMore(bsp, diagnostics, ledger));
  placements.push(...placeHiddenModels(bsp, placements, diagnostics, ledger));
  return {
    name,
    bsp,
    tree: buildLeafTree(bsp),
    pvs: buildPvs(bsp, diagnostics, ledger),
    placements,
    materials: listWorldMaterials(bsp, placements, diagnostics),
    lightWater: null,
    writeDirected: null,
    packBlends: null,
  };
}

/** Returns the sides whose light was read. */
export function listLightSides(bsp: BspWorld): LightSideName[] {
  return [...(bsp.hdr ? (["hdr"] as const) : []), ...(bsp.ldr ? (["ldr"] as const) : [])];
}

/** Returns the wanted side if it was read, else the other; `null` for an unlit map. */
export function chooseLightSide(bsp: BspWorld, wanted: LightSideName): LightSideName | null {
  const sides = listLightSides(bsp);
  return sides.includes(wanted) ? wanted : (sides[0] ?? null);
}

/**
 * Builds materials from the map alone: opaque and in mean colours, unless an entity changes that.
 */
function buildUnresolvedMaterials(materials: WorldMaterials): MaterialSet {
  const count = materials.names.length;
  const plain: MaterialSet = {
    count,
    name: materials.names,
    family: new Uint8Array(count).fill(FAMILY.flat),
    pass: new Uint8Array(count).fill(PASS_OPAQUE),
    flags: new Uint32Array(count),
    tint: new Float32Array(count * 3).fill(1),
    alpha: new Float32Array(count).fill(1),
    alphaTestReference: new Float32Array(count),
    fallbackColor: materials.reflectivity.slice(),
    standIn: new Uint32Array(count),
    params: paramsAtRest(count),
    paramRates: new Float32Array(count * PARAM_NUMBERS),
    motion: null,
    roleTexture: new Int32Array(count * ROLE_COUNT).fill(-1),
    textures: {
      count: 0,
      name: [],
      array: new Uint16Array(0),
      layer: new Uint16Array(0),
      frames: new Uint16Array(0),
      clamp: new Uint8Array(0),
      arrays: [],
    },
  };
  return addVariants(plain, materials.variants);
}

/**
 * Returns `SURF_*` bits of the materials and their variants, with those that entities make
 * translucent.
 */
function flagVariants({ surfaceFlags, variants }: WorldMaterials): Uint32Array {
  return Uint32Array.from(
    variants.source,
    (material, row) => surfaceFlags[material] | (variants.isSeeThrough(row) ? SURF_TRANS : 0),
  );
}

/** Whether all texels are black. Exponents are ignored. */
function isBlack(atlas: LightmapAtlas): boolean {
  const mantissas = 0x7ffffff;
  return atlas.texels.every((texel) => (texel & mantissas) === 0);
}

export function buildMapScene(
  parts: SceneParts,
  wantedSide: LightSideName,
  diagnostics: Diagnostics,
  ledger = new Ledger(),
): MapScene {
  const steps = buildMapSceneInSteps(parts, wantedSide, diagnostics, ledger);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Builds a scene, and yields several times, so that the thread can handle answers of servers. */
export function* buildMapSceneInSteps(
  parts: SceneParts,
  wantedSide: LightSideName,
  diagnostics: Diagnostics,
  ledger: Ledger,
): Generator<void, MapScene> {
  const { bsp, tree, materials, placements } = parts;
  const side = chooseLightSide(bsp, wantedSide);
  const stored = side === null ? null : bsp[side];
  if (side === null && bsp.faces.count > 0) {
    diagnostics.warn("lighting", "LUMP_LIGHTING", "The map has no lightmaps: it is shown unlit.");
  }

  const storedFaces = stored?.faces ?? bsp.faces;
  const drawn = new Uint8Array(storedFaces.count);
  for (let face = 0; face < drawn.length; face++) {
    if (isFaceDrawn(bsp, storedFaces, face)) drawn[face] = 1;
  }
  const light = stored && (parts.lightWater?.(bsp, stored, tree, drawn) ?? stored);
  const faces = light?.faces ?? bsp.faces;
  let layout: LightmapLayout | null = null;
  let lightmap: LightmapAtlas | null = null;
  if (side !== null && light) {
    layout = layOutLightmaps(light, bsp.texInfos, drawn, ledger);
    const isLit = layout.face.length > 0;
    lightmap = isLit ? buildLightmapAtlas(side, light, layout, parts.writeDirected) : null;
    if (lightmap && isBlack(lightmap)) {
      diagnostics.warn(
        "lighting",
        stored === bsp.hdr ? "LUMP_LIGHTING_HDR" : "LUMP_LIGHTING",
        "Every lightmap is black, as in a map without lights: it is shown unlit.",
      );
      // The layout is kept, because debug views show the luxels that the file has.
      lightmap = null;
    }
  }
  yield;
  const isLit = lightmap !== null;
  const world = buildWorld({
    bsp,
    faces,
    tree,
    materials,
    placements,
    layout,
    isLit,
    ledger,
    diagnostics,
  });
  yield;
  const styles = buildLightStyles(bsp);
  const skyCamera = findSkyCamera(bsp);
  const unresolved = buildUnresolvedMaterials(materials);
  const start = findStart({
    bsp,
    tree,
    pvs: parts.pvs,
    skyCamera,
    surfaceFlags: flagVariants(materials),
    scene: {
      world: world.mesh,
      chunks: world.chunks,
      bounds: world.bounds,
      tree,
      lightmap,
      styles,
      materials: unresolved,
    },
  });
  // Runs after `findStart`, which needs the lightmap coordinates that this overwrites.
  parts.packBlends?.(world, faces);
  yield;
  return {
    name: parts.name,
    version: bsp.version,
    revision: bsp.mapRevision,
    side,
    sides: [...(parts.sides ?? listLightSides(bsp))],
    bounds: world.bounds,
    world: world.mesh,
    chunks: world.chunks,
    brushes: world.brushes,
    lightmap,
    styles,
    // Copies: the event transfers these buffers, and another light needs the originals.
    tree: structuredClone(tree),
    pvs: structuredClone(parts.pvs),
    materials: unresolved,
    start: start.pose,
    exposure: findExposure(start.view, start.pose, lightmap?.side ?? null, bsp.entities),
    toneMapping: findToneMapping(lightmap?.side ?? null, bsp.entities),
    skyName: bsp.entities[0]?.get("skyname") ?? "",
    skyGradient: buildSkyGradient(bsp, side),
    skyCamera,
    fog: findFog(bsp.entities),
  };
}
