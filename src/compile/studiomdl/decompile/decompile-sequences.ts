/** Decompiles sequences and animations to QC statements. */

import {
  type MdlAnimation,
  type MdlAnimations,
  type MdlSequence,
  STUDIO_DELTA,
  STUDIO_LOOPING,
} from "../../../formats/studio/animation/animation-types.ts";
import type { PoseParameters } from "../../../formats/studio/rig/rig-types.ts";
import {
  LAYER_FLAGS,
  LAYER_POSE,
  NO_MOTION,
  NO_TRANSITION,
  type QcEvent,
  type QcLayer,
  type QcSequenceExtras,
  type QcSpan,
  type QcTransition,
  SEQUENCE_CYCLE_POSE,
  SEQUENCE_FLAGS,
  SEQUENCE_LOCAL,
  SEQUENCE_POST,
  wordsOfFlags,
} from "../qc/motion/motion-types.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type {
  QcAnimation,
  QcBlendAxis,
  QcPoseParameter,
  QcSequence,
  QcWeightList,
} from "../qc/qc-types.ts";
import { unwrapKeyValues } from "../qc/rig/key-values-text.ts";
import { decompileMotion, frameOf, LossCounter } from "./decompile-motion.ts";
import { plainName, shorten, writableName } from "./script-text.ts";

/** Names that a model's sequences reference by row. */
export interface MotionNames {
  readonly ikChains: readonly string[];
  readonly poseParameters: readonly string[];
  readonly sequences: readonly string[];
  readonly transitions: readonly QcTransition[];
}

/**
 * `STUDIO_LOOPING` and `STUDIO_DELTA`, which have their own words, and `STUDIO_ALLZEROS`, which the
 * compiler recomputes.
 */
const OTHER_FLAGS = 0x1 | 0x4 | 0x20 | SEQUENCE_LOCAL | SEQUENCE_CYCLE_POSE;
const DELTA = 0x4;
const WORLD = SEQUENCE_FLAGS.worldspaceblend;

/** @param frameCount frames of its first animation */
function decompileSequenceExtras(
  sequence: MdlSequence,
  row: number,
  frameCount: number,
  names: MotionNames,
  losses: LossCounter,
): QcSequenceExtras {
  const keyValues = unwrapKeyValues(sequence.keyValues);
  if (keyValues === null) losses.add("key values of # sequences are not written");
  return {
    flags: decompileFlags(sequence, losses),
    events: sequence.events.flatMap((event) => decompileEvent(event, frameCount, losses)),
    layers: sequence.autoLayers.flatMap((layer) =>
      decompileLayer(layer, frameCount, names, losses),
    ),
    ikLocks: sequence.ikLocks.map(({ chain, positionWeight, localQuaternionWeight }) => ({
      chain: names.ikChains[chain] ?? "",
      positionWeight: shorten(positionWeight),
      rotationWeight: shorten(localQuaternionWeight),
      line: 1,
    })),
    transition: names.transitions[row] ?? NO_TRANSITION,
    activityModifiers: sequence.activityModifiers.map(writableName),
    cyclePose: names.poseParameters[sequence.cyclePose] ?? "",
    keyValues: keyValues ?? "",
  };
}

function decompileFlags({ flags }: MdlSequence, losses: LossCounter): number {
  let left = flags & ~OTHER_FLAGS;
  // The words for additive sequences imply this flag.
  if ((flags & DELTA) !== 0 && (flags & WORLD) === 0) left &= ~SEQUENCE_POST;
  if (wordsOfFlags(left, SEQUENCE_FLAGS) !== null) return left;
  losses.add("flags of # sequences are not all written");
  const named = Object.values(SEQUENCE_FLAGS).filter((bits) => (left & bits) === bits);
  return named.reduce((all, bits) => all | bits, 0);
}

function decompileEvent(
  { cycle, event, name, options }: MdlSequence["events"][number],
  frameCount: number,
  losses: LossCounter,
): QcEvent[] {
  const frame = frameOf(cycle, frameCount);
  if (!Number.isFinite(frame)) losses.add("frames of # events are not written");
  const own = { name: name === "" ? String(event) : writableName(name), line: 1 };
  return [{ ...own, frame: Number.isFinite(frame) ? frame! : 0, options: writableName(options) }];
}

