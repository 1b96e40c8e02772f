/** Reads textures and buffers back to the CPU. */

import { GpuError } from "./errors.ts";
import type { Gpu } from "./gpu.ts";
import { createBuffer, destroyBuffer } from "./resources.ts";

/** Row alignment of texture-to-buffer copies in WebGPU, bytes. */
const ROW_ALIGNMENT = 256;

/** Reads the texels of a single-layer texture, rows tightly packed, top row first. */
export async function readTexture(
  gpu: Gpu,
  texture: GPUTexture,
  bytesPerTexel: number,
): Promise<Uint8Array> {
  const { width, height } = texture;
  const rowBytes = width * bytesPerTexel;
  const stride = Math.ceil(rowBytes / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  const padded = await readMapped(
    gpu,
    `read-back of ${texture.label}`,
    stride * height,
    (buffer) => {
      const encoder = gpu.device.createCommandEncoder({ label: `read-back of ${texture.label}` });
      encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: stride }, { width, height });
      gpu.device.queue.submit([encoder.finish()]);
    },
  );
  const pixels = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    pixels.set(padded.subarray(y * stride, y * stride + rowBytes), y * rowBytes);
  }
  return pixels;
}

/** Reads the bytes of a buffer created with COPY_SRC. */
export function readBuffer(gpu: Gpu, source: GPUBuffer): Promise<Uint8Array> {
  return readMapped(gpu, `read-back of ${source.label}`, source.size, (buffer) => {
    const encoder = gpu.device.createCommandEncoder({ label: `read-back of ${source.label}` });
    encoder.copyBufferToBuffer(source, 0, buffer, 0, source.size);
    gpu.device.queue.submit([encoder.finish()]);
  });
}

async function readMapped(
  gpu: Gpu,
  label: string,
  byteLength: number,
  copyInto: (buffer: GPUBuffer) => void,
): Promise<Uint8Array> {
  const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
  const buffer = createBuffer(gpu, label, "read-back", usage, byteLength);
  try {
    copyInto(buffer);
    await untilLost(gpu, buffer.mapAsync(GPUMapMode.READ));
    return new Uint8Array(buffer.getMappedRange().slice(0, byteLength));
  } finally {
    destroyBuffer(gpu, buffer);
  }
}

/** Reject functions of all pending reads, by device. */
const waiting = new WeakMap<GPUDevice, Set<(error: GpuError) => void>>();

/**
 * Waits for GPU work, and rejects with GpuError `no-device` if the device is lost: a browser whose
 * GPU process ended may leave promises of that device pending.
 */
function untilLost<T>(gpu: Gpu, promise: Promise<T>): Promise<T> {
  const { device } = gpu;
  let rejecters = waiting.get(device);
  if (rejecters === undefined) {
    const made = new Set<(error: GpuError) => void>();
    rejecters = made;
    waiting.set(device, made);
    void device.lost.then(({ message }) => {
      for (const reject of made)
        reject(new GpuError("no-device", "", message || "the device is gone"));
      made.clear();
    });
  }
  const waiters = rejecters;
  return new Promise<T>((resolve, reject) => {
    waiters.add(reject);
    promise.then(resolve, reject).finally(() => waiters.delete(reject));
  });
}
