/** Rebuilds the portals between a compiled map's clusters from its tree. */

import type { PortalFile } from "../../../src/compile/types.ts";
import type { Bsp } from "../../../src/formats/index.ts";
import { type Portal, packPortals } from "../make-portals.ts";
import { areaOf, findFaces, flip, type Plane, type Tree } from "./polygons.ts";

/** Square inches below which a portal is dropped, as vbsp drops the smallest ones. */
const TINY = 0.05;

const EXTENT = 17_000;
const walls: Plane[] = (
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const
).flatMap((normal) => [
  { normal, distance: -EXTENT },
  { normal: flip({ normal, distance: 0 }).normal, distance: -EXTENT },
]);

export function portalsOfBsp(
  { nodes, planes, leafs, models }: Bsp,
  clusterCount: number,
): PortalFile {
  const build = (child: number): Tree => {
    if (child < 0) return { cell: -1 - child };
    const at = nodes.plane[child];
    const [x, y, z] = planes.normal.subarray(at * 3, at * 3 + 3);
    return {
      plane: { normal: [x, y, z], distance: planes.dist[at] },
      front: build(nodes.children[child * 2]),
      back: build(nodes.children[child * 2 + 1]),
    };
  };
  const portals: Portal[] = [];
  findFaces(build(models.headNode[0]), walls, (face, backLeaf, frontLeaf) => {
    const [back, front] = [leafs.cluster[backLeaf], leafs.cluster[frontLeaf]];
    if (back < 0 || front < 0 || back === front || areaOf(face) < TINY) return;
    portals.push({ sides: [back, front], points: face.flat() });
  });
  return packPortals(clusterCount, portals);
}
