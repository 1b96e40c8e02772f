/** Recent maps and models as a group of the map list. */

import type { ListedMap } from "./open-archive-file.ts";
import type { Recent } from "./stored-rows.ts";

/** A list row that is opened through `recent` instead of `locate`. */
export interface RecentMap extends ListedMap {
  readonly recent: Recent;
}

export function isRecent(map: ListedMap): map is RecentMap {
  return "recent" in map;
}

export function listRecents(recents: readonly Recent[], nowMs: number): RecentMap[] {
  return recents.map((recent) => ({
    name: recent.name,
    byteLength: null,
    mount: `${placeOf(recent)}, ${formatAge(nowMs - recent.atMs)}`,
    recent,
    locate: () => Promise.reject(new Error("visleaf bug: a recent map is opened by its place")),
  }));
}

function placeOf(recent: Recent): string {
  switch (recent.kind) {
    case "url":
      return URL.canParse(recent.url) ? new URL(recent.url).host : "the web";
    case "file":
      return "a file";
    case "listed":
      return recent.title;
    case "model-url":
      return `a model, ${URL.canParse(recent.url) ? new URL(recent.url).host : "the web"}`;
    case "model-files":
      return recent.handles.length === 1 ? "a model, a file" : "a model, files";
    case "model-path":
      return "a model of your games and folders";
  }
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

export function formatAge(ms: number): string {
  const unit = UNITS.find(([, length]) => ms >= length);
  if (!unit) return "just now";
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  return format.format(-Math.floor(ms / unit[1]), unit[0]);
}
