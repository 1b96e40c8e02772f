/** Faults of the GPU side, with codes; bad input is `FormatError`'s matter. */

export type GpuErrorCode =
  /** The browser has no WebGPU. */
  | "no-webgpu"
  /** WebGPU is there, but no adapter is. */
  | "no-adapter"
  /** The adapter gave no device. */
  | "no-device"
  /** Something is larger than the device allows. */
  | "limit"
  /** The device has no memory left. */
  | "out-of-memory"
  /** WebGPU refused a call: a bug of ours or of the driver. */
  | "validation";

export class GpuError extends Error {
  override readonly name = "GpuError";
  readonly code: GpuErrorCode;
  /** What it was about: the label of a resource, or empty. */
  readonly label: string;

  constructor(code: GpuErrorCode, label: string, message: string) {
    super(`${label === "" ? "GPU" : label}: ${message} [${code}]`);
    this.code = code;
    this.label = label;
  }
}

/** What an error scope or an uncaptured error holds, as our error. */
export function gpuErrorOf(label: string, error: GPUError): GpuError {
  const isMemory =
    typeof GPUOutOfMemoryError !== "undefined" && error instanceof GPUOutOfMemoryError;
  return new GpuError(isMemory ? "out-of-memory" : "validation", label, error.message);
}
