/** Error for a map that is open to the void, with the path of the leak as a point file. */

import { FormatError } from "../../../core/errors.ts";
import type { VmfEntity } from "../../../formats/vmf/types.ts";
import { windingCenter } from "../../../math/winding.ts";
import { across, type Portal, type TreeNode } from "./tree.ts";

export class LeakError extends FormatError {
  /** Path in inches, 3 a point: from outside the map through its holes to the entity. */
  readonly points: Float64Array;

  constructor(entity: VmfEntity, points: Float64Array) {
    const name = entity.get("classname") ?? "entity";
    super({
      format: "VMF",
      code: "bad-value",
      where: name,
      offset: 0,
      line: entity.line,
      expected: "a map sealed against the void",
      found: `a leak to ${name} at (${entity.get("origin")})`,
    });
    this.points = points;
  }
}

/** Returns the text of a `.lin` file, one point a line, which editors load to draw the leak. */
export function writePointFile(points: Float64Array): string {
  let text = "";
  for (let i = 0; i < points.length; i += 3) {
    text += `${[0, 1, 2].map((axis) => points[i + axis].toFixed(6)).join(" ")}\n`;
  }
  return text;
}

/**
 * Returns the path from the outside along falling `occupied`: through the fewest portals to the
 * nearest entity.
 */
export function findLeakPath(outside: TreeNode, origins: ReadonlyMap<TreeNode, VmfEntity>) {
  const points: number[] = [];
  const center = new Float64Array(3);
  let node = outside;
  while (node.occupied > 1) {
    let nearest: Portal | null = null;
    for (const portal of node.portals) {
      const { occupied } = across(portal, node);
      if (occupied === 0 || occupied >= node.occupied) continue;
      if (!nearest || occupied < across(nearest, node).occupied) nearest = portal;
    }
    if (!nearest) break;
    points.push(...windingCenter(nearest.winding, center));
    node = across(nearest, node);
  }
  const entity = origins.get(node);
  return { entity, points };
}
