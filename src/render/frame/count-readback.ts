/**
 * Reads the draws' arguments back, some frames later and without waiting, to count what was drawn.
 * A frame that finds no free buffer is not counted.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import { type CountedFrame, copyCountedFrame, createCountedFrame } from "./counted-frame.ts";

const RING_SIZE = 2;

export interface CountReadback {
  /** Call after the last pass. */
  readonly encode: (encoder: GPUCommandEncoder, frame: CountedFrame) => void;
  /** Call after the frame was submitted. */
  readonly readBack: () => void;
  readonly destroy: () => void;
}

interface Slot {
  buffer: GPUBuffer | null;
  isFree: boolean;
  readonly frame: CountedFrame;
  readonly onMapped: () => void;
  readonly onFailed: () => void;
}

/** @param onCounts receives the words of a frame's draws, which are valid during the call only */
export function createCountReadback(
  gpu: Gpu,
  onCounts: (words: Uint32Array, frame: CountedFrame) => void,
): CountReadback {
  let current: Slot | null = null;
  const slots = Array.from({ length: RING_SIZE }, (): Slot => {
    const slot: Slot = {
      buffer: null,
      isFree: true,
      frame: createCountedFrame(),
      onMapped() {
        const { buffer, frame } = slot;
        if (buffer === null) return;
        onCounts(new Uint32Array(buffer.getMappedRange()), frame);
        buffer.unmap();
        slot.isFree = true;
      },
      // Mapping fails only if the buffer is invalid or destroyed, or the device lost. A frame that
      // copies into such a buffer is not drawn, so the slot stays in use.
      onFailed: () => undefined,
    };
    return slot;
  });

  /** Returns the slot's buffer, reallocated if it is too small. */
  const bufferOf = (slot: Slot, byteLength: number): GPUBuffer => {
    if (slot.buffer !== null && slot.buffer.size >= byteLength) return slot.buffer;
    if (slot.buffer !== null) destroyBuffer(gpu, slot.buffer);
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    slot.buffer = createBuffer(gpu, "render/counts", "read-back", usage, byteLength);
    return slot.buffer;
  };

  return {
    encode(encoder, frame) {
      current = null;
      for (let i = 0; i < slots.length; i++) if (slots[i].isFree) current = slots[i];
      if (current === null) return;
      const buffer = bufferOf(current, frame.byteLength);
      let offset = 0;
      const { draws } = frame;
      for (let i = 0; i < draws.length; i++) {
        const { args } = draws[i];
        encoder.copyBufferToBuffer(args, 0, buffer, offset, args.size);
        offset += args.size;
      }
      copyCountedFrame(current.frame, frame);
      current.isFree = false;
    },
    readBack() {
      current?.buffer?.mapAsync(GPUMapMode.READ).then(current.onMapped, current.onFailed);
      current = null;
    },
    destroy() {
      for (const slot of slots) {
        if (slot.buffer !== null) destroyBuffer(gpu, slot.buffer);
        slot.buffer = null;
      }
    },
  };
}
