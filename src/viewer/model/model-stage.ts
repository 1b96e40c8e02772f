/** Base class of the model viewer: playback, selection and light of the model on a canvas. */

import type { GpuError } from "../../gpu/errors.ts";
import type { StudioModel } from "../../model/files/studio-model.ts";
import type { PoseLayer } from "../../model/pose/pose-player.ts";
import type { LightPlace } from "../../scene/model/map-light.ts";
import { STUDIO_LIGHT, type StudioLight } from "../../scene/model/model-light.ts";
import { SteeredViewer } from "../frame/steered-viewer.ts";
import type { ModelHighlight } from "./lines/highlight.ts";
import type { LineKind } from "./lines/shown-lines.ts";
import type { ModelInfo } from "./model-info.ts";
import type { PosedModel } from "./model-rays.ts";
import type {
  EyeTarget,
  ModelLightInput,
  ModelViewerEvents,
  PlayModelOptions,
} from "./model-types.ts";
import type { ShownModel } from "./shown/shown-model.ts";
import type { StagedModel } from "./shown/staged-model.ts";
import type { UvEdges } from "./uv-edges.ts";

/**
 * Writes the position of a part of a model (of a hit box, its centre); returns `false` if it does
 * not exist. Allocates nothing.
 * @param pose 12 floats a bone: modelFromBone
 */
export function writePlace(
  { mdl, motions, rig }: StudioModel,
  pose: Float32Array,
  { kind, row }: ModelHighlight,
  out: Float32Array,
): boolean {
  const { attachments } = motions;
  const { hitBoxes } = rig;
  let bone = row;
  let x = 0;
  let y = 0;
  let z = 0;
  if (kind === "attachment") {
    if (row >= attachments.count) return false;
    bone = attachments.bone[row];
    x = attachments.local[row * 12 + 3];
    y = attachments.local[row * 12 + 7];
    z = attachments.local[row * 12 + 11];
  } else if (kind === "hitBox") {
    if (row >= hitBoxes.count) return false;
    bone = hitBoxes.bone[row];
    x = (hitBoxes.mins[row * 3] + hitBoxes.maxs[row * 3]) / 2;
    y = (hitBoxes.mins[row * 3 + 1] + hitBoxes.maxs[row * 3 + 1]) / 2;
    z = (hitBoxes.mins[row * 3 + 2] + hitBoxes.maxs[row * 3 + 2]) / 2;
  } else if (row >= mdl.bones.count) return false;
  for (let axis = 0; axis < 3; axis++) {
    const at = bone * 12 + axis * 4;
    out[axis] = pose[at] * x + pose[at + 1] * y + pose[at + 2] * z + pose[at + 3];
  }
  return true;
}

const NO_LAYERS: readonly PoseLayer[] = [];

/** The public members are documented in `ModelViewer`. */
export abstract class ModelStage extends SteeredViewer<ModelViewerEvents> {
  /** The model on the GPU; `null` if none is shown. */
  protected staged: StagedModel | null = null;
  /** The model with its animations; `null` until they are read. */
  protected shown: ShownModel | null = null;
  #light: ModelLightInput = STUDIO_LIGHT;
  #lightYaw = 0;
  #eyeTarget: EyeTarget = null;
  readonly #eyePoint = new Float32Array(3);

  get info(): ModelInfo | null {
    return this.shown?.info ?? null;
  }

  /** Triangles that rays of `model-rays.ts` can hit. */
  get posed(): PosedModel | null {
    return this.shown?.posed ?? null;
  }

  get model(): StudioModel | null {
    return this.shown?.model ?? null;
  }

