/** A model as the GPU has it: what is drawn of it, in the pose that it came in until somebody moves it. */

import type { MapScene } from "../../../map/types.ts";
import { createModelSource, type ModelDrawSource } from "../../../render/props/model-source.ts";
import type { Renderer } from "../../../render/renderer-interface.ts";
import {
  chooseDraws,
  FIRST_CHOICE,
  type ModelChoice,
  type ModelDraws,
} from "../../../scene/model/choose-draws.ts";
import type { LightPlace } from "../../../scene/model/map-light.ts";
import { buildStudioLight, type StudioLight } from "../../../scene/model/model-light.ts";
import { turnLight } from "../../../scene/model/place-light.ts";

export interface StagedParts {
  readonly draws: ModelDraws;
  readonly scene: MapScene;
  readonly box: Float32Array;
  /** Where a map's light was taken that it stands in; null: a studio lights it. */
  readonly lightPlace: LightPlace | null;
}

export class StagedModel {
  readonly renderer: Renderer;
  readonly draws: ModelDraws;
  readonly box: Float32Array;
  readonly lightPlace: LightPlace | null;
  /** What its pose, its face and its eyes are written with. */
  readonly source: ModelDrawSource;
  readonly #scene: MapScene;
  #choice: ModelChoice;

  /** From here on the renderer has no other. */
  constructor(renderer: Renderer, { draws, scene, box, lightPlace }: StagedParts, skin: number) {
    this.renderer = renderer;
    this.draws = draws;
    this.box = box;
    this.lightPlace = lightPlace;
    this.#scene = scene;
    const bodyGroups = new Array<number>(draws.bodyPartCount).fill(0);
    this.#choice = { ...FIRST_CHOICE, skin, bodyGroups };
    const { make, ...source } = createModelSource(draws.all, chooseDraws(draws, this.#choice));
    this.source = source;
    renderer.setLines(null);
    renderer.setScene(scene);
    renderer.setSource(make);
  }

  get choice(): ModelChoice {
    return this.#choice;
  }

  choose(changed: Partial<ModelChoice>): void {
    this.#choice = { ...this.#choice, ...changed };
    this.renderer.setSource(this.source.choose(chooseDraws(this.draws, this.#choice)));
  }

  /** What is drawn of it where every size is drawn by its finest level. */
  listDrawn() {
    return chooseDraws(this.draws, { ...this.#choice, lod: this.#choice.lod ?? 0 });
  }

  /** @param light of a studio; a map's stays what it is, but for how it is turned */
  setLight(light: StudioLight, yaw: number): void {
    const { light: ofMap } = this.draws.all;
    const turned = this.lightPlace === null ? buildStudioLight(light, yaw) : turnLight(ofMap, yaw);
    this.renderer.relight(this.#scene, turned);
  }
}
