/** Jumps to places of a map, and the way back. */

import type { Camera, Viewer } from "../../viewer/index.ts";
import type { Shortcuts } from "../controls/shortcuts.ts";
import { byId, make } from "../dom.ts";
import type { PageStore } from "../library/page-store.ts";
import type { Messages } from "../messages.ts";
import {
  freeKey,
  type KeptPlace,
  keepAtKey,
  labelOf,
  makePlace,
  PLACE_KEYS,
} from "../places/kept-places.ts";
import { createPlaceList, type PlaceList } from "../places/place-list.ts";
import { formatSetpos, parseSetpos } from "./setpos.ts";
import { listCameras, listSpawns } from "./spawns.ts";

// The panel's section of places: buttons, and a row of keys.

export interface PlacesEvents {
  home(): void;
  spawn(step: number): void;
  overview(): void;
  back(): void;
  tour(): void;
  copyPosition(): void;
  openPlaces(): void;
  recall(key: number): void;
  keep(key: number): void;
  free(key: number): void;
}

export interface PlacesPanel {
  /** Enables the buttons when a map is open. */
  enable(): void;
  showPlaces(at: (key: number) => KeptPlace | null): void;
}

function createPlacesPanel(events: PlacesEvents): PlacesPanel {
  const container = byId("places");
  const makeButton = (text: string, title: string, onClick: () => void): HTMLButtonElement => {
    const button = make("button", { type: "button", title }, text);
    button.addEventListener("click", onClick);
    return button;
  };
  const tour = makeButton("Tour", "Fly through all of the map (T)", events.tour);
  // Input ends a flight, except on the flight's own button, which toggles it.
  tour.dataset.plays = "tour";
  const buttons = make(
    "div",
    { class: "panel-buttons" },
    makeButton("Start", "Where the map was first seen from (Home)", events.home),
    makeButton(
      "Next spawn",
      "Where players begin, then the map's cameras, one after the other (N)",
      () => events.spawn(1),
    ),
    makeButton("From above", "All of the map (U)", events.overview),
    makeButton("Take me back", "To where you were before the last jump (B)", events.back),
    tour,
    makeButton("Copy setpos", "For the game's console (G)", events.copyPosition),
    makeButton(
      "Places…",
      "Kept places, spawns and cameras, with pictures (Shift+B)",
      events.openPlaces,
    ),
  );

  const keys = Array.from({ length: PLACE_KEYS }, (_, at) => {
    const key = at + 1;
    const button = make("button", { type: "button" }, String(key));
    button.addEventListener("click", ({ shiftKey, altKey }) => {
      const isSet = button.dataset.set !== undefined;
      if (isSet && altKey) events.free(key);
      else if (isSet && !shiftKey) events.recall(key);
      else events.keep(key);
    });
    return button;
  });
  const row = make("div", { class: "bookmarks", role: "group", "aria-label": "Places" }, ...keys);
  container.replaceChildren(buttons, row);
  container.hidden = true;

  return {
    enable() {
      container.hidden = false;
    },
    showPlaces(at) {
      for (const [index, button] of keys.entries()) {
        const key = index + 1;
        const place = at(key);
        if (place !== null) button.dataset.set = "";
        else delete button.dataset.set;
        const label = place === null ? "free" : labelOf(place);
        button.setAttribute("aria-label", `Place ${key}: ${label}`);
        button.title =
          place === null
            ? `Free. Click, or Shift+${key}: keep this view.`
            : `${label}: go there (${key}). Shift: keep this view instead. Alt: free it.`;
      }
    },
  };
}

// The trail of camera positions before jumps.

const MAX_STEPS = 50;
/** Inches and degrees within which two cameras count as the same place. */
const NEAR = 8;
const NEAR_ANGLE = 2;

export interface Trail {
  /** Adds a step. Called before a jump. */
  leave(camera: Camera): void;
  /** Removes and returns the last step, or `null`. */
  back(): Camera | null;
  /** Clears the trail when another map is opened. */
  clear(): void;
}

export function createTrail(): Trail {
  let steps: Camera[] = [];
  return {
    leave(camera) {
      const last = steps.at(-1);
      // A jump from the same place adds no step.
      if (last !== undefined && isNear(last, camera)) return;
      steps = [...steps.slice(1 - MAX_STEPS), { ...camera }];
    },
    back: () => steps.pop() ?? null,
    clear() {
      steps = [];
    },
  };
}

function isNear(a: Camera, b: Camera): boolean {
  const turn = (Math.abs(a.yaw - b.yaw) + 360) % 360;
  return (
    Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) < NEAR &&
    Math.abs(a.pitch - b.pitch) < NEAR_ANGLE &&
    Math.min(turn, 360 - turn) < NEAR_ANGLE
  );
}

/** Seconds of a jump, long enough to see its direction. */
const FLY_SECONDS = 0.9;

