/** Describes whether this browser and graphics adapter can run visleaf, with advice if not. */

import { DEVICE_ERRORS } from "../core/device-errors.ts";
import { GpuError } from "../gpu/errors.ts";

export type SupportProblemCode =
  /** The page's address is plain http and not localhost. */
  | "insecure-context"
  /** The browser has no WebGPU. */
  | "no-webgpu"
  /** WebGPU found no adapter. */
  | "no-adapter"
  /** The adapter's limits are below visleaf's needs. */
  | "limits"
  /** The adapter provides no device. */
  | "no-device";

export interface SupportProblem {
  readonly code: SupportProblemCode;
  readonly title: string;
  readonly reason: string;
  /** Remedies, the most likely first. */
  readonly advice: readonly string[];
}

export interface SupportLimit {
  readonly name: string;
  readonly needed: number;
  readonly value: number;
}

export interface SupportFeature {
  readonly name: GPUFeatureName;
  readonly isPresent: boolean;
  /** Effect of its absence. */
  readonly without: string;
}

export interface Support {
  /** The problem, or `null` if maps can be shown. */
  readonly problem: SupportProblem | null;
  /** Name of the adapter; empty without an adapter. */
  readonly adapterName: string;
  /** True for a software adapter, which is slow. */
  readonly isSoftware: boolean;
  readonly limits: readonly SupportLimit[];
  readonly features: readonly SupportFeature[];
}

/** The page's environment; defaults to the browser's. */
export interface SupportScope {
  readonly isSecureContext: boolean;
  readonly gpu: GPU | undefined;
}

/**
 * Limits that WebGPU guarantees. Some adapters fall short of them behind a flag or with a bad
 * driver.
 */
const NEEDED_LIMITS = {
  maxTextureDimension2D: 8192,
  maxTextureArrayLayers: 256,
  maxBindGroups: 4,
  maxSampledTexturesPerShaderStage: 16,
  maxSamplersPerShaderStage: 16,
  maxStorageBuffersPerShaderStage: 8,
  maxStorageBufferBindingSize: 2 ** 27,
  maxBufferSize: 2 ** 28,
  maxComputeInvocationsPerWorkgroup: 256,
  maxComputeWorkgroupSizeX: 256,
} as const satisfies Partial<Record<keyof GPUSupportedLimits, number>>;

const FEATURES: readonly Omit<SupportFeature, "isPresent">[] = [
  {
    name: "texture-compression-bc",
    without: "textures are decompressed first: four to eight times the memory, and slower loading",
  },
  { name: "timestamp-query", without: "the time that the adapter takes is not measured" },
];

/** Builds a problem from the error catalogue. */
function problemOf(code: SupportProblemCode, title: string): SupportProblem {
  const { means: reason, remedy, more } = DEVICE_ERRORS[code];
  return { code, title, reason, advice: [remedy, ...more] };
}

const INSECURE = problemOf("insecure-context", "This address is not secure");
const ABSENT = problemOf("no-webgpu", "This browser has no WebGPU");
const NO_ADAPTER = problemOf("no-adapter", "No graphics adapter for WebGPU");
const NO_DEVICE = problemOf("no-device", "The graphics could not be started");

function limitsProblem(small: readonly SupportLimit[]): SupportProblem {
  const problem = problemOf("limits", "This graphics adapter allows too little");
  const list = small.map(({ name, value, needed }) => `${name} is ${value} of ${needed}`);
  return { ...problem, reason: `${problem.reason.slice(0, -1)}: ${list.join(", ")}.` };
}

/** Requests an adapter, but no device, which would cost memory. Never rejects. */
export async function describeSupport(scope: SupportScope = pageScope()): Promise<Support> {
  const nothing = { adapterName: "", isSoftware: false, limits: [], features: [] };
  if (!scope.gpu) return { ...nothing, problem: scope.isSecureContext ? ABSENT : INSECURE };
  // Some browsers reject if their GPU process does not start.
  const adapter = await scope.gpu
    .requestAdapter({ powerPreference: "high-performance" })
    .catch(() => null);
  if (adapter === null) return { ...nothing, problem: NO_ADAPTER };
  const limits = Object.entries(NEEDED_LIMITS).map(([name, needed]) => ({
    name,
    needed,
    value: adapter.limits[name as keyof typeof NEEDED_LIMITS],
  }));
  const small = limits.filter(({ value, needed }) => value < needed);
  const { vendor, architecture, description, isFallbackAdapter } = adapter.info;
  return {
    problem: small.length > 0 ? limitsProblem(small) : null,
    adapterName: [vendor, architecture, description].filter(Boolean).join(" ") || "unnamed",
    isSoftware: isFallbackAdapter,
    limits,
    features: FEATURES.map((feature) => ({
      ...feature,
      isPresent: adapter.features.has(feature.name),
    })),
  };
}

/**
 * Returns the problem behind an error of `createViewer`, or `null` if browser and adapter are not
 * the cause.
 */
export async function findSupportProblem(
  error: unknown,
  scope: SupportScope = pageScope(),
): Promise<SupportProblem | null> {
  if (!(error instanceof GpuError)) return null;
  if (error.code === "no-webgpu") return scope.isSecureContext ? ABSENT : INSECURE;
  if (error.code === "no-adapter") return NO_ADAPTER;
  const { problem } = await describeSupport(scope);
  return problem ?? (error.code === "no-device" ? NO_DEVICE : null);
}

function pageScope(): SupportScope {
  return { isSecureContext: globalThis.isSecureContext, gpu: globalThis.navigator?.gpu };
}
