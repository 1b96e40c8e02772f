/** Events of opening a single model, in the order in which they are needed for drawing. */

import type { Warning } from "../../core/diagnostics.ts";
import type { DecodedAnimation } from "../../model/files/studio-model.ts";
import type { ToldFile } from "../../model/files/told-files.ts";
import type { LoadEvent, LoadOptions } from "../open/events.ts";
import type { ModelDraws } from "./choose-draws.ts";
import type { LightingMap, LightPlace, MapLightOptions } from "./map-light.ts";

export type ModelLoadEvent =
  | Extract<LoadEvent, { type: "scene" | "texture" }>
  /** The model's draws; its textures follow one by one. */
  | {
      readonly type: "model";
      /** Content path of its `.mdl`, or of the `.mdl` that its sources are compiled to. */
      readonly path: string;
      readonly draws: ModelDraws;
      /** Bounding box of the present pose: 6 numbers, model space, inches. */
      readonly box: Float32Array;
      /** Place in a map that provides the light; `null` for studio light. */
      readonly lightPlace: LightPlace | null;
    }
  /** Everything except the `.ani` files has been read and reported. */
  | {
      readonly type: "motions";
      /** Animations decoded so far: all that the model plays first. */
      readonly poses: readonly DecodedAnimation[];
    }
  | { readonly type: "done"; readonly warnings: readonly Warning[] };

/** A place in a map whose light is used for a model. */
export interface ModelMapLight extends Pick<MapLightOptions, "at" | "side"> {
  /** Display name. */
  readonly name: string;
  /** Opens the map after the model has been read. Rejects if its source fails. */
  open(signal?: AbortSignal): Promise<LightingMap>;
}

export interface ModelLoadOptions extends Omit<LoadOptions, "side" | "name"> {
  /** Skin whose textures load first; 0 if omitted. */
  readonly skin?: number;
  /** Sequence to play first, by name or number; its poses are ready with the first picture. */
  readonly sequence?: string | number;
  /** Whether the model stands on a floor; true if omitted. */
  readonly hasFloor?: boolean;
  /** Map whose light is used; `null` or omitted for studio light. */
  readonly light?: ModelMapLight | null;
  /**
   * Called for each file that is looked up while the model is read. Players need these files for
   * motions, face and collision. The `.mdl` is the first; `.ani` files follow the "motions" event.
   */
  readonly onFile?: (file: ToldFile) => void;
}
