import type { PropSet } from "../../../map/props.ts";
import type { StudioModel } from "../../../model/studio-model.ts";
import type { LineKind } from "./shown-lines.ts";

/**
 * The lines in place of triangles, where a model has none: its vertices, or its bones. Where files of it are missing,
 * all that its other files tell: bones, and hulls, or, of one bone, what it is hit by. Empty: it has triangles.
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
