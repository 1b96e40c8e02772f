/** Links to a view, and screenshots of it. */

import { shadowMode } from "../render/shadows/shadow-mode.ts";
import { DEFAULT_RENDER_SETTINGS, type PropShadows } from "../render/types.ts";
import {
  type Camera,
  formatCamera,
  type MapSource,
  parseCamera,
  type RenderSettings,
  type Viewer,
} from "../viewer/index.ts";
import { saveFile, timeStamp } from "./files/save-file.ts";
import { DEMO } from "./opening/demo.ts";
import type { OpenedMap } from "./opening/map-desk.ts";
import { parseQuery } from "./query.ts";

// The view in the page's address:
// `#camera=x,y,z,pitch,yaw,fov&show=wireframe,-props&exposure=2&view=normals`. Default values are
// left out. `&map=NAME` names the map if the address does not, because the map came from a file
// that the next visit must open again. `&marks=playerclip,trigger,lines` lists the visible marks,
// `&lod=1` is the level of detail of all models.

/** Milliseconds between writes; browsers limit them to a few hundred in half a minute. */
const WRITE_INTERVAL_MS = 500;

/** Settings in links: those that change the picture, except for measurements. */
const SHARED = [
  ...[
    "textures",
    "lowResTextures",
    "lightmaps",
    "specular",
    "bumps",
    "phong",
    "props",
    "details",
    "sprites",
    "decals",
    "ropes",
    "sky",
    "displacements",
    "brushModels",
    "translucent",
    "fog",
  ],
  ...[
    "wireframe",
    "flashlight",
    "fullbright",
    "frustum",
    "pvs",
    "areaPortals",
    "occlusion",
    "autoExposure",
    "colorCorrection",
    "fades",
    "lightStyles",
    "animations",
  ],
] as const as readonly (keyof RenderSettings & SharedName)[];

type SharedName = {
  [K in keyof RenderSettings]: RenderSettings[K] extends boolean ? K : never;
}[keyof RenderSettings];

/** Words for model shadows other than the default, silhouettes. */
const SHADOW_WORDS: readonly (readonly [PropShadows, string])[] = [
  ["off", "-propShadows"],
  ["blob", "blobShadows"],
];

/** Pattern of a view's name. Unknown names leave the plain picture. */
const VIEW_NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** Pattern of a level of detail. */
const LEVEL = /^[0-7]$/;

const MIN_EXPOSURE = 1 / 64;
const MAX_EXPOSURE = 64;

export interface LinkedView {
  readonly camera: Camera;
  readonly settings: Partial<RenderSettings>;
  /** Name of the map, or `null` for the address's map or the demo. */
  readonly map: string | null;
  /** Marks for `parseMarks`; empty for none. */
  readonly marks: string;
}

/** Formats a view, including `#`. `map` and `marks` are as in `LinkedView`. */
export function formatView(
  camera: Camera,
  settings: RenderSettings,
  map: string | null = null,
  marks = "",
): string {
  const show = SHARED.filter((name) => settings[name] !== DEFAULT_RENDER_SETTINGS[name]);
  const words = show.map((name) => (settings[name] ? name : `-${name}`));
  const shadows = SHADOW_WORDS.find(([mode]) => mode === shadowMode(settings));
  if (shadows !== undefined) words.push(shadows[1]);
  const parts = [formatCamera(camera)];
  if (words.length > 0) parts.push(`show=${words.join(",")}`);
  if (settings.exposure !== DEFAULT_RENDER_SETTINGS.exposure) {
    parts.push(`exposure=${Math.round(settings.exposure * 1000) / 1000}`);
  }
  if (settings.modelLod >= 0) parts.push(`lod=${Math.min(Math.floor(settings.modelLod), 7)}`);
  if (VIEW_NAME.test(settings.view)) parts.push(`view=${settings.view}`);
  if (marks !== "") parts.push(`marks=${marks}`);
  if (map !== null) parts.push(`map=${encodeURIComponent(map)}`);
  return `#${parts.join("&")}`;
}

