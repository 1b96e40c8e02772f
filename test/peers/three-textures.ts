/** The map's images as three.js textures, with the same bytes, blocks and mips. */

import * as THREE from "three/webgpu";
import { blockSize, type GpuImage, mipByteLength } from "../../src/core/image.ts";
import type { LightmapAtlas } from "../../src/map/lightmap.ts";
import { TEXTURE_CLAMP_S, TEXTURE_CLAMP_T } from "../../src/map/material.ts";

const BLOCK_FORMATS: Record<string, THREE.CompressedPixelFormat> = {
  bc1: THREE.RGBA_S3TC_DXT1_Format,
  bc2: THREE.RGBA_S3TC_DXT3_Format,
  bc3: THREE.RGBA_S3TC_DXT5_Format,
};

/** Same as visleaf's sampler. */
const ANISOTROPY = 8;

interface Mip {
  data: Uint8Array | Uint16Array;
  width: number;
  height: number;
}

function listMips(image: GpuImage): Mip[] {
  const isHalf = image.format === "rgba16float";
  return Array.from(image.mipOffset.subarray(0, image.mipCount), (offset, level) => {
    const width = Math.max(1, image.width >> level);
    const height = Math.max(1, image.height >> level);
    const bytes = image.data.slice(offset, offset + mipByteLength(image.format, width, height));
    return { data: isHalf ? new Uint16Array(bytes.buffer) : bytes, width, height };
  });
}

function wholeBlocks(image: GpuImage): [number, number] {
  const { texels } = blockSize(image.format);
  return [Math.ceil(image.width / texels) * texels, Math.ceil(image.height / texels) * texels];
}

/** `clamp`: `TEXTURE_CLAMP_*` bits. */
export function createBaseTexture(image: GpuImage, clamp: number): THREE.Texture {
  const mips = listMips(image);
  const [width, height] = wholeBlocks(image);
  const blockFormat = BLOCK_FORMATS[image.format.slice(0, 3)];
  let texture: THREE.Texture;
  if (blockFormat !== undefined) {
    texture = new THREE.CompressedTexture(
      mips as unknown as THREE.CompressedTextureMipmap[],
      width,
      height,
      blockFormat,
    );
  } else {
    const type = image.format === "rgba16float" ? THREE.HalfFloatType : THREE.UnsignedByteType;
    const data = mips[0].data as Uint8Array<ArrayBuffer>;
    texture = new THREE.DataTexture(data, width, height, THREE.RGBAFormat, type);
    if (mips.length > 1) texture.mipmaps = mips as unknown as THREE.DataTexture["mipmaps"];
  }
  texture.colorSpace = image.format.endsWith("-srgb")
    ? THREE.SRGBColorSpace
    : THREE.LinearSRGBColorSpace;
  texture.wrapS = clamp & TEXTURE_CLAMP_S ? THREE.ClampToEdgeWrapping : THREE.RepeatWrapping;
  texture.wrapT = clamp & TEXTURE_CLAMP_T ? THREE.ClampToEdgeWrapping : THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = mips.length > 1 ? THREE.LinearMipmapLinearFilter : THREE.LinearFilter;
  texture.anisotropy = ANISOTROPY;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}

/** Uploads the atlas with shared-exponent texels, one layer per page. */
export function createLightmapTexture(atlas: LightmapAtlas): THREE.DataArrayTexture {
  const texture = new THREE.DataArrayTexture(
    atlas.texels as Uint32Array<ArrayBuffer>,
    atlas.width,
    atlas.height,
    atlas.pageCount,
  );
  texture.format = THREE.RGBFormat;
  texture.type = THREE.UnsignedInt5999Type;
  texture.colorSpace = THREE.LinearSRGBColorSpace;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}