  get #present(): ShownModel {
    if (this.shown === null) throw new Error("no model is shown");
    return this.shown;
  }

  // ---- playback

  get sequence(): number {
    return this.shown?.sequence ?? -1;
  }

  play(sequence: string | number, options?: PlayModelOptions): void {
    this.#present.play(sequence, options);
    this.#changed();
  }

  get cycle(): number {
    return this.shown?.player.cycle ?? 0;
  }

  set cycle(cycle: number) {
    this.#present.player.cycle = cycle;
    this.#touched();
  }

  get rate(): number {
    return this.shown?.player.rate ?? 1;
  }

  set rate(rate: number) {
    this.#present.player.rate = rate;
    this.#changed();
  }

  get isPlaying(): boolean {
    return this.shown?.isPlaying ?? false;
  }

  set isPlaying(isPlaying: boolean) {
    this.#present.isPlaying = isPlaying;
    this.#changed();
  }

  get isRepeating(): boolean {
    return this.shown?.isRepeating ?? true;
  }

  set isRepeating(isRepeating: boolean) {
    this.#present.isRepeating = isRepeating;
    this.#changed();
  }

  get rootMotion(): boolean {
    return this.shown?.rootMotion ?? false;
  }

  set rootMotion(walks: boolean) {
    this.#present.rootMotion = walks;
    if (!walks) this.#present.player.travel.fill(0);
    this.#changed();
  }

  get travel(): readonly [number, number, number, number] {
    const [x, y, z, yaw] = this.shown?.player.travel ?? [0, 0, 0, 0];
    return [x, y, z, yaw];
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

  get layers(): readonly PoseLayer[] {
    return this.shown?.player.layers ?? NO_LAYERS;
  }

  setLayer(layer: PoseLayer, changed: Partial<Pick<PoseLayer, "weight" | "rate" | "cycle">>): void {
    Object.assign(layer, changed);
    this.#touched();
  }

  setPoseParameter(row: number, value: number): void {
    const { player } = this.#present;
    if (!(row in player.poseParameters))
      throw new TypeError(`the model has no pose parameter ${row}`);
    player.poseParameters[row] = value;
    this.#touched();
  }

  setBoneController(row: number, value: number): void {
    this.#present.setBoneController(row, value);
    this.#touched();
  }

  flex(row: number): number {
    return this.shown?.flex(row) ?? 0;
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

  /** Updates the target of the model's eyes. */
  #aimEyes(): void {
    const target = this.#eyeTarget;
    if (this.shown === null || (target === null && !this.shown.hasEyes)) return;
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
    this.shown.lookAt(target === null ? null : at);
  }

  get skin(): number {
    return this.shown?.choice.skin ?? 0;
  }

  set skin(skin: number) {
    this.#choose({ skin });
  }

  get bodyGroups(): readonly number[] {
    return this.shown?.choice.bodyGroups ?? [];
  }

  setBodyGroup(part: number, model: number): void {
    const bodyGroups = [...this.bodyGroups];
    if (!(part in bodyGroups)) throw new TypeError(`the model has no body part ${part}`);
    bodyGroups[part] = model;
    this.#choose({ bodyGroups });
  }

  get lod(): number | null {
    return this.shown?.choice.lod ?? null;
  }

  set lod(lod: number | null) {
    this.#choose({ lod });
  }

  #choose(changed: Parameters<ShownModel["choose"]>[0]): void {
    this.#present.choose(changed);
    this.#changed();
  }

  isShowing(kind: LineKind): boolean {
    return this.shown?.isShowing(kind) ?? false;
  }

  async show(kind: LineKind, isShown: boolean): Promise<void> {
    await this.#present.show(kind, isShown);
    this.#changed();
  }

  get highlight(): ModelHighlight | null {
    return this.shown?.highlight ?? null;
  }

  async setHighlight(part: ModelHighlight | null): Promise<void> {
    if (this.shown === null) return;
    await this.shown.setHighlight(part);
    this.#touched();
  }

  writePlace(part: ModelHighlight, out: Float32Array): boolean {
    if (this.shown === null) return false;
    const { model, player } = this.shown;
    return writePlace(model, player.modelFromBone, part, out);
  }

  uvEdges(): UvEdges[] {
    return this.shown?.uvEdges() ?? [];
  }

  get light(): ModelLightInput {
    return this.#light;
  }

  set light(light: ModelLightInput) {
    // Errors are reported by the event "error".
    this.setLight(light).catch(() => undefined);
  }

  async setLight(light: ModelLightInput): Promise<LightPlace | null> {
    const isByMap = "map" in light || "map" in this.#light;
    this.#light = light;
    if (isByMap) await this.loadAnew();
    else this.#relight();
    return this.lightPlace;
  }

  get lightPlace(): LightPlace | null {
    return this.staged?.lightPlace ?? null;
  }

  /** Loads the shown or loading model again, because a map's light is part of a model's load. */
  protected abstract loadAnew(): Promise<void>;

  get lightYaw(): number {
    return this.#lightYaw;
  }

  set lightYaw(yaw: number) {
    this.#lightYaw = yaw;
    this.#relight();
  }

  get #studioLight(): StudioLight {
    return "map" in this.#light ? STUDIO_LIGHT : this.#light;
  }

  #relight(): void {
    this.staged?.setLight(this.#studioLight, this.#lightYaw);
    this.#touched();
  }

  #changed(): void {
    this.listeners.emit("change", undefined);
    this.#touched();
  }

  /** Redraws after a change if no frame is scheduled. */
  #touched(): void {
    this.shown?.touch();
    if (this.isRunning || this.staged === null) return;
    this.#aimEyes();
    this.shown?.advance(0);
    this.drawStill();
  }

  /** Applies the present studio light to a new model. */
  protected lightAnew(staged: StagedModel): void {
    const isPlain = this.#studioLight === STUDIO_LIGHT && this.#lightYaw === 0;
    if (!isPlain) staged.setLight(this.#studioLight, this.#lightYaw);
  }

  // ---- frames

  protected override get isShown(): boolean {
    return this.staged !== null;
  }

  protected override advanceShown(seconds: number): boolean {
    this.#aimEyes();
    return this.shown?.advance(seconds) ?? false;
  }

  /** Handles an error of WebGPU. */
  override takeFault(error: GpuError): void {
    if (!this.isDestroyed) this.listeners.emit("fault", error);
  }
}
