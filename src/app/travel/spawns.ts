/** Lists a map's spawns and cameras from its entities. */

import { EYE_HEIGHT } from "../../map/hulls.ts";
import { isSpawnClass } from "../../scene/start/place-classes.ts";
import type { CameraPose, MapEntity } from "../../viewer/index.ts";

/** Most spawns to step through. */
const MAX_SPAWNS = 256;
/** Most places on the places page. */
const MAX_OWN_PLACES = 2048;

/** Classes of cameras and observer points. */
const CAMERA =
  /^(point_viewcontrol\w*|point_camera|point_devshot_camera|info_intermission|info_observer_(point|menu))$/;

const isCamera = (className: string): boolean => CAMERA.test(className);

/** A spawn or a camera with its class and name. */
export interface OwnPlace extends CameraPose {
  readonly className: string;
  /** The entity's `targetname`, or empty. */
  readonly name: string;
}

/** Returns spawns at eye height, in the map's order. */
export function listSpawns(entities: readonly MapEntity[]): CameraPose[] {
  return listPlaces(entities, isSpawnClass, EYE_HEIGHT).slice(0, MAX_SPAWNS).map(poseOf);
}

/** Returns the map's cameras, in the map's order. */
export function listCameras(entities: readonly MapEntity[]): CameraPose[] {
  return listPlaces(entities, isCamera, 0).slice(0, MAX_SPAWNS).map(poseOf);
}

/** Returns spawns, then cameras. */
export function listOwnPlaces(entities: readonly MapEntity[]): OwnPlace[] {
  return [
    ...listPlaces(entities, isSpawnClass, EYE_HEIGHT),
    ...listPlaces(entities, isCamera, 0),
  ].slice(0, MAX_OWN_PLACES);
}

function poseOf({ x, y, z, pitch, yaw }: OwnPlace): CameraPose {
  return { x, y, z, pitch, yaw };
}

/** @param isWanted takes a class in lower case */
function listPlaces(
  entities: readonly MapEntity[],
  isWanted: (className: string) => boolean,
  lift: number,
): OwnPlace[] {
  const places: OwnPlace[] = [];
  for (const entity of entities) {
    const className = keyValue(entity, "classname").toLowerCase();
    if (!isWanted(className)) continue;
    const [x, y, z] = parseTriple(keyValue(entity, "origin"));
    const [pitch, yaw] = parseTriple(keyValue(entity, "angles") || "0 0 0");
    if (![x, y, z, pitch, yaw].every(Number.isFinite)) continue;
    const name = keyValue(entity, "targetname");
    places.push({ className, name, x, y, z: z + lift, pitch, yaw });
    if (places.length === MAX_OWN_PLACES) break;
  }
  return places;
}

function keyValue(entity: MapEntity, key: string): string {
  return entity.find(([name]) => name.toLowerCase() === key)?.[1] ?? "";
}

function parseTriple(text: string): number[] {
  const numbers = text.trim().split(/\s+/).map(Number);
  return numbers.length >= 3 && text.trim() !== "" ? numbers.slice(0, 3) : [Number.NaN];
}
