/** Areas, and which area portals divide them: an entity that stands where it stood may close nothing any more. */

import type { Entity } from "../../formats/bsp/types.ts";
import { modelOf, parseVector } from "../../scene/brushes/brush-models.ts";
import type { MapVersion } from "./open-version.ts";
import type { AreaDiff, AreaPortalChange, Point } from "./types.ts";

const PORTAL = /^func_areaportal(window)?$/i;

export function diffAreas(a: MapVersion, b: MapVersion, untold: string | null): AreaDiff {
  const [areasA, areasB] = [a.bsp.areas.count, b.bsp.areas.count];
  if (untold !== null) return { untold, areasA, areasB, changes: [] };
  const [was, is] = [listDividing(a), listDividing(b)];
  const changes: AreaPortalChange[] = [];
  for (const [key, portal] of was) if (!is.has(key)) changes.push({ change: "removed", ...portal });
  for (const [key, portal] of is) if (!was.has(key)) changes.push({ change: "added", ...portal });
  const textOf = ({ change, kind, name, place }: AreaPortalChange) =>
    `${change} ${kind} ${name} ${place?.join() ?? ""}`;
  changes.sort((x, y) => (textOf(x) < textOf(y) ? -1 : 1));
  return { untold: null, areasA, areasB, changes };
}

/** Area portals that lie between two areas, by what they are and where. */
function listDividing(version: MapVersion): Map<string, Omit<AreaPortalChange, "change">> {
  const { entities, areas } = version.bsp;
  const keys = new Set(areas.portalKey);
  const found = new Map<string, Omit<AreaPortalChange, "change">>();
  for (const entity of entities) {
    const kind = entity.get("classname") ?? "";
    const number = Number.parseInt(entity.get("portalnumber") ?? "0", 10);
    if (!PORTAL.test(kind) || number === 0 || !keys.has(number)) continue;
    const name = entity.get("targetname") ?? "";
    const place = placeOf(version, entity);
    found.set(`${kind} ${name} ${place?.map(Math.round).join() ?? ""}`, { kind, name, place });
  }
  return found;
}

function placeOf({ bsp }: MapVersion, entity: Entity): Point | null {
  const stated = entity.get("origin");
  const origin = stated === undefined ? null : parseVector(stated);
  const model = modelOf(bsp, entity);
  if (model <= 0) return origin;
  const { mins, maxs } = bsp.models;
  const middle = (axis: number) =>
    (mins[model * 3 + axis] + maxs[model * 3 + axis]) / 2 + (origin?.[axis] ?? 0);
  return [middle(0), middle(1), middle(2)];
}