function decompileLayer(
  { sequence, poseParameter, flags, span }: MdlSequence["autoLayers"][number],
  frameCount: number,
  names: MotionNames,
  losses: LossCounter,
): QcLayer[] {
  const name = names.sequences[sequence];
  const parameter = poseParameter < 0 ? "" : names.poseParameters[poseParameter];
  const frames = span.map((part) => (parameter === "" ? frameOf(part, frameCount) : shorten(part)));
  const words = flags & ~LAYER_POSE;
  const known = Object.values(LAYER_FLAGS).reduce((all, bit) => all | bit, 0);
  if (name === undefined || parameter === undefined || !frames.every(Number.isFinite)) {
    losses.add("# layers are not written: a script cannot express them");
    return [];
  }
  if ((words & ~known) !== 0) losses.add("flags of # layers are not all written");
  const isPlain = parameter === "" && span.every((part) => part === 0);
  return [
    {
      sequence: name,
      span: isPlain ? null : (frames as unknown as QcSpan),
      poseParameter: parameter,
      flags: words & known,
      line: 1,
    },
  ];
}

const STUDIO_POST = 0x10;

export interface DecompiledSequences {
  readonly kept: readonly QcSequence[];
  /** Names of empty sequences: `$declaresequence`. */
  readonly declared: readonly string[];
  readonly moves: readonly QcAnimation[];
  readonly weightLists: readonly QcWeightList[];
}

/** Names of the rows that sequences and animations reference. */
export interface SequenceSurroundings {
  readonly poseParameters: PoseParameters | undefined;
  readonly ikChains: readonly string[];
  readonly transitions: readonly QcTransition[];
  readonly boneNames: readonly string[];
}

/**
 * Decompiles sequences to script form. The real tool names the animation from a sequence's own file
 * after the sequence, with an `@` in front. All other animations become `$animation` rows under
 * their own names. Reports animations in an `.ani` file that was not given, which are left out.
 * @param addSmd writes an animation and returns the name of its file
 */
export function decompileSequences(
  { animations, sequences }: MdlAnimations,
  addSmd: (name: string, animation: MdlAnimation) => string,
  { poseParameters, ikChains, transitions, boneNames }: SequenceSurroundings,
  report: QcReport,
): DecompiledSequences {
  const losses = new LossCounter();
  const weightLists: QcWeightList[] = [];
  const motionOf = (animation: MdlAnimation) =>
    decompileMotion(animation, ikChains, boneNames, losses);
  const owners = findOwners(animations, sequences);
  const rows = new Map<number, string>();
  const taken = new Set<string>();
  const moves: QcAnimation[] = [];
  animations.forEach((animation, row) => {
    if (animation.isExternal || owners.has(row)) return;
    const { fps, flags } = animation;
    const name = makeUnique(writableName(animation.name) || "move", taken);
    const file = addSmd(`anim_${plainName(name.replace(/^@/, ""))}`, animation);
    const isLooping = (flags & STUDIO_LOOPING) !== 0;
    const delta = (flags & STUDIO_DELTA) === 0 ? null : "post";
    const own = { name, file, fps, isLooping, delta, frames: null, line: 1 } as const;
    moves.push({ ...own, ...motionOf(animation) });
    rows.set(row, name);
  });

  const names: MotionNames = {
    ikChains,
    poseParameters: poseParameters?.name.map(writableName) ?? [],
    sequences: sequences.map(({ name }) => writableName(name)),
    transitions,
  };
  const kept: QcSequence[] = [];
  const declared: string[] = [];
  sequences.forEach((sequence, row) => {
    const { activity, flags, blends, blendSize } = sequence;
    const name = writableName(sequence.name);
    if (blends.length === 0) {
      declared.push(name);
      return;
    }
    if (blends.some((blend) => animations[blend].isExternal)) {
      report.warn(`sequence "${name}" is left out: its .ani file is missing`);
      return;
    }
    if (hasUnevenKeys(sequence))
      losses.add("blends of # sequences become evenly spaced: other spacing is not written");
    const first = animations[blends[0]];
    const isOwn = owners.get(blends[0]) === row;
    const files = isOwn
      ? [addSmd(`anim_${plainName(name)}`, first)]
      : blends.map((blend) => rows.get(blend)!);
    const isDelta = (flags & STUDIO_DELTA) !== 0;
    kept.push({
      name,
      file: files[0],
      fps: first.fps,
      isLooping: ((flags | first.flags) & STUDIO_LOOPING) !== 0,
      delta: isDelta ? ((flags & STUDIO_POST) !== 0 ? "post" : "pre") : null,
      frames: null,
      line: 1,
      ...(isOwn ? motionOf(first) : NO_MOTION),
      ...decompileSequenceExtras(sequence, row, first.frameCount, names, losses),
      activity: writableName(activity),
      activityWeight: activity === "" ? 1 : sequence.activityWeight,
      fadeIn: shorten(sequence.fadeIn),
      fadeOut: shorten(sequence.fadeOut),
      others: files.slice(1),
      blendWidth: blendSize[0],
      blendAxes: listAxes(sequence, poseParameters),
      weightList: nameWeights(sequence.boneWeights, boneNames, weightLists),
    });
  });
  losses.report(report);
  return { kept, declared, moves, weightLists };
}

