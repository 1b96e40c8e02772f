import type { ModelBones } from "./collect-bones.ts";
import { type QcReport, qcError } from "./qc/qc-statements.ts";
import type { QcSequence, QcWeightList } from "./qc/qc-types.ts";

/**
 * How much of each bone a sequence moves: all, or what its `$weightlist` says. A bone that the list does not
 * name has its parent's weight, and a root 0.
 * @throws FormatError "QC" for a list that the script lacks
 */
export function weighBones(
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
  // Parents stand before their children.
  for (let bone = 0; bone < bones.count; bone++) {
    const parent = bones.parent[bone];
    weights[bone] = given.get(bone) ?? (parent < 0 ? 0 : weights[parent]);
  }
  return weights;
}
