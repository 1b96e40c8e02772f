import type { SequenceEvent } from "../../formats/studio/animation/animation-types.ts";
import {
  countPaletteBones,
  STUDIOHDR_FLAGS_STATIC_PROP,
} from "../../formats/studio/mesh/build-bone-palette.ts";
import { ATTACHMENT_WORLD_ALIGN } from "../../formats/studio/rig/rig-types.ts";
import { multiply3x4 } from "../../math/matrix3x4.ts";
import type { Motions, PosedModel } from "../files/studio-model.ts";
import { MAX_PLAYED } from "../motions/cut-layers.ts";
import { PoseAccumulator } from "./accumulate-pose.ts";
import { BoneChain, createPose, type PoseColumns } from "./blend-poses.ts";
import { type IkLock, IkLocks } from "./ik/ik-locks.ts";
import { IkRules } from "./ik/ik-rules.ts";
import { IkTargets } from "./ik/ik-targets.ts";
import { listLimbs } from "./ik/solve-ik.ts";
import { JIGGLE_RATE } from "./jiggle-bones.ts";
import { BonePlacer } from "./place-bones.ts";
import {
  applyControllers,
  restingControllers,
  restingPoseParameters,
  writePoseSettings,
} from "./pose-settings.ts";
import { STUDIO_AUTOPLAY, STUDIO_LOOPING, STUDIO_SNAP } from "./sequence-flags.ts";
import { addMovement, eventsBetween, Fades, type Playing } from "./sequence-playback.ts";

/**
 * Decodes all animations of a sequence and its layers, so that posing need not, and broken ones are
 * reported at once.
 * @throws FormatError
 */
function prepareSequence(motions: Motions, row: number, seen = new Set<number>()): void {
  if (seen.has(row)) return;
  seen.add(row);
  const { blends, autoLayers } = motions.sequences[row];
  for (const animation of blends) {
    motions.frames(animation);
    motions.rules(animation);
  }
  for (const { sequence } of autoLayers) prepareSequence(motions, sequence, seen);
}

/** Time step in seconds beyond which springs restart: `BuildJiggleTransformations`. */
const MAX_SPRING_SECONDS = 0.5;
const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

export interface PosePlayOptions {
  /** Seconds for which the previous sequence fades out; if left out, as the sequences specify. */
  readonly fadeSeconds?: number;
  /**
   * Start in the cycle, 0 to 1. If left out, the start, or the end for a non-looping sequence that
   * plays backwards.
   */
  readonly cycle?: number;
  /** Factor on the sequence's own speed; negative plays backwards. */
  readonly rate?: number;
}

/** Sequence that plays over the main one until it is removed. Its fields may be changed freely. */
export interface PoseLayer extends Playing {}

/**
 * Animates one model: sequences, blending, IK, procedural bones and springs, in the engine's order
 * (`C_BaseAnimating::StandardBlendingRules` and `SetupBones`). Inches, in model space.
 *
 * `advance` moves time, `pose` computes the bones. Neither allocates. Missing sequences play the
 * first one, as in the engine; a model without sequences rests.
 */
