import type { PropSet } from "../../../map/props.ts";
import type { StudioModel } from "../../../model/files/studio-model.ts";
import type { LineKind } from "./shown-lines.ts";

/**
 * Returns the kinds of lines shown for a model without triangles: vertices, or bones. If files are
 * missing, all that the others contain: bones and hulls, or for a single bone its hit boxes. Empty
 * if the model has triangles.
 */
export function bareKindsOf(
  { drawCount, vertexCount }: PropSet,
  model: StudioModel,
): readonly LineKind[] {
  if (drawCount > 0) return [];
  const { lacking, mdl, phy, rig } = model;
  const kinds: LineKind[] = vertexCount > 0 ? ["points"] : ["bones"];
  if (lacking.length === 0) return kinds;
  if (vertexCount > 0) kinds.push("bones");
  if (phy !== null) kinds.push("hulls");
  else if (mdl.bones.count === 1 && rig.hitBoxes.count > 0) kinds.push("hitBoxes");
  return kinds;
}
