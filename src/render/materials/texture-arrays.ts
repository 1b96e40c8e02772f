/** The array textures of a texture table, split where one has more layers than the device allows. */

import { assert } from "../../core/errors.ts";
import type { GpuImage } from "../../core/image.ts";
import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { wholeBlocks, writeImage } from "../../gpu/resources.ts";
import type { TextureTable } from "../../map/material.ts";

/** Where each texture of a table lies on the GPU. */
export interface TexturePlaces {
  /** Row of the GPU's arrays. */
  readonly array: Uint16Array;
  readonly layer: Uint16Array;
  /** Of each GPU array: the table's array that it is a part of, and its layers. */
  readonly source: readonly number[];
  readonly layerCount: readonly number[];
}

export function placeTextures(table: TextureTable, maxLayers: number): TexturePlaces {
  const firstOf: number[] = [];
  const source: number[] = [];
  const layerCount: number[] = [];
  for (let i = 0; i < table.arrays.length; i++) {
    firstOf.push(source.length);
    for (let left = table.arrays[i].layerCount; left > 0; left -= maxLayers) {
      source.push(i);
      layerCount.push(Math.min(left, maxLayers));
    }
  }
  const array = new Uint16Array(table.count);
  const layer = new Uint16Array(table.count);
  for (let texture = 0; texture < table.count; texture++) {
    array[texture] = firstOf[table.array[texture]] + Math.floor(table.layer[texture] / maxLayers);
    layer[texture] = table.layer[texture] % maxLayers;
  }
  return { array, layer, source, layerCount };
}

export interface TextureArrays {
  readonly places: TexturePlaces;
  readonly views: readonly GPUTextureView[];
  readonly writeTexture: (texture: number, image: GpuImage) => void;
}

/**
 * @param areShared whether textures share arrays; else each has one of a single layer
 * @throws GpuError `limit`
 */
export function createTextureArrays(
  group: ResourceGroup,
  owner: string,
  table: TextureTable,
  areShared: boolean,
): TextureArrays {
  const { gpu } = group;
  const places = placeTextures(table, areShared ? gpu.device.limits.maxTextureArrayLayers : 1);
  const textures = places.source.map((source, i) => {
    const { format, width, height, mipCount } = table.arrays[source];
    return group.texture(`render/${owner}-${format}-${width}x${height}-${i}`, "textures", {
      ...wholeBlocks(format, width, height),
      format,
      layers: places.layerCount[i],
      mipCount,
      usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
    });
  });
  return {
    places,
    views: textures.map((t) => t.createView({ label: t.label, dimension: "2d-array" })),
    writeTexture(texture, image) {
      const expected = table.arrays[table.array[texture]];
      assert(
        image.format === expected.format &&
          image.width === expected.width &&
          image.height === expected.height &&
          image.mipCount === expected.mipCount,
        `${table.name[texture]} is ${image.format} ${image.width}x${image.height}, not as its array`,
      );
      writeImage(gpu, textures[places.array[texture]], places.layer[texture], image);
    },
  };
}