export interface PosePlayer {
  /**
   * 12 floats a bone, 3x4 row-major: from stored vertices to posed ones; see `buildBonePalette`.
   */
  readonly palette: Float32Array;
  /** 12 floats a bone. */
  readonly modelFromBone: Float32Array;
  /** 3 floats a bone: offset from its parent, before procedural rules and springs. */
  readonly localPosition: Float32Array;
  /**
   * x, y, z in inches and degrees about z, below 360: how far the main sequences' movements have
   * carried the model, which poses leave out. May be written.
   */
  readonly travel: Float64Array;
  /** Values of `Motions.poseParameters`, in their own ranges. */
  readonly poseParameters: Float32Array;
  /** Controllers by input field, 0 to 1; the fifth is the mouth. */
  readonly controllers: Float32Array;
  readonly layers: readonly PoseLayer[];
  /**
   * Matrices of other entities' attachments by name, 12 floats each, for IK rules that hold hands
   * to them.
   */
  readonly attachmentTargets: Map<string, Float32Array>;
  /** Row of `Motions.sequences`. */
  readonly sequence: number;
  /** Position in the main sequence's cycle. */
  cycle: number;
  /**
   * Factor on the main sequence's speed. Negative plays backwards: loops continue from their end,
   * others stop at their start.
   */
  rate: number;
  /** Enables the IK that holds hands and feet in place. */
  hasIk: boolean;
  /** @throws FormatError if the poses of the sequence are broken or too many */
  play(sequence: number, options?: PosePlayOptions): void;
  /** @throws FormatError like `play` */
  addLayer(sequence: number, weight?: number): PoseLayer;
  removeLayer(layer: PoseLayer): void;
  /** Returns the seconds of the main sequence's cycle; 0 for a single pose. */
  duration(): number;
  advance(seconds: number): void;
  pose(): void;
  /** Restarts springs at their bones. */
  resetSprings(): void;
  /** Writes the matrix of an attachment of `Motions.attachments`: 12 floats. */
  attachment(row: number, out: Float32Array, offset?: number): void;
  /** Writes the main sequence's events between two points of its cycle, and returns their count. */
  eventsBetween(from: number, to: number, out: SequenceEvent[]): number;
}

/**
 * @param sequence played first: poses of other sequences are not decoded
 * @throws FormatError if poses of this sequence, or of autoplay sequences, are broken or too many
 */
export function createPosePlayer(model: PosedModel, sequence = 0): PosePlayer {
  return new Player(model, sequence);
}

class Player implements PosePlayer {
  readonly palette: Float32Array;
  readonly poseParameters: Float32Array;
  readonly controllers: Float32Array;
  readonly layers: PoseLayer[] = [];
  readonly travel = new Float64Array(4);
  readonly attachmentTargets = new Map<string, Float32Array>();
  hasIk = true;
  readonly #model: PosedModel;
  readonly #main: Playing = { sequence: 0, cycle: 0, rate: 1, weight: 1 };
  readonly #fades = new Fades();
  /** Rows of autoplay sequences. */
  readonly #always: Int32Array;
  readonly #pose: PoseColumns;
  readonly #chain: BoneChain;
  readonly #rules: IkRules;
  readonly #targets: IkTargets;
  readonly #locks: IkLocks;
  readonly #lockRows: readonly IkLock[];
  readonly #accumulator: PoseAccumulator;
  readonly #placer: BonePlacer;
  readonly #isStatic: boolean;
  #time = 0;
  #springSteps = 0;

