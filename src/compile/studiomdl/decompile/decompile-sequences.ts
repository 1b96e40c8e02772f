import {
  type MdlAnimation,
  type MdlAnimations,
  type MdlSequence,
  STUDIO_DELTA,
  STUDIO_LOOPING,
} from "../../../formats/studio/animation/animation-types.ts";
import type { PoseParameters } from "../../../formats/studio/rig/rig-types.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type {
  QcAnimation,
  QcBlendAxis,
  QcPoseParameter,
  QcSequence,
  QcWeightList,
} from "../qc/qc-types.ts";
import { plainName } from "./plain-name.ts";
import { shorten } from "./rig/shorten.ts";

/** `STUDIO_SNAP`, `STUDIO_AUTOPLAY`, `STUDIO_POST` */
const SNAP = 0x2;
const AUTOPLAY = 0x8;
const STUDIO_POST = 0x10;

export interface DecompiledSequences {
  readonly kept: readonly QcSequence[];
  readonly moves: readonly QcAnimation[];
  readonly weightLists: readonly QcWeightList[];
}

/**
 * Sequences as a script has them. The animations of one that is blended are `$animation` rows; most others have the SMD
 * of their only one. Reports what lies in an `.ani` file that was not given, which is left out.
 * @param addSmd writes an animation, and gives the name of its file
 */
export function decompileSequences(
  { animations, sequences }: MdlAnimations,
  addSmd: (name: string, animation: MdlAnimation) => string,
  parameters: PoseParameters | undefined,
  boneNames: readonly string[],
  report: QcReport,
): DecompiledSequences {
  const weightLists: QcWeightList[] = [];
  const moves: QcAnimation[] = [];
  const rows = new Map<number, string>();
  const nameOf = (row: number): string => {
    const known = rows.get(row);
    if (known !== undefined) return known;
    const { fps, flags } = animations[row];
    const taken = new Set(moves.map((move) => move.name.toLowerCase()));
    const stem = plainName(animations[row].name).replace(/^@/, "") || "move";
    let name = `a_${stem}`;
    for (let i = 2; taken.has(name.toLowerCase()); i++) name = `a_${stem}_${i}`;
    const file = addSmd(`anim_${name}`, animations[row]);
    const isLooping = (flags & STUDIO_LOOPING) !== 0;
    const delta = (flags & STUDIO_DELTA) === 0 ? null : "post";
    moves.push({ name, file, fps, isLooping, delta, frames: null, line: 1 });
    rows.set(row, name);
    return name;
  };

  const kept: QcSequence[] = [];
  for (const sequence of sequences) {
    const { name, activity, flags, blends, blendSize } = sequence;
    if (blends.some((row) => animations[row].isExternal)) {
      report.warn(`sequence "${name}" is left out: its .ani file is not there`);
      continue;
    }
    const first = animations[blends[0]];
    const isDelta = (flags & STUDIO_DELTA) !== 0;
    // Some play whole what is made to be added, among layers that are: then each says so for itself.
    const isPlain = blends.length === 1 && isDelta === ((first.flags & STUDIO_DELTA) !== 0);
    const files = !isPlain ? blends.map(nameOf) : [addSmd(`anim_${plainName(name)}`, first)];
    kept.push({
      name,
      file: files[0],
      fps: first.fps,
      isLooping: ((flags | first.flags) & STUDIO_LOOPING) !== 0,
      delta: isDelta ? ((flags & STUDIO_POST) !== 0 ? "post" : "pre") : null,
      frames: null,
      line: 1,
      activity,
      activityWeight: activity === "" ? 1 : sequence.activityWeight,
      fadeIn: shorten(sequence.fadeIn),
      fadeOut: shorten(sequence.fadeOut),
      isSnapping: (flags & SNAP) !== 0,
      isAutoplaying: (flags & AUTOPLAY) !== 0,
      others: files.slice(1),
      blendWidth: blendSize[0],
      blendAxes: listAxes(sequence, parameters),
      weightList: nameWeights(sequence.boneWeights, boneNames, weightLists),
    });
  }
  return { kept, moves, weightLists };
}

/** The name of a list of these weights, a new one where there is none yet; empty where all bones move whole. */
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
    return [{ poseParameter: name, start: shorten(axis.start), end: shorten(axis.end) }];
  });
}

export function decompileParameters(parameters: PoseParameters | undefined): QcPoseParameter[] {
  const { name, start, end, loop } = parameters ?? { name: [], start: [], end: [], loop: [] };
  return name.map((one, i) => ({
    name: one,
    start: shorten(start[i]),
    end: shorten(end[i]),
    loop: shorten(loop[i]),
  }));
}
