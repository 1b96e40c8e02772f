/** Where a diff's changes lie, and from where each place is looked at. */

import type { MapVersion } from "../open-version.ts";
import type { ChangedPlace, MapDiff } from "../types.ts";
import { createCameraFinder } from "./find-camera.ts";
import { gatherPlaces } from "./gather-places.ts";
import { listLightMarks, listMarks } from "./list-marks.ts";

export function listPlaces(
  a: MapVersion,
  b: MapVersion,
  diff: Omit<MapDiff, "places" | "morePlaces">,
): { readonly places: ChangedPlace[]; readonly morePlaces: number } {
  const { places, more } = gatherPlaces(listMarks(diff), listLightMarks(diff));
  if (places.length === 0) return { places: [], morePlaces: more };
  const cameras = createCameraFinder([a, b]);
  return {
    places: places.map((place) => ({ ...place, camera: cameras.find(place.box) })),
    morePlaces: more,
  };
}
