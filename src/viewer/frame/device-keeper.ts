/** Keeps the renderer and its device, and recreates them after a device loss. */

import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import { type OpenRenderer, type OpenRendererOptions, reopenRenderer } from "./open-renderer.ts";

/** A device that is lost again within this time is not replaced. */
const LOSS_INTERVAL_MS = 10_000;

export interface DeviceKeeperOptions extends OpenRendererOptions {
  /** `null` if frames are presented by readback. */
  readonly canvas: HTMLCanvasElement | null;
  /**
   * Called when the device is lost. `reopening` resolves when `current` is a new one with the same
   * settings and size, or rejects with GpuError.
   */
  readonly onLost: (message: string, reopening: Promise<void>) => void;
}

export class DeviceKeeper {
  readonly #options: DeviceKeeperOptions;
  #current: OpenRenderer;
  /** The device being replaced. A loss may be reported several times. */
  #lost: OpenRenderer | null = null;
  #lostAtMs = Number.NEGATIVE_INFINITY;
  #isDestroyed = false;

  constructor(first: OpenRenderer, options: DeviceKeeperOptions) {
    this.#options = options;
    this.#current = first;
    this.#watch(first);
  }

  get current(): OpenRenderer {
    return this.#current;
  }

  /** Whether there is a working device. */
  get isReady(): boolean {
    return this.#lost !== this.#current && !this.#isDestroyed;
  }

  /** Reports a lost device with the reason. */
  lose(gpu: OpenRenderer, message: string): void {
    if (this.#isDestroyed || gpu !== this.#current || gpu === this.#lost) return;
    this.#lost = gpu;
    this.#options.onLost(message, this.#reopen(gpu, message));
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#current.destroy();
  }

  #watch(gpu: OpenRenderer): void {
    void gpu.lost.then((message) => this.lose(gpu, message));
  }

  async #reopen(lost: OpenRenderer, message: string): Promise<void> {
    const nowMs = performance.now();
    const isRepeated = nowMs - this.#lostAtMs < LOSS_INTERVAL_MS;
    this.#lostAtMs = nowMs;
    const fail = (reason: string): never => {
      const whole = `the graphics device was lost (${message}) and could not be replaced: ${reason}`;
      throw new GpuError("no-device", "", whole);
    };
    if (isRepeated) fail("it was lost twice within seconds");
    // Frees the old device first: the canvas has one context with one device.
    lost.destroy();
    let gpu: OpenRenderer;
    try {
      gpu = await reopenRenderer(this.#options.canvas, this.#options);
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
    if (this.#isDestroyed) {
      gpu.destroy();
      throw new CancelledError();
    }
    this.#current = gpu;
    Object.assign(gpu.renderer.settings, lost.renderer.settings);
    gpu.renderer.resize(lost.renderer.width, lost.renderer.height);
    this.#watch(gpu);
  }
}
