/** Builds animations, sequences and transition nodes from a QC. */

import type { Ledger } from "../../../core/ledger.ts";
import type { Smd } from "../../../formats/smd/types.ts";
import {
  STUDIO_DELTA,
  STUDIO_LOOPING,
  STUDIO_OVERRIDE,
} from "../../../formats/studio/animation/animation-types.ts";
import type {
  StudioAnimationFile,
  StudioIkChainFile,
  StudioNodesFile,
  StudioSequenceFile,
} from "../../../formats/studio/write/write-types.ts";
import type { ModelBones } from "../collect-bones.ts";
import {
  createPose,
  identityPose,
  invertPose,
  multiplyPoses,
  type Pose,
  writeEuler,
} from "../pose-matrix.ts";
import type { SmdLibrary } from "../qc/load-sources.ts";
import { SEQUENCE_CYCLE_POSE, SEQUENCE_LOCAL, SEQUENCE_POST } from "../qc/motion/motion-types.ts";
import { type QcReport, qcError } from "../qc/qc-statements.ts";
import type { Qc, QcAnimation, QcBox, QcSequence, QcWeightList } from "../qc/qc-types.ts";
import {
  buildIkRules,
  buildSequenceExtras,
  hasLocalLayer,
  type SequenceNames,
} from "./build-ik.ts";
import { extractMovements } from "./extract-movements.ts";
import { listSequences } from "./list-sequences.ts";

interface AnimationTarget {
  readonly bones: ModelBones;
  /** `$scale` */
  readonly scale: number;
  readonly modelFromSmd: Pose;
  readonly ledger: Ledger;
}

/**
 * Converts an SMD's frames to poses of the model's bones. Bones missing in the SMD keep their bind
 * pose. `modelFromSmd` transforms the roots, except in additive animations.
 * @throws FormatError "QC" for a range without frames, and for too many poses (`compiledPoses`)
 */
function buildAnimation(
  qc: QcAnimation,
  name: string,
  smd: Smd,
  { bones, scale, modelFromSmd, ledger }: AnimationTarget,
): StudioAnimationFile {
  const { skeleton } = smd;
  const frames = pickFrames(qc, smd);
  ledger.take("compiledPoses", frames.length * Math.max(1, bones.count), name, "QC");
  const nodeOf = bones.name.map((bone) => findNode(smd, bone));
  const position = new Float32Array(frames.length * bones.count * 3);
  const rotation = new Float32Array(frames.length * bones.count * 3);
  for (let i = 0; i < frames.length; i++) {
    const base = frames[i] * smd.nodes.count;
    const local: Pose[] = [];
    for (let node = 0; node < smd.nodes.count; node++) {
      const at = (base + node) * 3;
      local.push(createPose(skeleton.rotation, at, skeleton.position, at, scale));
    }
    for (let bone = 0; bone < bones.count; bone++) {
      const isRoot = bones.parent[bone] < 0;
      let placed: Pose;
      if (qc.delta !== null) placed = local[nodeOf[bone]] ?? STILL;
      else {
        placed = poseOf(smd, local, nodeOf, bones, bone);
        if (isRoot) placed = multiplyPoses(modelFromSmd, placed);
      }
      const at = (i * bones.count + bone) * 3;
      writeEuler(rotation, at, placed);
      position.set([placed[3], placed[7], placed[11]], at);
    }
  }
  return {
    name,
    fps: qc.fps,
    flags: animationFlags(qc),
    frameCount: frames.length,
    position,
    rotation,
  };
}

/** Returns the `STUDIO_*` bits of a script's animation. */
function animationFlags({ isLooping, delta }: QcAnimation): number {
  return (isLooping ? STUDIO_LOOPING : 0) | (delta === null ? 0 : STUDIO_DELTA);
}

/** Pose that an additive animation adds for bones it does not contain. */
const STILL = identityPose();

