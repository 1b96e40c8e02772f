import type { MdlSequence } from "../../../../formats/studio/animation/animation-types.ts";
import {
  LAYER_FLAGS,
  LAYER_POSE,
  nameFlags,
  SEQUENCE_CYCLE_POSE,
  SEQUENCE_FLAGS,
  SEQUENCE_LOCAL,
  SEQUENCE_POST,
} from "../../qc/motion/motion-flags.ts";
import {
  NO_TRANSITION,
  type QcEvent,
  type QcLayer,
  type QcSequenceExtras,
  type QcSpan,
  type QcTransition,
} from "../../qc/motion/motion-types.ts";
import { unwrapKeyValues } from "../../qc/rig/key-values-text.ts";
import { writableName } from "../plain-name.ts";
import { shorten } from "../rig/shorten.ts";
import { frameOf } from "./frame-of.ts";
import type { LossCounter } from "./loss-counter.ts";

/** Names that a model's sequences tell by rows. */
export interface MotionNames {
  readonly ikChains: readonly string[];
  readonly poseParameters: readonly string[];
  readonly sequences: readonly string[];
  readonly transitions: readonly QcTransition[];
}

/** `STUDIO_LOOPING` and `STUDIO_DELTA`, which have words of their own, and `STUDIO_ALLZEROS`, which is found again. */
const OTHER_FLAGS = 0x1 | 0x4 | 0x20 | SEQUENCE_LOCAL | SEQUENCE_CYCLE_POSE;
const DELTA = 0x4;
const WORLD = SEQUENCE_FLAGS.worldspaceblend;

/** @param frameCount of its first animation */
export function decompileSequenceExtras(
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
  // Of what is added it is said with that.
  if ((flags & DELTA) !== 0 && (flags & WORLD) === 0) left &= ~SEQUENCE_POST;
  if (nameFlags(left, SEQUENCE_FLAGS) !== null) return left;
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
    losses.add("# layers are not written: a script has no words for them");
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
