/** The adapter and device, asked for with what they can do and used with what they have. */

import { GpuError, gpuErrorOf } from "./errors.ts";
import { GpuMemory } from "./memory.ts";

export interface GpuOptions {
  /** WebGPU's entry; the browser's own if left out. Node brings one with the package `webgpu`. */
  readonly gpu?: GPU;
  /** A device made elsewhere; then no adapter is asked for. */
  readonly device?: GPUDevice;
  readonly powerPreference?: GPUPowerPreference;
  /** The device is gone, not by `destroy`: everything must be made anew. */
  readonly onLost?: (message: string) => void;
  /** A fault that nobody waits for. Logged if left out. */
  readonly onError?: (error: GpuError) => void;
}

/** What may be missing; everything works without, if slower or larger. */
export interface GpuFeatures {
  readonly textureCompressionBc: boolean;
  readonly timestamps: boolean;
}

export interface Gpu {
  readonly device: GPUDevice;
  /** Vendor and architecture, as far as they are told. */
  readonly adapterName: string;
  /** Whether the CPU does the drawing. */
  readonly isSoftware: boolean;
  readonly features: GpuFeatures;
  /** Of who has this `Gpu`. */
  readonly memory: GpuMemory;
  /** Of all who share the device; the same where nobody does. */
  readonly deviceMemory: GpuMemory;
  /** Whether the device is lost or destroyed. */
  readonly isLost: boolean;
  readonly report: (error: GpuError) => void;
  destroy(): void;
}

const OPTIONAL_FEATURES: readonly GPUFeatureName[] = ["texture-compression-bc", "timestamp-query"];

/** Not every software adapter says that it is one. */
const SOFTWARE_ADAPTER = /swiftshader|llvmpipe|lavapipe|basic render/i;

/** Limits taken as large as the adapter has them: they cost nothing until used. */
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