/** Returns the rows of the frames that the script selects. */
function pickFrames(qc: QcAnimation, { skeleton }: Smd): number[] {
  const [first, last] = qc.frames ?? [-Infinity, Infinity];
  const rows: number[] = [];
  for (let row = 0; row < skeleton.frameCount; row++) {
    if (skeleton.time[row] >= first && skeleton.time[row] <= last) rows.push(row);
  }
  if (rows.length > 0) return rows;
  const expected = `frames from ${first} to ${last} in "${qc.file}"`;
  throw qcError("bad-value", "$sequence", qc.line, expected, "none");
}

function findNode({ nodes }: Smd, bone: string): number {
  const wanted = bone.toLowerCase();
  return nodes.name.findIndex((name) => name.toLowerCase() === wanted);
}

/** Returns a bone's pose relative to its parent in the model. */
function poseOf(
  { nodes }: Smd,
  local: readonly Pose[],
  nodeOf: readonly number[],
  bones: ModelBones,
  bone: number,
): Pose {
  const node = nodeOf[bone];
  if (node < 0) return bones.local[bone];
  const parent = bones.parent[bone];
  const parentNode = parent < 0 ? -1 : nodeOf[parent];
  if (nodes.parent[node] === parentNode) return local[node];
  // The SMD has another parent: computes the pose from both world poses in the SMD.
  const own = worldOf(nodes.parent, local, node);
  if (parentNode >= 0) {
    return multiplyPoses(invertPose(worldOf(nodes.parent, local, parentNode)), own);
  }
  return parent < 0 ? own : multiplyPoses(invertPose(bones.world[parent]), own);
}

function worldOf(parents: Int32Array, local: readonly Pose[], node: number): Pose {
  let pose = local[node];
  for (let at = parents[node]; at >= 0; at = parents[at]) pose = multiplyPoses(local[at], pose);
  return pose;
}

/** Most nodes. Rows are bytes, and 0 means none. */
const MAX_NODES = 0xff;

/**
 * Builds the nodes in the order of their first use by sequences, with the next node on the path
 * between each two.
 */
function buildNodes(sequences: readonly QcSequence[]): {
  readonly nodes: StudioNodesFile;
  /** Returns the row from 1 on; 0 if none. */
  rowOf(name: string): number;
} {
  const rows = new Map<string, number>();
  const names: string[] = [];
  const rowOf = (name: string) => (name === "" ? 0 : (rows.get(name.toLowerCase()) ?? 0));
  for (const { transition, line } of sequences) {
    for (const name of [transition.entry, transition.exit]) {
      if (name === "" || rowOf(name) !== 0) continue;
      rows.set(name.toLowerCase(), names.push(name));
      if (names.length <= MAX_NODES) continue;
      throw qcError("bad-count", "node", line, `at most ${MAX_NODES} nodes`, `${names.length}`);
    }
  }
  const count = names.length;
  const ways = Array.from({ length: count }, () => new Set<number>());
  for (const { transition } of sequences) {
    const [from, to] = [rowOf(transition.entry), rowOf(transition.exit)];
    if (from === 0 || to === 0 || from === to) continue;
    ways[from - 1].add(to - 1);
    if (transition.isReversible) ways[to - 1].add(from - 1);
  }
  const next = new Uint8Array(count * count);
  for (let from = 0; from < count; from++) walk(ways, from, next.subarray(from * count));
  return { nodes: { names, next }, rowOf };
}

/** Writes the first step of a shortest path to each node. */
function walk(ways: readonly ReadonlySet<number>[], from: number, next: Uint8Array): void {
  const queue = [...ways[from]];
  for (const to of queue) next[to] = to + 1;
  for (let i = 0; i < queue.length; i++) {
    for (const to of ways[queue[i]]) {
      if (to === from || next[to] !== 0) continue;
      next[to] = next[queue[i]];
      queue.push(to);
    }
  }
}

/**
 * Returns the weight of each bone in a sequence: 1, or the one in its `$weightlist`. A bone missing
 * in the list has its parent's weight, a root 0.
 * @throws FormatError "QC" if the list is missing
 */
