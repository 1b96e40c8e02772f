import type { StudioVertices } from "../../../formats/studio/types.ts";
import type { StudioHitBoxSetFile } from "../../../formats/studio/write/write-rig-types.ts";
import type { ModelBones } from "../collect-bones.ts";
import { measureHitboxes } from "../measure-boxes.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { Qc } from "../qc/qc-types.ts";
import { BoneFinder } from "./bone-finder.ts";

/** The sets of the script; without any, one of the boxes around each bone's vertices. */
export function buildHitBoxes(
  { hitBoxSets }: Qc,
  vertices: StudioVertices,
  bones: ModelBones,
  report: QcReport,
): StudioHitBoxSetFile[] {
  if (hitBoxSets.length === 0) {
    return [{ name: "default", boxes: measureHitboxes(vertices, bones) }];
  }
  const finder = new BoneFinder(bones, report);
  return hitBoxSets.map(({ name, boxes }) => ({
    name,
    boxes: boxes.flatMap(({ group, mins, maxs, name: own, bone, line }) => {
      const row = finder.find(bone, "$hbox", line);
      return row === undefined ? [] : [{ bone: row, group, mins, maxs, name: own }];
    }),
  }));
}
