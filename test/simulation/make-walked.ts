/** Entities with solids, and a player who stands or walks among them. */

import { Solids, type Timeline } from "../../src/simulation/index.ts";
import type { PlayerPlace } from "../../src/simulation/touch/player.ts";
import { type MadeModel, makeHulls } from "../visibility/make-hulls.ts";
import { make, type Pairs, runEntities } from "./make-simulation.ts";

/** The box of model 1 of `makeMap`. */
export const BOX = [-50, -30, 0, 50, 30, 200];
export const FLOOR = [-1000, -1000, -20, 1000, 1000, 0];

export interface Walked {
  readonly timeline: Timeline;
  /** Runs ticks in which the player stays where the map puts it; returns where that is. */
  stand(ticks: number): number[];
  /** Puts the player somewhere, standing on an entity (−1: the world). */
  put(x: number, y: number, z: number, ground?: number): void;
  place: PlayerPlace;
}

/** @param walls boxes of the world */
export function makeWalked(
  walls: readonly number[][],
  models: readonly MadeModel[],
  ...entities: Pairs[]
): Walked {
  const timeline = runEntities(...entities);
  const { simulation } = timeline;
  simulation.pushes.solids = new Solids(simulation, makeHulls(walls, [], models));
  const place: PlayerPlace = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, isSolid: true, ground: -1 };
  return {
    timeline,
    place,
    put(x, y, z, ground = -1) {
      Object.assign(place, { x, y, z, ground, yaw: 0 });
      timeline.place(place);
    },
    stand(ticks) {
      for (let i = 0; i < ticks; i++) {
        timeline.place(place);
        timeline.step();
        simulation.player.readPlace(place);
      }
      return [place.x, place.y, place.z, place.yaw].map((value) => Number(value.toFixed(2)) + 0);
    },
  };
}

/** A door of 100 x 60 x 200 inches at the origin that opens by 60 inches along +y. */
export const makeDoor = (...more: Pairs): Pairs =>
  make(
    "func_door",
    "door",
    ["model", "*1"],
    ["movedir", "0 90 0"],
    ["speed", "100"],
    ["wait", "4"],
    ["OnBlockedOpening", "sign,FireUser1,opening,0,-1"],
    ["OnBlockedClosing", "sign,FireUser1,closing,0,-1"],
    ["OnUnblockedOpening", "sign,FireUser2,opening,0,-1"],
    ["OnUnblockedClosing", "sign,FireUser2,closing,0,-1"],
    ...more,
  );
export const SIGN = make("info_target", "sign");