/**
 * Finds for each animation, by row, the sequence that alone plays it and can therefore contain its
 * options.
 */
function findOwners(
  animations: readonly MdlAnimation[],
  sequences: readonly MdlSequence[],
): Map<number, number> {
  const uses = new Map<number, number>();
  for (const row of sequences.flatMap(({ blends }) => blends)) {
    uses.set(row, (uses.get(row) ?? 0) + 1);
  }
  const owners = new Map<number, number>();
  sequences.forEach(({ name, blends, flags }, row) => {
    const [blend] = blends;
    if (blend === undefined) return;
    const { name: own, flags: kind } = animations[blend];
    // Some sequences play an additive animation as a normal one. Then sequence and animation are
    // written separately.
    const isPlain = (flags & STUDIO_DELTA) === (kind & STUDIO_DELTA);
    const isNamed = own.toLowerCase() === `@${name}`.toLowerCase();
    if (blends.length === 1 && uses.get(blend) === 1 && isPlain && isNamed) owners.set(blend, row);
  });
  return owners;
}

/** Returns a name that no other has, case-insensitively. */
function makeUnique(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${wanted}_${i}`;
  taken.add(name.toLowerCase());
  return name;
}

function hasUnevenKeys({ blendAxes }: MdlSequence): boolean {
  return blendAxes.some((axis) => {
    if (axis?.keys == null || axis.keys.length < 2) return false;
    const { keys, start, end } = axis;
    const step = (end - start) / (keys.length - 1);
    return keys.some((key, i) => Math.abs(key - (start + step * i)) > UNEVEN * Math.abs(step));
  });
}

/** Largest deviation of blends from even spacing, as a fraction of the step. */
const UNEVEN = 0.01;

/**
 * Returns the name of the list with these weights, adding a list if needed; empty if all weights
 * are 1.
 */
function nameWeights(
  boneWeights: Float32Array,
  boneNames: readonly string[],
  lists: QcWeightList[],
): string {
  if (boneWeights.every((weight) => weight === 1)) return "";
  const weights = boneNames.map((bone, row) => ({ bone, weight: shorten(boneWeights[row]) }));
  const known = lists.find((list) =>
    list.weights.every(({ weight }, i) => weight === weights[i].weight),
  );
  if (known) return known.name;
  const name = `weights_${lists.length + 1}`;
  lists.push({ name, weights, line: 1 });
  return name;
}

function listAxes({ blendAxes }: MdlSequence, parameters: PoseParameters | undefined) {
  return blendAxes.flatMap((axis): QcBlendAxis[] => {
    const name = axis === null ? undefined : parameters?.name[axis.poseParameter];
    if (axis === null || name === undefined) return [];
    return [
      { poseParameter: writableName(name), start: shorten(axis.start), end: shorten(axis.end) },
    ];
  });
}

export function decompileParameters(parameters: PoseParameters | undefined): QcPoseParameter[] {
  const { name, start, end, loop } = parameters ?? { name: [], start: [], end: [], loop: [] };
  return name.map((one, i) => ({
    name: writableName(one),
    start: shorten(start[i]),
    end: shorten(end[i]),
    loop: shorten(loop[i]),
  }));
}