/** Parses a view. `null` without a valid camera; unknown settings are ignored. */
export function parseView(fragment: string): LinkedView | null {
  const camera = parseCamera(fragment);
  if (camera === null) return null;
  const query = new URLSearchParams(fragment.replace(/^#/, ""));
  const settings: Partial<RenderSettings> = {};
  for (const word of (query.get("show") ?? "").split(",")) {
    const name = SHARED.find((shared) => shared === word.replace(/^-/, ""));
    if (name) settings[name] = !word.startsWith("-");
    const shadows = SHADOW_WORDS.find(([, said]) => said === word);
    if (shadows !== undefined) settings.propShadows = shadows[0];
  }
  const exposure = Number(query.get("exposure") ?? Number.NaN);
  if (exposure >= MIN_EXPOSURE && exposure <= MAX_EXPOSURE) settings.exposure = exposure;
  const level = query.get("lod") ?? "";
  if (LEVEL.test(level)) settings.modelLod = Number(level);
  const view = query.get("view") ?? "";
  if (VIEW_NAME.test(view)) settings.view = view;
  return { camera, settings, map: query.get("map") || null, marks: query.get("marks") ?? "" };
}

export interface ViewAddress {
  /** Updates the address. Called every frame; writes at intervals and only after changes. */
  update(
    camera: Camera,
    settings: RenderSettings,
    map: string | null,
    nowMs: number,
    marks?: string,
  ): void;
}

/** Creates the updater. `replace` receives the new fragment, including `#`. */
export function createViewAddress(replace: (fragment: string) => void): ViewAddress {
  const written = new Float64Array(9);
  const now = new Float64Array(9);
  let writtenMap: string | null = null;
  let writtenView = "";
  let writtenMarks = "";
  let writtenAt = Number.NEGATIVE_INFINITY;
  return {
    update(camera, settings, map, nowMs, marks = "") {
      if (nowMs - writtenAt < WRITE_INTERVAL_MS) return;
      now[0] = camera.x;
      now[1] = camera.y;
      now[2] = camera.z;
      now[3] = camera.pitch;
      now[4] = camera.yaw;
      now[5] = camera.fov;
      now[6] = settings.exposure;
      now[7] = switchBits(settings);
      now[8] = settings.modelLod;
      const isNamed = map === writtenMap && settings.view === writtenView;
      if (isNamed && marks === writtenMarks && now.every(isWritten)) return;
      writtenAt = nowMs;
      writtenMap = map;
      writtenView = settings.view;
      writtenMarks = marks;
      written.set(now);
      replace(formatView(camera, settings, map, marks));
    },
  };

  function isWritten(value: number, i: number): boolean {
    return value === written[i];
  }
}

function switchBits(settings: RenderSettings): number {
  let bits = 0;
  for (let i = 0; i < SHARED.length; i++) if (settings[SHARED[i]]) bits |= 1 << i;
  return bits + SHADOW_WORDS.findIndex(([mode]) => mode === shadowMode(settings)) * 2 ** 24;
}

/**
 * Returns the page's address for a map, without a view. It contains the map and its content if they
 * have addresses. The address without a map opens the demo.
 */
export function addressFor(
  { source, collection }: Pick<OpenedMap, "source" | "collection">,
  href: string,
): string {
  const url = new URL(href);
  url.hash = "";
  if (source === DEMO) {
    for (const name of ["map", "entry", "content"]) url.searchParams.delete(name);
    return url.href;
  }
  if ("url" in source && source.entry !== undefined) url.searchParams.set("entry", source.entry);
  else url.searchParams.delete("entry");
  if (!("url" in source)) {
    url.searchParams.delete("map");
  } else if (parseQuery(url.search, href).map !== new URL(source.url, href).href) {
    url.searchParams.set("map", source.url);
    if (collection) {
      url.searchParams.delete("content");
      for (const each of collection.content) {
        if (typeof each === "string") url.searchParams.append("content", each);
      }
    }
  }
  return url.href;
}

/** Returns the benchmark page's address for a map. Maps from files must be opened there again. */
export function benchAddressFor(source: MapSource | null): string {
  return source && "url" in source ? `?${new URLSearchParams({ bench: source.url })}` : "?bench";
}

/**
 * Returns the map name for a view's address, or `null` if the rest of the address names the map.
 */
export function nameInAddress(source: MapSource, mapName: string): string | null {
  return "url" in source ? null : mapName;
}

/** Returns a link to the current camera, or to the given one. `marks` as in links. */
export function linkToView(
  viewer: Viewer,
  source: MapSource,
  marks = "",
  camera: Camera = viewer.camera,
): string {
  const url = new URL(location.href);
  const name = nameInAddress(source, viewer.map?.name ?? source.name);
  url.hash = formatView(camera, viewer.settings, name, marks);
  const { map } = viewer;
  // The side is added only if the map has both.
  if (map?.side && map.sides.length > 1) url.searchParams.set("side", map.side);
  return url.href;
}

/** Copies a link to the view, with its marks. Returns a message. */
export async function copyLink(viewer: Viewer, source: MapSource, marks: string): Promise<string> {
  await navigator.clipboard.writeText(linkToView(viewer, source, marks));
  return "url" in source
    ? "Link copied."
    : "Link copied. It holds the view and the map's name; the file has to be opened there too.";
}

/** Returns a name for a picture of this moment. */
export function pictureName(viewer: Viewer): string {
  return `${viewer.map?.name ?? "visleaf"}_${timeStamp(new Date())}.png`;
}

/** Saves a screenshot under the map's name. Returns a message. */
export async function saveScreenshot(viewer: Viewer): Promise<string> {
  const blob = await viewer.screenshot();
  const name = pictureName(viewer);
  saveFile(name, blob);
  return `Saved ${name}`;
}
