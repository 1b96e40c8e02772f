/** The shown model: its selection and playback, and their updates on the GPU. */

import { lazyObject } from "../../../core/lazy-object.ts";
import {
  type SequenceEvent,
  STUDIO_LOOPING,
} from "../../../formats/studio/animation/animation-types.ts";
import type { PropSet } from "../../../map/props.ts";
import type { StudioModel } from "../../../model/files/studio-model.ts";
import { openPlayer } from "../../../model/pose/open-player.ts";
import type { PoseLayer, PosePlayer } from "../../../model/pose/pose-player.ts";
import type { ModelChoice } from "../../../scene/model/choose-draws.ts";
import { bareKindsOf } from "../lines/bare-kinds.ts";
import type { ModelHighlight } from "../lines/highlight.ts";
import type { LineKind, ShownLines } from "../lines/shown-lines.ts";
import { describeModel, type ModelInfo } from "../model-info.ts";
import type { PosedModel } from "../model-rays.ts";
import type { PlayModelOptions } from "../model-types.ts";
import { listUvEdges, type UvEdges } from "../uv-edges.ts";
import { kindOfEvent, type SequenceEventInfo } from "./event-kinds.ts";
import { EyesWriter } from "./eyes-writer.ts";
import { ModelFaceWriter } from "./face-writer.ts";
import type { StagedModel } from "./staged-model.ts";

export interface ShownParts {
  readonly model: StudioModel;
  /** Content path of the opened file; the model's own if omitted. */
  readonly opened?: string;
  /** Row of the sequence to play first; 0 if omitted. */
  readonly first?: number;
}

/** Offset of the cycle before the start, so that events at cycle 0 fire. */
const JUST_BEFORE = 1e-6;
/** Seconds of the fade between sequences. */
const FADE_SECONDS = 0.2;

export class ShownModel {
  readonly model: StudioModel;
  readonly info: ModelInfo;
  readonly player: PosePlayer;
  readonly #staged: StagedModel;
  /** `face` is `null` if no flex moves a vertex. It is created on first use. */
  readonly #moving: { readonly face: ModelFaceWriter | null };
  readonly #isFaceDriven: boolean;
  /** `null` if the model has no eyes. */
  readonly #eyes: EyesWriter | null;
  /** Model space; `null` for straight ahead. */
  #eyeTarget: Float32Array | null = null;
  #sequence = -1;
  /** Whether the pose has changed since it was last written. */
  #isMoved = true;
  /** Number of poses so far. */
  #poses = 0;
  /** Draws that rays meet, and the choice that they belong to. */
  #drawn: PropSet | null = null;
  #drawnChoice: ModelChoice | null = null;
  isPlaying = true;
  /** Whether sequences that do not loop restart at their end. */
  isRepeating = true;
  /** Whether sequences move the model. */
  rootMotion = false;
  /** Called for each sequence event that is passed. */
  onEvent: ((event: SequenceEventInfo) => void) | null = null;
  /** True if the sequence has just started, so that events at the present cycle are still due. */
  #isFresh = true;
  readonly #passed: SequenceEvent[] = [];
  /** `null` until lines are shown. */
  #lines: ShownLines | null = null;
  #highlight: ModelHighlight | null = null;
  /** Enabled kinds of lines. */
  readonly #shownLines = new Set<LineKind>();

