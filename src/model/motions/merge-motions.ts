import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import type {
  AutoLayer,
  BlendAxis,
  MdlSequence,
} from "../../formats/studio/animation/animation-types.ts";
import type { ModelFiles } from "../files/model-files.ts";
import { STUDIO_OVERRIDE } from "../pose/sequence-flags.ts";
import type { MotionInfo, Motions } from "../studio-model.ts";
import { BlockFiles, type WantedBlocks } from "./block-files.ts";
import { cutLayers } from "./cut-layers.ts";
import { DecodedMotions } from "./decoded-motions.ts";
import {
  type MasterRows,
  mergeAttachments,
  mergeIkLocks,
  mergeKnees,
  mergeNames,
  mergePoseParameters,
} from "./merge-tables.ts";
import { type BoneMap, type MotionGroup, mapBones } from "./motion-group.ts";

/**
 * What a model plays: its own sequences and those of the models that it includes, as the engine's virtual
 * model (`studio_virtualmodel.cpp`) puts them together.
 * @param groups the model itself first, then what it includes, each before what that includes
 * @param files where their `.ani` files are
 */
export function mergeMotions(
  groups: readonly MotionGroup[],
  files: ModelFiles,
  diagnostics: Diagnostics,
): Motions {
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
  const cut = cutLayers(moved, groups[0].path, diagnostics);
  const decoded = new DecodedMotions(groups, maps, animations.owner);
  const blocks = new BlockFiles(files, diagnostics);
  return {
    sequences: cut,
    animations: infos,
    poseParameters: poses.table,
    attachments: mergeAttachments(groups, maps),
    ikLocks: mergeIkLocks(groups),
    kneeDirection: mergeKnees(groups),
    frames: (animation) => decoded.frames(animation),
    rules: (animation) => decoded.rules(animation),
    handOver: () => decoded.handOver(),
    take: (poses) => decoded.take(poses),
    readBlocks(rows) {
      const wanted =
        rows === undefined
          ? groups.map((group) => ({ group, animations: null }))
          : listBlocks(rows, cut, decoded);
      return blocks.read(wanted, (read) => {
        for (const { message } of decoded.refresh(read)) {
          const path = groups[0].path;
          diagnostics.warn("unreadable-model", path, `What plays is but a few poses: ${message}`);
        }
      });
    },
  };
}

/** What sequences play of `.ani` files, with what plays over them. */
function listBlocks(
  rows: readonly number[],
  sequences: readonly MdlSequence[],
  decoded: DecodedMotions,
): WantedBlocks[] {
  const found = new Map<MotionGroup, number[]>();
  const seen = new Set<number>();
  const visit = (row: number): void => {
    if (seen.has(row) || sequences[row] === undefined) return;
    seen.add(row);
    const { blends, autoLayers } = sequences[row];
    for (const animation of blends) {
      const place = decoded.placeOutside(animation);
      if (place === null) continue;
      const rows = found.get(place.group) ?? [];
      rows.push(place.row);
      found.set(place.group, rows);
    }
    for (const { sequence } of autoLayers) visit(sequence);
  };
  for (const row of rows) visit(row);
  return Array.from(found, ([group, animations]) => ({ group, animations }));
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