export interface TravelOptions {
  readonly store: PageStore;
  readonly messages: Messages;
  /** Ends flights that control the camera. */
  readonly stopFlights: () => void;
  readonly startTour: () => void;
  readonly openPlaces: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface Travel {
  /** Flies to the map's first view. */
  home(): void;
  /** Flies to the next spawn or camera, or to the previous one: `step` is 1 or −1. */
  spawn(step: number): void;
  /** Flies to a view of the whole map. */
  overview(): void;
  /** Flies to the camera's position before the last jump. */
  back(): void;
  /** Flies to the place of a key, 1 to 9. */
  recall(key: number): void;
  keep(key: number): void;
  copyPosition(): void;
  /** Flies to a camera pose, for example from `setpos`. */
  go(pose: Partial<Camera>): void;
  /** Moves the camera without a flight. `leaves`: add the previous pose to the trail. */
  put(pose: Partial<Camera>, leaves: boolean): void;
  /** Resets spawns and places for a newly opened map. */
  onMap(): void;
  /** Kept places of the open map. */
  readonly places: PlaceList;
}

export function createTravel(viewer: Viewer, options: TravelOptions): Travel {
  const { messages, onFault } = options;
  const trail = createTrail();
  /** Index of the spawn visited last, or −1. */
  let spawn = -1;
  let isJumping = false;
  /** Field of view at the end of the current jump. */
  let goalFov: number | undefined;

  const fly = async (pose: Partial<Camera>): Promise<void> => {
    // A jump that replaces another keeps its field of view instead of stopping at an intermediate
    // one.
    goalFov = pose.fov ?? (isJumping ? goalFov : undefined);
    isJumping = true;
    const goal = goalFov === undefined ? pose : { ...pose, fov: goalFov };
    const isThere = await viewer.flyTo(goal, { seconds: FLY_SECONDS });
    // If another jump replaced this one, that jump is still under way.
    if (isThere || !viewer.isFlying) isJumping = false;
  };
  const jump = (pose: Partial<Camera>): void => {
    if (viewer.map === null) return;
    options.stopFlights();
    // Positions during a jump are not added to the trail.
    if (!isJumping) trail.leave(viewer.camera);
    fly(pose).catch(onFault);
  };

  const places = createPlaceList(options.store);
  const travel: Travel = {
    home() {
      if (viewer.map !== null) jump(viewer.map.start);
    },
    spawn(step) {
      const { entities } = viewer;
      const starts = listSpawns(entities);
      const spawns = [...starts, ...listCameras(entities)];
      if (viewer.map === null) return;
      if (spawns.length === 0) {
        messages.note("This map has no spawns and no cameras.");
        return;
      }
      // The first step forward goes to the first spawn, the first step back to the last.
      const from = spawn < 0 && step < 0 ? 0 : spawn;
      spawn = (from + step + spawns.length) % spawns.length;
      jump(spawns[spawn]);
      const { length } = starts;
      messages.note(
        spawn < length
          ? `Spawn ${spawn + 1} of ${length}`
          : `Camera ${spawn - length + 1} of ${spawns.length - length}`,
      );
    },
    overview() {
      if (viewer.map === null) return;
      const go = async (): Promise<void> => {
        const pose = await viewer.findOverview();
        if (pose !== null) jump(pose);
      };
      go().catch(onFault);
    },
    back() {
      const camera = trail.back();
      if (camera === null || viewer.map === null) return;
      options.stopFlights();
      fly(camera).catch(onFault);
    },
    recall(key) {
      const place = places.at(key);
      if (place !== null) {
        jump(place.camera);
        if (place.name !== "") messages.note(place.name);
      } else if (viewer.map !== null) {
        messages.note(`${key} is free: Shift+${key} keeps this view.`);
      }
    },
    keep(key) {
      if (viewer.map === null) return;
      const old = places.at(key);
      places.change(keepAtKey(makePlace(viewer.camera), key)).catch(onFault);
      const rest = old === null || old.name === "" ? "" : ` ${labelOf(old)} stays without a key.`;
      messages.note(`Kept: ${key} leads here.${rest}`);
    },
    copyPosition() {
      if (viewer.map === null) return;
      navigator.clipboard
        .writeText(formatSetpos(viewer.camera))
        .then(() => messages.note("Position copied, for the game's console."), onFault);
    },
    go: jump,
    put(pose, leaves) {
      options.stopFlights();
      if (leaves) trail.leave(viewer.camera);
      viewer.camera = pose;
    },
    places,
    onMap() {
      trail.clear();
      spawn = -1;
      panel.enable();
      // A store that is unavailable is reported when a place is kept.
      places.show(viewer.map!.name).catch((error) => console.warn(error));
    },
  };
  const panel = createPlacesPanel({
    ...travel,
    tour: options.startTour,
    openPlaces: options.openPlaces,
    free: (key) => void places.change(freeKey(key)).catch(onFault),
  });
  places.onChange(() => panel.showPlaces(places.at));

  addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || viewer.map === null) return;
    const place = parseSetpos(event.clipboardData?.getData("text") ?? "");
    if (place === null) return;
    event.preventDefault();
    jump(place);
  });
  return travel;
}

/** Keys 1 to 9 go to a place; with Shift they keep one. */
export function placeKeys({ recall, keep }: Travel): Shortcuts {
  const keys: Record<string, () => void> = {};
  for (let key = 1; key <= PLACE_KEYS; key++) {
    keys[`digit${key}`] = () => recall(key);
    keys[`shift+digit${key}`] = () => keep(key);
  }
  return keys;
}