  constructor(model: PosedModel, sequence: number) {
    const { mdl, rig, motions, procedures } = model;
    const { bones } = mdl;
    this.#model = model;
    this.palette = new Float32Array(countPaletteBones(mdl) * 12);
    for (let i = 0; i < this.palette.length; i += 12) this.palette.set(IDENTITY, i);
    this.#isStatic = (mdl.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0;
    this.poseParameters = restingPoseParameters(motions.poseParameters);
    this.controllers = restingControllers(rig.boneControllers);
    this.#pose = createPose(bones.count);
    this.#chain = new BoneChain(bones.parent);
    const limbs = listLimbs(rig.ikChains, rig.ikLinks, motions.kneeDirection);
    const scratch = new BoneChain(bones.parent);
    this.#rules = new IkRules(motions, limbs);
    this.#targets = new IkTargets(this.#rules, limbs);
    this.#locks = new IkLocks(limbs, scratch);
    const { chain, positionWeight, localQuaternionWeight } = motions.ikLocks;
    this.#lockRows = Array.from(chain, (row, i) => ({
      chain: row,
      positionWeight: positionWeight[i],
      localQuaternionWeight: localQuaternionWeight[i],
    }));
    this.#accumulator = new PoseAccumulator(motions, bones, limbs, this.#rules, scratch);
    this.#placer = new BonePlacer(bones, procedures, rig.attachments);
    this.#always = listAlways(motions);
    for (const row of this.#always) prepareSequence(motions, row);
    this.play(sequence);
    this.pose();
  }

  get modelFromBone(): Float32Array {
    return this.#chain.modelFromBone;
  }

  get localPosition(): Float32Array {
    return this.#pose.position;
  }

  get sequence(): number {
    return this.#main.sequence;
  }

  get cycle(): number {
    return this.#main.cycle;
  }

  set cycle(value: number) {
    this.#main.cycle = Number.isFinite(value) ? value : 0;
  }

  get rate(): number {
    return this.#main.rate;
  }

  set rate(value: number) {
    this.#main.rate = Number.isFinite(value) ? value : 1;
  }

  play(sequence: number, { fadeSeconds, cycle, rate = 1 }: PosePlayOptions = {}): void {
    const { motions } = this.#model;
    const row = motions.sequences[sequence] === undefined ? 0 : sequence;
    const next = motions.sequences[row];
    if (next === undefined) return;
    prepareSequence(motions, row);
    if (next.flags & STUDIO_SNAP || fadeSeconds === 0) {
      this.#fades.clear();
    } else if (this.#time > 0 || fadeSeconds !== undefined) {
      const last = motions.sequences[this.#main.sequence];
      this.#fades.push(this.#main, fadeSeconds ?? Math.min(last.fadeOut, next.fadeIn));
    }
    this.#main.sequence = row;
    this.cycle = cycle ?? (rate < 0 && (next.flags & STUDIO_LOOPING) === 0 ? 1 : 0);
    this.rate = rate;
  }

  addLayer(sequence: number, weight = 1): PoseLayer {
    const { motions } = this.#model;
    const row = motions.sequences[sequence] === undefined ? 0 : sequence;
    if (motions.sequences.length > 0) prepareSequence(motions, row);
    const layer = { sequence: row, cycle: 0, rate: 1, weight };
    this.layers.push(layer);
    return layer;
  }

  removeLayer(layer: PoseLayer): void {
    const at = this.layers.indexOf(layer);
    if (at >= 0) this.layers.splice(at, 1);
  }

  duration(): number {
    const sequence = this.#model.motions.sequences[this.#main.sequence];
    if (sequence === undefined) return 0;
    this.#writeSettings();
    const rate = this.#accumulator.calculator.rateOf(sequence);
    return rate > 0 ? 1 / rate : 0;
  }

  advance(seconds: number): void {
    if (!(seconds > 0)) return;
    const { jiggles } = this.#placer;
    if (jiggles.count === 0 || seconds > MAX_SPRING_SECONDS) {
      this.#moveTime(seconds);
      jiggles.reset();
      this.#springSteps = Math.floor(this.#time * JIGGLE_RATE);
      return;
    }
    // Springs advance in fixed steps, each with the pose at its time.
    const end = this.#time + seconds;
    for (;;) {
      const next = (this.#springSteps + 1) / JIGGLE_RATE;
      // Tolerance for rounding in the sum of seconds.
      if (next > end + 1e-6) break;
      this.#moveTime(Math.max(0, next - this.#time));
      this.#springSteps++;
      this.#placeBones(true);
    }
    this.#moveTime(Math.max(0, end - this.#time));
  }

  pose(): void {
    this.#placeBones(false);
    const { palette } = this;
    const { count, poseToBone } = this.#model.mdl.bones;
    if (this.#isStatic) return;
    const m = this.#chain.modelFromBone;
    for (let i = 0; i < count; i++) multiply3x4(palette, i * 12, m, i * 12, poseToBone, i * 12);
  }

  resetSprings(): void {
    this.#placer.jiggles.reset();
  }

  attachment(row: number, out: Float32Array, offset = 0): void {
    const { bone, local, flags } = this.#model.motions.attachments;
    multiply3x4(out, offset, this.#chain.modelFromBone, bone[row] * 12, local, row * 12);
    if ((flags[row] & ATTACHMENT_WORLD_ALIGN) === 0) return;
    for (let k = 0; k < 12; k++) if (k % 4 !== 3) out[offset + k] = IDENTITY[k];
  }

  eventsBetween(from: number, to: number, out: SequenceEvent[]): number {
    const sequence = this.#model.motions.sequences[this.#main.sequence];
    return sequence === undefined ? 0 : eventsBetween(sequence, from, to, out);
  }

  #writeSettings(): void {
    const { calculator } = this.#accumulator;
    writePoseSettings(calculator.settings, this.#model.motions.poseParameters, this.poseParameters);
  }

  #moveTime(seconds: number): void {
    this.#writeSettings();
    this.#time += seconds;
    const start = this.#main.cycle;
    const end = this.#move(this.#main, seconds);
    this.#walk(start, end);
    for (let i = 0; i < this.layers.length; i++) this.#move(this.layers[i], seconds);
    this.#fades.advance(seconds);
    for (let i = 0; i < this.#fades.count; i++) this.#move(this.#fades.at(i), seconds);
  }

  /**
   * Adds the main sequence's movement between two points of its cycle; `end` may lie past 1 in a
   * loop.
   */
  #walk(start: number, end: number): void {
    const { sequences, animations } = this.#model.motions;
    const sequence = sequences[this.#main.sequence];
    if (sequence === undefined || start === end) return;
    const { calculator } = this.#accumulator;
    calculator.weigh(sequence);
    addMovement(this.travel, animations, calculator.corners, calculator.cornerWeights, start, end);
  }

  /**
   * Advances a sequence. Returns its cycle without wrapping; non-looping sequences stop at their
   * ends.
   */
  #move(playing: Playing, seconds: number): number {
    const sequence = this.#model.motions.sequences[playing.sequence];
    if (sequence === undefined) return playing.cycle;
    const { calculator } = this.#accumulator;
    const cycle = playing.cycle + seconds * playing.rate * calculator.rateOf(sequence);
    if (sequence.flags & STUDIO_LOOPING) {
      playing.cycle = cycle - Math.floor(cycle);
      return cycle;
    }
    playing.cycle = Math.max(0, Math.min(1, cycle));
    return playing.cycle;
  }

  #placeBones(isStep: boolean): void {
    const { motions, rig } = this.#model;
    const pose = this.#pose;
    const chain = this.#chain;
    const accumulator = this.#accumulator;
    this.#writeSettings();
    accumulator.calculator.time = this.#time;
    this.#rules.reset();
    accumulator.rest(pose);
    if (motions.sequences.length > 0) this.#playAll(pose);
    applyControllers(pose, rig.boneControllers, this.controllers);
    chain.reset();
    if (this.hasIk) this.#targets.solve(pose, chain, this.attachmentTargets);
    this.#placer.place(pose, chain, isStep);
  }

  #playAll(pose: PoseColumns): void {
    const accumulator = this.#accumulator;
    const main = this.#main;
    accumulator.add(pose, main.sequence, main.cycle, 1, this.hasIk);
    for (let i = this.#fades.count - 1; i >= 0; i--) this.#playOne(pose, this.#fades.at(i));
    for (let i = 0; i < this.layers.length; i++) this.#playOne(pose, this.layers[i]);
    if (this.hasIk) this.#locks.add(this.#lockRows, pose, true);
    const { sequences } = this.#model.motions;
    for (let i = 0; i < this.#always.length; i++) {
      const row = this.#always[i];
      accumulator.add(pose, row, accumulator.calculator.clockCycle(sequences[row]), 1, false);
    }
    if (this.hasIk) this.#locks.solve(this.#lockRows, pose);
  }

  #playOne(pose: PoseColumns, { sequence, cycle, weight }: Playing): void {
    this.#accumulator.add(pose, sequence, cycle, weight, this.hasIk);
  }
}

/**
 * Lists the autoplay sequences, as far as they and their layers fit the limit of sequences in a
 * pose.
 */
function listAlways({ sequences }: Motions): Int32Array {
  const count = (row: number): number =>
    sequences[row].autoLayers.reduce((sum, { sequence }) => sum + count(sequence), 1);
  const rows: number[] = [];
  let left = MAX_PLAYED;
  for (let row = 0; row < sequences.length; row++) {
    if ((sequences[row].flags & STUDIO_AUTOPLAY) === 0) continue;
    left -= count(row);
    if (left < 0) break;
    rows.push(row);
  }
  return Int32Array.from(rows);
}
