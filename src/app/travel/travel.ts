/** Ways to get to places of a map other than by flying there, and back again. */

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

// The panel's part about places: buttons, and a row of keys.

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
  /** From now on there is somewhere to go. */
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
  // Whatever else is pressed ends a flight; this begins and ends it.
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

// Where one was before each jump: the way back.

const MAX_STEPS = 50;
/** Inches and degrees within which one is still where one was. */
const NEAR = 8;
const NEAR_ANGLE = 2;

export interface Trail {
  /** To be called before a jump. */
  leave(camera: Camera): void;
  /** Where one was before the last jump; null: nowhere else. */
  back(): Camera | null;
  /** Another map is shown. */
  clear(): void;
}

export function createTrail(): Trail {
  let steps: Camera[] = [];
  return {
    leave(camera) {
      const last = steps.at(-1);
      // A jump from where the last one began is the same step.
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

/** Long enough to see which way it goes. */
const FLY_SECONDS = 0.9;

export interface TravelOptions {
  readonly store: PageStore;
  readonly messages: Messages;
  /** Ends what else has the camera. */
  readonly stopFlights: () => void;
  readonly startTour: () => void;
  readonly openPlaces: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface Travel {
  /** To where the map was first seen from. */
  home(): void;
  /** To the next of the map's spawns and cameras, or to the one before: `step` is 1 or -1. */
  spawn(step: number): void;
  /** To where all of the map is seen. */
  overview(): void;
  /** To where one was before the last of these. */
  back(): void;
  /** To the place of a key, 1 to 9. */
  recall(key: number): void;
  keep(key: number): void;
  copyPosition(): void;
  /** To a place that was named otherwise. */
  go(pose: Partial<Camera>): void;
  /** The same without a flight. `leaves`: where one was is a step on the way back. */
  put(pose: Partial<Camera>, leaves: boolean): void;
  /** Another map is shown. */
  onMap(): void;
  /** What was kept of it. */
  readonly places: PlaceList;
}

export function createTravel(viewer: Viewer, options: TravelOptions): Travel {
  const { messages, onFault } = options;
  const trail = createTrail();
  /** Of the last spawn that was gone to. */
  let spawn = -1;
  let isJumping = false;
  /** Of the flight that is under way. */
  let goalFov: number | undefined;

  const fly = async (pose: Partial<Camera>): Promise<void> => {
    // Half-way to another field of view is none that anybody asked for.
    goalFov = pose.fov ?? (isJumping ? goalFov : undefined);
    isJumping = true;
    const goal = goalFov === undefined ? pose : { ...pose, fov: goalFov };
    const isThere = await viewer.flyTo(goal, { seconds: FLY_SECONDS });
    // Overtaken by the next jump: that one is under way.
    if (isThere || !viewer.isFlying) isJumping = false;
  };
  const jump = (pose: Partial<Camera>): void => {
    if (viewer.map === null) return;
    options.stopFlights();
    // Places that were flown by are none that one was at.
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
      // The first step forward is to the first, the first one back to the last.
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
      // A browser that keeps nothing says so when a place is kept.
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

/** 1 to 9 go to a place; with Shift, keep one. */
export function placeKeys({ recall, keep }: Travel): Shortcuts {
  const keys: Record<string, () => void> = {};
  for (let key = 1; key <= PLACE_KEYS; key++) {
    keys[`digit${key}`] = () => recall(key);
    keys[`shift+digit${key}`] = () => keep(key);
  }
  return keys;
}
