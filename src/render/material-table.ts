/** A material set on the GPU: its rows, its textures, and the bind groups they are drawn with. */

import { assert } from "../core/errors.ts";
import type { GpuImage } from "../core/image.ts";
import type { ResourceGroup } from "../gpu/resource-group.ts";
import { MATERIAL_BLEND, type MaterialSet } from "../map/material.ts";
import { MATERIAL_ROW, markTextureLoaded, packMaterialRows } from "./material-rows.ts";
import type { SharedResources } from "./shared-resources.ts";
import { surfacePipelineIndex } from "./surface-pipelines.ts";
import { createTextureArrays } from "./texture-arrays.ts";

/** How a material is drawn: what batches are keyed by. */
export interface MaterialTable {
  readonly set: MaterialSet;
  readonly rows: GPUBuffer;
  /** Of each material: row of the surface pipelines. */
  readonly pipeline: Uint8Array;
  /** Of each material: row of `textureGroups`. */
  readonly textureGroup: Uint16Array;
  readonly textureGroups: readonly GPUBindGroup[];
  readonly setTexture: (texture: number, image: GpuImage) => void;
}

/** No array: materials without a texture read a white texel. */
const NONE = -1;

/** @throws GpuError `limit` */
export function createMaterialTable(
  group: ResourceGroup,
  shared: SharedResources,
  owner: "world" | "props",
  set: MaterialSet,
): MaterialTable {
  const { gpu } = group;
  const arrays = createTextureArrays(group, owner, set.textures);
  const { places } = arrays;
  const bytes = packMaterialRows(set, (texture) => places.layer[texture]);
  const words = new Uint32Array(bytes);
  const usage = GPUBufferUsage.STORAGE;
  const rows = group.bufferWith(`render/${owner}-materials`, "materials", usage, words);

  const pipeline = new Uint8Array(set.count);
  const textureGroup = new Uint16Array(set.count);
  const textureGroups: GPUBindGroup[] = [];
  const groupOfKey = new Map<string, number>();
  const arrayOf = (texture: number) => (texture < 0 ? NONE : places.array[texture]);
  for (let material = 0; material < set.count; material++) {
    const base = set.baseTexture[material];
    const base2 = set.baseTexture2[material];
    // Models have no vertex blend: their second texture, if any, is never seen.
    const isBlended =
      owner === "world" && base2 >= 0 && (set.flags[material] & MATERIAL_BLEND) !== 0;
    const array2 = isBlended ? arrayOf(base2) : NONE;
    const clamp = base < 0 ? 0 : set.textures.clamp[base];
    if (set.pass[material] > 0) {
      pipeline[material] = surfacePipelineIndex(set.pass[material], set.flags[material], isBlended);
    }
    const key = `${arrayOf(base)} ${array2} ${clamp}`;
    let row = groupOfKey.get(key);
    if (row === undefined) {
      row = textureGroups.length;
      groupOfKey.set(key, row);
      textureGroups.push(
        gpu.device.createBindGroup({
          label: `render/${owner}-textures ${key}`,
          layout: shared.layouts.textures,
          entries: [
            { binding: 0, resource: arrays.views[arrayOf(base)] ?? shared.whiteView },
            { binding: 1, resource: arrays.views[array2] ?? shared.whiteView },
            { binding: 2, resource: shared.baseSamplers[clamp] },
          ],
        }),
      );
    }
    textureGroup[material] = row;
  }

  return {
    set,
    rows,
    pipeline,
    textureGroup,
    textureGroups,
    setTexture(texture, image) {
      assert(texture < set.textures.count, `${owner} texture ${texture} is not in the table`);
      arrays.writeTexture(texture, image);
      const rowWords = MATERIAL_ROW.strideBytes / 4;
      markTextureLoaded(words, set, texture, (material) => {
        const byteOffset = material * MATERIAL_ROW.strideBytes;
        gpu.device.queue.writeBuffer(rows, byteOffset, words, material * rowWords, rowWords);
      });
    },
  };
}
