/** A material set on the GPU: its rows, its textures, and the bind groups they are drawn with. */

import { assert } from "../../core/errors.ts";
import { type GpuImage, layersOf, type TextureDimension } from "../../core/image.ts";
import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { wholeBlocks, writeImage } from "../../gpu/resources.ts";
import {
  type MaterialSet,
  PASS_NONE,
  type TextureOwner,
  type TextureTable,
} from "../../map/material.ts";
import { MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import { SLOT_CUBES, TEXTURE_SLOTS } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { KEY_ANY_FAMILY, pipelineKey } from "../surfaces/pipeline-key.ts";
import {
  groupMaterials,
  type MaterialGroup,
  NO_CONTENT,
  SLOT_GROUP,
  shownTextures,
} from "./material-groups.ts";
import {
  MATERIAL_BLOCK,
  markTextureLoaded,
  packMaterialRows,
  packTexturePlace,
} from "./material-rows.ts";
import { addMovingMaterials } from "./moving-materials.ts";
import { createShownMips } from "./shown-mips.ts";
import { surfaceKind } from "./surface-kinds.ts";

// Array textures of a texture table, split if one has more layers than the device allows.

/** Place of each texture of a table on the GPU. */
export interface TexturePlaces {
  /** GPU array of each texture. */
  readonly array: Uint16Array;
  readonly layer: Uint16Array;
  /**
   * For each GPU array: the table's array that it belongs to, and its number of layers (frames of
   * textures).
   */
  readonly source: readonly number[];
  readonly layerCount: readonly number[];
}

export function placeTextures(table: TextureTable, maxLayers: number): TexturePlaces {
  const source: number[] = [];
  const layerCount: number[] = [];
  const array = new Uint16Array(table.count);
  const layer = new Uint16Array(table.count);
  /** GPU array being filled, by array of the table. */
  const open = new Map<number, number>();
  for (let texture = 0; texture < table.count; texture++) {
    const own = table.array[texture];
    const { dimension } = table.arrays[own];
    const frames = table.frames[texture];
    // A cube takes six layers.
    const most = Math.floor(maxLayers / layersOf(dimension));
    let at = open.get(own);
    // All frames of a texture stay in one array.
    if (at === undefined || layerCount[at] + frames > most) {
      at = source.push(own) - 1;
      layerCount.push(0);
      open.set(own, at);
    }
    array[texture] = at;
    layer[texture] = layerCount[at];
    layerCount[at] += frames;
  }
  return { array, layer, source, layerCount };
}

export interface TextureArrays {
  readonly places: TexturePlaces;
  readonly textures: readonly GPUTexture[];
  /** Views that draws read, by array: see `shown-mips.ts`. */
  readonly views: readonly GPUTextureView[];
  /**
   * Writes all mips of an image, which may be the small mips of its texture only.
   * @returns whether the array's view changed
   */
  readonly writeTexture: (texture: number, image: GpuImage) => boolean;
  /** Leaves out mips before `first`, by array; `null` shows all again. */
  readonly limitMips: (first: ((array: number) => number) | null) => void;
}

/**
 * @param areShared if false, every texture gets a separate array
 * @throws GpuError `limit`
 */
function createTextureArrays(
  group: ResourceGroup,
  owner: string,
  table: TextureTable,
  areShared: boolean,
): TextureArrays {
  const { gpu } = group;
  const places = placeTextures(table, areShared ? gpu.device.limits.maxTextureArrayLayers : 1);
  const textures = places.source.map((source, i) => {
    const { dimension, format, width, height, mipCount } = table.arrays[source];
    return group.texture(`render/${owner}-${format}-${width}x${height}-${i}`, "textures", {
      ...wholeBlocks(format, width, height),
      format,
      layers: places.layerCount[i] * layersOf(dimension),
      mipCount,
      usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
    });
  });
  const shown = createShownMips(table, places, textures);
  return {
    places,
    textures,
    views: shown.views,
    writeTexture(texture, image) {
      const expected = table.arrays[table.array[texture]];
      const firstMip = expected.mipCount - image.mipCount;
      assert(
        image.dimension === expected.dimension &&
          image.format === expected.format &&
          firstMip >= 0 &&
          image.width === Math.max(1, expected.width >>> firstMip) &&
          image.height === Math.max(1, expected.height >>> firstMip) &&
          (image.frames ?? 1) === table.frames[texture],
        `${table.name[texture]} is ${image.format} ${image.width}x${image.height}, unlike its array`,
      );
      const layer = places.layer[texture] * layersOf(image.dimension);
      writeImage(gpu, textures[places.array[texture]], layer, image, firstMip);
      return shown.add(texture, firstMip);
    },
    limitMips: shown.limit,
  };
}

/** A material set on the GPU. Batches are keyed by `key` and `textureGroup`. */
export interface MaterialTable {
  readonly set: MaterialSet;
  readonly rows: GPUBuffer;
  /** Each material's part of a pipeline key. */
  readonly key: Uint32Array;
  /** Row of `textureGroups` of each material. */
  readonly textureGroup: Uint16Array;
  /** Bind groups; recorded draws refer to them. */
  readonly textureGroups: GPUBindGroup[];
  readonly arrays: TextureArrays;
  /** See `TextureArrays.limitMips`. Recorded draws are recorded again. */
  readonly limitMips: TextureArrays["limitMips"];
  /** Writes a texture, or its small mips before it. */
  readonly setTexture: (texture: number, image: GpuImage) => void;
  /** Returns the place of a texture, for writing into it. */
  readonly placeOf: (texture: number) => { readonly texture: GPUTexture; readonly layer: number };
}

/**
 * Slot counts of pipelines. On a software adapter each slot costs a texture read in every fragment.
 */
const SLOT_COUNTS = [1, 2, 4, TEXTURE_SLOTS] as const;

/** Number of clamp modes. A content is an array texture with the sampler of one of them. */
const CLAMP_MODES = 4;

/** @throws GpuError `limit` */
export function createMaterialTable(
  group: ResourceGroup,
  context: RenderContext,
  owner: TextureOwner,
  set: MaterialSet,
): MaterialTable {
  const { gpu } = group;
  const arrays = createTextureArrays(group, owner, set.textures, context.arrayTextures);
  const contentOf = (texture: number) =>
    arrays.places.array[texture] * CLAMP_MODES + set.textures.clamp[texture];
  const { groupOf, groups } = groupMaterials(set, contentOf, context.arrayTextures);
  const key = Uint32Array.from(set.pass, (pass, material) => {
    if (pass === PASS_NONE) return 0;
    const kind = surfaceKind(pass, set.flags[material]);
    const group = groups[groupOf[material]];
    const { roles } = group;
    return group.family === SLOT_GROUP
      ? pipelineKey({
          kind,
          roles,
          family: KEY_ANY_FAMILY,
          slots: slotsFor(group.contents.length),
        })
      : pipelineKey({ kind, roles, family: group.family });
  });
  const places = new Uint32Array(set.count * ROLE_COUNT);
  for (let material = 0; material < set.count; material++) {
    const { slots } = MATERIAL_FAMILIES[set.family[material]];
    for (const [i, texture] of shownTextures(set, material).entries()) {
      if (texture < 0) continue;
      const { family, contents } = groups[groupOf[material]];
      // Cubes are not in slots.
      const slot = family === SLOT_GROUP ? Math.max(0, contents.indexOf(contentOf(texture))) : 0;
      const place = packTexturePlace(slot, arrays.places.layer[texture]);
      places[material * ROLE_COUNT + slots[i]] = place;
    }
  }
  const words = new Uint32Array(packMaterialRows(set, places));
  const usage = GPUBufferUsage.STORAGE;
  const rows = group.bufferWith(`render/${owner}-materials`, "materials", usage, words);

  if (set.motion !== null) {
    const { motion } = set;
    addMovingMaterials(group, context.moving, { owner, set, motion, rows, places });
  }
  const bind = (group: number) =>
    bindTextures(context, `render/${owner}-textures-${group}`, arrays.views, groups[group]);
  const textureGroups = groups.map((_, i) => bind(i));
  /** Binds the present views of an array, or of all arrays. */
  const bindAgain = (array?: number): void => {
    for (const [i, group] of groups.entries()) {
      if (array === undefined || readsArray(group, array)) textureGroups[i] = bind(i);
    }
    context.pipelines.renew();
  };
  return {
    set,
    rows,
    key,
    textureGroup: groupOf,
    textureGroups,
    arrays,
    limitMips(first) {
      arrays.limitMips(first);
      bindAgain();
    },
    placeOf: (texture) => ({
      texture: arrays.textures[arrays.places.array[texture]],
      layer: arrays.places.layer[texture],
    }),
    setTexture(texture, image) {
      assert(texture < set.textures.count, `${owner} texture ${texture} is not in the table`);
      if (arrays.writeTexture(texture, image)) bindAgain(arrays.places.array[texture]);
      const rowWords = MATERIAL_BLOCK.strideBytes / 4;
      markTextureLoaded(words, set, texture, (material) => {
        const byteOffset = material * MATERIAL_BLOCK.strideBytes;
        gpu.device.queue.writeBuffer(rows, byteOffset, words, material * rowWords, rowWords);
      });
    },
  };
}

/** Returns the smallest slot count of a pipeline for a number of array textures. */
function slotsFor(count: number): number {
  return SLOT_COUNTS.find((slots) => count <= slots) ?? TEXTURE_SLOTS;
}

function readsArray({ contents, cubes }: MaterialGroup, array: number): boolean {
  const isOfArray = (content: number) => Math.floor(content / CLAMP_MODES) === array;
  return isOfArray(cubes) || contents.some(isOfArray);
}

/** Creates a bind group. Roles without a texture, and unused slots, get a white texture. */
function bindTextures(
  context: RenderContext,
  label: string,
  views: readonly GPUTextureView[],
  { family, contents, cubes }: MaterialGroup,
): GPUBindGroup {
  const { gpu, shared } = context;
  const { layouts } = shared;
  const entries: GPUBindGroupEntry[] = [];
  const bind = (dimension: TextureDimension, content: number, texture: number, sampler: number) => {
    const view = views[Math.floor(content / CLAMP_MODES)];
    const isCube = dimension === "cube";
    const clamp = shared.baseSamplers[content % CLAMP_MODES] ?? shared.baseSamplers[0];
    entries.push(
      { binding: texture, resource: view ?? (isCube ? shared.whiteCubeView : shared.whiteView) },
      { binding: sampler, resource: isCube ? shared.clampSampler : clamp },
    );
  };
  if (family === SLOT_GROUP) {
    for (let slot = 0; slot < TEXTURE_SLOTS; slot++) {
      bind("2d", contents[slot] ?? NO_CONTENT, slot, TEXTURE_SLOTS + slot);
    }
    bind("cube", cubes, SLOT_CUBES, SLOT_CUBES + 1);
  } else {
    const { slots, slotRoles } = MATERIAL_FAMILIES[family];
    for (const [i, slot] of slots.entries()) {
      bind(slotRoles[i].dimension, contents[i], slot * 2, slot * 2 + 1);
    }
  }
  const layout = family === SLOT_GROUP ? layouts.slots : layouts.families[family];
  return gpu.device.createBindGroup({ label, layout, entries });
}
