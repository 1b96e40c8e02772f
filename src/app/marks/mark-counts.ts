/** Counts what a map has of each mark. */

import { kindRow, MARKS } from "../../map/mark-kinds.ts";
import type { MarkAnswer, MarkGroup } from "../../map/mark-set.ts";

const LEAF = kindRow("leaf");

/**
 * Returns the number of shapes for each mark of a group, by the mark's name. Marks that draw leafs
 * count all of the map's, although the camera chooses the drawn ones.
 */
export function countMarks(
  group: MarkGroup,
  { shapes, markers }: MarkAnswer,
): ReadonlyMap<string, number> {
  const ofKind = new Map<number, number>();
  for (let i = 0; i < shapes.count; i++) {
    ofKind.set(shapes.kind[i], (ofKind.get(shapes.kind[i]) ?? 0) + 1);
  }
  const counts = new Map<string, number>();
  for (const { name, group: own, kinds } of MARKS) {
    if (own !== group) continue;
    const ofShapes = kinds.reduce((sum, kind) => sum + (ofKind.get(kindRow(kind)) ?? 0), 0);
    counts.set(name, name === "entities" ? (markers?.count ?? 0) : ofShapes);
  }
  return counts;
}

/** Whether the camera chooses which of a mark's shapes are drawn, so that a count says little. */
export function followsCamera(name: string): boolean {
  return MARKS.some(
    (mark) => mark.name === name && mark.kinds.some((kind) => kindRow(kind) === LEAF),
  );
}
