/** Builds IK chains and locks of models, and IK rules, events and layers of sequences. */

import {
  IK_RULE_TYPES,
  STUDIO_DELTA,
  STUDIO_LOOPING,
} from "../../../formats/studio/animation/animation-types.ts";
import { writeQuaternionFromEuler } from "../../../formats/studio/animation/pose-encoding.ts";
import type {
  StudioAnimationFile,
  StudioEventFile,
  StudioIkChainFile,
  StudioIkLockFile,
  StudioIkRuleFile,
  StudioLayerFile,
  StudioSequenceExtras,
} from "../../../formats/studio/write/write-types.ts";
import type { BoneFinder, ModelBones } from "../collect-bones.ts";
import { createPose, invertPose, multiplyPoses, type Pose, writeEuler } from "../pose-matrix.ts";
import type { QcEvent, QcIkRule } from "../qc/motion/motion-types.ts";
import { LAYER_LOCAL, LAYER_POSE } from "../qc/motion/motion-types.ts";
import { type QcReport, qcError } from "../qc/qc-statements.ts";
import type { Qc, QcSequence, QcVector } from "../qc/qc-types.ts";
import { storeKeyValues } from "../qc/rig/key-values-text.ts";
import type { QcIkLock } from "../qc/rig/rig-types.ts";
import { movementPose, placeAt } from "./extract-movements.ts";

/** Links of a chain: hip, knee and foot, which are its end and the two bones above. */
const LINKS = 3;
const NONE: QcVector = [0, 0, 0];

export function buildIkChains(
  { ikChains }: Qc,
  bones: ModelBones,
  finder: BoneFinder,
): StudioIkChainFile[] {
  return ikChains.flatMap((chain): StudioIkChainFile[] => {
    const { name, knee, line } = chain;
    const end = finder.find(chain.bone, "$ikchain", line);
    if (end === undefined) return [];
    const links = [end];
    while (links.length < LINKS && bones.parent[links[0]] >= 0)
      links.unshift(bones.parent[links[0]]);
    return [
      {
        name,
        links: links.map((bone, i) => ({ bone, kneeDirection: i === 0 ? (knee ?? NONE) : NONE })),
      },
    ];
  });
}

/** Builds the locks with an existing chain. Warns about others. */
export function buildIkLocks(
  locks: readonly QcIkLock[],
  chains: readonly StudioIkChainFile[],
  command: string,
  report: QcReport,
): StudioIkLockFile[] {
  return locks.flatMap(({ chain, positionWeight, rotationWeight, line }) => {
    const row = findChain(chains, chain);
    if (row >= 0) return [{ chain: row, positionWeight, localQuaternionWeight: rotationWeight }];
    report.warn(`line ${line}: there is no $ikchain "${chain}" for ${command}, which is left out`);
    return [];
  });
}

/** Returns the row of a chain; -1 if it is missing. */
function findChain(chains: readonly StudioIkChainFile[], name: string): number {
  const wanted = name.toLowerCase();
  return chains.findIndex((chain) => chain.name.toLowerCase() === wanted);
}

/** Lookup of the names that a sequence uses. */
export interface SequenceNames {
  readonly ikChains: readonly StudioIkChainFile[];
  /** Rows by names in lower case. */
  readonly sequences: ReadonlyMap<string, number>;
  readonly poseParameters: ReadonlyMap<string, number>;
  /** Returns the node's row from 1 on; 0 if none. */
  nodeOf(name: string): number;
}

/**
 * Builds a sequence's extras. Frames become fractions of the cycle. Leaves out a layer of a missing
 * sequence, with a warning.
 * @param frameCount frames of its first animation
 * @throws FormatError "QC" for a missing pose parameter
 */
export function buildSequenceExtras(
  sequence: QcSequence,
  frameCount: number,
  names: SequenceNames,
  report: QcReport,
): StudioSequenceExtras {
  const { events, ikLocks, transition, cyclePose, line } = sequence;
  return {
    events: events.map((event) => buildEvent(event, frameCount)),
    layers: buildLayers(sequence, frameCount, names, report),
    ikLocks: buildIkLocks(ikLocks, names.ikChains, "iklock", report),
    activityModifiers: sequence.activityModifiers,
    cyclePose: cyclePose === "" ? 0 : findParameter(names, cyclePose, "posecycle", line),
    keyValues: storeKeyValues(sequence.keyValues),
    entryNode: names.nodeOf(transition.entry),
    exitNode: names.nodeOf(transition.exit),
    isReversible: transition.isReversible,
  };
}

