/** What is made once for a device, however many renderers draw on it. */

import type { Gpu } from "../../gpu/gpu.ts";

/** `make` is called for the first who asks with a device. It lives as long as the device does. */
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

/** The same of what takes time; what could not be made is tried again by the next who asks. */
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
