/** Counts the bytes of every buffer and texture that visleaf creates, by kind. */

/** Purpose of the memory. */
export type MemoryKind =
  | "world"
  | "props"
  | "details"
  | "ropes"
  | "sprites"
  | "beams"
  | "decals"
  | "shadows"
  | "emitters"
  | "particles"
  | "materials"
  | "textures"
  | "lightmap"
  | "sky"
  | "frame"
  | "targets"
  | "read-back";

interface Allocation {
  readonly kind: MemoryKind;
  readonly byteLength: number;
}

export class GpuMemory {
  bufferBytes = 0;
  textureBytes = 0;
  /** Total of the device, which also counts every allocation of this user. */
  readonly #whole: GpuMemory | null;
  readonly #byKind = new Map<MemoryKind, number>();
  readonly #allocations = new Map<GPUBuffer | GPUTexture, Allocation>();

  /** @param whole total of the device, if this object counts one user's part */
  constructor(whole: GpuMemory | null = null) {
    this.#whole = whole;
  }

  /** Number of live buffers and textures. */
  get count(): number {
    return this.#allocations.size;
  }

  /** Bytes of every kind that was ever used. */
  get byKind(): ReadonlyMap<MemoryKind, number> {
    return this.#byKind;
  }

  bytesOf(kind: MemoryKind): number {
    return this.#byKind.get(kind) ?? 0;
  }

  addBuffer(buffer: GPUBuffer, kind: MemoryKind): void {
    this.#add(buffer, kind, buffer.size);
    this.bufferBytes += buffer.size;
    this.#whole?.addBuffer(buffer, kind);
  }

  addTexture(texture: GPUTexture, kind: MemoryKind): void {
    const byteLength = textureByteLength(texture);
    this.#add(texture, kind, byteLength);
    this.textureBytes += byteLength;
    this.#whole?.addTexture(texture, kind);
  }

  removeBuffer(buffer: GPUBuffer): void {
    this.bufferBytes -= this.#remove(buffer);
    this.#whole?.removeBuffer(buffer);
  }

  removeTexture(texture: GPUTexture): void {
    this.textureBytes -= this.#remove(texture);
    this.#whole?.removeTexture(texture);
  }

  #add(resource: GPUBuffer | GPUTexture, kind: MemoryKind, byteLength: number): void {
    this.#allocations.set(resource, { kind, byteLength });
    this.#byKind.set(kind, this.bytesOf(kind) + byteLength);
  }

  /** Returns the freed bytes; 0 if the resource was freed before. */
  #remove(resource: GPUBuffer | GPUTexture): number {
    const allocation = this.#allocations.get(resource);
    if (allocation === undefined) return 0;
    this.#allocations.delete(resource);
    this.#byKind.set(allocation.kind, this.bytesOf(allocation.kind) - allocation.byteLength);
    return allocation.byteLength;
  }
}

/** Returns the edge of a format's block in texels, and the bytes of a block. */
function formatBlock(format: GPUTextureFormat): { texels: number; bytes: number } {
  if (format.startsWith("bc1")) return { texels: 4, bytes: 8 };
  if (format.startsWith("bc")) return { texels: 4, bytes: 16 };
  return { texels: 1, bytes: format.startsWith("rgba16") ? 8 : 4 };
}

/** Returns the requested bytes of all mips, layers and samples. Drivers may pad them. */
export function textureByteLength(texture: {
  readonly format: GPUTextureFormat;
  readonly width: number;
  readonly height: number;
  readonly depthOrArrayLayers: number;
  readonly mipLevelCount: number;
  readonly sampleCount: number;
}): number {
  const block = formatBlock(texture.format);
  let layerBytes = 0;
  for (let mip = 0; mip < texture.mipLevelCount; mip++) {
    const width = Math.max(1, texture.width >>> mip);
    const height = Math.max(1, texture.height >>> mip);
    layerBytes += Math.ceil(width / block.texels) * Math.ceil(height / block.texels) * block.bytes;
  }
  return layerBytes * texture.depthOrArrayLayers * texture.sampleCount;
}
