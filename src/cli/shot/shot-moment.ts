/** Runs the entities of a map up to a moment, and shows them there. */

import { createCamera } from "../../viewer/camera/camera.ts";
import { toEntities } from "../../viewer/simulation/entity-pairs.ts";
import { MapPlayer } from "../../viewer/simulation/map-player.ts";
import { readSimulatedMap } from "../../viewer/simulation/read-simulated-map.ts";
import type { Fire } from "../options/parse-fire.ts";
import type { HeadlessRenderer } from "../render/headless-renderer.ts";
import type { LoadedMap } from "../render/load-map-file.ts";
import { say } from "../terminal.ts";

export interface ShownMoment {
  readonly seconds: number;
  readonly seed: number;
  /** Inputs by time; later ones than `seconds` are not sent. */
  readonly fires: readonly Fire[];
}

export function showMoment(
  { renderer }: HeadlessRenderer,
  { scene, entities, simulated }: LoadedMap,
  { seconds, seed, fires }: ShownMoment,
): void {
  const map = { ...readSimulatedMap(simulated), entities: toEntities(entities) };
  const player = new MapPlayer(map, scene.brushes, createCamera(), seed);
  player.setModels(renderer.entityModels);
  for (const { seconds: at, target, input, parameter } of fires) {
    if (at > seconds) break;
    player.seek(at);
    player.fire(target, input, parameter);
  }
  player.seek(seconds);
  renderer.setMoment(player.moment);
  for (const { text } of player.texts) {
    say(`text over the picture, which is not drawn: ${JSON.stringify(text)}`);
  }
}
