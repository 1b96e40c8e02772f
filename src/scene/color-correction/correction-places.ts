/**
 * Where a map's colours are corrected when it starts: `color_correction` around a point and
 * `color_correction_volume` inside of a brush model. Follows `game/server/colorcorrection.cpp` and
 * `game/client/c_colorcorrection.cpp` of Source SDK 2013: `maxweight` counts only when an input switches
 * one on later.
 */

import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import { CORRECTION_BOX, CORRECTION_SPHERE } from "../../map/color-correction.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";

export interface CorrectionPlace {
  readonly kind: number;
  /** Of the lookup table, as the map names it but for case and slashes. */
  readonly path: string;
  /** See `ColorCorrections.bounds`. */
  readonly bounds: readonly number[];
}

/** Of the engine's constructor. */
const MIN_FALLOFF = 0;
const MAX_FALLOFF = 1000;
/** No distance of the map is as far. */
const EVERYWHERE = 1e9;

function numberOf(entity: Entity, key: string, otherwise: number): number {
  const value = Number.parseFloat(entity.get(key) ?? "");
  return Number.isFinite(value) ? value : otherwise;
}

function boundsOfPoint(entity: Entity): number[] {
  const [min, max] = [
    numberOf(entity, "minfalloff", MIN_FALLOFF),
    numberOf(entity, "maxfalloff", MAX_FALLOFF),
  ];
  const isEverywhere = min === -1 || max === -1 || min === max;
  const fade = isEverywhere ? [EVERYWHERE, 2 * EVERYWHERE] : [min, max];
  return [...parseVector(entity.get("origin")), ...fade, 0];
}

/** null: the entity has no brush model. */
function boundsOfModel(entity: Entity, { models }: Pick<BspWorld, "models">): number[] | null {
  const model = Number.parseInt((entity.get("model") ?? "").replace(/^\*/, ""), 10);
  if (!(model > 0 && model < models.count)) return null;
  const origin = parseVector(entity.get("origin"));
  const corner = (corners: Float32Array) => origin.map((at, i) => at + corners[model * 3 + i]);
  return [...corner(models.mins), ...corner(models.maxs)];
}

export function findCorrectionPlaces(
  bsp: Pick<BspWorld, "entities" | "models">,
): CorrectionPlace[] {
  const places: CorrectionPlace[] = [];
  for (const entity of bsp.entities) {
    const name = (entity.get("classname") ?? "").toLowerCase();
    const isPoint = name === "color_correction";
    if (!isPoint && name !== "color_correction_volume") continue;
    if (parseInteger(entity.get("startdisabled")) !== 0) continue;
    const path = (entity.get("filename") ?? "").trim().toLowerCase().replaceAll("\\", "/");
    const bounds = isPoint ? boundsOfPoint(entity) : boundsOfModel(entity, bsp);
    if (path === "" || bounds === null) continue;
    places.push({ kind: isPoint ? CORRECTION_SPHERE : CORRECTION_BOX, path, bounds });
  }
  return places;
}
