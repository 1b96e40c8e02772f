/** Creates buffers and textures with labels, inside error scopes, and counts their memory. */

import { blockSize, type GpuImage, type GpuImageFormat, layersOf } from "../core/image.ts";
import { GpuError, gpuErrorOf } from "./errors.ts";
import type { Gpu } from "./gpu.ts";
import type { MemoryKind } from "./memory.ts";

/** Runs `create` inside error scopes; errors are reported with the label. */
function createScoped<T>(gpu: Gpu, label: string, create: () => T): T {
  const { device } = gpu;
  device.pushErrorScope("out-of-memory");
  device.pushErrorScope("validation");
  try {
    return create();
  } finally {
    for (let scope = 0; scope < 2; scope++) {
      device.popErrorScope().then(
        (error) => {
          if (error) gpu.report(gpuErrorOf(label, error));
        },
        // Scopes of a lost device reject; `onLost` reports the loss.
        () => undefined,
      );
    }
  }
}

/** @throws GpuError `limit` */
export function createBuffer(
  gpu: Gpu,
  label: string,
  kind: MemoryKind,
  usage: GPUBufferUsageFlags,
  byteLength: number,
): GPUBuffer {
  const limits = gpu.device.limits;
  const isStorage = (usage & GPUBufferUsage.STORAGE) !== 0;
  const limit = isStorage
    ? Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize)
    : limits.maxBufferSize;
  if (byteLength > limit) {
    throw new GpuError("limit", label, `${byteLength} bytes, and the device allows ${limit}`);
  }
  // Sizes are multiples of four bytes; empty buffers cannot be bound.
  const size = Math.max(16, (byteLength + 3) & ~3);
  const buffer = createScoped(gpu, label, () => gpu.device.createBuffer({ label, usage, size }));
  gpu.memory.addBuffer(buffer, kind);
  return buffer;
}

/** Creates a buffer that holds `data`. */
export function createBufferWith(
  gpu: Gpu,
  label: string,
  kind: MemoryKind,
  usage: GPUBufferUsageFlags,
  data: ArrayBufferView,
): GPUBuffer {
  const buffer = createBuffer(gpu, label, kind, usage | GPUBufferUsage.COPY_DST, data.byteLength);
  writeBytes(gpu, buffer, data);
  return buffer;
}

/** Writes `data`; its last one to three bytes are padded to four. */
export function writeBytes(
  gpu: Gpu,
  buffer: GPUBuffer,
  data: ArrayBufferView,
  offsetBytes = 0,
): void {
  const whole = data.byteLength & ~3;
  const bytes = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  if (whole > 0) gpu.device.queue.writeBuffer(buffer, offsetBytes, bytes, 0, whole);
  if (whole < bytes.length) {
    const tail = new Uint8Array(4);
    tail.set(bytes.subarray(whole));
    gpu.device.queue.writeBuffer(buffer, offsetBytes + whole, tail);
  }
}

export function destroyBuffer(gpu: Gpu, buffer: GPUBuffer): void {
  gpu.memory.removeBuffer(buffer);
  buffer.destroy();
}

export interface TextureDescriptor {
  readonly format: GPUTextureFormat;
  readonly width: number;
  readonly height: number;
  readonly layers?: number;
  /** "2d" if left out, which makes an array texture if there are several layers. */
  readonly dimension?: GPUTextureDimension;
  readonly mipCount?: number;
  /** Samples per pixel; 1 if left out. */
  readonly samples?: number;
  readonly usage: GPUTextureUsageFlags;
}

/** @throws GpuError `limit` */
export function createTexture(
  gpu: Gpu,
  label: string,
  kind: MemoryKind,
  descriptor: TextureDescriptor,
): GPUTexture {
  const {
    format,
    width,
    height,
    layers = 1,
    mipCount = 1,
    samples = 1,
    usage,
    dimension,
  } = descriptor;
  const { maxTextureDimension2D, maxTextureDimension3D } = gpu.device.limits;
  const is3d = dimension === "3d";
  const maxLayers = is3d ? maxTextureDimension3D : gpu.device.limits.maxTextureArrayLayers;
  if (width > maxTextureDimension2D || height > maxTextureDimension2D) {
    const allowed = `${maxTextureDimension2D}x${maxTextureDimension2D}`;
    throw new GpuError("limit", label, `${width}x${height}, and the device allows ${allowed}`);
  }
  if (layers > maxLayers) {
    const message = `${layers} layers, and the device allows ${maxLayers}`;
    throw new GpuError("limit", label, message);
  }
  const texture = createScoped(gpu, label, () =>
    gpu.device.createTexture({
      label,
      format,
      size: { width, height, depthOrArrayLayers: layers },
      mipLevelCount: mipCount,
      sampleCount: samples,
      dimension,
      usage,
    }),
  );
  gpu.memory.addTexture(texture, kind);
  return texture;
}

export function destroyTexture(gpu: Gpu, texture: GPUTexture): void {
  gpu.memory.removeTexture(texture);
  texture.destroy();
}

/** Returns the texture size for an image, rounded up to whole blocks. */
export function wholeBlocks(
  format: GpuImageFormat,
  width: number,
  height: number,
): { width: number; height: number } {
  const { texels } = blockSize(format);
  return {
    width: Math.ceil(width / texels) * texels,
    height: Math.ceil(height / texels) * texels,
  };
}

/**
 * Writes an image with all its mips, starting at `layer`, into a texture of the same format. The
 * image's first mip becomes `firstMip` of the texture.
 */
export function writeImage(
  gpu: Gpu,
  texture: GPUTexture,
  layer: number,
  image: GpuImage,
  firstMip = 0,
): void {
  const block = blockSize(image.format);
  createScoped(gpu, texture.label, () => {
    for (let mip = 0; mip < image.mipCount; mip++) {
      const columns = Math.ceil(Math.max(1, image.width >>> mip) / block.texels);
      const rows = Math.ceil(Math.max(1, image.height >>> mip) / block.texels);
      gpu.device.queue.writeTexture(
        { texture, mipLevel: firstMip + mip, origin: { x: 0, y: 0, z: layer } },
        image.data as Uint8Array<ArrayBuffer>,
        { offset: image.mipOffset[mip], bytesPerRow: columns * block.bytes, rowsPerImage: rows },
        {
          width: columns * block.texels,
          height: rows * block.texels,
          depthOrArrayLayers: layersOf(image.dimension) * (image.frames ?? 1),
        },
      );
    }
  });
}
