/**
 * Reads and writes files of places, for sharing: `{"visleafPlaces": 1, "map": "name", "places":
 * [{"name": "…", "camera": [x, y, z, pitch, yaw, fov], "key": 1}]}`, in inches and degrees.
 */

import type { Camera } from "../../viewer/index.ts";
import { formatCount } from "../dom.ts";
import { isStoredCamera } from "../library/stored-rows.ts";
import {
  addPlaces,
  cutName,
  type KeptPlace,
  labelOf,
  MOST_PLACES,
  makePlace,
  PLACE_KEYS,
} from "./kept-places.ts";
import type { PlaceList } from "./place-list.ts";

/** Largest file in characters: about 300 a place, for more places than are kept. */
const MOST_LETTERS = 2 ** 20;

/** Characters read to detect the format; enough for any formatting. */
const HEAD = 4096;

export interface PlacesFile {
  readonly map: string;
  readonly places: readonly KeptPlace[];
}

/** True if a JSON file is a file of places. */
export async function isPlacesFile(file: Blob): Promise<boolean> {
  return /"visleafPlaces"\s*:/.test(await file.slice(0, HEAD).text());
}

export function formatPlaces({ map, places }: PlacesFile): string {
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  const rows = places.map(({ name, key, camera }) => {
    const { x, y, z, pitch, yaw, fov } = camera;
    const row = { name, camera: [x, y, z, pitch, yaw, fov].map(round) };
    return `    ${JSON.stringify(key === null ? row : { ...row, key })}`;
  });
  const head = `{\n  "visleafPlaces": 1,\n  "map": ${JSON.stringify(map)},\n`;
  return `${head}  "places": [\n${rows.join(",\n")}\n  ]\n}\n`;
}

/** Parses a file. Throws one sentence that names the problem and the place. */
export function parsePlaces(text: string, fileName: string): PlacesFile {
  const fail = (what: string): Error => new Error(`${fileName}: ${what}`);
  if (text.length > MOST_LETTERS) throw fail("too large for a file of places");
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw fail("not valid JSON: it was cut off, or has a typing error");
  }
  const { visleafPlaces: version, map, places } = asFields(read);
  if (version !== 1) throw fail('unknown version: "visleafPlaces" must be 1');
  if (typeof map !== "string" || map === "" || map.length > 256) throw fail("it names no map");
  if (!Array.isArray(places)) throw fail("it has no list of places");
  if (places.length > MOST_PLACES) throw fail(`more than ${MOST_PLACES} places`);
  const keys = new Set<number>();
  return {
    map,
    places: places.map((row, at) => {
      const { name = "", camera, key = null } = asFields(row);
      const pose = readCamera(camera);
      if (pose === null) {
        throw fail(`place ${at + 1} has no camera of six numbers: x, y, z, pitch, yaw, fov`);
      }
      if (typeof name !== "string") throw fail(`the name of place ${at + 1} is not a text`);
      const isKey = typeof key === "number" && Number.isInteger(key);
      if (key !== null && !(isKey && key >= 1 && key <= PLACE_KEYS)) {
        throw fail(`the key of place ${at + 1} is not one of 1 to ${PLACE_KEYS}`);
      }
      // If two places share a key, the first one keeps it.
      const own = isKey && !keys.has(key) ? key : null;
      if (own !== null) keys.add(own);
      return makePlace(pose, cutName(name), own);
    }),
  };
}

/** Returns the given places that a list lacks, compared by name and camera. */
export function newPlaces(
  given: readonly KeptPlace[],
  known: readonly KeptPlace[],
): readonly KeptPlace[] {
  const textOf = (place: KeptPlace): string =>
    `${labelOf(place)}\n${Object.values(place.camera)
      .map((value) => value.toFixed(2))
      .join()}`;
  const texts = new Set(known.map(textOf));
  return given.filter((place) => !texts.has(textOf(place)));
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function readCamera(value: unknown): Camera | null {
  if (!Array.isArray(value) || value.length !== 6) return null;
  const [x, y, z, pitch, yaw, fov] = value as unknown[];
  const camera = { x, y, z, pitch, yaw, fov };
  if (!isStoredCamera(camera)) return null;
  return { ...camera, fov: Math.min(140, Math.max(20, camera.fov)) };
}

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