/** Whether the sequence has a local layer, which sets a flag of the sequence. */
export function hasLocalLayer({ layers }: QcSequence): boolean {
  return layers.some(({ flags }) => (flags & LAYER_LOCAL) !== 0);
}

function buildEvent({ name, frame, options }: QcEvent, frameCount: number): StudioEventFile {
  const isNumber = /^\d+$/.test(name) && Number(name) <= 0x7fffffff;
  return {
    cycle: partOf(frame, frameCount),
    event: isNumber ? Number(name) : 0,
    name: isNumber ? "" : name,
    options,
  };
}

function buildLayers(
  { layers }: QcSequence,
  frameCount: number,
  names: SequenceNames,
  report: QcReport,
): StudioLayerFile[] {
  return layers.flatMap(({ sequence, span, poseParameter, flags, line }): StudioLayerFile[] => {
    const row = names.sequences.get(sequence.toLowerCase());
    if (row === undefined) {
      report.warn(
        `line ${line}: there is no sequence "${sequence}" for a layer, which is left out`,
      );
      return [];
    }
    if (span === null) return [{ sequence: row, poseParameter: 0, flags, span: [0, 0, 0, 0] }];
    if (poseParameter !== "") {
      const parameter = findParameter(names, poseParameter, "blendlayer", line);
      return [{ sequence: row, poseParameter: parameter, flags: flags | LAYER_POSE, span }];
    }
    const [start, peak, tail, end] = span.map((frame) => partOf(frame, frameCount));
    return [{ sequence: row, poseParameter: 0, flags, span: [start, peak, tail, end] }];
  });
}

/** Returns a frame as a fraction of the cycle; 0 for a single frame. */
function partOf(frame: number, frameCount: number): number {
  return frameCount > 1 ? frame / (frameCount - 1) : 0;
}

function findParameter(names: SequenceNames, name: string, where: string, line: number): number {
  const row = names.poseParameters.get(name.toLowerCase());
  if (row !== undefined) return row;
  throw qcError("mismatch", where, line, "a $poseparameter", name);
}

const [TOUCH, GROUND, ATTACHMENT] = ["self", "ground", "attachment"].map((name) =>
  IK_RULE_TYPES.indexOf(name as (typeof IK_RULE_TYPES)[number]),
);
/** Most cycles that a rule may span. It may continue past its animation's end once. */
const MAX_ROUNDS = 2;

/**
 * Builds the rules of an animation, with the pose of each chain's end relative to its target. Not
 * possible for additive animations. Leaves out rules with missing chains or bones, with a warning.
 */
export function buildIkRules(
  rules: readonly QcIkRule[],
  animation: StudioAnimationFile,
  bones: ModelBones,
  chains: readonly StudioIkChainFile[],
  report: QcReport,
): StudioIkRuleFile[] {
  return rules.flatMap((rule): StudioIkRuleFile[] => {
    const { line } = rule;
    const chain = findChain(chains, rule.chain);
    const named = rule.type === TOUCH ? rule.target : rule.bone;
    const bone = named === "" ? -1 : (bones.find(named) ?? null);
    if (chain < 0 || bone === null) {
      const lacking = chain < 0 ? `$ikchain "${rule.chain}"` : `bone "${named}"`;
      report.warn(`line ${line}: there is no ${lacking} for ikrule, which is left out`);
      return [];
    }
    const most = (animation.frameCount - 1) * MAX_ROUNDS;
    const last = Math.min(animation.frameCount - 1, most);
    const range = (rule.range ?? [0, 0, last, last]).map((frame) =>
      frame === Number.POSITIVE_INFINITY ? last : frame,
    );
    const contact = rule.contact ?? range[1];
    const end = chains[chain].links.at(-1)!.bone;
    const frames = { first: clamp(range[0], most), last: clamp(range[3], most) };
    const held = hold(
      { ...rule, bone, end, contact: clamp(contact, most) },
      animation,
      bones,
      frames,
    );
    const [start, peak, tail, over] = range.map((frame) => partOf(frame, animation.frameCount));
    return [
      {
        type: rule.type,
        chain,
        bone,
        slot: rule.slot ?? chain,
        height: rule.height ?? 0,
        radius: rule.radius ?? 0,
        floor: rule.floor ?? 0,
        ...held,
        span: [start, peak, tail, over],
        contact: partOf(contact, animation.frameCount),
        attachment: rule.type === ATTACHMENT ? rule.target : "",
      },
    ];
  });
}

