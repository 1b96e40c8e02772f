import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import type {
  AnimationRules,
  AutoLayer,
  BlendAxis,
  LocalHierarchy,
  MdlIkRule,
  MdlSequence,
} from "../../formats/studio/animation/animation-types.ts";
import type { MotionFrames, MotionInfo, Motions } from "../studio-model.ts";
import { cutLayers } from "./cut-layers.ts";
import {
  type MasterRows,
  mergeAttachments,
  mergeIkLocks,
  mergeKnees,
  mergeNames,
  mergePoseParameters,
} from "./merge-tables.ts";
import { type BoneMap, type MotionGroup, mapBones, readFrames } from "./motion-group.ts";

/** `STUDIO_OVERRIDE`: a sequence that only says that there is one of its name in another model. */
const STUDIO_OVERRIDE = 0x800;
/** Of a rule that is held to a bone that the main model lacks: it holds nothing. */
const NO_CHAIN = -1;

/**
 * What a model plays: its own sequences and those of the models that it includes, as the engine's virtual
 * model (`studio_virtualmodel.cpp`) puts them together.
 * @param groups the model itself first, then what it includes, each before what that includes
 */
export function mergeMotions(groups: readonly MotionGroup[], diagnostics: Diagnostics): Motions {
  const main = groups[0].file.mdl.bones;
  const maps = groups.map(({ file }) => mapBones(main, file.mdl.bones));
  const poses = mergePoseParameters(groups);
  const animations = mergeNames(groups.map(({ file }) => file.infos.map(({ name }) => name)));
  const sequences = mergeNames(
    groups.map(({ file }) => file.sequences.map(({ name }) => name)),
    (group, row) => (groups[group].file.sequences[row].flags & STUDIO_OVERRIDE) !== 0,
  );
  const infos = animations.owner.map(({ group, row }): MotionInfo => groups[group].file.infos[row]);
  const weights = groups.map(({ file }, group) => moveWeights(maps[group], file.ledger));
  const moved = sequences.owner.map(({ group, row }): MdlSequence => {
    const sequence = groups[group].file.sequences[row];
    const poseRow = (of: number, pose: number) => poses.master[of][pose] ?? -1;
    return {
      ...sequence,
      blends: sequence.blends.map((animation) => animations.master[group][animation]),
      blendAxes: [
        moveAxis(sequence.blendAxes[0], (pose) => poseRow(group, pose)),
        moveAxis(sequence.blendAxes[1], (pose) => poseRow(group, pose)),
      ],
      boneWeights: weights[group](sequence.boneWeights),
      autoLayers: sequence.autoLayers.map((layer) =>
        moveLayer(layer, sequences, group, (of, pose) => poseRow(of, pose)),
      ),
      cyclePose: sequence.cyclePose < 0 ? -1 : poseRow(group, sequence.cyclePose),
    };
  });
  const decoded = new Array<MotionFrames | undefined>(infos.length);
  const rules = new Array<AnimationRules | undefined>(infos.length);
  return {
    sequences: cutLayers(moved, groups[0].path, diagnostics),
    animations: infos,
    poseParameters: poses.table,
    attachments: mergeAttachments(groups, maps),
    ikLocks: mergeIkLocks(groups),
    kneeDirection: mergeKnees(groups),
    frames(animation) {
      const { group, row } = animations.owner[animation];
      decoded[animation] ??= readFrames(groups[group], row, main, maps[group]);
      return decoded[animation];
    },
    rules(animation) {
      const { group, row } = animations.owner[animation];
      rules[animation] ??= moveRules(groups[group].file.readRules(row), maps[group]);
      return rules[animation];
    },
  };
}

/** Of a file's rows, those that they are in the whole. */
function moveRules({ ikRules, hierarchies }: AnimationRules, map: BoneMap): AnimationRules {
  return {
    ikRules: ikRules.map((rule) => moveRule(rule, map)),
    hierarchies: moveHierarchies(hierarchies, map),
  };
}

function moveRule(rule: MdlIkRule, { mainBone }: BoneMap): MdlIkRule {
  if (rule.bone < 0) return rule;
  const bone = mainBone[rule.bone] ?? -1;
  return bone < 0 ? { ...rule, bone, chain: NO_CHAIN } : { ...rule, bone };
}

/** Those of bones that the main model lacks, or that would follow such, are left out. */
function moveHierarchies(
  rows: readonly LocalHierarchy[],
  { mainBone, isSame }: BoneMap,
): readonly LocalHierarchy[] {
  if (isSame) return rows;
  return rows
    .filter(({ bone, parent }) => mainBone[bone] >= 0 && (parent < 0 || mainBone[parent] >= 0))
    .map((row) => ({
      ...row,
      bone: mainBone[row.bone],
      parent: row.parent < 0 ? -1 : mainBone[row.parent],
    }));
}

function moveAxis(axis: BlendAxis | null, poseRow: (pose: number) => number): BlendAxis | null {
  if (axis === null) return null;
  const poseParameter = poseRow(axis.poseParameter);
  return poseParameter < 0 ? null : { ...axis, poseParameter };
}

/** Lists that sequences share stay shared. */
function moveWeights({ groupBone, isSame }: BoneMap, ledger: Ledger) {
  const moved = new Map<Float32Array, Float32Array>();
  return (own: Float32Array): Float32Array => {
    const known = isSame ? own : moved.get(own);
    if (known !== undefined) return known;
    ledger.take("animationPoses", groupBone.length, "mstudioseqdesc_t.weightlistindex", "MDL");
    const list = Float32Array.from(groupBone, (bone) => (bone < 0 ? 0 : own[bone]));
    moved.set(own, list);
    return list;
  };
}

/** A span of a pose parameter is of one of the model that the layer is from. */
function moveLayer(
  layer: AutoLayer,
  { owner, master }: { owner: readonly { group: number }[]; master: MasterRows },
  group: number,
  poseRow: (group: number, pose: number) => number,
): AutoLayer {
  const sequence = master[group][layer.sequence];
  const { poseParameter } = layer;
  if (poseParameter < 0) return { ...layer, sequence };
  return { ...layer, sequence, poseParameter: poseRow(owner[sequence].group, poseParameter) };
}
