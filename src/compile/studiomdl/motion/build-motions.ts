import type { Ledger } from "../../../core/ledger.ts";
import type { Smd } from "../../../formats/smd/types.ts";
import {
  STUDIO_DELTA,
  STUDIO_LOOPING,
  STUDIO_OVERRIDE,
} from "../../../formats/studio/animation/animation-types.ts";
import type { StudioNodesFile } from "../../../formats/studio/write/write-motion-types.ts";
import type { StudioIkChainFile } from "../../../formats/studio/write/write-rig-types.ts";
import type {
  StudioAnimationFile,
  StudioSequenceFile,
} from "../../../formats/studio/write/write-types.ts";
import { animationFlags, buildAnimation } from "../build-animations.ts";
import type { ModelBones } from "../collect-bones.ts";
import { identityPose, type Pose } from "../pose-matrix.ts";
import type { SmdLibrary } from "../qc/load-sources.ts";
import { SEQUENCE_CYCLE_POSE, SEQUENCE_LOCAL, SEQUENCE_POST } from "../qc/motion/motion-flags.ts";
import { type QcReport, qcError } from "../qc/qc-statements.ts";
import type { Qc, QcAnimation, QcBox, QcSequence } from "../qc/qc-types.ts";
import { weighBones } from "../weigh-bones.ts";
import { buildIkRules } from "./build-ik-rules.ts";
import { buildNodes } from "./build-nodes.ts";
import { buildSequenceExtras, hasLocalLayer, type SequenceNames } from "./build-sequence-extras.ts";
import { extractMovements } from "./extract-movements.ts";
import { listSequences } from "./list-sequences.ts";

/** What a script's motions are made with. */
export interface MotionSurroundings {
  readonly library: SmdLibrary;
  readonly bones: ModelBones;
  /** From the space of the SMDs to the model's. */
  readonly turn: Pose;
  readonly ikChains: readonly StudioIkChainFile[];
  /** The box around what an animation shows. */
  measure(animation: StudioAnimationFile): QcBox;
  readonly report: QcReport;
  /** What its poses are drawn from. */
  readonly ledger: Ledger;
}

/** Poses of files that several sequences play alike, by the file and how it is taken. */
type SharedPoses = Map<Smd, Map<string, StudioAnimationFile>>;

const ORIGIN = [0, 0, 0] as const;
/** Box of a sequence that shows nothing, as the real compiler writes it: no point is inside. */
const [NO_MINS, NO_MAXS] = [[9999, 9999, 9999] as const, [-9999, -9999, -9999] as const];

/** Animations, sequences, and the poses that those lead from and to. */
export function buildMotions(
  qc: Qc,
  surroundings: MotionSurroundings,
): {
  animations: StudioAnimationFile[];
  sequences: StudioSequenceFile[];
  nodes: StudioNodesFile;
} {
  const { measure, ikChains } = surroundings;
  const shared: SharedPoses = new Map();
  const boxes = new Map<Float32Array, QcBox>();
  const animations = qc.animations.map((row) =>
    build(qc, row, "$animation", row.name, surroundings, shared),
  );
  const named = new Map(qc.animations.map(({ name }, i) => [name.toLowerCase(), i]));
  const list = listSequences(qc);
  const declared = listDeclared(qc, list);
  const { nodes, rowOf } = buildNodes(list);
  const names: SequenceNames = {
    ikChains,
    sequences: rowsOf([...list, ...declared]),
    poseParameters: rowsOf(qc.poseParameters),
    nodeOf: rowOf,
  };
  const sequences = list.map((sequence): StudioSequenceFile => {
    const blends = [sequence.file, ...sequence.others].map((file, i) => {
      const known = named.get(file.toLowerCase());
      if (known !== undefined) return known;
      const name = i === 0 ? `@${sequence.name}` : `@${sequence.name}_${i}`;
      // What is said of the whole model, and of feet, is of the first.
      const own = i === 0 ? sequence : { ...sequence, walkFrames: [], ikRules: [] };
      const built = build(qc, { ...own, file }, "$sequence", name, surroundings, shared);
      return animations.push(built) - 1;
    });
    const first = animations[blends[0]];
    // What is added has no place of its own.
    const isAdded = sequence.delta !== null || (first.flags & STUDIO_DELTA) !== 0;
    const measured = isAdded ? undefined : (boxes.get(first.position) ?? measure(first));
    if (measured !== undefined) boxes.set(first.position, measured);
    const [mins, maxs] = measured ?? [ORIGIN, ORIGIN];
    const { name, activity, activityWeight, fadeIn, fadeOut, blendWidth } = sequence;
    const blendAxes = sequence.blendAxes.map(({ poseParameter, start, end }) => {
      const found = names.poseParameters.get(poseParameter.toLowerCase());
      if (found !== undefined) return { poseParameter: found, start, end };
      throw qcError("mismatch", "blend", sequence.line, "a $poseparameter", poseParameter);
    });
    const boneWeights = weighBones(
      sequence,
      qc.weightLists,
      surroundings.bones,
      surroundings.report,
    );
    const grid = { animations: blends, blendWidth, blendAxes, boneWeights };
    const flags = flagsOf(sequence, first);
    const extras = buildSequenceExtras(sequence, first.frameCount, names, surroundings.report);
    return { name, activity, activityWeight, flags, mins, maxs, ...grid, fadeIn, fadeOut, extras };
  });
  const { count } = surroundings.bones;
  const empty = declared.map(({ name }) => declareSequence(name, count));
  return { animations, sequences: [...sequences, ...empty], nodes };
}

