/** Requests the WebGPU adapter and device, with all optional features that they offer. */

import { GpuError, gpuErrorOf } from "./errors.ts";
import { GpuMemory } from "./memory.ts";

export interface GpuOptions {
  /** WebGPU entry point; the browser's own if left out. In Node, the package `webgpu` has one. */
  readonly gpu?: GPU;
  /** Device created elsewhere; if set, no adapter is requested. */
  readonly device?: GPUDevice;
  readonly powerPreference?: GPUPowerPreference;
  /** Called if the device is lost other than by `destroy`: all resources must be created again. */
  readonly onLost?: (message: string) => void;
  /** Reports errors of work that nothing awaits. Logged if left out. */
  readonly onError?: (error: GpuError) => void;
}

/** Optional features. Everything works without them, if slower or with more memory. */
export interface GpuFeatures {
  readonly textureCompressionBc: boolean;
  readonly timestamps: boolean;
}

export interface Gpu {
  readonly device: GPUDevice;
  /** Vendor and architecture, as far as the browser reveals them. */
  readonly adapterName: string;
  /** Whether the adapter draws in software. */
  readonly isSoftware: boolean;
  readonly features: GpuFeatures;
  /** Memory of the user of this `Gpu`. */
  readonly memory: GpuMemory;
  /** Memory of all users of the device; the same object if it is not shared. */
  readonly deviceMemory: GpuMemory;
  /** Whether the device is lost or destroyed. */
  readonly isLost: boolean;
  readonly report: (error: GpuError) => void;
  destroy(): void;
}

const OPTIONAL_FEATURES: readonly GPUFeatureName[] = ["texture-compression-bc", "timestamp-query"];

/** Names of software adapters that may not report themselves as such. */
const SOFTWARE_ADAPTER = /swiftshader|llvmpipe|lavapipe|basic render/i;

/** Limits requested at the adapter's maximum: they cost nothing until used. */
const RAISED_LIMITS = [
  "maxTextureDimension2D",
  "maxTextureArrayLayers",
  "maxBufferSize",
  "maxStorageBufferBindingSize",
] as const;

async function requestDevice(adapter: GPUAdapter): Promise<GPUDevice> {
  const requiredLimits: Record<string, number> = {};
  for (const name of RAISED_LIMITS) requiredLimits[name] = adapter.limits[name];
  try {
    return await adapter.requestDevice({
      label: "visleaf",
      requiredFeatures: OPTIONAL_FEATURES.filter((name) => adapter.features.has(name)),
      requiredLimits,
    });
  } catch (error) {
    throw new GpuError("no-device", "", error instanceof Error ? error.message : String(error));
  }
}

async function requestAdapter(options: GpuOptions): Promise<GPUAdapter> {
  const entry = options.gpu ?? (typeof navigator === "undefined" ? undefined : navigator.gpu);
  if (!entry) throw new GpuError("no-webgpu", "", "this browser has no WebGPU");
  const adapter = await entry.requestAdapter({
    powerPreference: options.powerPreference ?? "high-performance",
  });
  if (!adapter) throw new GpuError("no-adapter", "", "WebGPU found no graphics adapter");
  return adapter;
}

/** @throws GpuError `no-webgpu`, `no-adapter`, `no-device` */
export async function createGpu(options: GpuOptions = {}): Promise<Gpu> {
  const device = options.device ?? (await requestDevice(await requestAdapter(options)));
  const info = device.adapterInfo;
  const report = options.onError ?? ((error: GpuError) => console.error(error.message));
  let isLost = false;
  let isDestroyed = false;

  device.onuncapturederror = (event) => report(gpuErrorOf("", event.error));
  void device.lost.then((lost) => {
    isLost = true;
    if (!isDestroyed) options.onLost?.(lost.message || lost.reason || "unknown reason");
  });

  const memory = new GpuMemory();
  const adapterName =
    [info?.vendor, info?.architecture, info?.description].filter(Boolean).join(" ") || "unnamed";
  return {
    device,
    adapterName,
    isSoftware: info?.isFallbackAdapter === true || SOFTWARE_ADAPTER.test(adapterName),
    features: {
      textureCompressionBc: device.features.has("texture-compression-bc"),
      timestamps: device.features.has("timestamp-query"),
    },
    memory,
    deviceMemory: memory,
    get isLost() {
      return isLost;
    },
    report,
    destroy() {
      isDestroyed = true;
      isLost = true;
      device.destroy();
    },
  };
}
