/** The array textures of a texture table, split where one has more layers than the device allows. */

import { assert } from "../../core/errors.ts";
import { type GpuImage, layersOf } from "../../core/image.ts";
import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { wholeBlocks, writeImage } from "../../gpu/resources.ts";
import type { TextureTable } from "../../map/material.ts";

/** Where each texture of a table lies on the GPU. */
export interface TexturePlaces {
  /** Row of the GPU's arrays. */
  readonly array: Uint16Array;
  readonly layer: Uint16Array;
  /** Of each GPU array: the table's array that it is a part of, and the frames of textures in it. */
  readonly source: readonly number[];
  readonly layerCount: readonly number[];
}

export function placeTextures(table: TextureTable, maxLayers: number): TexturePlaces {
  const source: number[] = [];
  const layerCount: number[] = [];
  const array = new Uint16Array(table.count);
  const layer = new Uint16Array(table.count);
  /** Of each of the table's arrays: the GPU's that is being filled. */
  const open = new Map<number, number>();
  for (let texture = 0; texture < table.count; texture++) {
    const own = table.array[texture];
    const { dimension } = table.arrays[own];
    const frames = table.frames[texture];
    // A cube takes six layers.
    const most = Math.floor(maxLayers / layersOf(dimension));
    let at = open.get(own);
    // Frames of one texture stay together.
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
    textures,
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
          image.mipCount === expected.mipCount &&
          (image.frames ?? 1) === table.frames[texture],
        `${table.name[texture]} is ${image.format} ${image.width}x${image.height}, not as its array`,
      );
      const layer = places.layer[texture] * layersOf(image.dimension);
      writeImage(gpu, textures[places.array[texture]], layer, image);
    },
  };
}