const clamp = (frame: number, most: number): number =>
  Math.max(0, Math.min(Math.round(frame), most));

type Held = Pick<StudioIkRuleFile, "position" | "quaternion" | "track">;

interface HoldRule {
  readonly type: number;
  readonly bone: number;
  readonly end: number;
  readonly contact: number;
  readonly floor: number | null;
}

function hold(
  rule: HoldRule,
  animation: StudioAnimationFile,
  bones: ModelBones,
  frames: { readonly first: number; readonly last: number },
): Held {
  const none: Held = { position: [0, 0, 0], quaternion: [0, 0, 0, 0], track: null };
  const isAdded = (animation.flags & STUDIO_DELTA) !== 0;
  if (isAdded || ![TOUCH, GROUND, ATTACHMENT].includes(rule.type)) return none;
  const reference = rule.type === TOUCH ? null : referenceOf(rule, animation, bones);
  const count = Math.max(0, frames.last - frames.first + 1);
  const position = new Float32Array(count * 3);
  const quaternion = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    const frame = frames.first + i;
    const from = reference?.(frame) ?? worldOf(animation, bones, rule.bone, frame);
    const seen = multiplyPoses(invertPose(from), worldOf(animation, bones, rule.end, frame));
    position.set([seen[3], seen[7], seen[11]], i * 3);
    quaternion.set(turnOf(seen), i * 4);
  }
  const track = { firstFrame: frames.first, position, quaternion };
  if (rule.type === TOUCH) return { ...none, track };
  const at = reference!(rule.contact);
  return { position: [at[3], at[7], at[11]], quaternion: turnOf(at), track };
}

/**
 * Returns by frame the target's pose: where a foot stands on the ground at contact, upright, or the
 * attachment's pose.
 */
function referenceOf(
  { type, bone, end, contact, floor }: HoldRule,
  animation: StudioAnimationFile,
  bones: ModelBones,
): (frame: number) => Pose {
  const held = worldOf(animation, bones, type === ATTACHMENT && bone >= 0 ? bone : end, contact);
  if (type === ATTACHMENT) return () => held;
  const foot = placeAt([held[3], held[7], floor ?? 0], 0);
  const moved = multiplyPoses(wayAt(animation, contact), foot);
  // The ground stays fixed while the model moves.
  return (frame) => multiplyPoses(invertPose(wayAt(animation, frame)), moved);
}

/** Returns the pose of the whole model at a frame. A looping animation continues from its end. */
function wayAt({ flags, frameCount, movements = [] }: StudioAnimationFile, frame: number): Pose {
  const last = frameCount - 1;
  if ((flags & STUDIO_LOOPING) === 0 || frame < last || last === 0) {
    return movementPose(movements, frame);
  }
  let way = movementPose(movements, frame % last);
  const round = movementPose(movements, last);
  for (let done = last; done <= frame; done += last) way = multiplyPoses(round, way);
  return way;
}

/** Returns a bone's pose in model space; bone -1 is the model. Looping animations wrap around. */
function worldOf(
  { flags, frameCount, position, rotation }: StudioAnimationFile,
  bones: ModelBones,
  bone: number,
  frame: number,
): Pose {
  const isRound = (flags & STUDIO_LOOPING) !== 0 && frameCount > 1;
  const own = frame < frameCount ? frame : isRound ? frame % (frameCount - 1) : frameCount - 1;
  let pose = placeAt([0, 0, 0], 0);
  for (let row = bone; row >= 0; row = bones.parent[row]) {
    const at = (own * bones.count + row) * 3;
    pose = multiplyPoses(createPose(rotation, at, position, at, 1), pose);
  }
  return pose;
}

function turnOf(pose: Pose): [number, number, number, number] {
  const angles = new Float64Array(3);
  const out = new Float64Array(4);
  writeEuler(angles, 0, pose);
  writeQuaternionFromEuler(out, 0, angles[0], angles[1], angles[2]);
  return [out[0], out[1], out[2], out[3]];
}
