/** A model on the GPU: its draws, in the initial pose until it is moved. */

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
  /** Place in a map that provides the light; `null` for studio light. */
  readonly lightPlace: LightPlace | null;
}

export class StagedModel {
  readonly renderer: Renderer;
  readonly draws: ModelDraws;
  readonly box: Float32Array;
  readonly lightPlace: LightPlace | null;
  /** Receives poses, flexed vertices and eye parameters. */
  readonly source: ModelDrawSource;
  readonly #scene: MapScene;
  #choice: ModelChoice;

  /** Replaces the renderer's model. */
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

  /** Returns the draws of the selected level, or of level 0 if it is automatic. */
  listDrawn() {
    return chooseDraws(this.draws, { ...this.#choice, lod: this.#choice.lod ?? 0 });
  }

  /** @param light studio light; a model lit by a map keeps that light and is only rotated */
  setLight(light: StudioLight, yaw: number): void {
    const { light: ofMap } = this.draws.all;
    const turned = this.lightPlace === null ? buildStudioLight(light, yaw) : turnLight(ofMap, yaw);
    this.renderer.relight(this.#scene, turned);
  }
}
