/** Opens the GPU and creates a model viewer. */

import type { ContentSpec } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import { findFirstSequence } from "../../scene/model/first-sequence.ts";
import { frameModel, MODEL_FOV } from "../../scene/model/frame-model.ts";
import type { OpenRenderer } from "../frame/open-renderer.ts";
import { openViewer } from "../frame/open-viewer.ts";
import type { ReadbackPresenter } from "../frame/readback-presenter.ts";
import { toMapSource } from "../input/inputs.ts";
import { Listeners } from "../input/listeners.ts";
import { absoluteSource } from "../load/map-source.ts";
import type { ModelSources } from "./export-sources.ts";
import { MODEL_WORKER } from "./kept-worker.ts";
import { type ModelJob, ModelLoads } from "./model-loads.ts";
import type { PostedMapLight } from "./model-protocol.ts";
import { ModelStage } from "./model-stage.ts";
import type {
  LoadModelOptions,
  ModelInput,
  ModelLightInput,
  ModelSummary,
  ModelViewer,
  ModelViewerEvents,
  ModelViewerOptions,
} from "./model-types.ts";
import { ShownModel, type ShownParts } from "./shown/shown-model.ts";
import { StagedModel, type StagedParts } from "./shown/staged-model.ts";

/**
 * Returns the warning about a sequence that is missing or broken.
 * @throws `error` if it has another cause
 */
export function missingSequence(wanted: string | number, error: unknown): Warning {
  if (!(error instanceof TypeError || error instanceof FormatError)) throw error;
  return { code: "missing-sequence", subject: String(wanted), message: error.message, count: 1 };
}

// The model viewer: a canvas and the loaded model, framed as a whole.

const DEFAULTS = { controls: "orbit", flyToSeconds: 0.8 } as const;

