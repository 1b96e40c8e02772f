/**
 * Buffer with the draws' arguments of a cull table, followed by their lists of indices, instances
 * and vertices. The GPU writes it, or the CPU while it culls.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import type { ResourceGroup } from "../../gpu/resource-group.ts";

/** Where a part's draws lie, in words. */
export interface PartPlace {
  args: number;
  lists: number;
  /** First row of `CullTable.states`. */
  firstRow: number;
  /** First row in vectors of `CullTable.tables`, and first word of the part's clusters there. */
  rows: number;
  clusters: number;
  /** First vector of the part's `TranslucentMesh` rows there; meaningless if it has none. */
  meshes: number;
}

interface PlacedPart {
  readonly part: { readonly args: Uint32Array; readonly listWords: number };
  readonly place: PartPlace;
  /** Whether the arguments have to be initial before each culling. */
  readonly isReset: boolean;
}

/** Parts of the buffer that are bound by themselves start at a multiple of this many words. */
const ALIGNED_WORDS = 64;
const aligned = (words: number) => Math.ceil(words / ALIGNED_WORDS) * ALIGNED_WORDS;

/** Changed ranges that are at most this many words apart are written together. */
const NEAR_WORDS = 1024;
/** More changed ranges are merged into the last. */
const MAX_RANGES = 64;

export class DrawnBuffer {
  /** Words of the arguments. */
  argsLength = 0;
  #buffer: GPUBuffer | null = null;
  #length = 0;
  #initial: Uint32Array = new Uint32Array(0);
  #words: Uint32Array<ArrayBuffer> | null = null;
  /** First word and end of each changed range. */
  readonly #ranges = new Uint32Array(MAX_RANGES * 2);
  #rangeCount = 0;
  readonly #onForget: (() => void)[] = [];

  /**
   * Places the parts and creates the buffer.
   * @returns the initial arguments that have to be set before each culling; they come first
   * @throws GpuError `limit`
   */
  place(gpu: Gpu, group: ResourceGroup, parts: readonly PlacedPart[]): Uint32Array {
    const initial: number[] = [];
    let resetWords = 0;
    for (const isReset of [true, false]) {
      for (const { part, place, isReset: own } of parts) {
        if (own !== isReset) continue;
        place.args = initial.length;
        for (const word of part.args) initial.push(word);
      }
      if (isReset) resetWords = initial.length;
    }
    this.argsLength = aligned(Math.max(1, initial.length));
    let end = 0;
    // Short lists are near the arguments, so that the CPU's changes are uploaded together.
    const byLength = [...parts].sort((a, b) => a.part.listWords - b.part.listWords);
    for (const { part, place } of byLength) {
      place.lists = end;
      end += aligned(part.listWords);
    }
    this.#length = this.argsLength + Math.max(ALIGNED_WORDS, end);
    this.#initial = Uint32Array.from(initial);
    const { INDEX, VERTEX, INDIRECT, STORAGE, COPY_SRC, COPY_DST } = GPUBufferUsage;
    const usage = INDEX | VERTEX | INDIRECT | STORAGE | COPY_SRC | COPY_DST;
    this.#buffer = group.buffer("render/drawn", "frame", usage, this.#length * 4);
    if (initial.length > 0) {
      gpu.device.queue.writeBuffer(this.#buffer, 0, this.#initial as Uint32Array<ArrayBuffer>);
    }
    return this.#initial.subarray(0, resetWords);
  }

  get buffer(): GPUBuffer {
    if (this.#buffer === null) throw new Error("visleaf bug: a table is used before it is built");
    return this.#buffer;
  }

  get argsRange(): GPUBufferBinding {
    return { buffer: this.buffer, offset: 0, size: this.argsLength * 4 };
  }

  get listRange(): GPUBufferBinding {
    return { buffer: this.buffer, offset: this.argsLength * 4 };
  }

  /** Byte offset of an argument. */
  argsOffset(place: PartPlace, word = 0): number {
    return (place.args + word) * 4;
  }

  /** Byte offset of a list's word. */
  listOffset(place: PartPlace, word = 0): number {
    return (this.argsLength + place.lists + word) * 4;
  }

  /** Binds a part's lists as an index list. */
  bindIndices(encoder: GPURenderCommandsMixin, place: PartPlace, words: number): void {
    encoder.setIndexBuffer(this.buffer, "uint32", this.listOffset(place), words * 4);
  }

  // ---- culling on the CPU

  /** The part's arguments, as the CPU writes them; call `touch` after changes. */
  argsOf(place: PartPlace, length: number): Uint32Array<ArrayBuffer> {
    return this.#mirror().subarray(place.args, place.args + length);
  }

  listOf(place: PartPlace, length: number): Uint32Array<ArrayBuffer> {
    const first = this.argsLength + place.lists;
    return this.#mirror().subarray(first, first + length);
  }

  touchArgs(place: PartPlace, length: number): void {
    this.#touch(place.args, length);
  }

  touchList(place: PartPlace, first: number, length: number): void {
    if (length > 0) this.#touch(this.argsLength + place.lists + first, length);
  }

  #mirror(): Uint32Array<ArrayBuffer> {
    if (this.#words === null) {
      this.#words = new Uint32Array(this.#length);
      this.#words.set(this.#initial);
    }
    return this.#words;
  }

  /** Keeps the changed ranges sorted and apart. */
  #touch(first: number, length: number): void {
    const ranges = this.#ranges;
    let at = this.#rangeCount;
    while (at > 0 && ranges[(at - 1) * 2] > first) at--;
    if (this.#rangeCount === MAX_RANGES) {
      at = Math.max(0, at - 1);
      ranges[at * 2] = Math.min(ranges[at * 2], first);
      ranges[at * 2 + 1] = Math.max(ranges[at * 2 + 1], first + length);
      return;
    }
    ranges.copyWithin((at + 1) * 2, at * 2, this.#rangeCount * 2);
    ranges[at * 2] = first;
    ranges[at * 2 + 1] = first + length;
    this.#rangeCount++;
  }

  /** Uploads what the CPU has changed. */
  upload({ device: { queue } }: Gpu): void {
    const ranges = this.#ranges;
    const words = this.#words;
    if (words === null) return;
    for (let i = 0; i < this.#rangeCount; ) {
      const first = ranges[i * 2];
      let end = ranges[i * 2 + 1];
      for (i++; i < this.#rangeCount && ranges[i * 2] <= end + NEAR_WORDS; i++) {
        end = Math.max(end, ranges[i * 2 + 1]);
      }
      queue.writeBuffer(this.buffer, first * 4, words, first, end - first);
    }
    this.#rangeCount = 0;
  }

  /** Calls a function when memory of culling on the CPU is freed. */
  onForget(forget: () => void): void {
    this.#onForget.push(forget);
  }

  /** Frees the memory of culling on the CPU until it is used again. Call when the GPU culls. */
  forget(): void {
    if (this.#words === null) return;
    this.#words = null;
    this.#rangeCount = 0;
    for (const forget of this.#onForget) forget();
  }
}
