/** The model that is shown: what is chosen of it, what it plays, and what of that the GPU is told. */

import { lazyObject } from "../../../core/lazy-object.ts";
import {
  type SequenceEvent,
  STUDIO_LOOPING,
} from "../../../formats/studio/animation/animation-types.ts";
import { openPlayer } from "../../../model/pose/open-player.ts";
import type { PoseLayer, PosePlayer } from "../../../model/pose/pose-player.ts";
import type { StudioModel } from "../../../model/studio-model.ts";
import type { ModelChoice } from "../../../scene/model/choose-draws.ts";
import { bareKindsOf } from "../lines/bare-kinds.ts";
import type { ModelHighlight } from "../lines/highlight.ts";
import type { LineKind, ShownLines } from "../lines/shown-lines.ts";
import { describeModel, type ModelInfo } from "../model-info.ts";
import { listUvEdges, type PlayModelOptions, type UvEdges } from "../model-types.ts";
import { kindOfEvent, type SequenceEventInfo } from "./event-kinds.ts";
import { EyesWriter } from "./eyes-writer.ts";
import { ModelFaceWriter } from "./face-writer.ts";
import type { StagedModel } from "./staged-model.ts";

export interface ShownParts {
  readonly model: StudioModel;
  /** Content path of what was opened; left out: the model's own. */
  readonly opened?: string;
  /** Row of the sequence that it plays first; left out, its first. */
  readonly first?: number;
}

/** Of a cycle: what a sequence does at its first moment lies behind. */
const JUST_BEFORE = 1e-6;
/** Seconds in which one sequence gives way to the next. */
const FADE_SECONDS = 0.2;

export class ShownModel {
  readonly model: StudioModel;
  readonly info: ModelInfo;
  readonly player: PosePlayer;
  readonly #staged: StagedModel;
  /** null: the model has none that moves. It is made when something moves it: by itself it rests. */
  readonly #moving: { readonly face: ModelFaceWriter | null };
  readonly #isFaceDriven: boolean;
  /** null: it has no eyes. */
  readonly #eyes: EyesWriter | null;
  /** In model space; null: they look straight ahead. */
  #eyeTarget: Float32Array | null = null;
  #sequence = -1;
  /** Whether the pose is another than was written last. */
  #isMoved = true;
  isPlaying = true;
  /** Whether sequences that end begin anew. */
  isRepeating = true;
  /** Whether it goes where its sequences take it. */
  rootMotion = false;
  /** Told of what the sequence does when time goes past it. */
  onEvent: ((event: SequenceEventInfo) => void) | null = null;
  /** Whether what lies at the very place where it is has not happened yet. */
  #isFresh = true;
  readonly #passed: SequenceEvent[] = [];
  /** null: none were shown yet. */
  #lines: ShownLines | null = null;
  #highlight: ModelHighlight | null = null;
  /** Those that are switched on. */
  readonly #shownLines = new Set<LineKind>();

  /** @param again what was shown of the same model before its device was lost */
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

  /** What is shown of one without triangles; empty: it has some. */
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

  /** Lines are fetched with the first that are shown. */
  async show(kind: LineKind, isShown: boolean): Promise<void> {
    if (isShown) this.#shownLines.add(kind);
    else this.#shownLines.delete(kind);
    if (this.#lines === null && !isShown) return;
    (await this.#openLines()).show(kind, this.#shownLines.has(kind));
    this.#isMoved = true;
  }

  /** Marked over the model; null: nothing is. */
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

  /** @throws TypeError where there is no such sequence */
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

  /** Of a controller, in its own range; 0 where there is none. */
  flex(row: number): number {
    return this.#face?.controllers[row] ?? 0;
  }

  /** @throws TypeError where there is no such controller */
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

  /** @throws TypeError where there is no such controller */
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

  /** To be called when the player was told something besides time. */
  touch(): void {
    this.#isMoved = true;
  }

  get hasEyes(): boolean {
    return this.#eyes !== null;
  }

  /** Where eyes look; null: straight ahead. Read until the next call. */
  lookAt(target: Float32Array | null): void {
    if (target === null && this.#eyeTarget === null) return;
    this.#eyeTarget = target;
    if (this.#eyes !== null) this.#isMoved = true;
  }

  /** Before a frame. Allocates nothing. */
  advance(seconds: number): void {
    const moves = this.isPlaying && this.#sequence >= 0;
    if (moves) this.#moveTime(seconds);
    if (!moves && !this.#isMoved) return;
    this.#isMoved = false;
    this.player.pose();
    this.#staged.source.writeBones(this.player.palette as Float32Array<ArrayBuffer>);
    const { modelFromBone, localPosition } = this.player;
    if (this.#isFaceDriven) this.#face?.drive(localPosition, this.#staged.source.writeVertices);
    this.#eyes?.write(modelFromBone, this.#eyeTarget, this.#staged.source.writeParam);
    const areShown = this.#shownLines.size > 0 || this.#highlight !== null;
    if (areShown) this.#lines?.update(this.player);
  }

  /** What ends begins anew, where it is repeated. */
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

  /** Shows what another showed of the same model; its player goes on in this one. */
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
