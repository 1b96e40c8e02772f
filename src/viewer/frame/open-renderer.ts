/** Opens the GPU device and the renderer on it, and reopens them after the device was lost. */

import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import { createGpu, type Gpu } from "../../gpu/gpu.ts";
import { pageGpus } from "../../gpu/gpu-pool.ts";
import { createRenderer } from "../../render/renderer.ts";
import type { Renderer } from "../../render/renderer-interface.ts";

export interface OpenRenderer {
  readonly gpu: Gpu;
  readonly renderer: Renderer;
  /** Resolves with the reason when the device is lost; never after `destroy`. */
  readonly lost: Promise<string>;
  destroy(): void;
}

export interface OpenRendererOptions {
  /** Whether the device is shared with the page's other viewers. */
  readonly isShared: boolean;
  /** Called with later WebGPU errors. */
  readonly onFault: (error: GpuError) => void;
}

/**
 * Rejects with a `GpuError`.
 * @param canvas `null` draws into an offscreen target, without a WebGPU canvas
 */
export async function openRenderer(
  canvas: HTMLCanvasElement | null,
  { isShared, onFault }: OpenRendererOptions,
): Promise<OpenRenderer> {
  let onLost: (message: string) => void = () => undefined;
  const lost = new Promise<string>((resolve) => {
    onLost = resolve;
  });
  const user = { onLost, onError: onFault };
  const gpu = await (isShared ? pageGpus.acquire(user) : createGpu(user));
  try {
    const renderer = await createRenderer(gpu, canvas ? { canvas } : {});
    return {
      gpu,
      renderer,
      lost,
      destroy() {
        renderer.destroy();
        gpu.destroy();
      },
    };
  } catch (error) {
    gpu.destroy();
    throw error;
  }
}

const REOPEN_PAUSE_MS = 500;
const REOPEN_ATTEMPTS = 4;

/**
 * Opens a renderer after a device loss. If the GPU process ended, the browser needs a moment before
 * it offers an adapter again.
 */
export async function reopenRenderer(
  canvas: HTMLCanvasElement | null,
  options: OpenRendererOptions,
): Promise<OpenRenderer> {
  for (let attempt = 1; ; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, REOPEN_PAUSE_MS));
    try {
      return await openRenderer(canvas, options);
    } catch (error) {
      if (attempt === REOPEN_ATTEMPTS) throw error;
    }
  }
}

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