function weighBones(
  { weightList, line }: QcSequence,
  lists: readonly QcWeightList[],
  bones: ModelBones,
  report: QcReport,
): Float32Array {
  const weights = new Float32Array(bones.count).fill(1);
  if (weightList === "") return weights;
  const list = lists.find(({ name }) => name.toLowerCase() === weightList.toLowerCase());
  if (!list) throw qcError("mismatch", "weightlist", line, "a $weightlist", weightList);
  const given = new Map<number, number>();
  for (const { bone, weight } of list.weights) {
    const row = bones.find(bone);
    if (row !== undefined) given.set(row, weight);
    else report.warn(`line ${list.line}: no bone "${bone}" of $weightlist "${list.name}"`);
  }
  // Parents precede their children.
  for (let bone = 0; bone < bones.count; bone++) {
    const parent = bones.parent[bone];
    weights[bone] = given.get(bone) ?? (parent < 0 ? 0 : weights[parent]);
  }
  return weights;
}

/** Inputs for building a script's motions. */
export interface MotionSurroundings {
  readonly library: SmdLibrary;
  readonly bones: ModelBones;
  /** Transform from SMD space to model space. */
  readonly turn: Pose;
  readonly ikChains: readonly StudioIkChainFile[];
  /** Returns the box of the visible vertices in an animation. */
  measure(animation: StudioAnimationFile): QcBox;
  readonly report: QcReport;
  /** Budget for its poses. */
  readonly ledger: Ledger;
}

interface MotionContext extends MotionSurroundings {
  readonly qc: Qc;
  /** Poses of files that several sequences share, by the file and how it is used. */
  readonly shared: Map<Smd, Map<string, StudioAnimationFile>>;
}

const ORIGIN = [0, 0, 0] as const;
/** Box of a sequence that shows nothing, as the real compiler writes it: it contains no point. */
const [NO_MINS, NO_MAXS] = [[9999, 9999, 9999] as const, [-9999, -9999, -9999] as const];

/** Builds animations, sequences, and the poses at which those start and end. */
export function buildMotions(
  qc: Qc,
  surroundings: MotionSurroundings,
): {
  animations: StudioAnimationFile[];
  sequences: StudioSequenceFile[];
  nodes: StudioNodesFile;
} {
  const { measure, ikChains } = surroundings;
  const context: MotionContext = { ...surroundings, qc, shared: new Map() };
  const boxes = new Map<Float32Array, QcBox>();
  const animations = qc.animations.map((row) => build(row, "$animation", row.name, context));
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
      // Only the first blend has the movements of the whole model and the IK rules.
      const own = i === 0 ? sequence : { ...sequence, walkFrames: [], ikRules: [] };
      const built = build({ ...own, file }, "$sequence", name, context);
      return animations.push(built) - 1;
    });
    const first = animations[blends[0]];
    // An additive sequence has no separate box.
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
  source: QcAnimation,
  command: string,
  name: string,
  { qc, library, bones, turn, ikChains, report, ledger, shared }: MotionContext,
): StudioAnimationFile {
  // Static props have the rotation in their vertices, and their single bone never moves.
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
  const target = { bones, scale: qc.scale, modelFromSmd: rootTurn, ledger };
  const whole = buildAnimation(source, name, smd, target);
  if (qc.isStaticProp) return holdStill(whole);
  const roots = Array.from(bones.parent.keys()).filter((row) => bones.parent[row] < 0);
  const animation = extractMovements(whole, source.walkFrames, roots, bones.count);
  const ikRules = buildIkRules(source.ikRules, animation, bones, ikChains, report);
  const built = { ...animation, ikRules };
  if (isPlain) known.set(key, built);
  return built;
}

/** Returns a static prop's animation: one frame without motion. */
function holdStill(animation: StudioAnimationFile): StudioAnimationFile {
  const still = new Float32Array(3);
  return { ...animation, frameCount: 1, position: still, rotation: still };
}
