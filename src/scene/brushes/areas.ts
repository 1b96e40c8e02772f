/**
 * Finds the area portals that are open when a map starts, from their entities and from the doors
 * that name them. Source: `game/server/func_areaportal.cpp`, `doors.cpp` (`CBaseDoor::Activate`),
 * `props.cpp` (`CBasePropDoor`).
 */

import type { BspDetails, BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { AreaWindows, MapAreas } from "../../map/areas.ts";
import { classOf } from "../start/entity-values.ts";
import { type AreaWindow, WINDOW_FADE } from "./window-fade.ts";

const DOORS = new Set(["func_door", "func_door_rotating", "prop_door_rotating"]);
/** Spawn flag of func_door and func_door_rotating, used before they had the `spawnpos` key. */
const SF_DOOR_START_OPEN_OBSOLETE = 1;

function integerOf(entity: Entity, key: string, rest: number): number {
  const value = Number.parseInt(entity.get(key) ?? "", 10);
  return Number.isFinite(value) ? value : rest;
}

function startsOpen(door: Entity): boolean {
  if (integerOf(door, "spawnpos", 0) !== 0) return true;
  const flags = integerOf(door, "spawnflags", 0);
  return classOf(door).startsWith("func_") && (flags & SF_DOOR_START_OPEN_OBSOLETE) !== 0;
}

/** Returns the numbers of the closed portals. A portal without an entity counts as open. */
function listClosed(entities: readonly Entity[]): Set<number> {
  const doors = new Map<string, boolean>();
  for (const entity of entities) {
    const name = entity.get("targetname")?.toLowerCase();
    if (!name || !DOORS.has(classOf(entity))) continue;
    doors.set(name, (doors.get(name) ?? false) || startsOpen(entity));
  }
  const closed = new Set<number>();
  for (const entity of entities) {
    if (classOf(entity) !== "func_areaportal") continue;
    const number = integerOf(entity, "portalnumber", -1);
    const door = doors.get(entity.get("target")?.toLowerCase() ?? "");
    const isOpen =
      door ?? (entity.get("startopen") === undefined || integerOf(entity, "startopen", 0) !== 0);
    if (isOpen) closed.delete(number);
    else closed.add(number);
  }
  return closed;
}

/**
 * `FADE_DIST_BUFFER` of func_areaportalwindow.cpp, inches: a window's portal stays open this far
 * beyond the distance at which the window is solid.
 */
const FADE_DISTANCE_BUFFER = 10;

/**
 * Returns `null` if no window belongs to an existing portal. If several windows name one portal,
 * the last one wins.
 */
function buildWindows(keys: Uint32Array, windows: readonly AreaWindow[]): AreaWindows | null {
  const rowOf = new Map(windows.map(({ portal }, row) => [portal, row]));
  const ofPortal = Int32Array.from(keys, (key) => rowOf.get(key) ?? -1);
  if (ofPortal.every((row) => row < 0)) return null;
  return {
    count: windows.length,
    box: Float32Array.from(windows.flatMap(({ fade }) => fade.slice(0, WINDOW_FADE.start))),
    closeDistance: Float32Array.from(
      windows,
      ({ fade }) => fade[WINDOW_FADE.end] + FADE_DISTANCE_BUFFER,
    ),
    ofPortal,
  };
}

/** Whether an input or a door may close the portal of an entity. */
function isSwitched(entity: Entity): boolean {
  if (classOf(entity) !== "func_areaportal") return false;
  return !!entity.get("targetname") || !!entity.get("target");
}

/** Returns `null` if no portal is ever closed. */
export function buildAreas(
  { areas, leafs, entities }: BspWorld & BspDetails,
  listed: readonly AreaWindow[] = [],
): MapAreas | null {
  const closed = listClosed(entities);
  const isOpen = Uint8Array.from(areas.portalKey, (key) => (closed.has(key) ? 0 : 1));
  const windows = buildWindows(areas.portalKey, listed);
  if (windows === null && !isOpen.includes(0) && !entities.some(isSwitched)) return null;
  return {
    areaCount: areas.count,
    firstPortal: areas.firstAreaPortal.slice(0, areas.count),
    portalCount: areas.areaPortalCount.slice(0, areas.count),
    otherArea: areas.otherArea.slice(),
    portalKey: Uint32Array.from(areas.portalKey),
    isOpen,
    windows,
    leafArea: leafs.area.slice(0, leafs.count),
  };
}
