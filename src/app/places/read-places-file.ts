/** Adds a file's places to the kept places of its map. */

import { formatCount } from "../dom.ts";
import { addPlaces } from "./kept-places.ts";
import type { PlaceList } from "./place-list.ts";
import { newPlaces, parsePlaces } from "./places-file.ts";

/** Largest file in bytes. */
const MAX_BYTES = 2 ** 22;

/** Resolves with a message. Rejects with a sentence. `shown`: name of the open map, or `null`. */
export async function readPlacesFile(
  file: File,
  list: PlaceList,
  shown: string | null,
): Promise<string> {
  if (file.size > MAX_BYTES) throw new Error(`${file.name}: too large for a file of places`);
  const { map, places } = parsePlaces(await file.text(), file.name);
  let added = 0;
  let count = 0;
  await list.change((known) => {
    const next = addPlaces(newPlaces(places, known))(known);
    added = next.length - known.length;
    count = next.length;
    return next;
  }, map);
  const rest = places.length - added;
  const there = rest === 0 ? "" : `, ${formatCount(rest)} were there already`;
  const whose = map === shown ? "" : ` They are of ${map}, which has ${formatCount(count)} now.`;
  return `${formatCount(added)} places added${there}.${whose}`;
}
