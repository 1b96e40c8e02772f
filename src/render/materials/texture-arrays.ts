/** The array textures of a texture table, split where one has more layers than the device allows. */

import { assert } from "../../core/errors.ts";
import { type GpuImage, layersOf } from "../../core/image.ts";
import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { wholeBlocks, writeImage } from "../../gpu/resources.ts";
import type { TextureArray, TextureTable } from "../../map/material.ts";

/** Where each texture of a table lies on the GPU. */
export interface TexturePlaces {
  /** Row of the GPU's arrays. */
  readonly array: Uint16Array;
  readonly layer: Uint16Array;
  /** Of each GPU array: the table's array that it is a part of, and its textures. */
  readonly source: readonly number[];
  readonly layerCount: readonly number[];
}

export function placeTextures(table: TextureTable, maxLayers: number): TexturePlaces {
  const firstOf: number[] = [];
  const source: number[] = [];
  const layerCount: number[] = [];
  for (let i = 0; i < table.arrays.length; i++) {
    firstOf.push(source.length);
    const most = mostTextures(table.arrays[i], maxLayers);
    for (let left = table.arrays[i].layerCount; left > 0; left -= most) {
      source.push(i);
      layerCount.push(Math.min(left, most));
    }
  }
  const array = new Uint16Array(table.count);
  const layer = new Uint16Array(table.count);
  for (let texture = 0; texture < table.count; texture++) {
    const most = mostTextures(table.arrays[table.array[texture]], maxLayers);
    array[texture] = firstOf[table.array[texture]] + Math.floor(table.layer[texture] / most);
    layer[texture] = table.layer[texture] % most;
  }
  return { array, layer, source, layerCount };
}

/** Of an array texture of so many layers: a cube takes six. */
function mostTextures({ dimension }: TextureArray, maxLayers: number): number {
  return Math.max(1, Math.floor(maxLayers / layersOf(dimension)));
}

export interface TextureArrays {
  readonly places: TexturePlaces;
  readonly views: readonly GPUTextureView[];
  readonly writeTexture: (texture: number, image: GpuImage) => void;
}

/**
 * @param areShared whether textures share arrays; else each has one of its own
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
    const { dimension, format, width, height, mipCount } = table.arrays[source];
    return group.texture(`render/${owner}-${format}-${width}x${height}-${i}`, "textures", {
      ...wholeBlocks(format, width, height),
      format,
      layers: places.layerCount[i] * layersOf(dimension),
      mipCount,
      usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST,
    });
  });
  return {
    places,
    views: textures.map((texture, i) => {
      const { dimension } = table.arrays[places.source[i]];
      return texture.createView({ label: texture.label, dimension: `${dimension}-array` });
    }),
    writeTexture(texture, image) {
      const expected = table.arrays[table.array[texture]];
      assert(
        image.dimension === expected.dimension &&
          image.format === expected.format &&
          image.width === expected.width &&
          image.height === expected.height &&
          image.mipCount === expected.mipCount,
        `${table.name[texture]} is ${image.format} ${image.width}x${image.height}, not as its array`,
      );
      const layer = places.layer[texture] * layersOf(image.dimension);
      writeImage(gpu, textures[places.array[texture]], layer, image);
    },
  };
}
