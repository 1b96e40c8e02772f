/** State of an opened map that the stages of its load share with each other and with `relight`. */

import type { ContentSource } from "../../content/types.ts";
import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { LightSideName, MapScene, Sky } from "../../map/types.ts";
import type { PropLighting } from "../light/build-prop-light.ts";
import type { LoadView, MaterialPlaces } from "../textures/texture-places.ts";
import type { TextureStream } from "../textures/texture-stream.ts";
import { chooseLightSide, type SceneParts } from "../world/map-scene.ts";
import type { LoadOptions } from "./events.ts";
import type { ContentAccess } from "./read-content.ts";
import type { OpenedBsp } from "./read-map.ts";
import type { AreaWindowCode } from "./scene-parts.ts";

/** Content of a map: its own files, then those of its sources. */
export interface OpenedContent {
  readonly access: ContentAccess;
  /** The map's pakfile; `null` if it has none. */
  readonly pak: ContentSource | null;
}

/** A sky that differs between the lights of the map. */
export interface LitSky {
  /** Light that the sky is shown in. */
  readonly side: LightSideName;
  /** Light of the sides that the load streams. */
  readonly streamedSide: LightSideName;
  /** Reads the sky for another light. */
  read(side: LightSideName, ledger: Ledger): Promise<Sky | null>;
}

export interface MapState {
  readonly file: OpenedBsp;
  readonly diagnostics: Diagnostics;
  readonly options: LoadOptions;
  readonly windows: AreaWindowCode;
  /** Opens the content on the first call; later calls return the same. */
  readonly openContent: () => Promise<OpenedContent>;
  /** Replaced when more lumps of the map were parsed. */
  parts: SceneParts;
  /** Light that was requested last. A map without it is shown in its other light. */
  wantedSide: LightSideName;
  /** `null` until they are read. */
  brushes: Brushes | null;
  /** Data to light the props again; `null` until they are built. */
  lighting: PropLighting | null;
  /** `null` if the sky is the same in each light. */
  sky: LitSky | null;
  /** Camera that looks at the map; `null` until it moved from the map's start. */
  view: LoadView | null;
  /** Textures that are still loading; `null` before and after. */
  stream: TextureStream | null;
}

/** Returns the light that the map is shown in now; `null` if it is unlit. */
export function shownSide({ parts, wantedSide }: MapState): LightSideName | null {
  return chooseLightSide(parts.bsp, wantedSide);
}

/** Facts of a scene that later stages need: its buffers are transferred with its event. */
export interface ShownScene extends Pick<MapScene, "skyName" | "start" | "side"> {
  /** Distance of each material from the start, in inches. */
  readonly distance: Float32Array;
  /** Places of the world's materials. */
  readonly places: MaterialPlaces;
}
