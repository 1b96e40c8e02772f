/**
 * Streams the textures of a load: those first that cover most of the screen for each byte to be
 * read. Large mips are shown when all textures of an array have them, so arrays are completed one
 * after the other. Reads of several run in parallel, and the order follows the camera.
 */

import { CancelledError } from "../../core/errors.ts";
import type { GpuImage } from "../../core/image.ts";
import type { TextureOwner } from "../../map/types.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { TextureOptions } from "./read-vtf.ts";
import { TextureTally } from "./texture-bytes.ts";
import { type LoadView, measureSeen, type TexturePlaces } from "./texture-places.ts";
import { reopenTexture, type StreamedFiles, streamTextures } from "./textures.ts";

/**
 * Parallel reads: at least two, so that the line is never idle between them. More of small files,
 * but few enough that a new order soon counts, and that other reads find a connection: browsers
 * open six to a host over HTTP/1.1.
 */
const LEAST_READS = 2;
const MOST_READS = 32;
const BYTES_AT_ONCE = 1 << 19;
/** Bytes added to each file: a request costs as much as reading so many. */
const REQUEST_BYTES = 1 << 15;
/** Factor for textures of which nothing is shown: neither small mips nor a thumbnail are in the file's head. */
const BARE_RATIO = 16;
/** A read is cancelled if a waiting texture ranks so many times higher. */
const CANCEL_RATIO = 16;

export interface StreamedTexture {
  readonly owner: TextureOwner;
  readonly texture: number;
  /** `null` if the texture could not be read, or its small mips were all of it. */
  readonly image: GpuImage | null;
}

interface Job {
  readonly owner: TextureOwner;
  readonly files: StreamedFiles;
  readonly texture: number;
  /** Solid angle on the screen for each byte to be read of its array, and of the texture alone. */
  rank: number;
  own: number;
}

interface Read {
  readonly job: Job;
  readonly abort: AbortController;
}

/** Textures of a set, and where they are seen. Shares no buffer with the set. */
export interface StreamedSet {
  readonly owner: TextureOwner;
  readonly files: StreamedFiles;
  readonly places: TexturePlaces;
}

export class TextureStream {
  readonly #access: ContentAccess;
  readonly #options: TextureOptions;
  readonly #sets: StreamedSet[] = [];
  /** Sorted so that the last is streamed next. */
  #waiting: Job[] = [];
  readonly #reading = new Set<Read>();
  /** Jobs whose texels are in memory. */
  readonly #ready: Job[] = [];
  #view: LoadView;
  #isClosed = false;
  #failure: { readonly error: unknown } | null = null;
  /** Wakes `next`. */
  #wake: () => void = () => undefined;
  /** Number of textures that were added. */
  count = 0;
  /** Bytes of those textures, without the sky. */
  readonly tally = new TextureTally();

  constructor(access: ContentAccess, options: TextureOptions, view: LoadView) {
    this.#access = access;
    this.#options = options;
    this.#view = view;
  }

  add(set: StreamedSet): void {
    const { owner, files } = set;
    this.#sets.push(set);
    for (const texture of files.files.keys()) {
      this.#waiting.push({ owner, files, texture, rank: 0, own: 0 });
    }
    this.count += files.files.length;
    for (const { format, gpuFormat, byteLength, gpuByteLength } of files.files) {
      if (owner === "sky") continue;
      this.tally.add(format, gpuFormat, byteLength, gpuByteLength);
    }
    this.#sort();
    this.#wake();
  }

  /** Sorts the waiting textures for another camera. */
  look(view: LoadView): void {
    this.#view = view;
    this.#sort();
    this.#cancelUnseen();
    this.#wake();
  }

  /** Call when no more sets are added. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Returns the next texture, or `null` when all are streamed. Rejects with CancelledError. */
  async next(): Promise<StreamedTexture | null> {
    for (;;) {
      if (this.#failure !== null) throw this.#failure.error;
      if (this.#access.signal?.aborted) throw new CancelledError();
      const job = this.#ready.shift() ?? this.#startReads();
      if (job !== null) return this.#decode(job);
      if (this.#isClosed && this.#waiting.length === 0 && this.#reading.size === 0) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Starts reads of the next textures. Returns a job if the next one needs none. */
  #startReads(): Job | null {
    while (this.#hasRoom()) {
      const job = this.#waiting.pop();
      if (job === undefined) return null;
      const { vtf, isHeld } = job.files.files[job.texture];
      if (vtf === null || isHeld) return job;
      void this.#read({ job, abort: new AbortController() });
    }
    return null;
  }

  #hasRoom(): boolean {
    const { size } = this.#reading;
    if (size < LEAST_READS) return true;
    let bytes = 0;
    for (const { job } of this.#reading) bytes += restBytes(job);
    return size < MOST_READS && bytes < BYTES_AT_ONCE;
  }

  async #read(read: Read): Promise<void> {
    const { job, abort } = read;
    const { signal } = this.#access;
    const both = signal ? AbortSignal.any([signal, abort.signal]) : abort.signal;
    this.#reading.add(read);
    try {
      const access = { ...this.#access, signal: both };
      await reopenTexture(job.files, job.texture, access, this.#options);
      this.#ready.push(job);
    } catch (error) {
      if (abort.signal.aborted && !signal?.aborted) {
        this.#waiting.push(job);
        this.#sort();
      } else this.#failure ??= { error };
    } finally {
      this.#reading.delete(read);
      this.#wake();
    }
  }

  #decode({ owner, files, texture }: Job): StreamedTexture {
    const [sent] = streamTextures(files, [texture], this.#access, this.#options);
    return { owner, texture, image: sent?.image ?? null };
  }

  #sort(): void {
    const seen = new Map<StreamedFiles, Float32Array>();
    for (const { files, places } of this.#sets) seen.set(files, measureSeen(places, this.#view));
    const reading = [...this.#reading].map(({ job }) => job);
    const jobs = [...this.#waiting, ...reading];
    // Solid angles and bytes of the textures of each array that are still to be read.
    const left = new Map(
      this.#sets.map(({ files }) => [
        files,
        new Float64Array(2 * (1 + Math.max(0, ...files.arrays))),
      ]),
    );
    for (const job of jobs) {
      const { files, texture } = job;
      const angle = seen.get(files)![texture];
      const bytes = restBytes(job) + REQUEST_BYTES;
      job.own = angle / bytes;
      const sums = left.get(files)!;
      sums[files.arrays[texture] * 2] += angle;
      sums[files.arrays[texture] * 2 + 1] += bytes;
    }
    for (const job of jobs) {
      const { files, texture } = job;
      const array = files.arrays[texture];
      const [angle, bytes] = left.get(files)!.subarray(array * 2);
      job.rank = files.files[texture].isShown ? angle / bytes : job.own * BARE_RATIO;
    }
    // Equal ones are streamed in the order in which they were added.
    const order = new Map(this.#sets.map(({ files }, i) => [files, i]));
    this.#waiting.sort(
      (a, b) =>
        a.rank - b.rank ||
        a.own - b.own ||
        order.get(b.files)! - order.get(a.files)! ||
        b.texture - a.texture,
    );
  }

  #cancelUnseen(): void {
    const most = this.#waiting.at(-1)?.rank ?? 0;
    for (const { job, abort } of this.#reading) {
      if (job.rank * CANCEL_RATIO < most) abort.abort();
    }
  }
}

/** Returns the bytes that are to be read of a texture's file; 0 if its length is unknown. */
function restBytes({ files, texture }: Job): number {
  return files.files[texture].rest?.byteLength ?? 0;
}
