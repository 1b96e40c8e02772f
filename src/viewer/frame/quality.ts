/** Limits of each quality preset. A viewer applies them with the options that override parts of them. */

import type { Gpu } from "../../gpu/gpu.ts";
import type { PropShadows, RenderSettings } from "../../render/types.ts";
import type { BaseViewerOptions, Quality } from "../base-viewer.ts";
import type { SteadyFrames } from "./steady-frames.ts";

export interface QualityLimits {
  /** Device pixels per CSS pixel; more than two cost time without a visible difference. */
  readonly pixelRatioLimit: number;
  /** Samples per pixel: see `RenderSettings.samples`. */
  readonly samples: number;
  /** Whether maps with bloom show it, except on a software adapter: see `RenderSettings.bloom`. */
  readonly bloom: boolean;
  /** Whether FXAA is applied, except on a software adapter: see `RenderSettings.fxaa`. */
  readonly fxaa: boolean;
  /** See `Viewer.frameGoalMs`; 0 on a software adapter. */
  readonly frameGoalMs: number;
  /** When materials show only base textures: see `LoadOptions.plainMaterials`. */
  readonly plainMaterials: "always" | "on software" | "never";
  /**
   * Whether water has planar reflections, except on a software adapter: see
   * `RenderSettings.waterReflection`.
   */
  readonly waterReflection: boolean;
  /** Kind of model shadows: see `RenderSettings.propShadows`. */
  readonly propShadows: PropShadows;
  /** Limit of a map's textures. */
  readonly textureBudgetBytes: number;
}

const MEBIBYTE = 2 ** 20;

const HIGH: QualityLimits = {
  pixelRatioLimit: 2,
  samples: 0,
  bloom: true,
  waterReflection: true,
  propShadows: "silhouette",
  fxaa: false,
  frameGoalMs: 0,
  plainMaterials: "never",
  textureBudgetBytes: 1024 * MEBIBYTE,
};

export const QUALITY_LIMITS: Readonly<Record<Quality, QualityLimits>> = {
  low: {
    pixelRatioLimit: 1,
    samples: 1,
    bloom: false,
    waterReflection: false,
    propShadows: "blob",
    fxaa: true,
    frameGoalMs: 0,
    plainMaterials: "always",
    textureBudgetBytes: 96 * MEBIBYTE,
  },
  high: HIGH,
  auto: { ...HIGH, frameGoalMs: 1000 / 30, plainMaterials: "on software" },
};

/** The current device and renderer. */
interface Drawing {
  readonly gpu: Pick<Gpu, "isSoftware">;
  readonly renderer: { readonly settings: RenderSettings };
}

export class QualityKeeper {
  textureBudgetBytes: number;
  readonly #drawing: () => Drawing;
  #quality: Quality;
  #pixelRatioLimit: number;
  #frameGoalMs = 0;
  /** `null` without a goal, or until its code is loaded. */
  #steady: SteadyFrames | null = null;

  constructor(drawing: () => Drawing, options: BaseViewerOptions) {
    this.#drawing = drawing;
    this.#quality = options.quality ?? "auto";
    const preset = QUALITY_LIMITS[this.#quality];
    this.#apply();
    this.#pixelRatioLimit = options.pixelRatioLimit ?? preset.pixelRatioLimit;
    this.textureBudgetBytes = options.textureBudgetBytes ?? preset.textureBudgetBytes;
    if (options.frameGoalMs !== undefined) this.frameGoalMs = options.frameGoalMs;
  }

  get quality(): Quality {
    return this.#quality;
  }

  set quality(quality: Quality) {
    this.#quality = quality;
    const preset = QUALITY_LIMITS[quality];
    this.textureBudgetBytes = preset.textureBudgetBytes;
    this.#pixelRatioLimit = preset.pixelRatioLimit;
    this.#apply();
  }

  #apply(): void {
    const { samples, bloom, waterReflection, propShadows, fxaa, frameGoalMs } =
      QUALITY_LIMITS[this.#quality];
    const { isSoftware } = this.#drawing().gpu;
    const { settings } = this.#drawing().renderer;
    settings.samples = samples;
    settings.bloom = bloom && !isSoftware;
    settings.waterReflection = waterReflection && !isSoftware;
    settings.propShadows = propShadows;
    settings.fxaa = fxaa && !isSoftware;
    this.frameGoalMs = isSoftware ? 0 : frameGoalMs;
  }

  /** Whether later loads use plain materials. */
  get hasPlainMaterials(): boolean {
    const { plainMaterials } = QUALITY_LIMITS[this.#quality];
    if (plainMaterials === "on software") return this.#drawing().gpu.isSoftware;
    return plainMaterials === "always";
  }

  get pixelRatioLimit(): number {
    return this.#pixelRatioLimit;
  }

  set pixelRatioLimit(limit: number) {
    if (!(limit > 0)) throw new TypeError("pixelRatioLimit must be a number above 0");
    this.#pixelRatioLimit = limit;
  }

  get frameGoalMs(): number {
    return this.#frameGoalMs;
  }

  set frameGoalMs(goal: number) {
    if (!(goal >= 0)) throw new TypeError("frameGoalMs must be 0 or more");
    if (goal === this.#frameGoalMs) return;
    this.#frameGoalMs = goal;
    this.#steady = null;
    this.#drawing().renderer.settings.renderScale = 1;
    if (goal > 0) void this.#keepTo(goal);
  }

  async #keepTo(goal: number): Promise<void> {
    const { SteadyFrames } = await import("./steady-frames.ts");
    if (goal === this.#frameGoalMs) this.#steady = new SteadyFrames(goal);
  }

  /** Adds the time since the last frame, and sets the render scale of the next one. */
  addFrame(seconds: number): void {
    if (this.#steady === null || seconds === 0) return;
    this.#drawing().renderer.settings.renderScale = this.#steady.add(seconds * 1000);
  }
}
