/** Describes a map and a camera in words, for screen readers. */

import type { Camera } from "../../render/types.ts";
import { isSpawnClass } from "../../scene/start/place-classes.ts";
import type { MapEntity } from "../../viewer/viewer-types.ts";
import { lateText } from "../base/late-texts.ts";
import type { ExtrasHost } from "./extras-host.ts";

const METRES_AN_INCH = 0.0254;
/** Inches below which a size is no room's: some compilers write points. */
const LEAST_SIZE = 64;
/** Degrees of pitch below which the camera looks straight ahead. */
const LEVEL = 20;
const DEGREES_A_DIRECTION = 45;

type Words = Pick<ExtrasHost, "element" | "name"> & {
  readonly viewer: { readonly entities: readonly MapEntity[] };
};

/** Returns name, size and number of player starts of the shown map. */
export function describeMap({ element, name, viewer }: Words): string {
  const parts = [lateText(element, "about", { name })];
  const { entities } = viewer;
  const size = worldSize(entities);
  if (size !== null) {
    const [width, length, height] = size.map((inches) => Math.round(inches * METRES_AN_INCH));
    parts.push(lateText(element, "size", { width, length, height }));
  }
  let spawns = 0;
  for (const pairs of entities) if (isSpawnClass(readValue(pairs, "classname"))) spawns++;
  if (spawns > 0)
    parts.push(lateText(element, spawns === 1 ? "oneSpawn" : "spawns", { count: spawns }));
  const count = element.querySelectorAll(':scope > [slot^="hotspot"]').length;
  if (count > 0) parts.push(lateText(element, count === 1 ? "oneHotspot" : "hotspots", { count }));
  return parts.join(" ");
}

/** Returns the world's size in inches, which the compiler writes; `null` if it did not. */
function worldSize(entities: readonly MapEntity[]): number[] | null {
  const world = entities[0] ?? [];
  const [mins, maxs] = ["world_mins", "world_maxs"].map((key) =>
    readValue(world, key).trim().split(/\s+/).map(Number),
  );
  const size = maxs.map((value, axis) => value - mins[axis]);
  return size.length === 3 && size.every((value) => value >= LEAST_SIZE) ? size : null;
}

function readValue(pairs: MapEntity, key: string): string {
  return pairs.find(([name]) => name === key)?.[1] ?? "";
}

/** Returns place and direction of a camera. North is +y, as in overviews. */
export function describeCamera(
  element: ExtrasHost["element"],
  { x, y, z, pitch, yaw }: Camera,
): string {
  const directions = lateText(element, "directions").split(",");
  const turn = Math.round(yaw / DEGREES_A_DIRECTION);
  const direction = directions[((turn % 8) + 8) % 8] ?? "";
  const tilt = Math.abs(pitch) < LEVEL ? "" : lateText(element, pitch > 0 ? "down" : "up");
  const [px, py, pz] = [x, y, z].map(Math.round);
  return lateText(element, "moved", { x: px, y: py, z: pz, direction, pitch: tilt });
}
