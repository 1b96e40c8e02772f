/** Sets `area` of the leafs, and lists the area portals of each area. */

import {
  CONTENTS_AREAPORTAL,
  CONTENTS_SOLID,
} from "../../../formats/bsp/layouts/contents-flags.ts";
import type { VmfEntity } from "../../../formats/vmf/types.ts";
import type { CompileReport } from "../../types.ts";
import type { MapBrush, MapSide } from "../brushes/map-brush.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { classOf, readOrigin } from "../entity-keys.ts";
import { checkLimit, MAX_MAP_AREAS } from "../limits.ts";
import { across, findLeaf, leafsOf, type TreeNode } from "./tree.ts";

/** Side of an area portal that belongs to one area. */
export interface AreaPortal {
  readonly area: number;
  readonly otherArea: number;
  /** Row of the entity in the VMF, for its `portalnumber`. */
  readonly entity: number;
  /** Side of the portal's brush that faces the area. */
  readonly side: MapSide;
}

export interface VbspAreas {
  /** Number of areas, including area 0, which is unused. */
  readonly count: number;
  readonly portals: readonly AreaPortal[];
}

interface Touch {
  readonly area: number;
  readonly side: MapSide;
}

export function floodAreas(root: TreeNode, report: CompileReport): VbspAreas {
  const touches = new Map<MapBrush, Touch[]>();
  const portalLeafs: TreeNode[] = [];
  let count = 1;
  for (const start of leafsOf(root)) {
    if (isPortalLeaf(start)) portalLeafs.push(start);
    else if (start.area === 0 && (start.contents & CONTENTS_SOLID) === 0) {
      floodFrom(start, count++, touches);
    }
  }
  checkLimit("areas", count, MAX_MAP_AREAS);
  for (const leaf of portalLeafs) {
    leaf.area = touches.get(portalBrushOf(leaf)!)?.[0]?.area ?? 0;
  }
  const portals: AreaPortal[] = [];
  for (const [brush, touched] of touches) {
    if (touched.length !== 2) {
      report.warn(`line ${brush.line}: the area portal touches ${touched.length} areas, not 2`);
      continue;
    }
    const [a, b] = touched;
    portals.push({ area: a.area, otherArea: b.area, entity: brush.entity, side: a.side });
    portals.push({ area: b.area, otherArea: a.area, entity: brush.entity, side: b.side });
  }
  portals.sort((a, b) => a.area - b.area);
  return { count, portals };
}

const isPortalLeaf = ({ contents }: TreeNode): boolean => (contents & CONTENTS_AREAPORTAL) !== 0;

const portalBrushOf = (leaf: TreeNode): MapBrush | undefined =>
  leaf.brushes.find(({ source }) => (source.contents & CONTENTS_AREAPORTAL) !== 0)?.source;

function floodFrom(start: TreeNode, area: number, touches: Map<MapBrush, Touch[]>): void {
  start.area = area;
  const open = [start];
  for (let leaf = open.pop(); leaf; leaf = open.pop()) {
    for (const portal of leaf.portals) {
      const other = across(portal, leaf);
      if (!portal.onNode || (other.contents & CONTENTS_SOLID) !== 0) continue;
      if (isPortalLeaf(other)) {
        touch(portalBrushOf(other), portal.onNode.plane, area, touches);
      } else if (other.area === 0) {
        other.area = area;
        open.push(other);
      }
    }
  }
}

function touch(
  brush: MapBrush | undefined,
  plane: number,
  area: number,
  touches: Map<MapBrush, Touch[]>,
): void {
  const side = brush?.sides.find((s) => !s.bevel && s.plane >> 1 === plane >> 1);
  if (!brush || !side) return;
  const list = touches.get(brush) ?? [];
  if (!list.some((other) => other.area === area)) touches.set(brush, [...list, { area, side }]);
}

/** Returns the areas that contain a `sky_camera`: the rooms of the 3D skybox. */
export function findSkyAreas(
  root: TreeNode,
  entities: readonly VmfEntity[],
  planes: PlaneTable,
): Set<number> {
  const areas = new Set<number>();
  for (const entity of entities) {
    if (classOf(entity) !== "sky_camera") continue;
    const leaf = findLeaf(root, ...readOrigin(entity), planes);
    if ((leaf.contents & CONTENTS_SOLID) === 0) areas.add(leaf.area);
  }
  return areas;
}

/** Removes area portal brushes from the leafs. They divide areas, but do not collide. */
export function removeAreaPortalBrushes(root: TreeNode): void {
  for (const leaf of leafsOf(root)) {
    leaf.brushes = leaf.brushes.filter(({ source }) => source.contents !== CONTENTS_AREAPORTAL);
  }
}
