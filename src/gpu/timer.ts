/**
 * Measures the GPU time of passes with timestamp queries. Values are read back through a ring of
 * buffers, some frames later and without waiting. A frame that finds no free buffer is not
 * measured.
 */

import type { Gpu } from "./gpu.ts";
import { createBuffer, destroyBuffer } from "./resources.ts";

const RING_SIZE = 4;
const BYTES_PER_TIMESTAMP = 8;
/** Longer values come from a counter that was reset between a pass's two timestamps. */
const LONGEST_PASS_MS = 10_000;

/** Newest GPU times. */
export interface GpuTimes {
  /** Sum of the measured passes; -1 if none was measured. */
  gpuMs: number;
  /** Milliseconds of each pass; -1 if not measured, or not drawn in that frame. */
  readonly passGpuMs: Float32Array;
}

export interface GpuTimer {
  /** Returns the `timestampWrites` for a pass's descriptor. */
  readonly writesOf: (pass: number) => GPURenderPassTimestampWrites;
  /** Marks a pass as drawn in this frame. */
  readonly mark: (pass: number) => void;
  /** Resolves the queries; call after the last pass. */
  readonly encodeResolve: (encoder: GPUCommandEncoder) => void;
  /** Starts the read-back; call after the frame is submitted. */
  readonly readBack: () => void;
  readonly destroy: () => void;
}

/**
 * Writes the milliseconds between each pass's two timestamps (pairs of low and high words, in
 * nanoseconds). Passes not in `marked`, and negative or implausibly long times, get -1.
 * @returns the sum, or -1 if nothing was measured
 */
export function writePassTimes(out: Float32Array, words: Uint32Array, marked: Uint8Array): number {
  let sum = -1;
  for (let pass = 0; pass < out.length; pass++) {
    const w = pass * 4;
    const ns = (words[w + 3] - words[w + 1]) * 2 ** 32 + (words[w + 2] - words[w]);
    const ms = ns / 1e6;
    const isSound = marked[pass] === 1 && words[w + 2] + words[w + 3] > 0;
    out[pass] = isSound && ms >= 0 && ms < LONGEST_PASS_MS ? ms : -1;
    if (out[pass] >= 0) sum = Math.max(0, sum) + out[pass];
  }
  return sum;
}

interface Slot {
  readonly buffer: GPUBuffer;
  readonly marked: Uint8Array;
  isFree: boolean;
  readonly onMapped: () => void;
  readonly onFailed: () => void;
}

/** Creates a timer; the device must support timestamps. */
export function createGpuTimer(gpu: Gpu, times: GpuTimes): GpuTimer {
  const passCount = times.passGpuMs.length;
  const { device } = gpu;
  const queryCount = passCount * 2;
  const byteLength = queryCount * BYTES_PER_TIMESTAMP;
  const querySet = device.createQuerySet({
    label: "gpu/timer",
    type: "timestamp",
    count: queryCount,
  });
  const resolveUsage = GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC;
  const resolved = createBuffer(gpu, "gpu/timer-resolve", "read-back", resolveUsage, byteLength);
  const marked = new Uint8Array(passCount);
  let current: Slot | null = null;

  const slots = Array.from({ length: RING_SIZE }, (_, i): Slot => {
    const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    const buffer = createBuffer(gpu, `gpu/timer-${i}`, "read-back", usage, byteLength);
    const slot: Slot = {
      buffer,
      marked: new Uint8Array(passCount),
      isFree: true,
      onMapped() {
        const words = new Uint32Array(buffer.getMappedRange());
        times.gpuMs = writePassTimes(times.passGpuMs, words, slot.marked);
        buffer.unmap();
        slot.isFree = true;
      },
      // The buffer was destroyed or the device lost: the slot stays in use and measures nothing
      // more.
      onFailed: () => undefined,
    };
    return slot;
  });
  const writes = Array.from({ length: passCount }, (_, pass) => ({
    querySet,
    beginningOfPassWriteIndex: pass * 2,
    endOfPassWriteIndex: pass * 2 + 1,
  }));

  return {
    writesOf: (pass) => writes[pass],
    mark(pass) {
      marked[pass] = 1;
    },
    encodeResolve(encoder) {
      current = null;
      for (let i = 0; i < RING_SIZE && current === null; i++) {
        if (slots[i].isFree) current = slots[i];
      }
      if (current !== null) {
        encoder.resolveQuerySet(querySet, 0, queryCount, resolved, 0);
        encoder.copyBufferToBuffer(resolved, 0, current.buffer, 0, byteLength);
        current.marked.set(marked);
        current.isFree = false;
      }
      marked.fill(0);
    },
    readBack() {
      current?.buffer.mapAsync(GPUMapMode.READ).then(current.onMapped, current.onFailed);
      current = null;
    },
    destroy() {
      for (const slot of slots) destroyBuffer(gpu, slot.buffer);
      destroyBuffer(gpu, resolved);
      querySet.destroy();
    },
  };
}