  /** @param again earlier state of the same model, from before a device loss */
  constructor(
    staged: StagedModel,
    { model, opened, first }: ShownParts,
    again: ShownModel | null = null,
  ) {
    const { draws, box } = staged;
    this.model = model;
    this.info = describeModel(model, draws, box, opened);
    this.player = again?.player ?? openPlayer(model, first).player;
    this.#staged = staged;
    this.#eyes = EyesWriter.create(model, draws);
    this.#moving = lazyObject<{ face: ModelFaceWriter | null }>({
      face: () => ModelFaceWriter.create(model, draws.all.vertices),
    });
    this.#isFaceDriven = model.second.boneFlexDrivers.count > 0;
  }

  get #face(): ModelFaceWriter | null {
    return this.#moving.face;
  }

  /** Kinds of lines shown for a model without triangles; empty if it has triangles. */
  get bareKinds(): readonly LineKind[] {
    return bareKindsOf(this.#staged.draws.all, this.model);
  }

  uvEdges(): UvEdges[] {
    const { vvd } = this.model;
    if (vvd === null) return [];
    return listUvEdges(vvd.vertices, this.#staged.listDrawn());
  }

  get choice(): ModelChoice {
    return this.#staged.choice;
  }

  choose(changed: Partial<ModelChoice>): void {
    this.#staged.choose(changed);
    this.#drawEdges();
  }

  isShowing(kind: LineKind): boolean {
    return this.#shownLines.has(kind);
  }

  /** Shows or hides lines. Their code is loaded on first use. */
  async show(kind: LineKind, isShown: boolean): Promise<void> {
    if (isShown) this.#shownLines.add(kind);
    else this.#shownLines.delete(kind);
    if (this.#lines === null && !isShown) return;
    (await this.#openLines()).show(kind, this.#shownLines.has(kind));
    this.#isMoved = true;
  }

  /** Part highlighted over the model; `null` if none. */
  get highlight(): ModelHighlight | null {
    return this.#highlight;
  }

  async setHighlight(highlight: ModelHighlight | null): Promise<void> {
    this.#highlight = highlight;
    if (this.#lines === null && highlight === null) return;
    (await this.#openLines()).highlight = this.#highlight;
    this.#isMoved = true;
  }

  async #openLines(): Promise<ShownLines> {
    if (this.#lines === null) {
      const { ShownLines } = await import("../lines/shown-lines.ts");
      const { renderer, box } = this.#staged;
      this.#lines ??= new ShownLines(renderer, this.model, box, this.#face?.vertices);
      this.#drawEdges();
    }
    return this.#lines;
  }

  #drawEdges(): void {
    if (this.#lines === null) return;
    this.#lines.setDrawn(this.#staged.listDrawn());
    this.#isMoved = true;
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** @throws TypeError if the sequence does not exist */
  play(wanted: string | number, options: PlayModelOptions = {}): void {
    const row = this.#rowOf(wanted);
    const { fadeSeconds = FADE_SECONDS, ...rest } = options;
    this.player.play(row, { ...rest, fadeSeconds: this.isPlaying ? fadeSeconds : 0 });
    this.#sequence = row;
    this.#isMoved = this.#isFresh = true;
  }

  addLayer(wanted: string | number, weight?: number): PoseLayer {
    this.#isMoved = true;
    return this.player.addLayer(this.#rowOf(wanted), weight);
  }

  #rowOf(wanted: string | number): number {
    const { sequences } = this.model.motions;
    const row =
      typeof wanted === "number"
        ? wanted
        : sequences.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    if (sequences[row] === undefined) throw new TypeError(`the model has no sequence ${wanted}`);
    return row;
  }

  /** Returns a controller's value in its own range; 0 if it does not exist. */
  flex(row: number): number {
    return this.#face?.controllers[row] ?? 0;
  }

  /** @throws TypeError if the controller does not exist */
  setFlex(row: number, value: number): void {
    const controllers = this.#face?.controllers;
    const range = this.info.flexControllers[row];
    if (controllers === undefined || range === undefined) {
      throw new TypeError(`the model has no flex controller ${row}`);
    }
    controllers[row] = Math.min(Math.max(value, range.min), range.max);
    this.#face?.write(this.#staged.source.writeVertices);
    this.#isMoved = true;
  }

  /** @throws TypeError if the controller does not exist */
  setBoneController(row: number, value: number): void {
    const { inputField, start, end } = this.model.rig.boneControllers;
    const field = inputField[row];
    if (!(field in this.player.controllers)) {
      throw new TypeError(`the model has no bone controller ${row}`);
    }
    const range = end[row] - start[row];
    const part = range === 0 ? 0 : (value - start[row]) / range;
    this.player.controllers[field] = Math.min(Math.max(part, 0), 1);
  }

  /** Call this after changes to the player other than time. */
  touch(): void {
    this.#isMoved = true;
  }

  get hasEyes(): boolean {
    return this.#eyes !== null;
  }

  /**
   * Sets the target of the eyes; `null` for straight ahead. `target` is read until the next call.
   */
  lookAt(target: Float32Array | null): void {
    if (target === null && this.#eyeTarget === null) return;
    this.#eyeTarget = target;
    if (this.#eyes !== null) this.#isMoved = true;
  }

  /** Triangles that rays can hit; `null` if the model has none. */
  get posed(): PosedModel | null {
    const { vvd } = this.model;
    if (vvd === null) return null;
    if (this.#drawn === null || this.#drawnChoice !== this.choice) {
      this.#drawn = this.#staged.listDrawn();
      this.#drawnChoice = this.choice;
    }
    const vertices = this.#face?.vertices ?? vvd.vertices;
    return { vertices, drawn: this.#drawn, palette: this.player.palette, pose: this.#poses };
  }

  /** Called before a frame. Returns true if the picture changes. Allocates nothing. */
  advance(seconds: number): boolean {
    const moves = this.isPlaying && this.#sequence >= 0;
    if (moves) this.#moveTime(seconds);
    if (!moves && !this.#isMoved) return false;
    this.#isMoved = false;
    this.#poses++;
    this.player.pose();
    this.#staged.source.writeBones(this.player.palette as Float32Array<ArrayBuffer>);
    const { modelFromBone, localPosition } = this.player;
    if (this.#isFaceDriven) this.#face?.drive(localPosition, this.#staged.source.writeVertices);
    this.#eyes?.write(modelFromBone, this.#eyeTarget, this.#staged.source.writeParam);
    const areShown = this.#shownLines.size > 0 || this.#highlight !== null;
    if (areShown) this.#lines?.update(this.player);
    return true;
  }

  /** Advances the player, and restarts sequences that have ended if `isRepeating`. */
  #moveTime(seconds: number): void {
    const { player } = this;
    const from = this.#isFresh ? player.cycle - JUST_BEFORE : player.cycle;
    player.advance(seconds);
    if (!this.rootMotion) player.travel.fill(0);
    if (seconds > 0) this.#tellEvents(from);
    const { flags } = this.model.motions.sequences[this.#sequence];
    if (!this.isRepeating || (flags & STUDIO_LOOPING) !== 0) return;
    if (player.rate > 0 && player.cycle >= 1) {
      player.cycle = 0;
      this.#isFresh = true;
    } else if (player.rate < 0 && player.cycle <= 0) player.cycle = 1;
  }

  #tellEvents(from: number): void {
    this.#isFresh = false;
    if (this.onEvent === null || !(this.player.rate > 0)) return;
    const { events } = this.model.motions.sequences[this.#sequence];
    if (events.length === 0) return;
    const count = this.player.eventsBetween(from, this.player.cycle, this.#passed);
    for (let i = 0; i < count; i++) {
      const { event, name, options, cycle } = this.#passed[i];
      const kind = kindOfEvent(this.#passed[i]);
      this.onEvent({ kind, event, name, options, cycle });
    }
  }

  /** Copies the state of an earlier object of the same model. Both share the player. */
  async takeOver(other: ShownModel): Promise<void> {
    this.choose(other.choice);
    this.#sequence = other.#sequence;
    this.isPlaying = other.isPlaying;
    this.isRepeating = other.isRepeating;
    this.rootMotion = other.rootMotion;
    if (this.#face !== null && other.#face !== null) {
      this.#face.controllers.set(other.#face.controllers);
      this.#face.write(this.#staged.source.writeVertices);
    }
    for (const kind of other.#shownLines) await this.show(kind, true);
    await this.setHighlight(other.highlight);
  }
}
