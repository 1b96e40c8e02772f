/** What opening a model alone hands over, in the order in which a picture can use it. */

import type { Warning } from "../../core/diagnostics.ts";
import type { ToldFile } from "../../model/files/told-files.ts";
import type { DecodedAnimation } from "../../model/studio-model.ts";
import type { LoadEvent, LoadOptions } from "../open/events.ts";
import type { ModelDraws } from "./choose-draws.ts";
import type { LightingMap, LightPlace, MapLightOptions } from "./map-light.ts";

export type ModelLoadEvent =
  | Extract<LoadEvent, { type: "scene" | "texture" }>
  /** What is drawn of the model; its textures follow one by one. */
  | {
      readonly type: "model";
      /** Content path of its `.mdl`, which sources of models are compiled to. */
      readonly path: string;
      readonly draws: ModelDraws;
      /** 6 numbers, model space, inches: the box of what is drawn as it stands. */
      readonly box: Float32Array;
      /** Where a map's light was taken that lights it; null: the studio's does. */
      readonly lightPlace: LightPlace | null;
    }
  /** All of it but its `.ani` files is read, and told of. */
  | {
      readonly type: "motions";
      /** What of its animations was decoded: all that it plays first. */
      readonly poses: readonly DecodedAnimation[];
    }
  | { readonly type: "done"; readonly warnings: readonly Warning[] };

/** A place in a map, whose light a model stands in. */
export interface ModelMapLight extends Pick<MapLightOptions, "at" | "side"> {
  /** For people. */
  readonly name: string;
  /** Opens the map when the model has been read. Rejects as its source does. */
  open(signal?: AbortSignal): Promise<LightingMap>;
}

export interface ModelLoadOptions extends Omit<LoadOptions, "side" | "name"> {
  /** The skin whose textures come first: 0 if left out. */
  readonly skin?: number;
  /** What it is to play first, by name or number: its poses are there with the first picture. */
  readonly sequence?: string | number;
  /** Whether it stands on a floor: true if left out. */
  readonly hasFloor?: boolean;
  /** The map whose light it stands in; null, or left out: the studio's. */
  readonly light?: ModelMapLight | null;
  /**
   * Is told of each file that is looked for, while the model is read: its motions, face and collision are in them,
   * for who plays them. The `.mdl` is the first; `.ani` files follow the "motions".
   */
  readonly onFile?: (file: ToldFile) => void;
}
