/** Kept places of a map, and the edits of a list of them. */

import type { Camera } from "../../viewer/index.ts";

/** Number of keys, 1 to 9, that go to a place. */
export const PLACE_KEYS = 9;
/** Most places of a map. */
export const MOST_PLACES = 500;
export const MOST_NAME_LETTERS = 80;

export interface KeptPlace {
  /** Unique across all tabs. */
  readonly id: string;
  /** Name, or empty if the place has none. */
  readonly name: string;
  readonly camera: Camera;
  /** Key 1 to 9 that goes to the place, or `null`. */
  readonly key: number | null;
}

/**
 * An edit of the current list. It is applied both to the page's list and to the stored list, which
 * another tab may have changed, so it changes no other places.
 */
export type PlaceEdit = (places: readonly KeptPlace[]) => readonly KeptPlace[];

/** Returns a copy that is independent of the viewer's camera object. */
export function copyCamera({ x, y, z, pitch, yaw, fov }: Camera): Camera {
  return { x, y, z, pitch, yaw, fov };
}

export function makePlace(camera: Camera, name = "", key: number | null = null): KeptPlace {
  const id = crypto.randomUUID?.() ?? `${performance.timeOrigin} ${performance.now()}`;
  return { id, name: cutName(name), camera: copyCamera(camera), key };
}

export function cutName(name: string): string {
  return name.replace(/\s+/g, " ").trim().slice(0, MOST_NAME_LETTERS);
}

/** Returns the name, or the coordinates of an unnamed place. */
export function labelOf({ name, camera }: Pick<KeptPlace, "name" | "camera">): string {
  return name || [camera.x, camera.y, camera.z].map((value) => Math.round(value)).join(" ");
}

/** Appends places; those beyond `MOST_PLACES` are left out. */
export function addPlaces(added: readonly KeptPlace[]): PlaceEdit {
  return (places) => {
    const ids = new Set(places.map(({ id }) => id));
    const room = Math.max(0, MOST_PLACES - places.length);
    const fresh = added.filter(({ id }) => !ids.has(id)).slice(0, room);
    const taken = new Set(places.map(({ key }) => key));
    return [...places, ...fresh.map((one) => (taken.has(one.key) ? { ...one, key: null } : one))];
  };
}

/** Restores a removed place in front of the place that followed it, if that one still exists. */
export function putBack(place: KeptPlace, before: string | null): PlaceEdit {
  return (places) => movePlace(place.id, before)(addPlaces([place])(places));
}

export function removePlace(id: string): PlaceEdit {
  return (places) => places.filter((place) => place.id !== id);
}

export function renamePlace(id: string, name: string): PlaceEdit {
  return (places) =>
    places.map((place) => (place.id === id ? { ...place, name: cutName(name) } : place));
}

/** Assigns a key to a place; the place that had it loses it. */
export function setKey(id: string, key: number | null): PlaceEdit {
  return (places) => {
    if (!places.some((place) => place.id === id)) return places;
    return places.map((place) => {
      if (place.id === id) return { ...place, key };
      return key !== null && place.key === key ? { ...place, key: null } : place;
    });
  };
}

/**
 * Moves a place. `before`: id of the place that will follow it. `null` or an unknown id moves it to
 * the end.
 */
export function movePlace(id: string, before: string | null): PlaceEdit {
  return (places) => {
    const moved = places.find((place) => place.id === id);
    if (moved === undefined || before === id) return places;
    const others = places.filter((place) => place !== moved);
    const at = others.findIndex((place) => place.id === before);
    const to = at < 0 ? others.length : at;
    return [...others.slice(0, to), moved, ...others.slice(to)];
  };
}

/**
 * Assigns a key to a new place. A named place with this key stays without it; an unnamed one is
 * replaced.
 */
export function keepAtKey(place: KeptPlace, key: number): PlaceEdit {
  return (places) => {
    const old = places.find((one) => one.key === key);
    const keyed = { ...place, key };
    if (old === undefined) return addPlaces([keyed])(places);
    if (old.name === "") return places.map((one) => (one === old ? keyed : one));
    return addPlaces([keyed])(places.map((one) => (one === old ? { ...one, key: null } : one)));
  };
}

/** Frees a key. A named place stays without it; an unnamed one is removed. */
export function freeKey(key: number): PlaceEdit {
  return (places) =>
    places
      .filter((place) => place.key !== key || place.name !== "")
      .map((place) => (place.key === key ? { ...place, key: null } : place));
}