class ModelCanvas extends ModelStage implements ModelViewer {
  readonly #loads: ModelLoads;
  /** Message about the light for the worker, and the light that it describes. */
  #posted: { light: ModelLightInput; message: PostedMapLight | null } = {
    light: this.light,
    message: null,
  };

  /** Use `createModelViewer`. */
  constructor(
    canvas: HTMLCanvasElement,
    options: ModelViewerOptions,
    gpu: OpenRenderer,
    presenter: ReadbackPresenter | null,
    listeners: Listeners<ModelViewerEvents>,
  ) {
    super(canvas, { fov: MODEL_FOV, ...options }, gpu, presenter, { listeners, ...DEFAULTS });
    this.#loads = new ModelLoads(listeners, {
      gpu: () => this.device.current,
      content: () => this.content,
      quality: () => ({
        textureBudgetBytes: this.textureBudgetBytes,
        plainMaterials: this.keptQuality.hasPlainMaterials,
      }),
      light: () => this.#postLight(),
      baseUrl: () => this.canvas.baseURI,
      shown: () => this.shown,
      onStaged: (parts, job) => this.#showStill(parts, job),
      onModel: (parts, job, again) => this.#show(parts, job, again),
      onEnd: () => {
        if (this.isDestroyed) return;
        // The load ended between the first picture and the rest, so the model cannot be used.
        if (this.shown === null && !this.#loads.isLoading) this.unload();
        if (this.isRunning) return;
        // A still model takes the poses that arrived last.
        this.shown?.touch();
        this.shown?.advance(0);
        this.drawStill();
      },
    });
    this.watchCanvas(options);
  }

  async load(input: ModelInput, options: LoadModelOptions = {}): Promise<ModelSummary> {
    if (this.isDestroyed) throw new Error("the viewer was destroyed");
    return this.#loads.load(input, options);
  }

  cancel(): void {
    this.#loads.cancel();
  }

  unload(): void {
    this.cancel();
    this.flights.stop();
    if (this.staged === null) return;
    this.staged = this.shown = this.#loads.shown = null;
    const { renderer } = this.device.current;
    renderer.setLines(null);
    renderer.clear();
    this.updateLoop();
    this.drawStill();
    this.listeners.emit("unload", undefined);
  }

  exportSources(options: { readonly signal?: AbortSignal } = {}): Promise<ModelSources> {
    return this.#loads.exportSources(options.signal);
  }

  get modelContent(): readonly ContentSpec[] {
    return this.#loads.shown?.content ?? [];
  }

  frame({ keepAngles = false, seconds = 0 } = {}): void {
    if (this.staged === null) return;
    const { width, height } = this.shownSize;
    const { fov, pitch, yaw } = this.pose;
    const angles = keepAngles ? { pitch, yaw } : {};
    const pose = frameModel(this.staged.box, { fov, aspect: width / height, ...angles });
    void this.flyTo(
      { x: pose.x, y: pose.y, z: pose.z, pitch: pose.pitch, yaw: pose.yaw },
      { seconds },
    );
  }

  /** Returns the distance to the model's centre in inches. */
  protected override distanceAhead(): number | null {
    if (this.staged === null) return null;
    const { box } = this.staged;
    const { x, y, z } = this.pose;
    const to = [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2 - [x, y, z][axis]);
    return Math.hypot(...to);
  }

  /**
   * Replaces the shown model by a new one in its initial pose. It is visible, but cannot be
   * controlled yet.
   */
  #showStill(parts: StagedParts, job: ModelJob): void {
    this.shown = null;
    this.#stage(parts, job);
    this.controls.stop();
    this.frame();
    this.updateLoop();
    if (!this.isRunning) this.drawStill();
  }

  /** Replaces the renderer's model. */
  #stage(parts: StagedParts, job: ModelJob): StagedModel {
    const staged = new StagedModel(this.device.current.renderer, parts, job.options.skin ?? 0);
    this.staged = staged;
    this.lightAnew(staged);
    return staged;
  }

  /** @param again earlier state of the same model, which is restored */
  async #show(
    parts: ShownParts & StagedParts,
    job: ModelJob,
    again: ShownModel | null,
  ): Promise<Warning[]> {
    const isRelit = again !== null && this.shown === again;
    this.shown = null;
    const staged = again === null ? this.staged : this.#stage(parts, job);
    // Everything was freed meanwhile.
    if (staged === null) return [];
    const first = findFirstSequence(parts.model.motions.sequences);
    const shown = new ShownModel(staged, { ...parts, first: Math.max(0, first) }, again);
    this.shown = shown;
    shown.onEvent = (event) => this.listeners.emit("sequenceevent", event);
    this.#loads.shown = job;
    const warnings: Warning[] = [];
    if (again === null) playFirst(shown, [job.options.sequence, first], warnings);
    else await shown.takeOver(again);
    for (const kind of shown.bareKinds) await shown.show(kind, true);
    // Another model was opened, or everything was freed, meanwhile.
    if (this.shown !== shown || this.isDestroyed) return warnings;
    shown.advance(0);
    this.updateLoop();
    if (isRelit) this.listeners.emit("change", undefined);
    else this.listeners.emit("model", shown.info);
    if (!this.isRunning) this.drawStill();
    return warnings;
  }

  protected override loadAnew(): Promise<void> {
    return this.#loads.relight();
  }

  #postLight(): PostedMapLight | null {
    const { light } = this;
    if (this.#posted.light !== light) {
      this.#posted = { light, message: postedLight(light, this.canvas.baseURI) };
    }
    return this.#posted.message;
  }

  protected override endLoads(): void {
    this.cancel();
  }

  protected override recover(reopening: Promise<void>): void {
    const { shown } = this;
    this.staged = this.shown = null;
    void this.#loads.recover(reopening, shown);
  }
}

function postedLight(light: ModelLightInput, baseUrl: string): PostedMapLight | null {
  if (!("map" in light)) return null;
  const at = light.at ? ([light.at[0], light.at[1], light.at[2]] as const) : null;
  const map = absoluteSource(toMapSource(light.map), baseUrl);
  return { map, at, side: light.side ?? "hdr" };
}

/**
 * Plays the first sequence of a list that works. Missing and broken ones add warnings. If none
 * works, the model rests.
 */
function playFirst(
  shown: ShownModel,
  wanted: readonly (string | number | undefined)[],
  warnings: Warning[],
): void {
  for (const sequence of wanted) {
    if (sequence === undefined || sequence === -1) continue;
    try {
      shown.play(sequence, { fadeSeconds: 0 });
      return;
    } catch (error) {
      warnings.push(missingSequence(sequence, error));
    }
  }
}

/**
 * Creates a model viewer that draws on a canvas. Rejects with a `GpuError` if WebGPU is missing or
 * broken, or if the canvas has another context.
 */
export function createModelViewer(
  canvas: HTMLCanvasElement,
  options: ModelViewerOptions = {},
): Promise<ModelViewer> {
  // The worker starts while the GPU is opened.
  MODEL_WORKER.prepare();
  return openViewer(
    canvas,
    options,
    (gpu, presenter) => new ModelCanvas(canvas, options, gpu, presenter, new Listeners()),
  );
}
