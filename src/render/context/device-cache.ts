/** Caches objects that all renderers on a device share. */

import type { Gpu } from "../../gpu/gpu.ts";

/**
 * Returns a function that calls `make` once for each device. The value lives as long as the device.
 */
export function oncePerDevice<T>(make: (gpu: Gpu) => T): (gpu: Gpu) => T {
  const made = new WeakMap<GPUDevice, { readonly value: T }>();
  return (gpu) => {
    let entry = made.get(gpu.device);
    if (entry === undefined) {
      entry = { value: make(gpu) };
      made.set(gpu.device, entry);
    }
    return entry.value;
  };
}

/**
 * Like `oncePerDevice`, for values that are made asynchronously. After a failure the next call
 * tries again.
 */
export function oncePerDeviceAsync<T>(make: (gpu: Gpu) => Promise<T>): (gpu: Gpu) => Promise<T> {
  const made = new WeakMap<GPUDevice, Promise<T>>();
  return (gpu) => {
    let promise = made.get(gpu.device);
    if (promise === undefined) {
      promise = make(gpu);
      made.set(gpu.device, promise);
      promise.catch(() => made.delete(gpu.device));
    }
    return promise;
  };
}