/** Returns each declared name once, without those that a `$sequence` of the script defines. */
function listDeclared(qc: Qc, list: readonly QcSequence[]): readonly { readonly name: string }[] {
  const taken = new Set(list.map(({ name }) => name.toLowerCase()));
  const declared: { readonly name: string }[] = [];
  for (const name of qc.declaredSequences) {
    const key = name.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    declared.push({ name });
  }
  return declared;
}

/** Returns the empty row of a `$declaresequence`. */
function declareSequence(name: string, boneCount: number): StudioSequenceFile {
  return {
    ...{ name, activity: "", activityWeight: 0, flags: STUDIO_OVERRIDE },
    ...{ mins: NO_MINS, maxs: NO_MAXS, animations: [], blendWidth: 0, blendAxes: [] },
    ...{ fadeIn: 0, fadeOut: 0, boneWeights: new Float32Array(boneCount) },
  };
}

function rowsOf(rows: readonly { readonly name: string }[]): Map<string, number> {
  const found = new Map<string, number>();
  rows.forEach(({ name }, row) => {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), row);
  });
  return found;
}

function flagsOf(sequence: QcSequence, first: StudioAnimationFile): number {
  let flags = (sequence.isLooping ? STUDIO_LOOPING : first.flags) & ~STUDIO_DELTA;
  flags |= sequence.flags;
  if (sequence.delta !== null) flags |= STUDIO_DELTA;
  if (sequence.delta === "post") flags |= SEQUENCE_POST;
  if (sequence.cyclePose !== "") flags |= SEQUENCE_CYCLE_POSE;
  return hasLocalLayer(sequence) ? flags | SEQUENCE_LOCAL : flags;
}

function build(
  qc: Qc,
  source: QcAnimation,
  command: string,
  name: string,
  { library, bones, turn, ikChains, report, ledger }: MotionSurroundings,
  shared: SharedPoses,
): StudioAnimationFile {
  // Static props have the turn in their vertices, and their one bone never moves.
  const rootTurn = qc.isStaticProp ? identityPose() : turn;
  const smd = library.load(source.file, command, source.line);
  const { walkFrames, ikRules: rules, frames, delta } = source;
  const isPlain = walkFrames.length === 0 && rules.length === 0;
  const known = shared.get(smd) ?? new Map<string, StudioAnimationFile>();
  shared.set(smd, known);
  const key = JSON.stringify([frames, delta !== null]);
  const same = isPlain ? known.get(key) : undefined;
  if (same !== undefined) {
    ledger.take("compiledPoses", same.frameCount * Math.max(1, bones.count), name, "QC");
    return { ...same, name, fps: source.fps, flags: animationFlags(source) };
  }
  const whole = buildAnimation(source, name, smd, bones, qc.scale, rootTurn, ledger);
  if (qc.isStaticProp) return holdStill(whole);
  const roots = Array.from(bones.parent.keys()).filter((row) => bones.parent[row] < 0);
  const animation = extractMovements(whole, source.walkFrames, roots, bones.count);
  const ikRules = buildIkRules(source.ikRules, animation, bones, ikChains, report);
  const built = { ...animation, ikRules };
  if (isPlain) known.set(key, built);
  return built;
}

/** A static prop's animation has one frame in which nothing moves. */
function holdStill(animation: StudioAnimationFile): StudioAnimationFile {
  const still = new Float32Array(3);
  return { ...animation, frameCount: 1, position: still, rotation: still };
}
