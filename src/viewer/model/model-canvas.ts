/** The viewer of models: a canvas, the model that is shown in it, and what moves the camera. */

import type { ContentSpec } from "../../content/types.ts";
import { CancelledError, FormatError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import type { MapScene } from "../../map/types.ts";
import { readStudioModel } from "../../model/files/read-studio-model.ts";
import type { PoseLayer } from "../../model/pose/pose-player.ts";
import type { StudioModel } from "../../model/studio-model.ts";
import type { Camera, FrameStats } from "../../render/types.ts";
import type { ModelLoadEvent } from "../../scene/model/events.ts";
import { findFirstSequence } from "../../scene/model/first-sequence.ts";
import { frameModel, MODEL_FOV } from "../../scene/model/frame-model.ts";
import { STUDIO_LIGHT, type StudioLight } from "../../scene/model/model-light.ts";
import type { ViewerCamera } from "../camera/camera.ts";
import { assignPose, CameraFlights } from "../camera/camera-flights.ts";
import { CanvasViewer } from "../frame/canvas-viewer.ts";
import type { OpenRenderer } from "../frame/open-renderer.ts";
import type { ReadbackPresenter } from "../frame/readback-presenter.ts";
import { type CanvasControls, createControls } from "../input/controls.ts";
import { toContentSpec } from "../input/inputs.ts";
import type { Listeners } from "../input/listeners.ts";
import type { ContentInput, FlyToOptions, ViewerControls } from "../viewer-types.ts";
import type { LineKind } from "./lines/shown-lines.ts";
import { loadModel } from "./load-model.ts";
import type { ModelInfo } from "./model-info.ts";
import { type ModelSource, toModelSource } from "./model-input.ts";
import type {
  EyeTarget,
  LoadModelOptions,
  ModelInput,
  ModelSummary,
  ModelViewer,
  ModelViewerEvents,
  ModelViewerOptions,
  PlayModelOptions,
} from "./model-types.ts";
import { ShownModel } from "./shown-model.ts";
import type { UvEdges } from "./uv-edges.ts";

const STATS_INTERVAL_MS = 500;
const FLY_TO_SECONDS = 0.8;

interface Job {
  readonly source: ModelSource;
  readonly options: LoadModelOptions;
  readonly content: readonly ContentSpec[];
}

export class ModelCanvas extends CanvasViewer implements ModelViewer {
  readonly #controls: CanvasControls;
  readonly #flights = new CameraFlights();
  readonly #listeners: Listeners<ModelViewerEvents>;
  #content: readonly ContentSpec[] = [];
  #shown: ShownModel | null = null;
  /** What is shown was loaded by it. */
  #shownJob: Job | null = null;
  /** What is being loaded, and what ends that. */
  #job: Job | null = null;
  #loading: AbortController | null = null;
  #light: StudioLight = STUDIO_LIGHT;
  #lightYaw = 0;
  #eyeTarget: EyeTarget = null;
  readonly #eyePoint = new Float32Array(3);
  #statsMs = 0;

  /** Use `createModelViewer`. */
  constructor(
    canvas: HTMLCanvasElement,
    options: ModelViewerOptions,
    gpu: OpenRenderer,
    presenter: ReadbackPresenter | null,
    listeners: Listeners<ModelViewerEvents>,
  ) {
    super(canvas, { fov: MODEL_FOV, ...options }, gpu, presenter);
    this.content = options.content ?? [];
    this.#listeners = listeners;
    this.#controls = createControls(canvas, {
      mode: options.controls ?? "orbit",
      keyTarget: options.keyTarget ?? canvas,
      camera: this.pose,
      findDistance: () => this.#distanceToModel(),
      onInput: () => this.#flights.stop(),
    });
    this.watchCanvas(options);
  }

  // ---- the camera

  get camera(): ViewerCamera {
    return this.pose;
  }

  set camera(pose: Partial<Camera>) {
    this.#flights.stop();
    assignPose(this.pose, pose);
  }

  async flyTo(pose: Partial<Camera>, options: FlyToOptions = {}): Promise<boolean> {
    const { seconds = FLY_TO_SECONDS, signal } = options;
    if (signal?.aborted) return false;
    if (!(seconds > 0) || !this.isRunning) {
      this.camera = pose;
      return true;
    }
    this.#controls.stop();
    const make = await this.#flights.await(() => import("../camera/make-flight.ts"), signal);
    if (make === null) return false;
    return this.#flights.start(make.createApproach(this.pose, pose, seconds), { signal });
  }

  frame({ keepAngles = false, seconds = 0 } = {}): void {
    if (this.#shown === null) return;
    const { width, height } = this.shownSize;
    const { fov, pitch, yaw } = this.pose;
    const angles = keepAngles ? { pitch, yaw } : {};
    const pose = frameModel(this.#shown.box, { fov, aspect: width / height, ...angles });
    void this.flyTo(
      { x: pose.x, y: pose.y, z: pose.z, pitch: pose.pitch, yaw: pose.yaw },
      { seconds },
    );
  }

  /** To the plane through the model's middle that faces the camera. */
  #distanceToModel(): number | null {
    if (this.#shown === null) return null;
    const { box } = this.#shown;
    const { x, y, z } = this.pose;
    const to = [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2 - [x, y, z][axis]);
    return Math.hypot(...to);
  }

  get controls(): ViewerControls {
    return this.#controls;
  }

  // ---- the model

  get content(): readonly ContentSpec[] {
    return this.#content;
  }

  set content(content: readonly ContentInput[]) {
    this.#content = content.map((each) => toContentSpec(each, this.canvas.baseURI));
  }

  async load(input: ModelInput, options: LoadModelOptions = {}): Promise<ModelSummary> {
    if (this.isDestroyed) throw new Error("the viewer was destroyed");
    if (options.signal?.aborted) throw new CancelledError();
    const { baseURI } = this.canvas;
    const loading = this.#startLoading();
    const source = await toModelSource(input, baseURI);
    if (loading.signal.aborted) throw new CancelledError();
    const own = (options.content ?? []).map((each) => toContentSpec(each, baseURI));
    const content = [...source.content, ...own, ...this.#content];
    return this.#run({ source, options, content }, loading);
  }

  #startLoading(): AbortController {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    return loading;
  }

  async #run(job: Job, loading: AbortController, again: ShownModel | null = null) {
    const onAbort = (): void => loading.abort();
    job.options.signal?.addEventListener("abort", onAbort);
    this.#job = job;
    this.#listeners.emit("loadstart", { name: job.source.name });
    try {
      const summary = await this.#loadOnce(job, loading.signal, again);
      this.#listeners.emit("load", summary);
      return summary;
    } catch (cause) {
      if (loading.signal.aborted || cause instanceof CancelledError) throw new CancelledError();
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#listeners.emit("error", error);
      throw error;
    } finally {
      job.options.signal?.removeEventListener("abort", onAbort);
      if (this.#loading === loading) this.#loading = this.#job = null;
      if (!this.isRunning) this.drawStill();
    }
  }

  async #loadOnce(job: Job, signal: AbortSignal, again: ShownModel | null): Promise<ModelSummary> {
    const startMs = performance.now();
    const { gpu, renderer } = this.device.current;
    const { source, options, content } = job;
    let scene: MapScene | null = null;
    let firstFrameMs = 0;
    let summary: ModelSummary | null = null;
    const take = async (event: ModelLoadEvent): Promise<void> => {
      if (event.type === "scene") scene = event.scene;
      else if (event.type === "texture") {
        renderer.setTexture(event.owner, event.texture, event.image);
      } else if (event.type === "model") {
        const byPath = new Map(event.files.map(({ path, bytes }) => [path, bytes]));
        const files = { read: async (path: string) => byPath.get(path) ?? null };
        const { limits } = options;
        const model = (await readStudioModel(event.path, files, { limits })) as StudioModel;
        if (signal.aborted) return;
        const parts = { model, draws: event.draws, box: event.box, scene: scene as MapScene };
        // From here on the renderer has no other.
        this.#shown = null;
        const shown = new ShownModel(renderer, parts, options.skin ?? 0, again);
        await this.#show(job, shown, again);
        firstFrameMs = performance.now() - startMs;
      } else {
        const totalMs = performance.now() - startMs;
        summary = { warnings: event.warnings, firstFrameMs, totalMs };
      }
    };
    const request = {
      path: source.path,
      content,
      options: {
        textureCompressionBc: gpu.features.textureCompressionBc,
        maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
        textureBudgetBytes: this.textureBudgetBytes,
        plainMaterials: this.keptQuality.hasPlainMaterials,
        limits: options.limits,
        skin: options.skin,
        hasFloor: options.floor,
      },
    };
    await loadModel(request, take, signal);
    if (summary === null) throw new Error("visleaf bug: a load ended without its last event");
    return summary;
  }

  /** @param again what was shown before the device was lost: it is shown as it was */
  async #show(job: Job, shown: ShownModel, again: ShownModel | null): Promise<void> {
    this.#shown = shown;
    this.#shownJob = job;
    if (again === null) {
      this.#playFirst(shown, job.options.sequence);
      this.#controls.stop();
      this.frame();
    } else {
      await shown.takeOver(again);
    }
    const isLit = this.#light === STUDIO_LIGHT && this.#lightYaw === 0;
    if (!isLit) shown.setLight(this.#light, this.#lightYaw);
    if (shown.isSkeleton) await shown.show("bones", true);
    // Something else was opened, or all was freed, meanwhile.
    if (this.#shown !== shown || this.isDestroyed) return;
    shown.advance(0);
    this.updateLoop();
    this.#listeners.emit("model", shown.info);
    if (!this.isRunning) this.drawStill();
  }

  /** What is broken, or not there, is not played: the next of these is, or it rests. */
  #playFirst(shown: ShownModel, wanted: string | number | undefined): void {
    const first = findFirstSequence(shown.model.motions.sequences);
    for (const sequence of [wanted, first]) {
      if (sequence === undefined || sequence === -1) continue;
      try {
        shown.play(sequence, { fadeSeconds: 0 });
        return;
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof FormatError)) throw error;
      }
    }
  }

  cancel(): void {
    this.#loading?.abort();
    this.#loading = this.#job = null;
  }

  unload(): void {
    this.cancel();
    this.#flights.stop();
    if (this.#shown === null) return;
    this.#shown = this.#shownJob = null;
    const { renderer } = this.device.current;
    renderer.setLines(null);
    renderer.clear();
    this.updateLoop();
    this.drawStill();
    this.#listeners.emit("unload", undefined);
  }

  get info(): ModelInfo | null {
    return this.#shown?.info ?? null;
  }

  get modelContent(): readonly ContentSpec[] {
    return this.#shownJob?.content ?? [];
  }

  get model(): StudioModel | null {
    return this.#shown?.model ?? null;
  }

  get #present(): ShownModel {
    if (this.#shown === null) throw new Error("no model is shown");
    return this.#shown;
  }

  // ---- what it does

  get sequence(): number {
    return this.#shown?.sequence ?? -1;
  }

  play(sequence: string | number, options?: PlayModelOptions): void {
    this.#present.play(sequence, options);
    this.#changed();
  }

  get cycle(): number {
    return this.#shown?.player.cycle ?? 0;
  }

  set cycle(cycle: number) {
    this.#present.player.cycle = cycle;
    this.#touched();
  }

  get rate(): number {
    return this.#shown?.player.rate ?? 1;
  }

  set rate(rate: number) {
    this.#present.player.rate = rate;
    this.#changed();
  }

  get isPlaying(): boolean {
    return this.#shown?.isPlaying ?? false;
  }

  set isPlaying(isPlaying: boolean) {
    this.#present.isPlaying = isPlaying;
    this.#changed();
  }

  get isRepeating(): boolean {
    return this.#shown?.isRepeating ?? true;
  }

  set isRepeating(isRepeating: boolean) {
    this.#present.isRepeating = isRepeating;
    this.#changed();
  }

  addLayer(sequence: string | number, weight?: number): PoseLayer {
    const layer = this.#present.addLayer(sequence, weight);
    this.#touched();
    return layer;
  }

  removeLayer(layer: PoseLayer): void {
    this.#present.player.removeLayer(layer);
    this.#touched();
  }

  setPoseParameter(row: number, value: number): void {
    const { player } = this.#present;
    if (!(row in player.poseParameters))
      throw new TypeError(`the model has no pose parameter ${row}`);
    player.poseParameters[row] = value;
    this.#touched();
  }

  flex(row: number): number {
    return this.#shown?.flex(row) ?? 0;
  }

  setFlex(row: number, value: number): void {
    this.#present.setFlex(row, value);
    this.#touched();
  }

  get eyeTarget(): EyeTarget {
    return this.#eyeTarget;
  }

  set eyeTarget(target: EyeTarget) {
    this.#eyeTarget = target;
    this.#touched();
  }

  /** Tells the model where its eyes look now. */
  #aimEyes(): void {
    const target = this.#eyeTarget;
    if (this.#shown === null || (target === null && !this.#shown.hasEyes)) return;
    const at = this.#eyePoint;
    if (target === "camera") {
      at[0] = this.pose.x;
      at[1] = this.pose.y;
      at[2] = this.pose.z;
    } else if (target !== null) {
      at[0] = target[0];
      at[1] = target[1];
      at[2] = target[2];
    }
    this.#shown.lookAt(target === null ? null : at);
  }

  get skin(): number {
    return this.#shown?.choice.skin ?? 0;
  }

  set skin(skin: number) {
    this.#choose({ skin });
  }

  get bodyGroups(): readonly number[] {
    return this.#shown?.choice.bodyGroups ?? [];
  }

  setBodyGroup(part: number, model: number): void {
    const bodyGroups = [...this.bodyGroups];
    if (!(part in bodyGroups)) throw new TypeError(`the model has no body part ${part}`);
    bodyGroups[part] = model;
    this.#choose({ bodyGroups });
  }

  get lod(): number | null {
    return this.#shown?.choice.lod ?? null;
  }

  set lod(lod: number | null) {
    this.#choose({ lod });
  }

  #choose(changed: Parameters<ShownModel["choose"]>[0]): void {
    this.#present.choose(changed);
    this.#changed();
  }

  isShowing(kind: LineKind): boolean {
    return this.#shown?.isShowing(kind) ?? false;
  }

  async show(kind: LineKind, isShown: boolean): Promise<void> {
    await this.#present.show(kind, isShown);
    this.#changed();
  }

  uvEdges(): UvEdges[] {
    return this.#shown?.uvEdges() ?? [];
  }

  get light(): StudioLight {
    return this.#light;
  }

  set light(light: StudioLight) {
    this.#light = light;
    this.#relight();
  }

  get lightYaw(): number {
    return this.#lightYaw;
  }

  set lightYaw(yaw: number) {
    this.#lightYaw = yaw;
    this.#relight();
  }

  #relight(): void {
    this.#shown?.setLight(this.#light, this.#lightYaw);
    this.#touched();
  }

  #changed(): void {
    this.#listeners.emit("change", undefined);
    this.#touched();
  }

  /** What is shown is another, and it may be that no frame is on its way. */
  #touched(): void {
    this.#shown?.touch();
    if (this.isRunning || this.#shown === null) return;
    this.#aimEyes();
    this.#shown.advance(0);
    this.drawStill();
  }

  on<Name extends keyof ModelViewerEvents>(
    name: Name,
    listener: (detail: ModelViewerEvents[Name]) => void,
  ): () => void {
    return this.#listeners.on(name, listener);
  }

  off<Name extends keyof ModelViewerEvents>(
    name: Name,
    listener: (detail: ModelViewerEvents[Name]) => void,
  ): void {
    this.#listeners.off(name, listener);
  }

  // ---- frames

  destroy(): void {
    if (!this.beginEnd()) return;
    this.cancel();
    this.#flights.stop();
    this.#controls.destroy();
    this.endCanvas();
    this.#listeners.clear();
  }

  protected override get isShown(): boolean {
    return this.#shown !== null;
  }

  protected override advance(nowMs: number, seconds: number): void {
    if (this.#flights.isActive) this.#flights.update(this.pose, seconds);
    else this.#controls.update(this.pose, seconds);
    this.#aimEyes();
    this.#shown?.advance(seconds);
    this.#listeners.emit("frame", nowMs);
  }

  protected override onFrame(nowMs: number, stats: FrameStats): void {
    if (nowMs - this.#statsMs < STATS_INTERVAL_MS) return;
    this.#statsMs = nowMs;
    this.#listeners.emit("statschange", stats);
  }

  protected override onLost(message: string, reopening: Promise<void>): void {
    this.#listeners.emit("lost", { message });
    void this.#restore(reopening);
  }

  /** What was on its way is loaded again; else what was shown, and is shown as it was. */
  async #restore(reopening: Promise<void>): Promise<void> {
    const job = this.#job ?? this.#shownJob;
    const before = this.#job === null ? this.#shown : null;
    this.#shown = null;
    this.cancel();
    try {
      await reopening;
      if (job !== null) await this.#run(job, this.#startLoading(), before);
      this.#listeners.emit("restored", undefined);
    } catch (cause) {
      if (cause instanceof CancelledError || this.isDestroyed) return;
      // A load tells of it by itself.
      if (cause instanceof GpuError) this.#listeners.emit("error", cause);
    }
  }

  /** What WebGPU refused. */
  override takeFault(error: GpuError): void {
    if (!this.isDestroyed) this.#listeners.emit("fault", error);
  }
}
