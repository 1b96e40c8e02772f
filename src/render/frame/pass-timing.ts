/** Measures GPU times of passes. The code that does so is loaded when it is first requested. */

import type { Gpu } from "../../gpu/gpu.ts";
import type { GpuTimer, GpuTimes } from "../../gpu/timer.ts";

export class PassTiming {
  /** `null` if nothing is measured. */
  timer: GpuTimer | null = null;
  #fetching: Promise<void> | null = null;
  #isDestroyed = false;

  constructor(
    readonly gpu: Gpu,
    readonly times: GpuTimes,
  ) {}

  /** True if times have not been requested yet. */
  get isNew(): boolean {
    return this.#fetching === null;
  }

  /** Resolves when requested times are being measured, as far as the device can. */
  async prepare(isWanted: boolean): Promise<void> {
    if (!isWanted || !this.gpu.features.timestamps) return;
    this.#fetching ??= this.#fetch();
    await this.#fetching;
  }

  async #fetch(): Promise<void> {
    const { createGpuTimer } = await import("../../gpu/timer.ts");
    if (!this.#isDestroyed) this.timer = createGpuTimer(this.gpu, this.times);
  }

  /** Call after the last pass of a frame. */
  end(encoder: GPUCommandEncoder, isWanted: boolean): void {
    const { times } = this;
    if (isWanted) this.timer?.encodeResolve(encoder);
    else if (times.gpuMs >= 0) {
      times.gpuMs = -1;
      times.passGpuMs.fill(-1);
    }
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.timer?.destroy();
  }
}
