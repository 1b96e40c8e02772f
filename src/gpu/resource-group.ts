/** Groups of buffers and textures that are created and freed together. */

import type { Gpu } from "./gpu.ts";
import type { MemoryKind } from "./memory.ts";
import {
  createBuffer,
  createBufferWith,
  createTexture,
  destroyBuffer,
  destroyTexture,
  type TextureDescriptor,
} from "./resources.ts";

export interface ResourceGroup {
  readonly gpu: Gpu;
  /** See `createBuffer`. */
  readonly buffer: (
    label: string,
    kind: MemoryKind,
    usage: GPUBufferUsageFlags,
    byteLength: number,
  ) => GPUBuffer;
  /** See `createBufferWith`. */
  readonly bufferWith: (
    label: string,
    kind: MemoryKind,
    usage: GPUBufferUsageFlags,
    data: ArrayBufferView,
  ) => GPUBuffer;
  /** See `createTexture`. */
  readonly texture: (label: string, kind: MemoryKind, descriptor: TextureDescriptor) => GPUTexture;
  /** Adds a part that is destroyed with the group. */
  readonly keep: (part: Owner) => void;
}

/** Object that holds GPU memory. */
export interface Owner {
  /** Frees all memory of the object. */
  readonly destroy: () => void;
}

/** Builds an object from new resources. If that throws, the resources created so far are freed. */
export function buildOwner<T extends object>(
  gpu: Gpu,
  build: (group: ResourceGroup) => T,
): T & Owner {
  const buffers: GPUBuffer[] = [];
  const textures: GPUTexture[] = [];
  const keep = <R>(list: R[], resource: R): R => {
    list.push(resource);
    return resource;
  };
  const parts: Owner[] = [];
  const destroy = () => {
    for (const part of parts) part.destroy();
    for (const buffer of buffers) destroyBuffer(gpu, buffer);
    for (const texture of textures) destroyTexture(gpu, texture);
  };
  const group: ResourceGroup = {
    gpu,
    buffer: (...args) => keep(buffers, createBuffer(gpu, ...args)),
    bufferWith: (...args) => keep(buffers, createBufferWith(gpu, ...args)),
    texture: (...args) => keep(textures, createTexture(gpu, ...args)),
    keep: (part) => void parts.push(part),
  };
  try {
    return { ...build(group), destroy };
  } catch (error) {
    destroy();
    throw error;
  }
}

/**
 * Builds an object from parts that hold memory. If that throws, the parts kept so far are freed.
 * `destroy` frees all of them.
 */
export function buildFrom<T>(
  build: (keep: <Part extends Owner>(part: Part) => Part, destroy: () => void) => T,
): T {
  const parts: Owner[] = [];
  const keep = <Part extends Owner>(part: Part): Part => {
    parts.push(part);
    return part;
  };
  const destroy = () => {
    for (const part of parts) part.destroy();
  };
  try {
    return build(keep, destroy);
  } catch (error) {
    destroy();
    throw error;
  }
}
