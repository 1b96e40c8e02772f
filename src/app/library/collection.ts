/** Maps that share their content: a game, a folder, an archive, or what a server offers. */

import type { GameMapLocation } from "../../content/game/index.ts";
import type { ContentInput } from "../../viewer/index.ts";

export interface Collection {
  /** Stays the same from visit to visit. */
  readonly id: string;
  readonly title: string;
  readonly kind: "game" | "folder" | "archive" | "server";
  readonly maps: readonly ListedMap[];
  /** In search order. */
  readonly content: readonly ContentInput[];
  /** Whether the next visit finds it again. */
  readonly isKept: boolean;
  /** A sentence each. */
  readonly problems: readonly string[];
}

export interface ListedMap {
  /** `de_dust2`, `workshop/125/cs_agency` */
  readonly name: string;
  /** As stored; null where that is not known. */
  readonly byteLength: number | null;
  /** What it lies in, for a person. */
  readonly mount: string;
  /** Rejects where the map can no longer be had. */
  locate(signal?: AbortSignal): Promise<MapPlace>;
}

/** `entry`: which map, in an archive of several. */
export type MapPlace = GameMapLocation & { readonly entry?: string };

/** The map's own name, without the folders that it lies in. */
export function titleOf(map: Pick<ListedMap, "name">): string {
  return map.name.slice(map.name.lastIndexOf("/") + 1);
}
