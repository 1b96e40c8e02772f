/** Places of a map that somebody kept: what they are, and what can be done to a list of them. */

import type { Camera } from "../../viewer/index.ts";

/** Keys 1 to 9 go to a place. */
export const PLACE_KEYS = 9;
/** Of a map; more are no list that anybody keeps. */
export const MOST_PLACES = 500;
export const MOST_NAME_LETTERS = 80;

export interface KeptPlace {
  /** Tells it from all others, in all tabs. */
  readonly id: string;
  /** Empty: nobody has named it. */
  readonly name: string;
  readonly camera: Camera;
  /** 1 to 9; null: no key leads there. */
  readonly key: number | null;
}

/**
 * A change of a list as it is found: of what this page shows, and of what is kept, which another tab may have changed
 * since. It takes no more away than it says.
 */
export type PlaceEdit = (places: readonly KeptPlace[]) => readonly KeptPlace[];

/** Of its own, not the viewer's object. */
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

/** What it is called: by its coordinates where it has no name. */
export function labelOf({ name, camera }: Pick<KeptPlace, "name" | "camera">): string {
  return name || [camera.x, camera.y, camera.z].map((value) => Math.round(value)).join(" ");
}

/** At the end; of what is too much nothing is added. */
export function addPlaces(added: readonly KeptPlace[]): PlaceEdit {
  return (places) => {
    const ids = new Set(places.map(({ id }) => id));
    const room = Math.max(0, MOST_PLACES - places.length);
    const fresh = added.filter(({ id }) => !ids.has(id)).slice(0, room);
    const taken = new Set(places.map(({ key }) => key));
    return [...places, ...fresh.map((one) => (taken.has(one.key) ? { ...one, key: null } : one))];
  };
}

/** In the same row as it was taken from, if that is still there. */
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

/** A key leads to one place: whoever has it loses it. */
export function setKey(id: string, key: number | null): PlaceEdit {
  return (places) => {
    if (!places.some((place) => place.id === id)) return places;
    return places.map((place) => {
      if (place.id === id) return { ...place, key };
      return key !== null && place.key === key ? { ...place, key: null } : place;
    });
  };
}

/** `before`: the place that it is to come before; null, or one that is gone: it becomes the last. */
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

/** A key leads to this place from now on. What has a name stays in the list, without the key. */
export function keepAtKey(place: KeptPlace, key: number): PlaceEdit {
  return (places) => {
    const old = places.find((one) => one.key === key);
    const keyed = { ...place, key };
    if (old === undefined) return addPlaces([keyed])(places);
    if (old.name === "") return places.map((one) => (one === old ? keyed : one));
    return addPlaces([keyed])(places.map((one) => (one === old ? { ...one, key: null } : one)));
  };
}

/** The key leads nowhere; what has no name is not kept without it. */
export function freeKey(key: number): PlaceEdit {
  return (places) =>
    places
      .filter((place) => place.key !== key || place.name !== "")
      .map((place) => (place.key === key ? { ...place, key: null } : place));
}
