/** The renderer and its device, made anew when the device is lost. */

import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import { type OpenRenderer, type OpenRendererOptions, reopenRenderer } from "./open-renderer.ts";

/** A device that is lost again this soon is not made a third time. */
const LOSS_INTERVAL_MS = 10_000;

export interface DeviceKeeperOptions extends OpenRendererOptions {
  /** null: frames are shown otherwise. */
  readonly canvas: HTMLCanvasElement | null;
  /**
   * The device went away. `reopening` resolves when `current` is another, with the settings and the
   * size of the lost one; it rejects with GpuError if none can be had.
   */
  readonly onLost: (message: string, reopening: Promise<void>) => void;
}

export class DeviceKeeper {
  readonly #options: DeviceKeeperOptions;
  #current: OpenRenderer;
  /** The one that is being replaced: a loss is heard of in more than one way. */
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

  /** Whether there is a device to draw with. */
  get isReady(): boolean {
    return this.#lost !== this.#current && !this.#isDestroyed;
  }

  /** To be called with what went wrong when a device turns out to be gone. */
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
      const whole = `the graphics device was lost (${message}), and no other could be had: ${reason}`;
      throw new GpuError("no-device", "", whole);
    };
    if (isRepeated) fail("it was lost twice within seconds");
    // First the old one goes: the canvas has one context, and one device at a time.
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
