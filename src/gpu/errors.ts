/** GPU errors with codes. Bad input is a `FormatError` instead. */

export type GpuErrorCode =
  /** The browser has no WebGPU. */
  | "no-webgpu"
  /** WebGPU exists, but found no adapter. */
  | "no-adapter"
  /** The adapter returned no device. */
  | "no-device"
  /** A resource exceeds a limit of the device. */
  | "limit"
  /** The device is out of memory. */
  | "out-of-memory"
  /** WebGPU rejected a call: a bug in visleaf or in the driver. */
  | "validation";

export class GpuError extends Error {
  override readonly name = "GpuError";
  readonly code: GpuErrorCode;
  /** Label of the resource, or empty. */
  readonly label: string;

  constructor(code: GpuErrorCode, label: string, message: string) {
    super(`${label === "" ? "GPU" : label}: ${message} [${code}]`);
    this.code = code;
    this.label = label;
  }
}

/** Converts the error of an error scope or an uncaptured error to a `GpuError`. */
export function gpuErrorOf(label: string, error: GPUError): GpuError {
  const isMemory =
    typeof GPUOutOfMemoryError !== "undefined" && error instanceof GPUOutOfMemoryError;
  return new GpuError(isMemory ? "out-of-memory" : "validation", label, error.message);
}
