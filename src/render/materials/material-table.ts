/** A material set on the GPU: its rows, its textures, and the bind groups they are drawn with. */

import { assert } from "../../core/errors.ts";
import type { GpuImage } from "../../core/image.ts";
import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { MATERIAL_BLEND, type MaterialSet, PASS_NONE } from "../../map/material.ts";
import { ROLE_BASE2, ROLE_COUNT } from "../../map/texture-roles.ts";
import { TEXTURE_SLOTS } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { groupMaterials, SLOT_COUNTS } from "./material-groups.ts";
import {
  MATERIAL_ROW,
  markTextureLoaded,
  packMaterialRows,
  packTexturePlace,
} from "./material-rows.ts";
import { pipelineKey } from "./pipeline-key.ts";
import { surfaceKind } from "./surface-kinds.ts";
import { createTextureArrays, type TextureArrays } from "./texture-arrays.ts";

/** How a material is drawn: what batches are keyed by. */
export interface MaterialTable {
  readonly set: MaterialSet;
  readonly rows: GPUBuffer;
  /** Of each material: its part of a pipeline's key. */
  readonly key: Uint32Array;
  /** Of each material: row of `textureGroups`. */
  readonly textureGroup: Uint16Array;
  readonly textureGroups: readonly GPUBindGroup[];
  readonly setTexture: (texture: number, image: GpuImage) => void;
}

const NO_TEXTURE = -1;

/** A slot's contents are an array texture with the sampler of a clamp mode. */
const CLAMP_MODES = 4;

/** @throws GpuError `limit` */
export function createMaterialTable(
  group: ResourceGroup,
  context: RenderContext,
  owner: "world" | "props",
  set: MaterialSet,
): MaterialTable {
  const { gpu } = group;
  const arrays = createTextureArrays(group, owner, set.textures, context.arrayTextures);
  const seenTextures = set.roleTexture.map((texture, i) => {
    const material = Math.floor(i / ROLE_COUNT);
    if (set.pass[material] === PASS_NONE) return NO_TEXTURE;
    // Models have no vertex blend: their second texture, if any, is never seen.
    const isBlended = owner === "world" && (set.flags[material] & MATERIAL_BLEND) !== 0;
    return i % ROLE_COUNT !== ROLE_BASE2 || isBlended ? texture : NO_TEXTURE;
  });
  const contentOf = (texture: number) =>
    arrays.places.array[texture] * CLAMP_MODES + set.textures.clamp[texture];
  const slots = groupMaterials(set, seenTextures, contentOf, context.arrayTextures);
  const slotCounts = slots.groups.map((contents) => contents.length);
  for (let material = 0; material < set.count; material++) {
    const row = slots.groupOf[material];
    const hasTwo = seenTextures[material * ROLE_COUNT + ROLE_BASE2] >= 0;
    if (hasTwo) slotCounts[row] = Math.max(slotCounts[row], 2);
  }
  const key = Uint32Array.from(set.pass, (pass, material) => {
    if (pass === PASS_NONE) return 0;
    const slotCount = slotCounts[slots.groupOf[material]];
    const kind = surfaceKind(pass, set.flags[material]);
    const slotted = SLOT_COUNTS.find((count) => slotCount <= count) ?? TEXTURE_SLOTS;
    return pipelineKey({ kind, slots: slotCount === 0 ? 0 : slotted });
  });

  const places = Uint32Array.from(seenTextures, (texture, i) => {
    if (texture < 0) return 0;
    const contents = slots.groups[slots.groupOf[Math.floor(i / ROLE_COUNT)]];
    return packTexturePlace(contents.indexOf(contentOf(texture)), arrays.places.layer[texture]);
  });
  const words = new Uint32Array(packMaterialRows(set, places));
  const usage = GPUBufferUsage.STORAGE;
  const rows = group.bufferWith(`render/${owner}-materials`, "materials", usage, words);

  return {
    set,
    rows,
    key,
    textureGroup: slots.groupOf,
    textureGroups: slots.groups.map((contents, i) =>
      createSlotGroup(context, `render/${owner}-textures-${i}`, arrays, contents),
    ),
    setTexture(texture, image) {
      assert(texture < set.textures.count, `${owner} texture ${texture} is not in the table`);
      arrays.writeTexture(texture, image);
      const rowWords = MATERIAL_ROW.strideBytes / 4;
      markTextureLoaded(words, seenTextures, texture, (material) => {
        const byteOffset = material * MATERIAL_ROW.strideBytes;
        gpu.device.queue.writeBuffer(rows, byteOffset, words, material * rowWords, rowWords);
      });
    },
  };
}

/** Slots that are not used hold a white texel. */
function createSlotGroup(
  context: RenderContext,
  label: string,
  arrays: TextureArrays,
  contents: readonly number[],
): GPUBindGroup {
  const { gpu, shared } = context;
  const entries: GPUBindGroupEntry[] = [];
  for (let slot = 0; slot < TEXTURE_SLOTS; slot++) {
    const content = contents[slot];
    const view = arrays.views[Math.floor(content / CLAMP_MODES)] ?? shared.whiteView;
    const sampler = shared.baseSamplers[content % CLAMP_MODES] ?? shared.baseSamplers[0];
    entries.push(
      { binding: slot, resource: view },
      { binding: TEXTURE_SLOTS + slot, resource: sampler },
    );
  }
  return gpu.device.createBindGroup({ label, layout: shared.layouts.textures, entries });
}
