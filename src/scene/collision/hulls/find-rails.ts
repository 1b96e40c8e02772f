/**
 * Ladders of Half-Life 2 and its kin, which are no brushes but a line each: `func_useableladder`, and the places that one
 * steps off to, `info_ladder_dismount`. Facts from game/shared/func_ladder.cpp of Valve's `source-sdk-2013`.
 */

import type { Entity } from "../../../formats/bsp/types.ts";
import type { MapRails } from "../../../map/hulls.ts";
import { parseVector } from "../../brushes/brush-models.ts";
import { parseInteger } from "../../brushes/render-properties.ts";

/** More than any map has; each is looked at in every tick of a walker. */
const MOST_RAILS = 512;
const MOST_DISMOUNTS = 4096;

/** Only there to be walked up to: nobody gets on. */
const SF_LADDER_DONTGETON = 1;

export function findRails(entities: readonly Entity[]): MapRails {
  const rails: number[] = [];
  const names = new Map<string, number>();
  const dismounts: number[] = [];
  const dismountTargets: string[] = [];
  for (const entity of entities) {
    const className = (entity.get("classname") ?? "").toLowerCase();
    if (className === "func_useableladder" && rails.length < MOST_RAILS * 6) {
      const isFake = (parseInteger(entity.get("spawnflags")) & SF_LADDER_DONTGETON) !== 0;
      if (isFake || parseInteger(entity.get("startdisabled")) !== 0) continue;
      const ends = [parseVector(entity.get("point0")), parseVector(entity.get("point1"))];
      if (!ends.flat().every(Number.isFinite)) continue;
      const [top, bottom] = ends[1][2] > ends[0][2] ? ends.reverse() : ends;
      if (Math.hypot(top[0] - bottom[0], top[1] - bottom[1], top[2] - bottom[2]) < 1) continue;
      const name = (entity.get("targetname") ?? "").toLowerCase();
      if (name !== "" && !names.has(name)) names.set(name, rails.length / 6);
      rails.push(...top, ...bottom);
    } else if (className === "info_ladder_dismount" && dismounts.length < MOST_DISMOUNTS * 3) {
      const place = parseVector(entity.get("origin"));
      if (!place.every(Number.isFinite)) continue;
      dismounts.push(...place);
      dismountTargets.push((entity.get("target") ?? "").toLowerCase());
    }
  }
  return {
    rails: Float32Array.from(rails),
    dismounts: Float32Array.from(dismounts),
    // Of one that names a ladder that is not there, or cannot be got on, nobody gets off.
    dismountRail: Int32Array.from(dismountTargets, (target) =>
      target === "" ? -1 : (names.get(target) ?? -2),
    ),
  };
}
