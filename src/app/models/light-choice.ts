/** What lights the model on its page: a studio's lamps, or the map that is open. */

import type { MapLightInput, ModelViewer } from "../../viewer/model/index.ts";
import { STUDIO_LIGHT } from "../../viewer/model/index.ts";
import { make } from "../dom.ts";
import { makeChoice } from "./model-rows.ts";

/** The map that is open, under the page of models. */
export interface OpenMapLight extends MapLightInput {
  readonly name: string;
  /** Where its camera is. */
  readonly at: readonly [number, number, number];
}

/** @param map null: none is open, and there is nothing to choose */
export function makeLightChoice(viewer: ModelViewer, map: OpenMapLight | null): HTMLElement[] {
  if (map === null) return [];
  const { at, ...atStart } = map;
  const lights = [STUDIO_LIGHT, { ...atStart, at }, atStart];
  const names = ["Studio", `${map.name}, at its camera`, `${map.name}, where players start`];
  const place = make("p", { class: "note model-light-place", role: "status" });
  const tell = (): void => {
    place.textContent = describePlace(viewer);
  };
  const choose = async (row: number): Promise<void> => {
    place.textContent = row === 0 ? "" : `Reading the light of ${map.name} …`;
    // What goes wrong is told of by the viewer's events.
    await viewer.setLight(lights[row]).catch(() => null);
    tell();
    if (row > 0 && viewer.lightPlace === null) place.textContent = `${map.name} lights nothing.`;
  };
  tell();
  const before = viewer.light;
  const isByMap = "map" in before && before.map === map.map;
  const chosen = isByMap ? (before.at === undefined ? 2 : 1) : 0;
  return [makeChoice("Light", names, chosen, (row) => void choose(row)), place];
}

function describePlace({ lightPlace }: ModelViewer): string {
  if (lightPlace === null) return "";
  const { at, entity, lamps } = lightPlace;
  const where = at.map((value) => Math.round(value)).join(", ");
  const by = lamps === 1 ? "1 lamp" : `${lamps} lamps`;
  return `${entity === null ? "" : `${entity}, `}${where}: ambient light and ${by}`;
}
